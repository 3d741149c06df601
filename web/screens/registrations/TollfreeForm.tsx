import './registrations.css';
import { Button, Checkbox, Group, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  businessTypes,
  messageVolumes,
  optInTypes,
  registrationAuthorities,
  type SentTollfreeForm,
  TollfreeForm as Form,
  useCaseCategories,
} from '../../../api/contract/registrations-desk.ts';
import { ApiError, failureMessage } from '../../api/errors.ts';
import { ImageUpload } from '../../components/ImageUpload.tsx';
import { Pair, Section } from '../../components/form/Form.tsx';
import { t } from './texts.ts';

type Name = keyof SentTollfreeForm;
type Problems = Readonly<Record<string, string>>;
const optional: ReadonlySet<Name> = new Set([
  'doing_business_as',
  'opt_in_confirmation',
  'additional_information',
  'registration_number',
]);
const order = ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'description' | 'error')[];

/** The form of a toll-free verification. `refusals`: what reviewers said of each field the last time. */
export function TollfreeForm({
  initial,
  refusals,
  submit,
  canUpload = false,
  children,
}: {
  readonly initial: SentTollfreeForm;
  readonly refusals: Problems;
  readonly submit: (form: Form) => Promise<unknown>;
  /** Pictures can be added: they belong to the business, so its own people do that. */
  readonly canUpload?: boolean;
  readonly children?: ReactNode;
}) {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Problems>(refusals);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const change = (name: Name, value: unknown) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems(({ [name]: _, ...others }) => others);
  };
  const addProof = (url: string) => {
    setValues((before) => ({
      ...before,
      opt_in_image_urls: [...before.opt_in_image_urls.filter((line) => line.trim() !== ''), url],
    }));
    setProblems(({ opt_in_image_urls: _, ...others }) => others);
  };
  const common = (name: Name, hint?: string) => ({
    label:
      optional.has(name) ?
        <>
          {t(`tf.f.${name}`)} <span className="bk-optional">{t('form.optional')}</span>
        </>
      : t(`tf.f.${name}`),
    description: hint,
    error: problems[name],
    name,
    inputWrapperOrder: order,
  });
  const text = (name: Name, type?: string) => (
    <TextInput
      {...common(name)}
      {...(type === undefined ? {} : { type })}
      value={String(values[name] ?? '')}
      onChange={(event) => {
        change(name, event.currentTarget.value);
      }}
    />
  );
  const area = (name: Name, hint?: string) => (
    <Textarea
      {...common(name, hint)}
      autosize
      minRows={2}
      value={String(values[name] ?? '')}
      onChange={(event) => {
        change(name, event.currentTarget.value);
      }}
    />
  );
  const choice = (name: Name, data: readonly { readonly value: string; readonly label: string }[]) => (
    <Select
      {...common(name)}
      data={[...data]}
      value={String(values[name] ?? '')}
      allowDeselect={false}
      onChange={(value) => {
        change(name, value);
      }}
    />
  );
  const countries = (['US', 'CA'] as const).map((value) => ({ value, label: t(`tf.country.${value}`) }));
  const same = (given: readonly string[]) => given.map((value) => ({ value, label: value }));

  const send = async () => {
    setIsBusy(true);
    setFailure(null);
    const blank = (value: unknown) => (value === '' ? null : value);
    const body = {
      ...values,
      doing_business_as: blank(values.doing_business_as),
      registration_number: blank(values.registration_number),
      opt_in_confirmation: blank(values.opt_in_confirmation),
      additional_information: blank(values.additional_information),
      privacy_url: blank(values.privacy_url),
      terms_url: blank(values.terms_url),
      opt_in_image_urls: values.opt_in_image_urls.map((line) => line.trim()).filter((line) => line !== ''),
    };
    const parsed = Form.safeParse(body);
    if (!parsed.success) {
      setProblems(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]).toReversed()),
      );
      setIsBusy(false);
      return;
    }
    try {
      await submit(parsed.data);
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      const known = fields.map(([field, messages]) => [field.split('.')[0]!, messages[0] ?? ''] as const);
      setProblems(Object.fromEntries(known));
      if (known.every(([field]) => !(field in values)))
        setFailure(error instanceof ApiError ? failureMessage(error) : t('tf.failed'));
      setIsBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="bk-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Section title={t('tf.section.business')} text={t('tf.section.businessText')}>
        <Pair>
          {text('business_name')}
          {text('doing_business_as')}
        </Pair>
        {text('website', 'url')}
        {text('street')}
        <Pair>
          {text('city')}
          {text('state')}
        </Pair>
        <Pair>
          {text('postal_code')}
          {choice('country', countries)}
        </Pair>
        <Pair>
          {choice(
            'business_type',
            businessTypes.map((value) => ({ value, label: t(`tf.type.${value}`) })),
          )}
          {text('registration_number')}
        </Pair>
        <Pair>
          {choice('registration_authority', same(registrationAuthorities))}
          {choice('registration_country', countries)}
        </Pair>
      </Section>
      <Section title={t('tf.section.contact')} text={t('tf.section.contactText')}>
        <Pair>
          {text('contact_first_name')}
          {text('contact_last_name')}
        </Pair>
        <Pair>
          {text('contact_email', 'email')}
          {text('contact_phone', 'tel')}
        </Pair>
      </Section>
      <Section title={t('tf.section.use')} text={t('tf.section.useText')}>
        <Checkbox.Group
          label={t('tf.f.use_case_categories')}
          error={problems['use_case_categories']}
          value={[...values.use_case_categories]}
          onChange={(value) => {
            change('use_case_categories', value);
          }}
        >
          <div className="rg-topics">
            {useCaseCategories.map((value) => (
              <Checkbox key={value} value={value} label={t(`tf.topic.${value}`)} />
            ))}
          </div>
        </Checkbox.Group>
        {area('use_case_summary', t('tf.h.use_case_summary'))}
        {area('message_sample', t('tf.h.message_sample'))}
        <Pair>
          {choice('message_volume', same(messageVolumes))}
          <Switch
            className="bk-switch"
            label={t('tf.f.age_gated')}
            checked={values.age_gated}
            onChange={(event) => {
              change('age_gated', event.currentTarget.checked);
            }}
          />
        </Pair>
      </Section>
      <Section title={t('tf.section.optIn')} text={t('tf.section.optInText')}>
        {choice(
          'opt_in_type',
          optInTypes.map((value) => ({ value, label: t(`tf.optIn.${value}`) })),
        )}
        <Textarea
          {...common('opt_in_image_urls', t('tf.h.opt_in_image_urls'))}
          autosize
          minRows={2}
          value={values.opt_in_image_urls.join('\n')}
          onChange={(event) => {
            change('opt_in_image_urls', event.currentTarget.value.split('\n'));
          }}
        />
        {canUpload && (
          <ImageUpload
            label={t('tf.proofPicture')}
            hint={t('tf.h.proofPicture')}
            value={null}
            target={{ kind: 'business' }}
            onChange={(url) => {
              if (url !== null) addProof(new URL(url, window.location.origin).href);
            }}
          />
        )}
        {area('opt_in_confirmation')}
        <Pair>
          {text('privacy_url', 'url')}
          {text('terms_url', 'url')}
        </Pair>
        {area('additional_information')}
      </Section>
      {failure !== null && (
        <p role="alert" className="rg-failure">
          {failure}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        {children}
        <Button type="submit" loading={isBusy}>
          {t('tf.submit')}
        </Button>
      </Group>
    </form>
  );
}
