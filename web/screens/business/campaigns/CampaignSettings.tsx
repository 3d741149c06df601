import './campaigns.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { type Campaign, UpdateCampaignSettings } from '../../../../api/contract/campaigns.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { SelectField, SwitchField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { instantAt, wallAt } from '../../../format/wall.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { CampaignFrame } from './CampaignHead.tsx';
import { t } from './texts.ts';
import { toldBody, toldNames, toldOf, ToldSection } from './ToldSection.tsx';
import { here, shown } from './useCampaignActions.tsx';

/** /business/campaigns/{id}/setting */
export default function CampaignSettings() {
  const id = useRouteParam('id');
  return (
    <CampaignFrame id={id} tab="/setting">
      {(campaign, refresh) => <Settings key={id} campaign={campaign} refresh={refresh} />}
    </CampaignFrame>
  );
}

function Settings({ campaign, refresh }: { readonly campaign: Campaign; readonly refresh: () => void }) {
  const { client } = useApp();
  const refreshAll = useRefresh();
  // The page and the texts say when it ends in the zone of the business, wherever this device is.
  const { timezone } = useDateStyle();
  const form = useRecordForm({
    initial: {
      ...toldOf(campaign),
      verify_email: campaign.verify_email,
      double_opt_in: campaign.double_opt_in,
      phone_always: campaign.phone_always,
      redeem_by: campaign.redeem_by,
      anonymous_use: campaign.anonymous_use,
      ends_at: campaign.ends_at === null ? '' : wallAt(new Date(campaign.ends_at), timezone),
    },
    schema: UpdateCampaignSettings,
    revision: campaign.revision,
    toBody: (values) => ({
      ...toldBody(values),
      verify_email: values.verify_email,
      double_opt_in: values.double_opt_in,
      phone_always: values.phone_always,
      redeem_by: values.redeem_by,
      anonymous_use: values.anonymous_use,
      ends_at: values.ends_at === '' ? null : instantAt(values.ends_at.slice(0, 16), timezone),
    }),
    names: toldNames,
    save: (body) => client.put('/coupons/{id}/update-setting', { params: { id: campaign.id }, body }),
    onSaved: () => {
      refresh();
      void refreshAll(...shown);
    },
  });
  return (
    <Form form={form}>
      <ToldSection
        campaign={campaign}
        fields={{
          owner: form.field('owner'),
          text: form.field('text'),
          phones: form.field('phones'),
          emails: form.field('emails'),
          contact: form.field('contact'),
          subject: form.field('subject'),
          body: form.field('body'),
        }}
      />
      <Section title={t('setting.consent')} text={t('setting.consentText')}>
        <SwitchField
          of={form.field('double_opt_in')}
          label={t('setting.doubleOptIn')}
          hint={t('setting.doubleOptInHint')}
        />
        <SwitchField
          of={form.field('verify_email')}
          label={t('setting.verifyEmail')}
          hint={t('setting.verifyEmailHint')}
        />
        <SwitchField of={form.field('phone_always')} label={t('setting.phoneAlways')} />
        {form.values.phone_always && (
          <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t('setting.phoneAlwaysWarn')}
          </Note>
        )}
      </Section>
      <Section title={t('setting.redeems')} text={t('setting.redeemsText')}>
        <SelectField
          of={form.field('redeem_by')}
          label={t('setting.redeemBy')}
          options={(['staff', 'holder'] as const).map((value) => ({ value, label: t(`setting.redeem.${value}`) }))}
          hint={
            form.values.redeem_by === 'staff' ?
              <>
                {t('setting.redeemStaffHint')} <Link href={`${here}?tab=tills`}>{t('setting.openTill')}</Link>
              </>
            : t('setting.redeemHolderHint')
          }
        />
        {campaign.code_type === 2 && (
          <SwitchField
            of={form.field('anonymous_use')}
            label={t('setting.anonymousUse')}
            hint={t('setting.anonymousUseHint')}
          />
        )}
      </Section>
      <Section title={t('setting.runs')} text={t('setting.runsText')}>
        <TextField
          of={form.field('ends_at')}
          label={t('setting.endsAt')}
          hint={t('setting.endsAtZone', { zone: timezone.replaceAll('_', ' ') })}
          type="datetime-local"
          optional
        />
      </Section>
    </Form>
  );
}
