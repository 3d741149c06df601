import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { asList, useRead } from '../data/read.ts';

/** One of the business's contacts, found by name or number; `placeholder`: what none means. */
export function ContactChoice({
  label,
  isLabelled = false,
  placeholder,
  value,
  onChange,
}: {
  readonly label: string;
  /** Whether the label is seen. */
  readonly isLabelled?: boolean;
  readonly placeholder: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const found = useRead('/contacts', { query: { search, per_page: 8 } }, asList).data?.data ?? [];
  return (
    <Select
      {...(isLabelled ? { label } : { 'aria-label': label })}
      placeholder={placeholder}
      searchable
      clearable
      value={value}
      searchValue={typed}
      data={found.map(({ id, first_name: first, last_name: last, phone, email }) => ({
        value: id,
        label: [first, last].filter(Boolean).join(' ') || (phone ?? email ?? id),
      }))}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  );
}
