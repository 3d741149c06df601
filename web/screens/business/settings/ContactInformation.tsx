import { UpdateContactInfo } from '../../../../api/contract/business-settings.ts';
import { useApp } from '../../../session/context.tsx';
import { countryOptions } from '../../../components/countries.ts';
import { EmailField } from '../../../components/form/EmailField.tsx';
import { Form, Pair, Section } from '../../../components/form/Form.tsx';
import { SelectField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { t } from './texts.ts';
import { type Info, orNull, useSaved } from './saved.ts';

const names = ['phone', 'email', 'website', 'address', 'city', 'state', 'postal_code', 'country'] as const;
type Values = Record<(typeof names)[number], string>;

/** How customers reach the business. */
export function ContactInformation({ info }: { readonly info: Info }) {
  const { client } = useApp();
  const saved = useSaved();
  const form = useRecordForm({
    initial: Object.fromEntries(names.map((name) => [name, info.contact_info[name] ?? ''])) as Values,
    schema: UpdateContactInfo,
    revision: info.revision,
    toBody: (values) => Object.fromEntries(names.map((name) => [name, orNull(values[name])])),
    save: (body) => client.post('/businesses/update-contact-info', { body: body }),
    onSaved: saved,
  });
  const labels = Object.fromEntries(names.map((name) => [name, t(`contactInfo.${name}`)])) as Values;
  const line = (
    name: Exclude<keyof Values, 'email' | 'country'>,
    more: { type?: string; placeholder?: string; autoComplete: string },
  ) => <TextField of={form.field(name)} label={labels[name]} optional {...more} />;
  return (
    <Form form={form} words={{ labels }}>
      <Section title={t('businessSettings.tab.contact')} text={t('contactInfo.text')}>
        <Pair>
          {line('phone', { type: 'tel', autoComplete: 'tel' })}
          <EmailField of={form.field('email')} label={labels.email} optional />
        </Pair>
        {line('website', { placeholder: 'example.com', autoComplete: 'url' })}
      </Section>
      <Section title={t('contactInfo.place')} text={t('contactInfo.placeText')}>
        {line('address', { autoComplete: 'street-address' })}
        <Pair>
          {line('city', { autoComplete: 'address-level2' })}
          {line('state', { autoComplete: 'address-level1' })}
        </Pair>
        <Pair>
          {line('postal_code', { autoComplete: 'postal-code' })}
          <SelectField
            of={form.field('country')}
            label={labels.country}
            optional
            searchable
            options={[{ value: '', label: t('contactInfo.noCountry') }, ...countryOptions()]}
          />
        </Pair>
      </Section>
    </Form>
  );
}
