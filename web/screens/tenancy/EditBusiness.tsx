import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArchive, IconPlayerPause, IconShare2 } from '@tabler/icons-react';
import { Link, useSearch } from 'wouter';
import { BusinessBilling, UpdateBusiness } from '../../../api/contract/business-forms.ts';
import { isNumberKnown } from '../../../api/contract/number-status.ts';
import type { Business } from '../../../api/contract/businesses.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { useRouteParam } from '../../session/params.ts';
import { ActivityTimeline } from '../../components/ActivityTimeline.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormGhost } from '../../components/FormGhost.tsx';
import { Form, Note, Pair, Section } from '../../components/form/Form.tsx';
import { NumberField, SwitchField, TextField } from '../../components/form/fields.tsx';
import { useRecordForm } from '../../components/form/useRecordForm.ts';
import { Meter } from '../../components/Meter.tsx';
import { NumberBlockedNote } from '../../components/NumberBlockedNote.tsx';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { NumberBadge, TenantBadge } from '../../components/StatusBadge.tsx';
import { TabLinks } from '../../components/TabLinks.tsx';
import { date } from '../../format/date.ts';
import { phone } from '../../format/phone.ts';
import { t } from './texts.ts';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { ImpersonateButton } from '../../session/ImpersonateButton.tsx';
import {
  businessBody,
  businessLabels,
  FeatureFields,
  OwnerFields,
  RegionalFields,
  TemplateSection,
  valuesOf,
} from './BusinessFields.tsx';
import { type Area, useBusinessActions } from './useBusinessActions.tsx';

const tabs = ['details', 'plan', 'number', 'activity'] as const;
type Tab = (typeof tabs)[number];

/** One business, as who looks after it sees and changes it. */
export function EditBusinessScreen({ area }: { readonly area: Area }) {
  const id = useRouteParam('id');
  const { payments } = useProfile();
  const { data, error, refresh } = useRead('/businesses/{id}', { params: { id } });
  const asked = new URLSearchParams(useSearch()).get('tab');
  const tab: Tab = tabs.find((one) => one === asked) ?? 'details';
  const business = data?.data;
  const back = {
    href: `/${area}/businesses${business?.status === 'archived' ? '/archived' : ''}`,
    label: t('business.list'),
  };
  const base = `/${area}/businesses/${id}/edit`;
  if (error)
    return (
      <div className="bk-page">
        <RecordHeader name={t('business.one')} back={back} />
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  return (
    <div className="bk-page">
      {business ?
        <Header business={business} area={area} back={back} />
      : <RecordHeader name={t('business.one')} back={back} />}
      <TabLinks
        label={t('business.one')}
        current={tab === 'details' ? base : `${base}?tab=${tab}`}
        tabs={[
          ...tabs.map((one) => ({
            href: one === 'details' ? base : `${base}?tab=${one}`,
            label: t(`business.tab.${one}`),
          })),
          ...(area === 'agency' && payments ?
            [{ href: `/agency/businesses/${id}/billing`, label: t('business.tab.billing') }]
          : []),
        ]}
      />
      {business === undefined ?
        <FormGhost sections={3} />
      : tab === 'details' ?
        <Details key={id} business={business} />
      : tab === 'plan' ?
        <Plan key={id} business={business} area={area} />
      : tab === 'number' ?
        <NumberPart business={business} area={area} />
      : <ActivityTimeline businessId={id} labels={businessLabels} />}
    </div>
  );
}

function Header({
  business,
  area,
  back,
}: {
  readonly business: Business;
  readonly area: Area;
  readonly back: { href: string; label: string };
}) {
  const style = useDateStyle();
  const { actionsOf, dialogs } = useBusinessActions(area);
  const actions = actionsOf(business, true).filter((action) => action.id !== 'act' && action.id !== 'share');
  return (
    <>
      <RecordHeader
        id={business.id}
        name={business.name}
        badge={<TenantBadge tenant={business} />}
        back={back}
        sub={
          area === 'admin' ?
            business.agency ?
              <Link href={`/admin/agencies/${business.agency.id}/edit`}>{business.agency.name}</Link>
            : t('business.standalone')
          : business.email
        }
      >
        {area === 'agency' && business.status !== 'archived' && (
          <Button
            component={Link}
            href={`/agency/businesses/${business.id}`}
            variant="default"
            leftSection={<IconShare2 size={16} aria-hidden />}
          >
            {t('business.share')}
          </Button>
        )}
        {business.status !== 'archived' && <ImpersonateButton id={business.id} name={business.name} />}
        <RowMenu name={business.name} actions={actions} />
      </RecordHeader>
      {business.status === 'archived' && (
        <div className="bk-banner">
          <Note tone="neutral" icon={<IconArchive size={18} aria-hidden />}>
            <b>{t('business.archivedSince', { date: date(business.archived_at, style) })}</b>{' '}
            {t('business.archivedNote')}
          </Note>
        </div>
      )}
      {business.status !== 'archived' && !business.is_active && (
        <div className="bk-banner">
          <Note tone="warning" icon={<IconPlayerPause size={18} aria-hidden />}>
            <b>{t('business.inactiveNote')}</b> {t('business.inactiveNoteText')}
          </Note>
        </div>
      )}
      {dialogs}
    </>
  );
}

/** After a save: this record and the lists that show it. */
function useSaved(id: string) {
  const refresh = useRefresh();
  return () => {
    void refresh(`/businesses/${id}`, '/businesses?', '/activity');
  };
}

function Details({ business }: { readonly business: Business }) {
  const { client } = useApp();
  const saved = useSaved(business.id);
  const form = useRecordForm({
    initial: valuesOf(business),
    schema: UpdateBusiness,
    revision: business.revision,
    toBody: businessBody,
    save: (body) => client.put('/businesses/{id}', { params: { id: business.id }, body: body }),
    onSaved: saved,
  });
  return (
    <Form form={form} words={{ labels: businessLabels }}>
      <Section title={t('business.section.business')} text={t('business.section.businessText')}>
        <TextField of={form.field('name')} label={t('field.businessName')} autoComplete="off" />
        <div>
          <div className="mantine-InputWrapper-label" style={{ fontSize: 'var(--text-m)' }}>
            {t('field.uniqueId')}
          </div>
          <CopyField label={t('field.uniqueId')} value={business.unique_id} />
        </div>
      </Section>
      <Section title={t('business.section.owner')} text={t('business.section.ownerEditText')}>
        <OwnerFields form={form} hint={t('field.ownerEmailChange')} />
      </Section>
      <Section title={t('business.section.region')} text={t('business.section.regionText')}>
        <RegionalFields form={form} />
      </Section>
      <Section title={t('business.section.features')} text={t('business.section.featuresText')}>
        <FeatureFields form={form} />
      </Section>
      <TemplateSection form={form} />
    </Form>
  );
}

function Plan({ business, area }: { readonly business: Business; readonly area: Area }) {
  const { client } = useApp();
  const saved = useSaved(business.id);
  const operator = area === 'admin';
  const form = useRecordForm({
    initial: {
      no_messages: business.no_messages,
      no_contacts: business.no_contacts,
      free_fee: business.free_fee,
      use_bandwidth: business.use_bandwidth,
    },
    schema: BusinessBilling,
    revision: business.revision,
    toBody: ({ no_messages, no_contacts, ...flags }) => ({ no_messages, no_contacts, ...(operator ? flags : {}) }),
    save: (body) => client.put('/businesses/{id}/billing-config', { params: { id: business.id }, body: body }),
    onSaved: saved,
  });
  return (
    <Form form={form} words={{ labels: businessLabels }}>
      <Section title={t('business.section.usage')} text={t('business.section.usageText')}>
        <Meter title={t('dashboard.usageMessages')} used={business.usage_messages} limit={business.no_messages} />
        <Meter title={t('dashboard.usageContacts')} used={business.usage_contacts} limit={business.no_contacts} />
      </Section>
      <Section title={t('business.section.plan')} text={t('business.section.planText')}>
        <Pair>
          <NumberField
            of={form.field('no_messages')}
            label={t('field.textsAMonth')}
            optional
            placeholder={t('field.noLimit')}
            hint={t('field.textsAMonthHint')}
          />
          <NumberField
            of={form.field('no_contacts')}
            label={t('field.contactLimit')}
            optional
            placeholder={t('field.noLimit')}
          />
        </Pair>
      </Section>
      {operator && (
        <Section title={t('business.section.operator')} text={t('business.section.operatorText')}>
          <SwitchField of={form.field('free_fee')} label={t('field.freeFee')} hint={t('field.freeFeeBusinessHint')} />
          <SwitchField of={form.field('use_bandwidth')} label={t('field.bandwidth')} hint={t('field.bandwidthHint')} />
        </Section>
      )}
    </Form>
  );
}

function NumberPart({ business, area }: { readonly business: Business; readonly area: Area }) {
  const { actionsOf, dialogs } = useBusinessActions(area);
  const reset = actionsOf(business, true).find((action) => action.id === 'resetNumber');
  return (
    <div className="bk-form">
      <Section title={t('field.number')} text={t('business.section.numberText')}>
        {business.phone_number === null ?
          <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
            <b>{t('business.noNumber')}.</b> {t('business.noNumberText')}
          </Note>
        : <dl className="bk-facts">
            <div>
              <dt>{t('field.number')}</dt>
              <dd>
                <CopyField
                  label={t('field.number')}
                  value={business.phone_number}
                  shown={phone(business.phone_number)}
                  mono={false}
                />
              </dd>
            </div>
            <div>
              <dt>{t('field.numberType')}</dt>
              <dd>{t(business.is_tollfree ? 'number.tollfree' : 'number.local')}</dd>
            </div>
            <div>
              <dt>{t('field.registration')}</dt>
              <dd>
                {!isNumberKnown(business.number_status) ?
                  <span className="muted">{t('number.notRegistered')}</span>
                : <NumberBadge status={business.number_status ?? ''} />}
              </dd>
            </div>
          </dl>
        }
        <NumberBlockedNote blocked={business.blocked} business={business.name} />
        {reset && (
          <div className="bk-danger">
            <div>
              <b>{reset.label}</b>
              <p>{t('business.resetNumberHint')}</p>
            </div>
            <Button variant="light" color="red" onClick={reset.run}>
              {reset.label}
            </Button>
          </div>
        )}
      </Section>
      {dialogs}
    </div>
  );
}
