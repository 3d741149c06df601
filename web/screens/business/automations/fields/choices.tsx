import { NumberInput, Select } from '@mantine/core';
import { t } from '../texts.ts';

/** What is wrong with a field; undefined: nothing. */
export type Wrong = (field: string) => string | undefined;
type Option = { value: string; label: string };
const options = (some: readonly { readonly id: string; readonly name: string }[], chosen: string | null): Option[] => [
  ...some.map(({ id, name }) => ({ value: id, label: name })),
  ...(chosen !== null && some.every(({ id }) => id !== chosen) ? [{ value: chosen, label: t('au.gone') }] : []),
];

/** One of what there is, or none: then any is meant. */
export function Choice({
  label,
  among,
  value,
  none,
  description,
  error,
  onChange,
}: {
  readonly label: string;
  readonly among: readonly { readonly id: string; readonly name: string }[];
  readonly value: string | null;
  /** What none means. */
  readonly none: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly onChange: (id: string | null) => void;
}) {
  return (
    <Select
      label={label}
      description={description}
      placeholder={none}
      data={options(among, value)}
      value={value}
      error={error}
      searchable
      clearable
      onChange={onChange}
    />
  );
}

/** One of a few words. */
export function Words<W extends string>({
  label,
  words,
  wordOf,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly words: readonly W[];
  readonly wordOf: (word: W) => string;
  readonly value: W;
  readonly error?: string | undefined;
  readonly onChange: (word: W) => void;
}) {
  return (
    <Select
      label={label}
      data={words.map((word) => ({ value: word as string, label: wordOf(word) }))}
      value={value}
      error={error}
      allowDeselect={false}
      onChange={(word) => {
        if (word !== null) onChange(word as W);
      }}
    />
  );
}

export function Amount({
  label,
  value,
  from = 1,
  to,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly from?: number;
  readonly to: number;
  readonly error?: string | undefined;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={from}
      max={to}
      allowDecimal={false}
      error={error}
      onChange={(given) => {
        if (typeof given === 'number') onChange(Math.min(to, Math.max(from, Math.round(given))));
      }}
    />
  );
}
