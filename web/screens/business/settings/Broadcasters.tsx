import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { z } from 'zod';
import { type BroadcastersReply, UpdateBroadcasters } from '../../../../api/contract/business-settings.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { shortTime } from '../../../format/date.ts';
import { phone } from '../../../format/phone.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { t } from './texts.ts';
import { type Info, useSaved } from './saved.ts';

type Row = Info['broadcasters'][number];
const most = 20;

type Known = z.output<typeof BroadcastersReply>['data']['broadcasters'][number];

/** Whether a phone can send, and what it sent last. Nothing of one that is not saved yet. */
function State({ of: known }: { readonly of: Known | undefined }) {
  const style = useDateStyle();
  if (known === undefined) return null;
  const { state, last } = known;
  return (
    <p className={state === 'opted-out' ? 'state warn' : 'state muted'}>
      {state === 'opted-out' ?
        t('broadcasters.optedOut')
      : last === null ?
        t('broadcasters.never')
      : <>
          {t('broadcasters.last', { at: shortTime(last.at, style) })}{' '}
          <Link href={`/business/broadcasts/${last.broadcast_id}/report`}>{last.name}</Link>
        </>
      }
    </p>
  );
}

/** The phones that may send to the contacts by text. */
export function Broadcasters({ info }: { readonly info: Info }) {
  const { client } = useApp();
  const saved = useSaved();
  const form = useRecordForm({
    initial: { broadcasters: info.broadcasters as readonly Row[] },
    schema: UpdateBroadcasters,
    revision: info.revision,
    save: (body) => client.post('/businesses/update-broadcasters', { body: body }),
    onSaved: saved,
  });
  const known = useRead('/businesses/broadcasters', {}).data?.data;
  const rows = form.values.broadcasters;
  const set = (next: readonly Row[]) => {
    form.field('broadcasters').change(next);
  };
  const change = (index: number, part: Partial<Row>) => {
    set(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  };
  const error = form.field('broadcasters').error;
  const show = (_: string, value: unknown) =>
    Array.isArray(value) ?
      value.length === 0 ?
        t('form.empty')
      : (value as Row[]).map((row) => `${row.name}, ${phone(row.phone)}`).join('\n')
    : undefined;
  return (
    <Form form={form} words={{ labels: { broadcasters: t('businessSettings.tab.broadcasters') }, show }}>
      <Section title={t('businessSettings.tab.broadcasters')} text={t('broadcasters.text')}>
        <Note tone="info">
          {known?.number == null || known.keyword === null ?
            t('broadcasters.nothing')
          : t('broadcasters.how', { number: phone(known.number), keyword: known.keyword })}
        </Note>
        {rows.length === 0 && <p className="muted">{t('broadcasters.none')}</p>}
        <ul className="bk-rows">
          {rows.map((row, index) => (
            <li key={index}>
              <TextInput
                label={t('field.name')}
                value={row.name}
                maxLength={100}
                onChange={(event) => {
                  change(index, { name: event.currentTarget.value });
                }}
              />
              <TextInput
                label={t('contactInfo.phone')}
                type="tel"
                value={row.phone}
                maxLength={30}
                placeholder="(415) 555-0100"
                onChange={(event) => {
                  change(index, { phone: event.currentTarget.value });
                }}
              />
              <ActionIcon
                className="remove"
                aria-label={t('broadcasters.remove', { name: row.name || String(index + 1) })}
                onClick={() => {
                  set(rows.filter((_, at) => at !== index));
                }}
              >
                <IconTrash size={17} aria-hidden />
              </ActionIcon>
              <State of={known?.broadcasters.find((one) => one.phone === row.phone)} />
            </li>
          ))}
        </ul>
        {error !== undefined && error !== null && (
          <p className="bk-wrong" role="alert">
            {error}
          </p>
        )}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={rows.length >= most}
            onClick={() => {
              set([...rows, { name: '', phone: '' }]);
            }}
          >
            {t('broadcasters.add')}
          </Button>
        </div>
      </Section>
    </Form>
  );
}
