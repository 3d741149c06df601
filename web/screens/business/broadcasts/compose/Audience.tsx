import { MultiSelect, Select } from '@mantine/core';
import { useId } from 'react';
import type { AudienceFunnel } from '../../../../../api/contract/broadcasts.ts';
import { useRead } from '../../../../api/read.ts';
import { Section } from '../../../../components/form/Form.tsx';
import { count, percent } from '../../../../format/number.ts';
import { cure, why } from '../look.tsx';
import { t } from '../texts.ts';
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
  const { data: campaigns } = useRead('/campaigns', { query: { per_page: 100 } });
  const keywords = [
    ...new Set([
      ...(campaigns?.data ?? []).flatMap(({ keyword }) => (keyword === null || keyword === '' ? [] : [keyword])),
      ...audience.keywords,
      ...audience.except_keywords,
    ]),
  ];
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
      <Funnel funnel={funnel} stale={stale} />
    </Section>
  );
}

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
                {why(reason, null)}
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
