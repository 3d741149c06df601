import type { Agency } from '../../../../api/contract/agencies.ts';
import { Pair, Section } from '../../../components/form/Form.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '../../../components/form/fields.tsx';
import { PhoneField } from '../../../components/form/PhoneField.tsx';
import type { RecordForm } from '../../../components/form/useRecordForm.ts';
import { zoneHere, zonesWith } from '../../../components/zones.ts';
import { t } from './texts.ts';

export type AgencyValues = {
  readonly name: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly website: string;
  readonly timezone: string;
  readonly is_template: boolean;
  readonly is_active_livechat: boolean;
  readonly is_active_loop: boolean;
};
export type BillingValues = {
  readonly free_fee: boolean;
  readonly free_numbers: number | null;
  readonly free_messages: number | null;
  readonly free_calls: number | null;
};

export const newAgency = (): AgencyValues => ({
  name: '',
  email: '',
  first_name: '',
  last_name: '',
  phone: '',
  website: '',
  timezone: zoneHere(),
  is_template: false,
  is_active_livechat: true,
  is_active_loop: false,
});
export const valuesOf = (agency: Agency): AgencyValues => ({
  name: agency.name,
  email: agency.email,
  first_name: agency.first_name,
  last_name: agency.last_name,
  phone: agency.phone ?? '',
  website: agency.website ?? '',
  timezone: agency.timezone,
  is_template: agency.is_template,
  is_active_livechat: agency.is_active_livechat,
  is_active_loop: agency.is_active_loop,
});
const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
export const agencyBody = <V extends AgencyValues>(values: V) => ({
  ...values,
  phone: orNull(values.phone),
  website: orNull(values.website),
});
/** Nothing written is nothing given. */
export const billingBody = (values: BillingValues) => ({
  free_fee: values.free_fee,
  free_numbers: values.free_numbers ?? 0,
  free_messages: values.free_messages ?? 0,
  free_calls: values.free_calls ?? 0,
});

export const agencyLabels: Readonly<Record<string, string>> = {
  name: t('field.agencyName'),
  email: t('field.ownerEmail'),
  first_name: t('field.firstName'),
  last_name: t('field.lastName'),
  phone: t('field.phone'),
  website: t('field.website'),
  timezone: t('field.timezone'),
  is_template: t('field.templateAgency'),
  is_active_livechat: t('field.agencyLivechat'),
  is_active_loop: t('field.agencyLoop'),
  support_email: t('field.supportEmail'),
  free_fee: t('field.freeFee'),
  free_numbers: t('field.freeNumbers'),
  free_messages: t('field.freeMessages'),
  free_calls: t('field.freeCalls'),
};

export function ContactFields({
  form,
}: {
  readonly form: RecordForm<Pick<AgencyValues, 'phone' | 'website' | 'timezone'>>;
}) {
  return (
    <>
      <Pair>
        <PhoneField of={form.field('phone')} label={t('field.phone')} optional />
        <TextField
          of={form.field('website')}
          label={t('field.website')}
          optional
          autoComplete="off"
          placeholder="example.com"
          spellCheck={false}
        />
      </Pair>
      <SelectField
        of={form.field('timezone')}
        label={t('field.timezone')}
        options={zonesWith(form.values.timezone)}
        searchable
        hint={t('field.agencyTimezoneHint')}
      />
    </>
  );
}

export function AgencyFeatures({ form }: { readonly form: RecordForm<AgencyValues> }) {
  return (
    <Section title={t('business.section.features')} text={t('agency.section.featuresText')}>
      <SwitchField
        of={form.field('is_active_livechat')}
        label={t('field.agencyLivechat')}
        hint={t('field.agencyLivechatHint')}
      />
      <SwitchField of={form.field('is_active_loop')} label={t('field.agencyLoop')} hint={t('field.loopHint')} />
      <SwitchField
        of={form.field('is_template')}
        label={t('field.templateAgency')}
        hint={t('field.templateAgencyHint')}
      />
    </Section>
  );
}

export function AllowanceFields({ form }: { readonly form: RecordForm<BillingValues> }) {
  return (
    <Section title={t('agency.section.billing')} text={t('agency.section.billingText')}>
      <SwitchField of={form.field('free_fee')} label={t('field.freeFee')} hint={t('field.freeFeeAgencyHint')} />
      <Pair>
        <NumberField of={form.field('free_numbers')} label={t('field.freeNumbers')} />
        <NumberField
          of={form.field('free_messages')}
          label={t('field.freeMessages')}
          hint={t('field.freeMessagesHint')}
        />
        <NumberField of={form.field('free_calls')} label={t('field.freeCalls')} />
      </Pair>
    </Section>
  );
}
