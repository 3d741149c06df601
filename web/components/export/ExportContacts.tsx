import { Button, Checkbox, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { RequestOf } from '../../../api/contract/client.ts';
import { contactTitles } from '../../../api/contract/export-titles.ts';
import { asList, useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { t } from './texts.ts';

type Whose = Pick<NonNullable<RequestOf<'POST', '/contacts/export'>['body']>, 'contact_ids' | 'filters'>;
/** Columns that are left out, in this browser. */
const key = 'export.leftOut';
const maxFields = 100;

/** Takes contacts along as a file: those that are ticked, or all that the list shows on all of its pages. */
export function ExportContacts({
  whose,
  count,
  which,
  trigger,
}: {
  readonly whose: Whose;
  readonly count: number;
  readonly which: 'everybody' | 'filtered' | 'chosen';
  readonly trigger: (open: () => void) => ReactNode;
}) {
  const { client } = useApp();
  const fields = useRead('/custom-fields', { query: { per_page: maxFields } }, asList).data?.data ?? [];
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(key) ?? '').split(',').filter((column) => column !== '')),
  );
  const own = Object.entries(contactTitles).map(([id, title]): Choice => ({ id, title }));
  const custom = fields.map(({ id, name }): Choice => ({ id: `custom:${id}`, title: name }));
  const every = [...own, ...custom].map(({ id }) => id);
  const columns = every.filter((id) => !leftOut.has(id));
  const leave = (ids: readonly string[]) => {
    localStorage.setItem(key, ids.join(','));
    setLeftOut(new Set(ids));
  };
  const toggle = (id: string) => {
    leave(leftOut.has(id) ? [...leftOut].filter((one) => one !== id) : [...leftOut, id]);
  };
  return (
    <ExportDialog
      title={t('export.contacts', { count })}
      which={t(`export.${which}`)}
      size="lg"
      ready={columns.length > 0}
      trigger={trigger}
      link={async (format) => {
        const { data } = await client.post('/contacts/export', { body: { ...whose, format, columns }, quiet: true });
        return data.file_url;
      }}
    >
      <div role="group" aria-labelledby="export-columns">
        <Group justify="space-between" mb={8}>
          <Text size="sm" fw={500} id="export-columns">
            {t('export.columns')}
          </Text>
          <Group gap={4}>
            <Button variant="subtle" size="compact-sm" disabled={leftOut.size === 0} onClick={() => leave([])}>
              {t('export.all')}
            </Button>
            <Button variant="subtle" size="compact-sm" disabled={columns.length === 0} onClick={() => leave(every)}>
              {t('export.none')}
            </Button>
          </Group>
        </Group>
        <Choices choices={own} leftOut={leftOut} onToggle={toggle} />
        {custom.length > 0 && (
          <>
            <h3>{t('export.own')}</h3>
            <Choices choices={custom} leftOut={leftOut} onToggle={toggle} />
          </>
        )}
        {columns.length === 0 && (
          <Text size="sm" c="red" mt={8} role="status">
            {t('export.oneColumn')}
          </Text>
        )}
      </div>
    </ExportDialog>
  );
}

interface Choice {
  readonly id: string;
  readonly title: string;
}

const Choices = ({
  choices,
  leftOut,
  onToggle,
}: {
  readonly choices: readonly Choice[];
  readonly leftOut: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}) => (
  <div className="bk-exportcolumns">
    {choices.map(({ id, title }) => (
      <Checkbox
        key={id}
        label={title}
        checked={!leftOut.has(id)}
        onChange={() => {
          onToggle(id);
        }}
      />
    ))}
  </div>
);
