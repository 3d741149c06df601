import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconMail, IconMessage2, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import {
  BandwidthConfig,
  MailgunConfig,
  type ProviderSettings,
  SendgridConfig,
  SesConfig,
  TwilioConfig,
  WebhookKey,
} from '../../api/contract/providers.ts';
import type { Client } from '../api/client.ts';
import { useApp } from '../session/context.tsx';
import { shortTime } from '../format/date.ts';
import { t } from './provider-texts.ts';
import { useAppConfig } from '../session/brand.ts';
import { useDateStyle, useMaybeProfile } from '../session/profile.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Note, Pair } from './form/Form.tsx';
import { Form } from './form/Form.tsx';
import { PasswordField, SelectField, TextField } from './form/fields.tsx';
import { type RecordForm, useRecordForm } from './form/useRecordForm.ts';
import { Instant } from './Instant.tsx';

export type Provider = 'twilio' | 'bandwidth' | 'sendgrid' | 'mailgun' | 'ses';
type Settings = z.output<typeof ProviderSettings>;

/** Whose provider account it is: the signed-in one's own, that of the signed-in agency, or of an agency that an operator looks after. */
type ProviderOwner =
  { readonly kind: 'own' } | { readonly kind: 'agency' } | { readonly kind: 'agencyOf'; readonly agencyId: string };

/** Keeps an account, after it was tried. Not everyone has each of them: the API refuses the rest. */
function configure(client: Client, owner: ProviderOwner, provider: Provider, given: unknown) {
  if (provider === 'twilio') {
    const body = TwilioConfig.parse(given);
    return (
      owner.kind === 'own' ? client.put('/twilio-config', { body })
      : owner.kind === 'agency' ? client.put('/agencies/twilio-config', { body })
      : client.put('/agencies/{id}/twilio-config', { params: { id: owner.agencyId }, body })
    );
  }
  if (provider === 'bandwidth') return client.put('/bandwidth-config', { body: BandwidthConfig.parse(given) });
  if (owner.kind === 'agency' && provider === 'mailgun')
    return client.put('/agencies/mailgun-config', { body: MailgunConfig.parse(given) });
  if (owner.kind === 'agency' && provider === 'ses')
    return client.put('/agencies/ses-config', { body: SesConfig.parse(given) });
  const body = SendgridConfig.parse(given);
  return (
    owner.kind === 'own' ? client.put('/sendgrid-config', { body })
    : owner.kind === 'agency' ? client.put('/agencies/sendgrid-config', { body })
    : client.put('/agencies/{id}/sendgrid-config', { params: { id: owner.agencyId }, body })
  );
}

interface Card {
  readonly provider: Provider;
  readonly owner: ProviderOwner;
  readonly settings: Settings | null;
  /** What uses the account: the consequence of taking it away. */
  readonly removal: string;
  readonly text?: string;
  /** What was kept, null: taken away. */
  readonly onChanged: (settings: Settings | null) => void;
}

/** One provider's account: what is stored (masked), since when it is known to work, another one in its place, or none. */
export function ProviderCard({ provider, owner, settings, removal, text, onChanged }: Card) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const acting = useMaybeProfile()?.impersonator != null;
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const Icon = provider === 'twilio' || provider === 'bandwidth' ? IconMessage2 : IconMail;
  const remove = () =>
    run(async () => {
      await configure(client, owner, provider, { remove: true });
      onChanged(null);
    });
  return (
    <section className="bk-provider" aria-label={t(`provider.${provider}`)}>
      <div className="head">
        <span className="logo">
          <Icon size={20} aria-hidden />
        </span>
        <div>
          <h3>{t(`provider.${provider}`)}</h3>
          <p>{text ?? t(`provider.${provider}.text`)}</p>
        </div>
        {settings && (
          <span className="end">
            <span className="bk-status badge tone-success">
              <IconCircleCheckFilled size={14} aria-hidden />
              {t('provider.connected')}
            </span>
          </span>
        )}
      </div>
      {settings?.trial && (
        <Note tone="warning">
          <b>{t('provider.trial')}</b>
          <p>{t('provider.trialText')}</p>
        </Note>
      )}
      {settings && !editing && (
        <dl className="bk-facts">
          {Object.entries(settings.masked).map(([key, value]) => (
            <div key={key}>
              <dt>{label(key)}</dt>
              <dd>
                <code className="bk-keyword">{value}</code>
              </dd>
            </div>
          ))}
          {settings.from_email !== null && (
            <div>
              <dt>{t('provider.from')}</dt>
              <dd>{settings.from_name ? `${settings.from_name} <${settings.from_email}>` : settings.from_email}</dd>
            </div>
          )}
          <div>
            <dt>{t('provider.verified')}</dt>
            <dd>
              <Instant at={settings.verified_at}>{shortTime(settings.verified_at, style)}</Instant>
            </dd>
          </div>
        </dl>
      )}
      {provider === 'bandwidth' && settings && !editing && <BandwidthCallbacks />}
      {settings?.webhook && !editing && (
        <EventKey provider={provider} owner={owner} webhook={settings.webhook} onChanged={onChanged} />
      )}
      {editing ?
        <Credentials
          provider={provider}
          owner={owner}
          settings={settings}
          onDone={(kept) => {
            setEditing(false);
            if (kept !== undefined) onChanged(kept);
          }}
        />
      : <div className="buttons">
          {acting && (
            <span className="muted" style={{ fontSize: 'var(--text-s)', marginRight: 'auto' }}>
              {t('provider.acting')}
            </span>
          )}
          {settings && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => {
                setRemoving(true);
              }}
            >
              {t('provider.remove')}
            </Button>
          )}
          <Button
            variant={settings ? 'default' : 'filled'}
            {...(settings ? { leftSection: <IconRefresh size={16} aria-hidden /> } : {})}
            onClick={() => {
              setEditing(true);
            }}
          >
            {t(settings ? 'provider.replace' : 'provider.connect')}
          </Button>
        </div>
      }
      <ConfirmDialog
        opened={removing}
        title={t('provider.removeTitle', { provider: t(`provider.${provider}`) })}
        text={removal}
        confirm={t('provider.remove')}
        onConfirm={remove}
        onClose={() => {
          setRemoving(false);
        }}
      />
    </section>
  );
}

/** What Bandwidth's application has to call, without which nothing comes in. */
const BandwidthCallbacks = () => (
  <div>
    <p className="muted" style={{ fontSize: 'var(--text-s)' }}>
      {t('provider.bandwidth.callback')}
    </p>
    <code className="bk-keyword">{`${window.location.origin}/webhooks/bandwidth/messages`}</code>
    <p className="muted" style={{ fontSize: 'var(--text-s)' }}>
      {t('provider.bandwidth.voice')}
    </p>
    <code className="bk-keyword">{`${window.location.origin}/webhooks/bandwidth/voice`}</code>
  </div>
);

/** By which key the provider's event webhook is known: entered once, never shown. Without it nothing is heard of bounces. */
function EventKey({
  provider,
  owner,
  webhook,
  onChanged,
}: {
  readonly provider: Provider;
  readonly owner: ProviderOwner;
  readonly webhook: NonNullable<Settings['webhook']>;
  readonly onChanged: (settings: Settings | null) => void;
}) {
  const { client } = useApp();
  const email = provider as Exclude<Provider, 'twilio' | 'bandwidth'>;
  const form = useRecordForm({
    initial: { webhook_key: '' },
    schema: WebhookKey,
    revision: null,
    toBody: (values) => values,
    save: (body) => configure(client, owner, provider, body),
  });
  return (
    <details className="events">
      <summary>{t(webhook.key === null ? 'provider.events.off' : 'provider.events.on')}</summary>
      <Form
        form={form}
        creating
        submit={t('provider.events.save')}
        afterSave={(answer) => {
          onChanged((answer as { data: Settings | null }).data);
        }}
      >
        <div className="bk-stack">
          <p className="muted">{t('provider.events.text')}</p>
          <code className="bk-keyword">{`${window.location.origin}${webhook.path}`}</code>
          <PasswordField
            of={form.field('webhook_key')}
            label={t(`provider.events.key.${email}`)}
            autoComplete="off"
            {...(webhook.key === null ? {} : { hint: t('provider.events.kept', { key: webhook.key }) })}
          />
        </div>
      </Form>
    </details>
  );
}

const labels: Readonly<Record<string, string>> = {
  account_sid: t('provider.field.account_sid'),
  auth_token: t('provider.field.auth_token'),
  account_id: t('provider.field.account_id'),
  application_id: t('provider.field.application_id'),
  username: t('provider.field.username'),
  password: t('provider.field.password'),
  callback_username: t('provider.field.callback_username'),
  callback_password: t('provider.field.callback_password'),
  api_key: t('provider.field.api_key'),
  domain: t('provider.field.domain'),
  region: t('provider.field.region'),
  access_key_id: t('provider.field.access_key_id'),
  secret_access_key: t('provider.field.secret_access_key'),
};
const label = (key: string): string => labels[key] ?? key.replaceAll('_', ' ');

const sesRegions = [
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'ca-central-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'eu-central-1',
  'eu-north-1',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-northeast-1',
  'ap-northeast-2',
  'sa-east-1',
  'af-south-1',
];
type BandwidthField =
  'account_id' | 'application_id' | 'username' | 'password' | 'callback_username' | 'callback_password';
type Credentials = Record<
  | 'account_sid'
  | 'auth_token'
  | BandwidthField
  | 'api_key'
  | 'domain'
  | 'region'
  | 'access_key_id'
  | 'secret_access_key'
  | 'from_email'
  | 'from_name',
  string
>;
const fieldsOf: Readonly<Record<Provider, readonly (keyof Credentials)[]>> = {
  twilio: ['account_sid', 'auth_token'],
  bandwidth: ['account_id', 'application_id', 'username', 'password', 'callback_username', 'callback_password'],
  sendgrid: ['api_key', 'from_email', 'from_name'],
  mailgun: ['api_key', 'domain', 'region', 'from_email', 'from_name'],
  ses: ['access_key_id', 'secret_access_key', 'region', 'from_email', 'from_name'],
};
/** The second of each union: a body that sets an account, with messages at its fields. */
const schemas = {
  twilio: TwilioConfig.options[1],
  bandwidth: BandwidthConfig.options[1],
  sendgrid: SendgridConfig.options[1],
  mailgun: MailgunConfig.options[1],
  ses: SesConfig.options[1],
} as const;

function Credentials({
  provider,
  owner,
  settings,
  onDone,
}: {
  readonly provider: Provider;
  readonly owner: ProviderOwner;
  readonly settings: Settings | null;
  readonly onDone: (kept: Settings | null | undefined) => void;
}) {
  const { client } = useApp();
  const sandbox = useAppConfig()?.sandbox ?? null;
  const form = useRecordForm({
    initial: {
      account_sid: '',
      auth_token: '',
      account_id: '',
      application_id: '',
      username: '',
      password: '',
      callback_username: '',
      callback_password: '',
      api_key: '',
      domain: '',
      region: provider === 'ses' ? 'us-east-1' : 'us',
      access_key_id: '',
      secret_access_key: '',
      from_email: settings?.from_email ?? '',
      from_name: settings?.from_name ?? '',
    } satisfies Credentials,
    schema: schemas[provider],
    revision: null,
    toBody: (values) => Object.fromEntries(fieldsOf[provider].map((name) => [name, values[name]])),
    save: (body) => configure(client, owner, provider, body),
  });
  return (
    <Form
      form={form}
      creating
      submit={t('provider.check')}
      onCancel={() => {
        onDone(undefined);
      }}
      afterSave={(answer) => {
        onDone((answer as { data: Settings | null }).data);
      }}
    >
      <div className="bk-stack">
        {provider === 'twilio' && settings && <Note tone="warning">{t('provider.twilio.replace')}</Note>}
        <CredentialFields provider={provider} form={form} />
        {sandbox && <Note tone="info">{t(`provider.sandbox.${provider}`)}</Note>}
        <p className="muted" style={{ fontSize: 'var(--text-xs)' }}>
          {t('provider.kept')}
        </p>
      </div>
    </Form>
  );
}

function CredentialFields({ provider, form }: { readonly provider: Provider; readonly form: RecordForm<Credentials> }) {
  const secret = (
    name: 'auth_token' | 'api_key' | 'secret_access_key' | 'password' | 'callback_password',
    hint?: string,
  ) => <PasswordField of={form.field(name)} label={label(name)} autoComplete="off" {...(hint ? { hint } : {})} />;
  const line = (
    name: 'account_sid' | 'domain' | 'access_key_id' | Exclude<BandwidthField, 'password' | 'callback_password'>,
    placeholder = '',
  ) => (
    <TextField
      of={form.field(name)}
      label={label(name)}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
    />
  );
  if (provider === 'twilio')
    return (
      <>
        {line('account_sid', 'AC…')}
        {secret('auth_token', t('provider.tokenHint'))}
      </>
    );
  if (provider === 'bandwidth')
    return (
      <>
        <Pair>
          {line('account_id', '9900000')}
          {line('application_id', '93de2206-…')}
        </Pair>
        <Pair>
          {line('username')}
          {secret('password')}
        </Pair>
        <BandwidthCallbacks />
        <Pair>
          {line('callback_username')}
          {secret('callback_password')}
        </Pair>
      </>
    );
  return (
    <>
      {provider === 'ses' && line('access_key_id', 'AKIA…')}
      {secret(provider === 'ses' ? 'secret_access_key' : 'api_key')}
      {provider !== 'sendgrid' && (
        <Pair>
          {provider === 'mailgun' && line('domain', 'mg.example.com')}
          <SelectField
            of={form.field('region')}
            label={label('region')}
            searchable={provider === 'ses'}
            options={
              provider === 'ses' ?
                sesRegions.map((value) => ({ value, label: value }))
              : [
                  { value: 'us', label: t('provider.region.us') },
                  { value: 'eu', label: t('provider.region.eu') },
                ]
            }
          />
        </Pair>
      )}
      <Pair>
        <TextField
          of={form.field('from_email')}
          label={t('provider.fromEmail')}
          type="email"
          autoComplete="off"
          hint={t('provider.fromHint')}
        />
        <TextField of={form.field('from_name')} label={t('provider.fromName')} optional autoComplete="off" />
      </Pair>
    </>
  );
}
