import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { asList, useRead } from '../../data/read.ts';
import { t } from './texts.ts';

/** One of an agency's businesses, or all. Searched as one types. `known`: the name of the one that is chosen. */
export function BusinessSelect({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly error?: ReactNode;
  readonly onChange: (id: string | null) => void;
}) {
  const [search, setSearch] = useState('');
  const found =
    useRead('/businesses', { query: { per_page: 20, search, sort_by: 'name', sort_desc: '0' } }, asList).data?.data ??
    [];
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string } | null>(null);
  const options = found.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={label}
      placeholder={t('prices.all')}
      searchable
      clearable
      value={value}
      error={error}
      filter={({ options: all }) => all}
      comboboxProps={{ shadow: 'lg' }}
      nothingFoundMessage={t('list.noMatch')}
      clearButtonProps={{ 'aria-label': t('prices.all') }}
      data={[...options, ...(chosen === null || options.some((one) => one.value === chosen.value) ? [] : [chosen])]}
      onSearchChange={(text) => {
        setSearch(options.some((one) => one.label === text) || chosen?.label === text ? '' : text);
      }}
      onChange={(id) => {
        setChosen(options.find((one) => one.value === id) ?? null);
        onChange(id);
      }}
    />
  );
}
