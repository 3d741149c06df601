import './integrations.css';
import { Button, Group } from '@mantine/core';
import { IconDownload, IconPlugConnected, IconPower } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { type Integration, UpdateIntegration } from '../../../../api/contract/integrations.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { PasswordField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { useRead } from '../../../data/read.ts';
import { listTime } from '../../../format/date.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { IntakeSections } from './Intake.tsx';
import { Status } from './Integrations.tsx';
import { back, here, signInAt } from './model.ts';
import { t } from './texts.ts';

/** How often a sync that runs is looked at, in ms. */
const lookMs = 1_500;

/** /business/settings/integrations/{id}/edit */
export default function EditIntegration() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/integrations/{id}', { params: { id } });
  const found = data?.data;
  const isRunning = found?.sync?.status === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(refresh, lookMs);
    return () => {
      clearInterval(timer);
    };
  }, [isRunning, refresh]);
  return (
    <div className="bk-page">
      <RecordHeader name={found?.name ?? t('integrations.title')} back={back} />
      {error?.status === 404 ?
        <div className="bk-card">
          <EmptyState icon={IconPlugConnected} title={t('integrations.ghost')} text={t('integrations.ghostText')} />
        </div>
      : error !== undefined ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : found === undefined ?
        <FormGhost sections={3} />
      : <Edit key={found.id} of={found} onChanged={refresh} />}
    </div>
  );
}

function Edit({ of: integration, onChanged }: { readonly of: Integration; readonly onChanged: () => void }) {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const style = useDateStyle();
  const { id, type, status, health } = integration;
  const form = useRecordForm({
    initial: { name: integration.name, api_key: '' },
    schema: UpdateIntegration,
    revision: null,
    toBody: ({ name, api_key: key }) => ({ name, api_key: key.trim() === '' ? null : key }),
    save: (body) => client.put('/integrations/{id}', { params: { id }, body, quiet: true }),
    onSaved: onChanged,
  });
  const toggle = () =>
    run(async () => {
      await client.post('/integrations/{id}/toggle-status', { params: { id }, body: { is_active: status === 'off' } });
      onChanged();
    });
  return (
    <div className="bk-stack">
      <div className="bk-card bk-integrations-state">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Status of={integration} />
            <span>
              {status === 'connected' ?
                t('integrations.since', { when: listTime(integration.connected_at, style, new Date()) })
              : health}
            </span>
          </Group>
          <Group gap="xs">
            {(type === 'goto' || type === 'fb') && (
              <Button component={Link} href={signInAt(type, integration.name, id)} variant="default">
                {t('integrations.signInAgain')}
              </Button>
            )}
            <Button variant="default" leftSection={<IconPower size={16} aria-hidden />} onClick={() => void toggle()}>
              {t(status === 'off' ? 'integrations.turnOn' : 'integrations.turnOff')}
            </Button>
          </Group>
        </Group>
      </div>
      {type !== 'stripe' && <IntakeSections of={integration} />}
      {type !== 'api' && type !== 'cms' && (
        <>
          <People of={integration} onChanged={onChanged} />
          {status === 'connected' && <Shared of={integration} />}
        </>
      )}
      <Form
        form={form}
        creating={false}
        submit={t('integrations.save')}
        onCancel={() => {
          go(here);
        }}
        afterSave={() => {
          toastSuccess(t('integrations.saved'));
        }}
      >
        <Section title={t('integrations.account')} text={t('integrations.accountText')}>
          <div className="bk-stack">
            <TextField of={form.field('name')} label={t('integrations.name')} autoComplete="off" />
            {type === 'stripe' && (
              <PasswordField
                of={form.field('api_key')}
                label={t('integrations.newKey')}
                hint={t('integrations.newKeyHint')}
                autoComplete="off"
              />
            )}
          </div>
        </Section>
      </Form>
    </div>
  );
}

/** What was fetched, how far it is, and the way on to the import. */
function People({ of: { id, status, sync }, onChanged }: { readonly of: Integration; readonly onChanged: () => void }) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const fetchAll = () =>
    run(async () => {
      await client.post('/integrations/{id}/sync-data', { params: { id }, quiet: true });
      onChanged();
    });
  const isRunning = sync?.status === 'running';
  return (
    <Section title={t('integrations.people')} text={t('integrations.peopleText')}>
      <div>
        <Group gap="sm">
          {sync?.upload_id != null && (
            <Button component={Link} href={`/business/contacts/import/${sync.upload_id}`}>
              {t('integrations.review')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={status !== 'connected'}
            loading={isRunning}
            onClick={() => void fetchAll()}
          >
            {t('integrations.sync')}
          </Button>
          <span aria-live="polite" className={sync?.status === 'failed' ? 'wrong' : 'muted'}>
            {sync === null ?
              null
            : sync.status === 'running' ?
              t('integrations.running', { count: sync.records })
            : (sync.note ??
              t('integrations.fetched', { count: sync.records, when: listTime(sync.at, style, new Date()) }))
            }
          </span>
        </Group>
      </div>
    </Section>
  );
}

const shownAtMost = 10;
const Seen = ({ names }: { readonly names: readonly string[] | undefined }) =>
  names === undefined ? <span className="muted">…</span>
  : names.length === 0 ? <span className="muted">{t('integrations.nothing')}</span>
  : <ul className="bk-integrations-seen">
      {names.slice(0, shownAtMost).map((name) => (
        <li key={name} dir="auto">
          {name}
        </li>
      ))}
    </ul>;

/** What the service shows us, so that someone sees that it is the right account. */
function Shared({ of: { id, type } }: { readonly of: Integration }) {
  return (
    <Section title={t('integrations.shared')} text={t('integrations.sharedText')}>
      {type === 'goto' ?
        <Webinars id={id} />
      : type === 'fb' ?
        <Pages id={id} />
      : <Products id={id} />}
    </Section>
  );
}
function Webinars({ id }: { readonly id: string }) {
  const { data } = useRead('/integrations/goto/webinars', { query: { integration_id: id } });
  const style = useDateStyle();
  const names = data?.data.map(({ name, starts_at: at }) =>
    at === null ? name : `${name} · ${listTime(at, style, new Date())}`,
  );
  return (
    <>
      <h3>{t('integrations.webinars')}</h3>
      <Seen names={names} />
    </>
  );
}
function Pages({ id }: { readonly id: string }) {
  const { data } = useRead('/integrations/fb/pages', { query: { integration_id: id } });
  return (
    <>
      <h3>{t('integrations.pages')}</h3>
      <Seen names={data?.data.map(({ name }) => name)} />
    </>
  );
}
function Products({ id }: { readonly id: string }) {
  const { data } = useRead('/integrations/stripe/products', { query: { integration_id: id } });
  return (
    <>
      <h3>{t('integrations.products')}</h3>
      <Seen names={data?.data.map(({ name }) => name)} />
    </>
  );
}
