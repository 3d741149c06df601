import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from './texts.ts';

const key = 'contacts.hiddenColumns';

/** Which columns are not shown, remembered in this browser. */
export function useHiddenColumns() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(key) ?? '').split(',')),
  );
  return [
    hidden,
    (next: ReadonlySet<string>) => {
      localStorage.setItem(key, [...next].join(','));
      setHidden(next);
    },
  ] as const;
}

/** Ticks for the columns. */
export function ColumnsMenu({
  columns,
  hidden,
  onChange,
}: {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}) {
  return (
    <Popover position="bottom-end" shadow="lg" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={t('contacts.columns')} className="bk-columns">
          <IconColumns3 size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {columns.map(({ id, title }) => (
            <Checkbox
              key={id}
              label={title}
              checked={!hidden.has(id)}
              onChange={(event) => {
                const next = new Set(hidden);
                if (event.currentTarget.checked) next.delete(id);
                else next.add(id);
                onChange(next);
              }}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
