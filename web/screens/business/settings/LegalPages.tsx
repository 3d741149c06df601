import { useState } from 'react';
import { UpdateLegalPages } from '../../../../api/contract/business-settings.ts';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { AreaField, TextField } from '../../../components/form/fields.tsx';
import { type RecordForm, useRecordForm } from '../../../components/form/useRecordForm.ts';
import { t } from './texts.ts';
import { orNull, useSaved } from './saved.ts';

const kinds = ['privacy', 'terms'] as const;
type Kind = (typeof kinds)[number];
type Values = {
  readonly privacy_content: string;
  readonly privacy_link: string;
  readonly terms_content: string;
  readonly terms_link: string;
};

/** Privacy policy and terms: a text of one's own, or the address of a page elsewhere. */
export function LegalPages() {
  const { data, error, refresh } = useRead('/businesses/legal-pages', {});
  if (error)
    return (
      <div className="bk-card">
        <ErrorState error={error} onRetry={refresh} />
      </div>
    );
  return data === undefined ?
      <FormGhost sections={2} />
    : <Pages pages={data.data.pages} revision={data.data.revision} />;
}

function Pages({
  pages,
  revision,
}: {
  readonly pages: AnswerOf<'GET', '/businesses/legal-pages'>['data']['pages'];
  readonly revision: number;
}) {
  const { client } = useApp();
  const saved = useSaved();
  const form = useRecordForm({
    initial: {
      privacy_content: pages.privacy.content,
      privacy_link: pages.privacy.link ?? '',
      terms_content: pages.terms.content,
      terms_link: pages.terms.link ?? '',
    },
    schema: UpdateLegalPages,
    revision,
    names: {
      'pages.privacy.content': 'privacy_content',
      'pages.privacy.link': 'privacy_link',
      'pages.terms.content': 'terms_content',
      'pages.terms.link': 'terms_link',
      'privacy.content': 'privacy_content',
      'privacy.link': 'privacy_link',
      'terms.content': 'terms_content',
      'terms.link': 'terms_link',
    },
    toBody: (values) => ({
      pages: {
        privacy: { content: values.privacy_content, link: orNull(values.privacy_link) },
        terms: { content: values.terms_content, link: orNull(values.terms_link) },
      },
    }),
    save: (body) => client.put('/businesses/legal-pages', { body: body }),
    onSaved: saved,
  });
  const labels = Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}_content`, `${t(`legal.${kind}`)}: ${t('legal.text')}`],
      [`${kind}_link`, `${t(`legal.${kind}`)}: ${t('legal.link')}`],
    ]),
  );
  return (
    <Form form={form} words={{ labels }}>
      {kinds.map((kind) => (
        <Page key={kind} kind={kind} form={form} />
      ))}
    </Form>
  );
}

function Page({ kind, form }: { readonly kind: Kind; readonly form: RecordForm<Values> }) {
  const [where, setWhere] = useState<'text' | 'link'>(form.initial[`${kind}_link`] === '' ? 'text' : 'link');
  return (
    <Section title={t(`legal.${kind}`)} text={t(`legal.${kind}Text`)}>
      <FilterChips
        label={t('legal.where')}
        value={where}
        options={[
          { value: 'text', label: t('legal.text') },
          { value: 'link', label: t('legal.link') },
        ]}
        onChange={(next) => {
          setWhere(next);
          if (next === 'text') form.set(`${kind}_link`, '');
        }}
      />
      {where === 'link' ?
        <TextField
          of={form.field(`${kind}_link`)}
          label={t('legal.address')}
          placeholder="https://example.com/privacy"
          spellCheck={false}
          hint={t('legal.addressHint')}
        />
      : <AreaField of={form.field(`${kind}_content`)} label={t('legal.text')} rows={10} hint={t('legal.textHint')} />}
    </Section>
  );
}
