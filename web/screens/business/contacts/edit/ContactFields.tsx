import './edit.css';
import { TagsInput } from '@mantine/core';
import { Link } from 'wouter';
import type { CustomField } from '../../../../../api/contract/custom-fields.ts';
import { EmailField } from '../../../../components/form/EmailField.tsx';
import { Pair, Section } from '../../../../components/form/Form.tsx';
import { SelectField, TextField } from '../../../../components/form/fields.tsx';
import { PhoneField } from '../../../../components/form/PhoneField.tsx';
import type { Field, RecordForm } from '../../../../components/form/useRecordForm.ts';
import { t } from './texts.ts';
import { type ContactValues, ownName } from './values.ts';

/** The fields of a contact, the business's own among them. */
export function ContactFields({
  form,
  fields,
  creating,
}: {
  readonly form: RecordForm<ContactValues>;
  readonly fields: readonly CustomField[];
  readonly creating: boolean;
}) {
  const tags = form.field('tags');
  const email = <EmailField of={form.field('email')} label={t('contact.email')} />;
  return (
    <>
      <Section
        title={t('contact.who')}
        text={
          creating ?
            <>
              {t('contact.whoNewText')} {t('contact.consentText')}
            </>
          : t('contact.whoText')
        }
      >
        {creating ?
          <Pair>
            <PhoneField of={form.field('phone')} label={t('contact.phone')} autoFocus />
            {email}
          </Pair>
        : email}
        <Pair>
          <TextField of={form.field('first_name')} label={t('contact.firstName')} autoComplete="off" />
          <TextField of={form.field('last_name')} label={t('contact.lastName')} autoComplete="off" />
        </Pair>
        <TagsInput
          label={t('contact.tags')}
          description={t('contact.tagsHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={[...tags.value]}
          error={tags.error}
          maxTags={20}
          splitChars={[',']}
          acceptValueOnBlur
          onBlur={tags.onBlur}
          onChange={tags.change}
        />
      </Section>
      <Section title={t('contact.about')} text={t('contact.aboutText')}>
        <Pair>
          <TextField
            of={form.field('birthday')}
            label={t('contact.birthday')}
            hint={t('contact.dayHint')}
            placeholder="02/29"
            autoComplete="off"
          />
          <TextField
            of={form.field('anniversary')}
            label={t('contact.anniversary')}
            hint={t('contact.dayHint')}
            placeholder="06/14"
            autoComplete="off"
          />
        </Pair>
        <Pair>
          <TextField of={form.field('company_name')} label={t('contact.company')} autoComplete="off" />
          <TextField of={form.field('website')} label={t('contact.website')} autoComplete="off" />
        </Pair>
        <Pair>
          <TextField
            of={form.field('state')}
            label={t('contact.state')}
            hint={t('contact.homeHint')}
            placeholder="CA"
            autoComplete="off"
          />
          <TextField of={form.field('zip')} label={t('contact.zip')} placeholder="94110" autoComplete="off" />
        </Pair>
      </Section>
      {fields.length > 0 && (
        <Section
          title={t('contact.own')}
          text={
            <>
              {t('contact.ownText')} <Link href="/business/settings/custom-fields">{t('contact.ownChange')}</Link>
            </>
          }
        >
          {fields.map((field) => (
            <OwnField key={field.id} field={field} of={form.field(ownName(field))} />
          ))}
        </Section>
      )}
    </>
  );
}

/** One of the business's own fields, by the control that fits what it holds. */
function OwnField({ field: { name, kind, choices }, of }: { readonly field: CustomField; readonly of: Field<string> }) {
  const nothing = { value: '', label: t('contact.notSaid') };
  switch (kind) {
    case 'choice': {
      // One that was taken off the list stays with those who have it.
      const all = of.value === '' || choices.includes(of.value) ? choices : [...choices, of.value];
      return <SelectField of={of} label={name} options={[nothing, ...all.map((value) => ({ value, label: value }))]} />;
    }
    case 'checkbox':
      return (
        <SelectField
          of={of}
          label={name}
          options={[nothing, { value: 'yes', label: t('contact.yes') }, { value: 'no', label: t('contact.no') }]}
        />
      );
    case 'date':
      return <TextField of={of} label={name} type="date" autoComplete="off" />;
    case 'number':
      return <TextField of={of} label={name} inputMode="decimal" autoComplete="off" />;
    case 'text':
      return <TextField of={of} label={name} autoComplete="off" />;
  }
}
