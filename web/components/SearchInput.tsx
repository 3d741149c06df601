import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from './texts.ts';

/** How long typing pauses before it is searched for, milliseconds. */
const pause = 220;

/** A search field that waits for a pause in typing. `/` brings the focus here from anywhere on the screen. */
export function SearchInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      onChange(typed);
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, value, onChange]);
  return (
    <TextInput
      className="search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      data-search
      onChange={(event) => {
        setTyped(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          if (typed === '') event.currentTarget.blur();
          else {
            setTyped('');
            onChange('');
          }
        }
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      styles={{ input: { '--input-padding-inline-end': '32px' } }}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('list.clearFilters')}
            onClick={() => {
              setTyped('');
              onChange('');
            }}
          />
        )
      }
    />
  );
}
