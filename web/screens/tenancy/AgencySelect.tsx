import { Select } from '@mantine/core';
import { useState } from 'react';
import { asList, useRead } from '../../data/read.ts';
import { t } from './texts.ts';

/** The agency that a new business belongs to; none: it stands alone. Searched as one types: there can be thousands. */
export function AgencySelect({
  value,
  onChange,
  withoutHint = false,
  placeholder = '',
}: {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** An agency has to be chosen: nothing is said of standing alone. */
  readonly withoutHint?: boolean;
  /** What none chosen means, where it isn't standing alone. */
  readonly placeholder?: string;
}) {
  const [search, setSearch] = useState('');
  const found =
    useRead('/agencies', { query: { per_page: 20, search, status: 'active', sort_by: 'name', sort_desc: '0' } }, asList)
      .data?.data ?? [];
  const known = found.some((agency) => agency.id === value);
  return (
    <>
      <Select
        label={t('field.agency')}
        description={withoutHint ? undefined : t('business.agencyHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        clearable
        value={value}
        placeholder={withoutHint ? placeholder : t('business.standalone')}
        filter={({ options }) => options}
        comboboxProps={{ shadow: 'lg' }}
        nothingFoundMessage={t('list.noMatch')}
        clearButtonProps={{ 'aria-label': t('business.standalone') }}
        data={[
          ...found.map((agency) => ({ value: agency.id, label: agency.name })),
          ...(value !== null && !known ? [{ value, label: '…' }] : []),
        ]}
        onSearchChange={(text) => {
          setSearch(found.some((agency) => agency.name === text) ? '' : text);
        }}
        onChange={onChange}
      />
      {value !== null && !known && search === '' && <Chosen id={value} />}
    </>
  );
}

/** The name of one that is not among those found. */
function Chosen({ id }: { readonly id: string }) {
  const agency = useRead('/agencies/{id}', { params: { id } }).data?.data;
  return agency ?
      <p className="muted" style={{ fontSize: 'var(--text-s)' }}>
        {agency.name}
      </p>
    : null;
}
