import './api-keys.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiKey, type ApiScope, apiScopes, WriteApiKey } from '../../../../api/contract/api-keys.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { Form, Section } from '../../../components/form/Form.tsx';
import { AreaField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { toastSuccess } from '../../../core/toast.ts';
import { useApp } from '../../../session/context.tsx';
import { Secret } from './Secret.tsx';
import { t } from './texts.ts';

export const here = '/business/settings/apikeys';
export const back = { href: here, label: t('apikeys.back') };

/** The end of a day where the person is. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
const dayOf = (at: string | null): string => {
  if (at === null) return '';
  const local = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
};

/** A new key (`record` null), or another name, other scopes and limits for one that is there. */
export function KeyForm({ record }: { readonly record: ApiKey | null }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useRecordForm({
    initial: {
      name: record?.name ?? '',
      scopes: (record?.scopes ?? []) as readonly ApiScope[],
      addresses: record?.addresses.join('\n') ?? '',
      expires_at: dayOf(record?.expires_at ?? null),
    },
    schema: WriteApiKey,
    revision: null,
    toBody: ({ name, scopes, addresses, expires_at: day }, begin) => ({
      name,
      scopes: [...scopes],
      addresses: addresses.split(/[\s,;]+/u).filter((line) => line !== ''),
      expires_at:
        day === '' ? null
        : day === begin.expires_at ? (record?.expires_at ?? null)
        : endOf(day),
    }),
    save: async (body) => {
      if (record !== null) return client.put('/api-keys/{id}', { params: { id: record.id }, body });
      const made = await client.post('/api-keys', { body, quiet: true });
      setSecret(made.data.secret);
      return made;
    },
  });
  const scopes = form.field('scopes');
  if (secret !== null)
    return (
      <Section title={t('apikeys.secretTitle')}>
        <Secret
          secret={secret}
          scopes={form.values.scopes}
          onDone={() => {
            go(here);
          }}
        />
      </Section>
    );
  return (
    <Form
      form={form}
      creating={record === null}
      submit={t(record === null ? 'apikeys.make' : 'apikeys.save')}
      onCancel={() => {
        go(here);
      }}
      afterSave={() => {
        void refresh('/api-keys');
        if (record === null) return;
        toastSuccess(t('apikeys.saved'));
        go(here);
      }}
    >
      <Section title={t('apikeys.about')} text={t('apikeys.aboutText')}>
        <TextField of={form.field('name')} label={t('apikeys.name')} hint={t('apikeys.nameHint')} autoComplete="off" />
      </Section>
      <Section title={t('apikeys.scopes')} text={t('apikeys.scopesText')}>
        <Checkbox.Group
          label={t('apikeys.scopes')}
          value={[...scopes.value]}
          error={scopes.error}
          onChange={(chosen) => {
            scopes.change(apiScopes.filter((scope) => chosen.includes(scope)));
          }}
        >
          <div className="bk-keys-scopes">
            {apiScopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} description={scope} />
            ))}
          </div>
        </Checkbox.Group>
      </Section>
      <Section title={t('apikeys.limits')} text={t('apikeys.limitsText')}>
        <div className="bk-stack">
          <TextField
            of={form.field('expires_at')}
            label={t('apikeys.expires')}
            hint={t('apikeys.expiresHint')}
            type="date"
            autoComplete="off"
          />
          <AreaField
            of={form.field('addresses')}
            label={t('apikeys.addresses')}
            hint={t('apikeys.addressesHint')}
            rows={3}
          />
        </div>
      </Section>
    </Form>
  );
}
