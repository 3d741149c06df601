import { Button, MultiSelect, Select } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { AudienceFunnel } from '../../../../../api/contract/broadcasts.ts';
import { anybody } from '../../../../components/contact-filter/audience.ts';
import { Conditions } from '../../../../components/contact-filter/Conditions.tsx';
import { FilterDialog } from '../../../../components/contact-filter/FilterDialog.tsx';
import type { ContactFilter } from '../../../../components/contact-filter/model.ts';
import { useFilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { Section } from '../../../../components/form/Form.tsx';
import { count, percent } from '../../../../format/number.ts';
import { cure, leftOut } from '../presentation.tsx';
import { t } from '../texts.ts';
import { audienceInWords } from './audience-words.ts';
import type { Draft } from './useDraft.ts';

const windows = [4, 8, 12, 16, 24, 48, 72, 168] as const;

export function AudienceSection({
  draft,
  change,
  funnel,
  stale,
}: {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly funnel: AudienceFunnel['data'] | null;
  readonly stale: boolean;
}) {
  const { audience, window_hours: hours } = draft;
  const data = useFilterData(audience.filter);
  const [building, setBuilding] = useState(false);
  const keywords = [
    ...new Set([
      ...data.campaigns.flatMap(({ keyword }) => (keyword === null || keyword === '' ? [] : [keyword])),
      ...audience.keywords,
      ...audience.except_keywords,
    ]),
  ];
  const segments = segmentOptions(data.segments, [...audience.segment_ids, ...audience.except_segment_ids]);
  const filter = audience.filter.groups.length === 0 ? null : audience.filter;
  const putFilter = (changed: ContactFilter | null) => {
    put({ filter: changed ?? anybody });
  };
  const everybody =
    audience.keywords.length === 0 && audience.segment_ids.length === 0 && audience.contact_ids.length === 0;
  const put = (part: Partial<Draft['audience']>) => {
    change({ audience: { ...audience, ...part } });
  };
  return (
    <Section title={t('bc.audience.title')} text={t('bc.audience.text')}>
      <div className="bc-fields">
        <MultiSelect
          label={t('bc.audience.keywords')}
          placeholder={everybody ? t('bc.audience.everybody') : ''}
          data={keywords}
          value={audience.keywords}
          searchable
          clearable
          onChange={(value) => {
            put({ keywords: value });
          }}
        />
        <MultiSelect
          label={t('bc.audience.segments')}
          placeholder={
            audience.segment_ids.length > 0 ? ''
            : segments.length === 0 ?
              t('bc.audience.noSegments')
            : everybody ?
              t('bc.audience.everybody')
            : t('bc.audience.segmentsNone')
          }
          data={segments}
          value={audience.segment_ids}
          maxValues={50}
          searchable
          clearable
          onChange={(value) => {
            put({ segment_ids: value });
          }}
        />
        <MultiSelect
          label={t('bc.audience.except')}
          placeholder={audience.except_keywords.length === 0 ? t('bc.audience.nobody') : ''}
          data={keywords}
          value={audience.except_keywords}
          searchable
          clearable
          onChange={(value) => {
            put({ except_keywords: value });
          }}
        />
        <MultiSelect
          label={t('bc.audience.exceptSegments')}
          placeholder={audience.except_segment_ids.length === 0 ? t('bc.audience.nobody') : ''}
          data={segments}
          value={audience.except_segment_ids}
          maxValues={50}
          searchable
          clearable
          onChange={(value) => {
            put({ except_segment_ids: value });
          }}
        />
        <Select
          label={t('bc.audience.window')}
          description={t('bc.audience.windowText')}
          value={hours === null ? 'off' : String(hours)}
          allowDeselect={false}
          data={[
            ...[...new Set([...windows, ...(hours === null ? [] : [hours])])]
              .toSorted((a, b) => a - b)
              .map((value) => ({ value: String(value), label: t('bc.audience.hours', { count: value }) })),
            { value: 'off', label: t('bc.audience.noWindow') },
          ]}
          onChange={(value) => {
            change({ window_hours: value === 'off' || value === null ? null : Number(value) });
          }}
        />
      </div>
      <div className="bc-filter" role="group" aria-label={t('bc.audience.filter')}>
        <span className="muted">{t('bc.audience.filter')}</span>
        {filter !== null && <Conditions filter={filter} names={data.names} onFilter={putFilter} />}
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => {
            setBuilding(true);
          }}
        >
          {t(filter === null ? 'bc.audience.addFilter' : 'bc.audience.changeFilter')}
        </Button>
        {audience.contact_ids.length > 0 && (
          <Button
            variant="default"
            size="compact-md"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t('bc.audience.dropChosen')}
            onClick={() => {
              put({ contact_ids: [] });
            }}
          >
            {t('bc.audience.chosen', { count: audience.contact_ids.length })}
          </Button>
        )}
      </div>
      <FilterDialog
        opened={building}
        filter={filter}
        data={data}
        apply={t('bc.audience.useFilter')}
        onApply={putFilter}
        onClose={() => {
          setBuilding(false);
        }}
      />
      <p className="bc-who" aria-live="polite">
        <span className="muted">{t('bc.who.title')}</span>
        <b dir="auto">{data.known ? audienceInWords(audience, data.names) : '…'}</b>
      </p>
      <Funnel funnel={funnel} stale={stale} />
    </Section>
  );
}

/** The saved segments, and what the draft names but is not there any more: it can be taken away. */
const segmentOptions = (
  saved: readonly { readonly id: string; readonly name: string }[],
  named: readonly string[],
): { value: string; label: string }[] => [
  ...saved.map(({ id, name }) => ({ value: id, label: name })),
  ...[...new Set(named)]
    .filter((id) => saved.every((one) => one.id !== id))
    .map((id) => ({ value: id, label: t('bc.who.gone') })),
];

/** From who is meant to who gets it, each loss with its reason. */
export function Funnel({ funnel, stale }: { readonly funnel: AudienceFunnel['data'] | null; readonly stale: boolean }) {
  const title = useId();
  if (funnel === null) return <p className="muted">{t('bc.audience.counting')}</p>;
  const { total, recipients, left_out: lost } = funnel;
  const share = (value: number) => `${total === 0 ? 0 : Math.max(0.5, (value / total) * 100)}%`;
  return (
    <div className={`bc-funnel${stale ? ' stale' : ''}`} aria-busy={stale} aria-labelledby={title} role="group">
      <p id={title} className="sr-only">
        {t('bc.audience.funnel')}
      </p>
      <ol>
        <li>
          <div className="line">
            <span>{t('bc.audience.meant')}</span>
            <b className="num">{count(total)}</b>
          </div>
          <div className="bar" aria-hidden>
            <i style={{ width: '100%' }} />
          </div>
        </li>
        {lost.map(({ reason, count: of }) => (
          <li key={reason} className="lost">
            <div className="line">
              <span>
                {leftOut(reason)}
                {cure(reason, null) !== null && <span className="faint"> {cure(reason, null)}</span>}
              </span>
              <b className="num">−{count(of)}</b>
            </div>
            <div className="bar" aria-hidden>
              <i style={{ width: share(of) }} />
            </div>
          </li>
        ))}
        <li className="got">
          <div className="line">
            <span>{t('bc.audience.gets')}</span>
            <b className="num" aria-live="polite">
              {count(recipients)}
              {total > 0 && <span className="faint"> {percent(recipients / total)}</span>}
            </b>
          </div>
          <div className="bar" aria-hidden>
            <i style={{ width: recipients === 0 ? 0 : share(recipients) }} />
          </div>
        </li>
      </ol>
    </div>
  );
}
