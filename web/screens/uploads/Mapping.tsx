import { Button, Checkbox, MultiSelect, Select, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { type ContactUploadDetail, ownTargets, policies } from '../../../api/contract/contact-uploads.ts';
import { ApiError } from '../../api/errors.ts';
import { useRead } from '../../api/read.ts';
import { showFailure, useApp } from '../../app/context.tsx';
import { countryOptions } from '../../components/countries.ts';
import { t } from './texts.ts';

type Column = ContactUploadDetail['columns'][number];
type PolicyName = (typeof policies)[number];

/** What each column holds, what becomes of values that are there, and who agreed to what. */
export function Mapping({
  upload,
  onPlanned,
}: {
  readonly upload: ContactUploadDetail;
  readonly onPlanned: () => void;
}) {
  const { client } = useApp();
  const [columns, setColumns] = useState<readonly Column[]>(upload.columns);
  const [country, setCountry] = useState(upload.country);
  const [tags, setTags] = useState<string[]>(upload.tags);
  const [campaigns, setCampaigns] = useState<string[]>(upload.campaign_ids);
  const [consent, setConsent] = useState(upload.consent);
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const options = [
    ...ownTargets.map((value) => ({ value: value as string, label: t(`uploads.target.${value}`) })),
    ...upload.custom_fields.map(({ id, name }) => ({ value: `custom:${id}`, label: name })),
  ];
  const change = (index: number, news: Partial<Column>) => {
    setColumns(columns.map((one, at) => (at === index ? { ...one, ...news } : one)));
  };
  const save = async () => {
    setBusy(true);
    setErrors({});
    try {
      await client.put('/uploads/{id}/plan', {
        params: { id: upload.id },
        body: {
          columns: columns.map(({ target, policy }) => ({ target, policy })),
          ...{ country, tags, campaign_ids: campaigns, consent },
        },
        quiet: true,
      });
      onPlanned();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields);
      else showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const problems = Object.values(errors).map(([first]) => first);
  return (
    <>
      <section className="bk-card bk-mapping" aria-labelledby="columns-title">
        <h2 id="columns-title">{t('uploads.columns')}</h2>
        <p className="muted">{t('uploads.columnsText')}</p>
        <ul>
          {columns.map((column, index) => (
            <li key={index}>
              <div className="of">
                <b dir="auto">{column.name === '' ? t('uploads.unnamed', { number: index + 1 }) : column.name}</b>
                <span className="muted clip" dir="auto" title={column.samples.join(' · ')}>
                  {column.samples.length === 0 ? t('uploads.noValues') : column.samples.join(' · ')}
                </span>
              </div>
              <Select
                aria-label={t('uploads.targetOf', { name: column.name })}
                placeholder={t('uploads.leaveOut')}
                data={options}
                value={column.target}
                clearable
                searchable
                clearButtonProps={{ 'aria-label': t('uploads.leaveOut') }}
                comboboxProps={{ shadow: 'lg' }}
                onChange={(target) => {
                  change(index, { target });
                }}
              />
              {column.target !== null && !['phone', 'tags', 'agreed'].includes(column.target) && (
                <Select
                  aria-label={t('uploads.policyOf', { name: column.name })}
                  data={policies.map((value) => ({ value, label: t(`uploads.policy.${value}`) }))}
                  value={column.policy}
                  allowDeselect={false}
                  comboboxProps={{ shadow: 'lg' }}
                  onChange={(policy) => {
                    change(index, { policy: policy as PolicyName });
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="bk-card bk-mapping" aria-labelledby="all-title">
        <h2 id="all-title">{t('uploads.everybody')}</h2>
        <div className="two">
          <Select
            label={t('uploads.country')}
            description={t('uploads.countryHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[...countryOptions()]}
            value={country}
            searchable
            allowDeselect={false}
            comboboxProps={{ shadow: 'lg' }}
            onChange={(value) => {
              if (value !== null) setCountry(value);
            }}
          />
          <TagsInput
            label={t('uploads.tags')}
            description={t('uploads.tagsHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={tags}
            onChange={setTags}
            error={errors['tags']?.[0]}
            comboboxProps={{ shadow: 'lg' }}
          />
        </div>
        <Keywords value={campaigns} onChange={setCampaigns} />
        <fieldset className="consent">
          <legend>{t('uploads.consent')}</legend>
          <p className="muted">{t('uploads.consentText')}</p>
          <Checkbox
            label={t('uploads.consentTexts')}
            checked={consent.texts}
            onChange={(event) => {
              setConsent({ ...consent, texts: event.currentTarget.checked });
            }}
          />
          <Checkbox
            label={t('uploads.consentEmails')}
            checked={consent.emails}
            onChange={(event) => {
              setConsent({ ...consent, emails: event.currentTarget.checked });
            }}
          />
        </fieldset>
        {problems.length > 0 && (
          <p className="problem" role="alert">
            {problems.join(' ')}
          </p>
        )}
        <div className="actions">
          <Button
            loading={busy}
            onClick={() => {
              void save();
            }}
          >
            {t('uploads.rehearse')}
          </Button>
        </div>
      </section>
    </>
  );
}

/** The business's own keywords; whoever looks after it from outside gives none. */
function Keywords({ value, onChange }: { readonly value: string[]; readonly onChange: (ids: string[]) => void }) {
  const isBusiness = location.pathname.startsWith('/business/');
  const found = useRead('/keywords', isBusiness ? { query: { per_page: 100 } } : null).data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <MultiSelect
      label={t('uploads.keywords')}
      description={t('uploads.keywordsHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={found.map(({ keyword, campaign }) => ({ value: campaign.id, label: `${keyword} · ${campaign.name}` }))}
      value={value}
      searchable
      comboboxProps={{ shadow: 'lg' }}
      onChange={onChange}
    />
  );
}
