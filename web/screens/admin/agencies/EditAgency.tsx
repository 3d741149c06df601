import { IconArchive } from '@tabler/icons-react';
import { useSearch } from 'wouter';
import { type Agency, AgencyBilling, UpdateAgency } from '../../../../api/contract/agencies.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { ActivityTimeline } from '../../../components/ActivityTimeline.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { Meter } from '../../../components/Meter.tsx';
import { ProviderCard } from '../../../components/ProviderCard.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { TenantBadge } from '../../../components/StatusBadge.tsx';
import { TabLinks } from '../../../components/TabLinks.tsx';
import { date } from '../../../format/date.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { ImpersonateButton } from '../../../session/ImpersonateButton.tsx';
import { BusinessesOf } from '../../tenancy/BusinessList.tsx';
import { OwnerFields } from '../../tenancy/BusinessFields.tsx';
import { useAgencyActions } from '../../tenancy/useAgencyActions.tsx';
import { BrandState } from '../../tenancy/BrandState.tsx';
import {
  AgencyFeatures,
  agencyBody,
  agencyLabels,
  AllowanceFields,
  billingBody,
  ContactFields,
  valuesOf,
} from './fields.tsx';

const tabs = ['details', 'billing', 'providers', 'brand', 'businesses', 'activity'] as const;

/** One agency, as the operator sees and changes it. */
export default function EditAgency() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/agencies/{id}', { params: { id } });
  const asked = new URLSearchParams(useSearch()).get('tab');
  const tab = tabs.find((one) => one === asked) ?? 'details';
  const agency = data?.data;
  const back = { href: `/admin/agencies${agency?.status === 'archived' ? '/archived' : ''}`, label: t('agency.list') };
  const base = `/admin/agencies/${id}/edit`;
  if (error)
    return (
      <div className="bk-page">
        <RecordHeader name={t('agency.one')} back={back} />
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  return (
    <div className="bk-page">
      {agency ?
        <Header agency={agency} back={back} />
      : <RecordHeader name={t('agency.one')} back={back} />}
      <TabLinks
        label={t('agency.one')}
        current={tab === 'details' ? base : `${base}?tab=${tab}`}
        tabs={tabs.map((one) => ({
          href: one === 'details' ? base : `${base}?tab=${one}`,
          label: t(`agency.tab.${one}`),
        }))}
      />
      {agency === undefined ?
        <FormGhost sections={3} />
      : tab === 'details' ?
        <Details key={id} agency={agency} />
      : tab === 'billing' ?
        <Billing key={id} agency={agency} />
      : tab === 'providers' ?
        <Providers agency={agency} />
      : tab === 'brand' ?
        <BrandState key={id} brand={agency.whitelabel} agency={agency} onChanged={refresh} />
      : tab === 'businesses' ?
        <BusinessesOf agencyId={id} />
      : <ActivityTimeline agencyId={id} labels={agencyLabels} />}
    </div>
  );
}

function Header({ agency, back }: { readonly agency: Agency; readonly back: { href: string; label: string } }) {
  const style = useDateStyle();
  const { actionsOf, dialogs } = useAgencyActions();
  return (
    <>
      <RecordHeader
        id={agency.id}
        name={agency.name}
        badge={<TenantBadge tenant={agency} />}
        sub={agency.email}
        back={back}
      >
        {agency.status !== 'archived' && <ImpersonateButton id={agency.id} name={agency.name} />}
        <RowMenu name={agency.name} actions={actionsOf(agency, true).filter((action) => action.id !== 'act')} />
      </RecordHeader>
      {agency.status === 'archived' && (
        <div className="bk-banner">
          <Note tone="neutral" icon={<IconArchive size={18} aria-hidden />}>
            <b>{t('agency.archivedSince', { date: date(agency.archived_at, style) })}</b> {t('agency.archivedNote')}
          </Note>
        </div>
      )}
      {dialogs}
    </>
  );
}

function useSaved(id: string) {
  const refresh = useRefresh();
  return () => {
    void refresh(`/agencies/${id}`, '/agencies?', '/activity');
  };
}

function Details({ agency }: { readonly agency: Agency }) {
  const { client } = useApp();
  const saved = useSaved(agency.id);
  const form = useRecordForm({
    initial: valuesOf(agency),
    schema: UpdateAgency,
    revision: agency.revision,
    toBody: agencyBody,
    save: (body) => client.put('/agencies/{id}', { params: { id: agency.id }, body: body }),
    onSaved: saved,
  });
  return (
    <Form form={form} words={{ labels: agencyLabels }}>
      <Section title={t('agency.section.agency')} text={t('agency.section.agencyText')}>
        <TextField of={form.field('name')} label={t('field.agencyName')} autoComplete="off" />
        <ContactFields form={form} />
      </Section>
      <Section title={t('business.section.owner')} text={t('business.section.ownerEditText')}>
        <OwnerFields form={form} hint={t('field.ownerEmailChange')} />
      </Section>
      <AgencyFeatures form={form} />
    </Form>
  );
}

function Billing({ agency }: { readonly agency: Agency }) {
  const { client } = useApp();
  const saved = useSaved(agency.id);
  const form = useRecordForm({
    initial: {
      free_fee: agency.free_fee,
      free_numbers: agency.free_numbers as number | null,
      free_messages: agency.free_messages as number | null,
      free_calls: agency.free_calls as number | null,
    },
    schema: AgencyBilling,
    revision: agency.revision,
    toBody: billingBody,
    save: (body) => client.put('/agencies/{id}/billing-config', { params: { id: agency.id }, body: body }),
    onSaved: saved,
  });
  return (
    <Form form={form} words={{ labels: agencyLabels }}>
      <Section title={t('business.section.usage')} text={t('agency.section.usageText')}>
        <Meter title={t('field.freeNumbers')} used={agency.usage_numbers} limit={agency.free_numbers} />
        <Meter title={t('field.freeMessages')} used={agency.usage_messages} limit={agency.free_messages} />
        <Meter title={t('field.freeCalls')} used={agency.usage_calls} limit={agency.free_calls} />
      </Section>
      <AllowanceFields form={form} />
    </Form>
  );
}

/** The accounts an operator may set for an agency: carrier and SendGrid. */
function Providers({ agency }: { readonly agency: Agency }) {
  const saved = useSaved(agency.id);
  const owner = { kind: 'agencyOf', agencyId: agency.id } as const;
  return (
    <div className="bk-form">
      <Section title={t('provider.carrier')} text={t('provider.carrierText')}>
        <ProviderCard
          provider="twilio"
          owner={owner}
          settings={agency.twilioConfig}
          removal={t('agency.removeCarrier', { name: agency.name })}
          onChanged={saved}
        />
      </Section>
      <Section title={t('provider.mail')} text={t('provider.mailText')}>
        <ProviderCard
          provider="sendgrid"
          owner={owner}
          settings={agency.sendgridIntegration}
          removal={t('provider.removeMail')}
          onChanged={saved}
        />
        {(agency.mailgunIntegration ?? agency.sesIntegration) !== null && (
          <Note tone="info">
            {t('agency.otherMail', { provider: t(agency.mailgunIntegration ? 'provider.mailgun' : 'provider.ses') })}
          </Note>
        )}
      </Section>
    </div>
  );
}
