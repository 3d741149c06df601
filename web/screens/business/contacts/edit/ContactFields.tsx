import './edit.css';
import { TagsInput } from '@mantine/core';
import { Link } from 'wouter';
import {
  type ApiName,
  apiNames,
  attributeByApiName,
  attributeOf,
  maxTags,
} from '../../../../../api/contract/attributes.ts';
import type { CustomField } from '../../../../../api/contract/custom-fields.ts';
import { attributeLabel } from '../../../../components/attributes/label.ts';
import { EmailField } from '../../../../components/form/EmailField.tsx';
import { Pair, Section } from '../../../../components/form/Form.tsx';
import { SelectField, TextField } from '../../../../components/form/fields.tsx';
import { PhoneField } from '../../../../components/form/PhoneField.tsx';
import type { Field, RecordForm } from '../../../../components/form/useRecordForm.ts';
import { maybe, t } from './texts.ts';
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
  const email = <EmailField of={form.field('email')} label={attributeLabel('email')} />;
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
          <TextField of={form.field('first_name')} label={attributeLabel('first_name')} autoComplete="off" />
          <TextField of={form.field('last_name')} label={attributeLabel('last_name')} autoComplete="off" />
        </Pair>
        <TagsInput
          label={t('contact.tags')}
          description={t('contact.tagsHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={[...tags.value]}
          error={tags.error}
          maxTags={maxTags}
          splitChars={[',']}
          acceptValueOnBlur
          onBlur={tags.onBlur}
          onChange={tags.change}
        />
      </Section>
      <Section title={t('contact.about')} text={t('contact.aboutText')}>
        {pairs.map((pair) => (
          <Pair key={pair[0]}>
            {pair.map((name) => (
              <AttributeField key={name} name={name} of={form.field(name)} />
            ))}
          </Pair>
        ))}
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

const besideEmail = apiNames.filter((name) => name !== 'email');
/** Attributes as they stand in the form, two in a row. */
const pairs = besideEmail.flatMap((_, at) => (at % 2 === 0 ? [besideEmail.slice(at, at + 2)] : []));

/** One of the attributes that every contact has, by the control that fits what it holds. */
function AttributeField({ name, of }: { readonly name: ApiName; readonly of: Field<string> }) {
  const attribute = attributeOf(attributeByApiName[name]);
  const label = attributeLabel(name);
  if (attribute.kind === 'choice' && attribute.isTyped !== true)
    return (
      <SelectField
        of={of}
        label={label}
        options={[
          { value: '', label: t('contact.notSaid') },
          ...Object.entries(attribute.options).map(([value, option]) => ({ value, label: option })),
        ]}
      />
    );
  const isDay = attribute.kind === 'day-of-year';
  const hint = isDay ? t('contact.dayHint') : maybe(`contact.hint.${name}`);
  const placeholder = isDay || attribute.kind === 'choice' || attribute.kind === 'zip' ? attribute.sample : undefined;
  return (
    <TextField
      of={of}
      label={label}
      {...(hint === null ? {} : { hint })}
      {...(placeholder === undefined ? {} : { placeholder })}
      autoComplete="off"
    />
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
