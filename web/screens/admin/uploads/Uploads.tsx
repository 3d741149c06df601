import { Select } from '@mantine/core';
import { useState } from 'react';
import { asList, useRead } from '../../../data/read.ts';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { ChooseFile } from '../../uploads/ChooseFile.tsx';
import { t as shared } from '../../uploads/texts.ts';
import { UploadList } from '../../uploads/UploadList.tsx';
import { t } from './texts.ts';

/** /admin/uploads/contact: the files of all businesses, and a file for any of them. */
export default function Uploads() {
  const [business, setBusiness] = useState<string | null>(null);
  return (
    <div className="bk-page">
      <PageHeader title={shared('uploads.title')} />
      <BusinessSelect value={business} onChange={setBusiness} />
      {business !== null && (
        <ChooseFile address="/uploads" here="/admin/uploads/contact" fields={{ business_id: business }} />
      )}
      <UploadList path="/uploads" here="/admin/uploads/contact" businessId={business} />
    </div>
  );
}

/** Searched as one types: there can be thousands. */
function BusinessSelect({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const [search, setSearch] = useState('');
  const found =
    useRead('/businesses', { query: { per_page: 20, search, sort_by: 'name', sort_desc: '0' } }, asList).data?.data ??
    [];
  return (
    <Select
      label={t('uploads.business')}
      description={t('uploads.businessHint')}
      placeholder={t('uploads.anyBusiness')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      clearable
      maw={420}
      mb="md"
      value={value}
      filter={({ options }) => options}
      comboboxProps={{ shadow: 'lg' }}
      nothingFoundMessage={t('list.noMatch')}
      clearButtonProps={{ 'aria-label': t('uploads.anyBusiness') }}
      data={found.map(({ id, name }) => ({ value: id, label: name }))}
      onSearchChange={(text) => {
        setSearch(found.some(({ name }) => name === text) ? '' : text);
      }}
      onChange={onChange}
    />
  );
}
