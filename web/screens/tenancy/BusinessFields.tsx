import type { Business } from '../../../api/contract/businesses.ts';
import { EmailField } from '../../components/form/EmailField.tsx';
import { Pair, Section } from '../../components/form/Form.tsx';
import { AreaField, SelectField, SwitchField, TextField } from '../../components/form/fields.tsx';
import type { RecordForm } from '../../components/form/useRecordForm.ts';
import { zonesWith } from '../../components/zones.ts';
import { t } from './texts.ts';

export type BusinessValues = {
  readonly name: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly currency: Business['currency'];
  readonly timezone: string;
  readonly date_format: Business['date_format'];
  readonly is_enabled_livechat: boolean;
  readonly is_active_livechat: boolean;
  readonly is_enabled_loop: boolean;
  readonly is_active_loop: boolean;
  readonly is_active_mms: boolean;
  readonly is_template: boolean;
  readonly template_content: string;
};
/** `livechat`: whoever creates it may give live chat; `timezone`: its agency's. */
export const newBusiness = (livechat: boolean, timezone: string): BusinessValues => ({
  name: '',
  email: '',
  first_name: '',
  last_name: '',
  currency: 'USD',
  timezone,
  date_format: 'MM/DD/YYYY',
  is_enabled_livechat: livechat,
  is_active_livechat: false,
  is_enabled_loop: false,
  is_active_loop: false,
  is_active_mms: true,
  is_template: false,
  template_content: '',
});
export const valuesOf = (business: Business): BusinessValues => ({
  name: business.name,
  email: business.email,
  first_name: business.first_name,
  last_name: business.last_name,
  currency: business.currency,
  timezone: business.timezone,
  date_format: business.date_format,
  is_enabled_livechat: business.is_enabled_livechat,
  is_active_livechat: business.is_active_livechat,
  is_enabled_loop: business.is_enabled_loop,
  is_active_loop: business.is_active_loop,
  is_active_mms: business.is_active_mms,
  is_template: business.is_template,
  template_content: business.template_content ?? '',
});
/** Without resources there are none: null, not an empty text. */
export const businessBody = <V extends BusinessValues>(values: V) => ({
  ...values,
  template_content: values.template_content.trim() === '' ? null : values.template_content,
});

/** Currencies and date formats (specification, section 3: lookups). */
export const currencies = [
  { value: 'USD', label: 'Dollar $' },
  { value: 'EUR', label: 'Euro €' },
  { value: 'GBP', label: 'Pound £' },
  { value: 'ZAR', label: 'Rand R' },
] as const;
export const dateFormats = [
  { value: 'MM/DD/YYYY', label: 'MM/DD/YYYY' },
  { value: 'DD/MM/YYYY', label: 'DD/MM/YYYY' },
  { value: 'YYYY/MM/DD', label: 'YYYY/MM/DD' },
] as const;

export const businessLabels: Readonly<Record<string, string>> = {
  name: t('field.businessName'),
  email: t('field.ownerEmail'),
  first_name: t('field.firstName'),
  last_name: t('field.lastName'),
  currency: t('field.currency'),
  timezone: t('field.timezone'),
  date_format: t('field.dateFormat'),
  is_enabled_livechat: t('field.livechatEnabled'),
  is_active_livechat: t('field.livechatActive'),
  is_enabled_loop: t('field.loopEnabled'),
  is_active_loop: t('field.loopActive'),
  is_active_mms: t('field.mms'),
  is_template: t('field.template'),
  template_content: t('field.resources'),
  no_messages: t('field.textsAMonth'),
  no_contacts: t('field.contactLimit'),
  free_fee: t('field.freeFee'),
  use_bandwidth: t('field.bandwidth'),
  logo: t('field.logo'),
};

/** Who the owner of a record is: their account is made together with it. */
export function OwnerFields({
  form,
  hint,
}: {
  readonly form: RecordForm<{ readonly email: string; readonly first_name: string; readonly last_name: string }>;
  readonly hint?: string;
}) {
  return (
    <>
      <Pair>
        <TextField of={form.field('first_name')} label={t('field.firstName')} autoComplete="off" />
        <TextField of={form.field('last_name')} label={t('field.lastName')} optional autoComplete="off" />
      </Pair>
      <EmailField of={form.field('email')} label={t('field.ownerEmail')} {...(hint === undefined ? {} : { hint })} />
    </>
  );
}

/** How the business writes dates and money. */
export function RegionalFields({
  form,
}: {
  readonly form: RecordForm<Pick<BusinessValues, 'currency' | 'timezone' | 'date_format'>>;
}) {
  return (
    <>
      <SelectField
        of={form.field('timezone')}
        label={t('field.timezone')}
        options={zonesWith(form.values.timezone)}
        searchable
        hint={t('field.timezoneHint')}
      />
      <Pair>
        <SelectField of={form.field('currency')} label={t('field.currency')} options={currencies} />
        <SelectField of={form.field('date_format')} label={t('field.dateFormat')} options={dateFormats} />
      </Pair>
    </>
  );
}

export function FeatureFields({ form }: { readonly form: RecordForm<BusinessValues> }) {
  return (
    <>
      <SwitchField
        of={form.field('is_enabled_livechat')}
        label={t('field.livechatEnabled')}
        hint={t('field.livechatEnabledHint')}
      />
      <SwitchField
        of={form.field('is_active_livechat')}
        label={t('field.livechatActive')}
        hint={t('field.livechatActiveHint')}
      />
      <SwitchField of={form.field('is_active_mms')} label={t('field.mms')} hint={t('field.mmsHint')} />
      <SwitchField of={form.field('is_enabled_loop')} label={t('field.loopEnabled')} hint={t('field.loopHint')} />
      <SwitchField of={form.field('is_active_loop')} label={t('field.loopActive')} hint={t('field.loopActiveHint')} />
    </>
  );
}

export function TemplateSection({ form }: { readonly form: RecordForm<BusinessValues> }) {
  return (
    <Section title={t('business.section.template')} text={t('business.section.templateText')}>
      <SwitchField of={form.field('is_template')} label={t('field.template')} hint={t('field.templateHint')} />
      <AreaField
        of={form.field('template_content')}
        label={t('field.resources')}
        optional
        rows={4}
        hint={t('field.resourcesHint')}
      />
    </Section>
  );
}
