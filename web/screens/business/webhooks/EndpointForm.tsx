import './webhooks.css';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  CreateWebhookEndpoint,
  type PublishedName,
  type WebhookEndpoint,
} from '../../../../api/contract/webhook-endpoints.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { CopyField } from '../../../components/CopyField.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { toastSuccess } from '../../../core/toast.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { Preview } from './Preview.tsx';
import { t } from './texts.ts';

export const here = '/business/settings/webhook-endpoints';
export const back = { href: here, label: t('hooks.back') };

/** The first instant of a day where the browser is; null: no day was chosen. */
const startOf = (day: string): string | null =>
  Number.isNaN(Date.parse(`${day}T00:00:00`)) ? null : new Date(`${day}T00:00:00`).toISOString();

/** A new endpoint (`record` null), or another address and other events for one that is there. */
export function EndpointForm({ record }: { readonly record: WebhookEndpoint | null }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const { data } = useRead('/webhook-event-types', {});
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const form = useRecordForm({
    initial: {
      url: record?.url ?? '',
      description: record?.description ?? '',
      types: (record?.types ?? []) as readonly PublishedName[],
      since: '',
    },
    schema: CreateWebhookEndpoint,
    revision: null,
    toBody: ({ url, description, types, since }) => ({ url, description, types: [...types], since: startOf(since) }),
    save: async ({ since, ...body }) => {
      if (record !== null) return client.put('/webhook-endpoints/{id}', { params: { id: record.id }, body });
      const created = await client.post('/webhook-endpoints', { body: { ...body, since }, quiet: true });
      setMade(created.data);
      return created;
    },
  });
  const types = form.field('types');
  const start = startOf(form.field('since').value);
  if (made !== null)
    return (
      <Section title={t('hooks.secretTitle')}>
        <NewSecret
          secret={made.secret}
          onDone={() => {
            go(`${here}/${made.id}`);
          }}
        />
      </Section>
    );
  return (
    <Form
      form={form}
      creating={record === null}
      submit={t(record === null ? 'hooks.make' : 'hooks.save')}
      onCancel={() => {
        go(record === null ? here : `${here}/${record.id}`);
      }}
      afterSave={() => {
        void refresh('/webhook-endpoints');
        if (record === null) return;
        toastSuccess(t('hooks.saved'));
        go(`${here}/${record.id}`);
      }}
    >
      <Section title={t('hooks.about')} text={t('hooks.aboutText')}>
        <div className="bk-stack">
          <TextField of={form.field('url')} label={t('hooks.url')} hint={t('hooks.urlHint')} autoComplete="off" />
          <TextField of={form.field('description')} label={t('hooks.description')} optional autoComplete="off" />
        </div>
      </Section>
      <Section title={t('hooks.events')} text={t('hooks.eventsText')}>
        <Checkbox.Group
          label={t('hooks.events')}
          value={[...types.value]}
          error={types.error}
          onChange={(chosen) => {
            types.change(chosen as PublishedName[]);
          }}
        >
          <div className="bk-hooks-types">
            {data?.data.map(({ type, summary }) => (
              <Checkbox key={type} value={type} label={type} description={summary} />
            ))}
          </div>
        </Checkbox.Group>
      </Section>
      {record === null && (
        <Section title={t('hooks.start')} text={t('hooks.startText')}>
          <div className="bk-stack">
            <TextField of={form.field('since')} label={t('hooks.since')} type="date" optional autoComplete="off" />
            {start !== null && Date.parse(start) < Date.now() && <Preview since={start} types={types.value} />}
          </div>
        </Section>
      )}
    </Form>
  );
}

/** A secret that was made a moment ago, which is shown this one time. */
export function NewSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <div className="bk-stack">
      <p>{t('hooks.secretText')}</p>
      <CopyField label={t('hooks.secret')} value={secret} />
      <Button onClick={onDone} style={{ justifySelf: 'end' }}>
        {t('hooks.done')}
      </Button>
    </div>
  );
}
