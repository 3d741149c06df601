import { Button, Checkbox, MultiSelect, Select, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { maybeAttributeLabel } from '../../components/attributes/label.ts';
import { isOfKind } from '../../../api/contract/attributes.ts';
import { type ContactUploadDetail, ownTargets, policies } from '../../../api/contract/contact-uploads.ts';
import { ApiError } from '../../api/errors.ts';
import { useRead } from '../../data/read.ts';
import { showFailure, useApp } from '../../session/context.tsx';
import { countryOptions } from '../../components/countries.ts';
import { maybe, t } from './texts.ts';

type Column = ContactUploadDetail['columns'][number];
type PolicyName = (typeof policies)[number];

const nameOf = ({ name }: Column, index: number): string =>
  name === '' ? t('uploads.unnamed', { number: index + 1 }) : name;

const newField = 'new';
/** The business itself is at it. */
const isOwn = (): boolean => location.pathname.startsWith('/business/');

/** What each column holds, what becomes of values that are there, and who agreed to what. */
export function Mapping({
  upload,
  focus = null,
  onPlanned,
}: {
  readonly upload: ContactUploadDetail;
  /** What somebody came back for. */
  readonly focus?: 'country' | null;
  readonly onPlanned: () => void;
}) {
  const { client, run } = useApp();
  const [columns, setColumns] = useState<readonly Column[]>(upload.columns);
  const [country, setCountry] = useState(upload.country);
  const [tags, setTags] = useState<string[]>(upload.tags);
  const [campaigns, setCampaigns] = useState<string[]>(upload.campaign_ids);
  const [consent, setConsent] = useState(upload.consent);
  const [suppress, setSuppress] = useState(upload.suppress);
  const isList = suppress.texts || suppress.emails;
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState(upload.custom_fields);
  const options = [
    ...ownTargets.map((value) => ({
      value: value as string,
      label: maybeAttributeLabel(value) ?? maybe(`uploads.target.${value}`) ?? value,
    })),
    ...fields.map(({ id, name }) => ({ value: `custom:${id}`, label: name })),
  ];
  /** A field of the column's name, where the business has none yet. Whoever looks after it from outside makes none. */
  const newFieldOf = (name: string) =>
    isOwn() && name !== '' && name.length <= 60 && !options.some(({ label }) => label === name) ?
      [{ value: newField, label: t('uploads.newField', { name }) }]
    : [];
  const choose = async (index: number, target: string | null): Promise<void> => {
    if (target !== newField) {
      change(index, { target });
      return;
    }
    const { name } = columns[index]!;
    const kind = columns[index]!.samples.every((value) => /^\d{4}-\d\d-\d\d$/.test(value)) ? 'date' : 'text';
    await run(async () => {
      const { data } = await client.post('/custom-fields', { body: { name, kind } });
      setFields([...fields, { id: data.id, name, kind }]);
      change(index, { target: `custom:${data.id}` });
    });
  };
  const dateFields = new Set(
    upload.custom_fields.filter(({ kind }) => kind === 'date').map(({ id }) => `custom:${id}`),
  );
  const isDay = (target: string): boolean =>
    target !== null && (isOfKind(target, 'day-of-year') || dateFields.has(target));
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
          columns: columns.map(({ target, policy, days }) => ({ target, policy, days })),
          country,
          tags,
          campaign_ids: campaigns,
          consent: isList ? { texts: false, emails: false } : consent,
          suppress,
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
      {upload.recognized !== null && (
        <section className="bk-card bk-mapping" aria-labelledby="recognized-title">
          <h2 id="recognized-title">{t('uploads.recognized', { name: upload.recognized.name })}</h2>
          <p className="muted">{t('uploads.recognizedText')}</p>
          {upload.recognized.known === 'assumed' && (
            <p className="muted">{t('uploads.recognizedAssumed', { name: upload.recognized.name })}</p>
          )}
        </section>
      )}
      <section className="bk-card bk-mapping" aria-labelledby="columns-title">
        <h2 id="columns-title">{t('uploads.columns')}</h2>
        <p className="muted">{t('uploads.columnsText')}</p>
        <div className="head" aria-hidden>
          <span>{t('uploads.head.column')}</span>
          <span>{t('uploads.head.target')}</span>
          <span>{t('uploads.head.policy')}</span>
        </div>
        <ul>
          {columns.map((column, index) => (
            <li key={index}>
              <div className="of">
                <b dir="auto">{nameOf(column, index)}</b>
                <span className="muted clip" dir="auto" title={column.samples.join(' · ')}>
                  {column.samples.length === 0 ? t('uploads.noValues') : column.samples.join(' · ')}
                </span>
              </div>
              <Select
                aria-label={t('uploads.targetOf', { name: nameOf(column, index) })}
                placeholder={t('uploads.leaveOut')}
                data={[...options, ...newFieldOf(column.name)]}
                value={column.target}
                clearable
                searchable
                clearButtonProps={{ 'aria-label': t('uploads.leaveOut') }}
                comboboxProps={{ shadow: 'lg' }}
                onChange={(target) => {
                  void choose(index, target);
                }}
              />
              {column.target !== null &&
                !isList &&
                !['phone', 'tags'].includes(column.target) &&
                !/^(?:agreed|opted_out|consent_)/.test(column.target) && (
                  <Select
                    aria-label={t('uploads.policyOf', { name: nameOf(column, index) })}
                    data={policies.map((value) => ({ value, label: t(`uploads.policy.${value}`) }))}
                    value={column.policy}
                    allowDeselect={false}
                    comboboxProps={{ shadow: 'lg' }}
                    onChange={(policy) => {
                      change(index, { policy: policy as PolicyName });
                    }}
                  />
                )}
              {column.target !== null && isDay(column.target) && (
                <div className={column.days_sure ? 'days' : 'days asked'}>
                  {!column.days_sure && <p role="status">{t('uploads.daysQuestion')}</p>}
                  <Select
                    aria-label={t('uploads.daysOf', { name: nameOf(column, index) })}
                    data={(['month', 'day'] as const).map((value) => ({ value, label: t(`uploads.days.${value}`) }))}
                    value={column.days}
                    allowDeselect={false}
                    comboboxProps={{ shadow: 'lg' }}
                    onChange={(days) => {
                      change(index, { days: days as Column['days'] });
                    }}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="bk-card bk-mapping" aria-labelledby="all-title">
        <h2 id="all-title">{t('uploads.everybody')}</h2>
        <fieldset className="consent">
          <legend>{t('uploads.suppress')}</legend>
          <p className="muted">{t('uploads.suppressText')}</p>
          <Checkbox
            label={t('uploads.suppressTexts')}
            checked={suppress.texts}
            onChange={(event) => {
              setSuppress({ ...suppress, texts: event.currentTarget.checked });
            }}
          />
          <Checkbox
            label={t('uploads.suppressEmails')}
            checked={suppress.emails}
            onChange={(event) => {
              setSuppress({ ...suppress, emails: event.currentTarget.checked });
            }}
          />
        </fieldset>
        <div className="two">
          <Select
            label={t('uploads.country')}
            autoFocus={focus === 'country'}
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
          {!isList && (
            <TagsInput
              label={t('uploads.tags')}
              description={t('uploads.tagsHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={tags}
              onChange={setTags}
              error={errors['tags']?.[0]}
              comboboxProps={{ shadow: 'lg' }}
            />
          )}
        </div>
        {!isList && (
          <>
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
          </>
        )}
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
  const found = useRead('/keywords', isOwn() ? { query: { per_page: 100 } } : null).data?.data ?? [];
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
