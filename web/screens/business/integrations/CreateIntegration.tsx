import './integrations.css';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  CreateAddress,
  CreateByKey,
  BeginSignIn,
  type IntegrationType,
  type Service,
} from '../../../../api/contract/integrations.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { PasswordField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { back, here, signInAt } from './model.ts';
import { t } from './texts.ts';

/** /business/settings/integrations/create */
export default function CreateIntegration() {
  const { data, error, refresh } = useRead('/integrations/user', {});
  return (
    <div className="bk-page">
      <RecordHeader name={t('integrations.new')} back={back} />
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : data === undefined ?
        <FormGhost sections={2} />
      : <Connect services={data.data.services} />}
    </div>
  );
}

function Connect({ services }: { readonly services: readonly Service[] }) {
  const first = services.find(({ available }) => available)?.type ?? 'stripe';
  const [type, setType] = useState<IntegrationType>(first);
  const service = services.find((one) => one.type === type)!;
  return (
    <div className="bk-stack">
      <Section title={t('integrations.service')} text={t('integrations.serviceText')}>
        <div className="bk-services" role="radiogroup" aria-label={t('integrations.service')}>
          {services.map((one) => (
            <label key={one.type}>
              <input
                type="radio"
                name="service"
                checked={one.type === type}
                disabled={!one.available}
                onChange={() => {
                  setType(one.type);
                }}
              />
              <b>{one.name}</b>
              <span className="muted">{t(`integrations.about.${one.type}`)}</span>
              {!one.available && <span className="muted">{t('integrations.unavailable')}</span>}
            </label>
          ))}
        </div>
      </Section>
      {type === 'stripe' ?
        <ByKey key="stripe" type={type} name={service.name} />
      : type === 'api' || type === 'cms' ?
        <ByAddress key={type} type={type} name={service.name} />
      : <BySignIn key={type} type={type} name={service.name} />}
    </div>
  );
}

function ByKey({ type, name }: { readonly type: 'stripe'; readonly name: string }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: { name, api_key: '' },
    schema: CreateByKey,
    revision: null,
    toBody: (values) => ({ type, ...values }),
    save: (body) => client.post('/integrations', { body }),
  });
  return (
    <Form
      form={form}
      creating
      submit={t('integrations.connect')}
      onCancel={() => {
        go(here);
      }}
      afterSave={(answer) => {
        void refresh('/integrations/user');
        go(`${here}/${(answer as { data: { id: string } }).data.id}/edit`);
      }}
    >
      <Section title={t('integrations.account')} text={t('integrations.accountText')}>
        <div className="bk-stack">
          <TextField of={form.field('name')} label={t('integrations.name')} autoComplete="off" />
          <PasswordField
            of={form.field('api_key')}
            label={t('integrations.key')}
            hint={t('integrations.keyHint')}
            autoComplete="off"
          />
        </div>
      </Section>
    </Form>
  );
}

function ByAddress({ type, name }: { readonly type: 'api' | 'cms'; readonly name: string }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: { name },
    schema: CreateAddress,
    revision: null,
    toBody: (values) => ({ type, ...values }),
    save: (body) => client.post('/integrations', { body }),
  });
  return (
    <Form
      form={form}
      creating
      submit={t('integrations.connect')}
      onCancel={() => {
        go(here);
      }}
      afterSave={(answer) => {
        void refresh('/integrations/user');
        go(`${here}/${(answer as { data: { id: string } }).data.id}/edit`);
      }}
    >
      <Section title={t('integrations.account')} text={t('integrations.addressNext')}>
        <TextField of={form.field('name')} label={t('integrations.name')} autoComplete="off" />
      </Section>
    </Form>
  );
}

function BySignIn({ type, name }: { readonly type: 'goto' | 'fb'; readonly name: string }) {
  const [, go] = useLocation();
  const form = useRecordForm({
    initial: { name },
    schema: BeginSignIn,
    revision: null,
    toBody: (values) => ({ type, ...values, integration_id: null }),
    // Nothing is kept here: the name goes on to where its owner signs in.
    save: (body) => Promise.resolve(body),
  });
  return (
    <Form
      form={form}
      creating
      submit={t('integrations.continue')}
      onCancel={() => {
        go(here);
      }}
      afterSave={(answer) => {
        go(signInAt(type, (answer as { name: string }).name, null));
      }}
    >
      <Section title={t('integrations.account')} text={t('integrations.accountText')}>
        <TextField of={form.field('name')} label={t('integrations.name')} autoComplete="off" />
      </Section>
    </Form>
  );
}
