import './figures.css';
import { Button, Skeleton } from '@mantine/core';
import { IconChartFunnel, IconShare2 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Campaign } from '../../../../../api/contract/campaigns.ts';
import type { PageFigures as Figures, PageSide } from '../../../../../api/contract/page-analytics.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { useRouteParam } from '../../../../session/params.ts';
import { ChartCard } from '../../../../components/ChartCard.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { ExportDialog } from '../../../../components/export/ExportDialog.tsx';
import { t as exporting } from '../../../../components/export/texts.ts';
import { Figure } from '../../../../components/Figure.tsx';
import { daysOf, type Period, PeriodPicker, rangeOf } from '../../../../components/PeriodPicker.tsx';
import { date, dayKey } from '../../../../format/date.ts';
import { count, percent, signed } from '../../../../format/number.ts';
import { useDateStyle, useProfile } from '../../../../session/profile.tsx';
import { CampaignFrame } from '../CampaignHead.tsx';
import { t } from '../texts.ts';
import { here } from '../useCampaignActions.tsx';
import { Entries } from './Entries.tsx';
import { Versions } from './Versions.tsx';

/** /business/campaigns/{id}/figures: what a campaign’s page brings, from whom, and which version of it brings more. */
export default function PageFigures() {
  const id = useRouteParam('id');
  return (
    <CampaignFrame id={id} tab="/figures">
      {(campaign) => <Report key={id} campaign={campaign} />}
    </CampaignFrame>
  );
}

function Report({ campaign }: { readonly campaign: Campaign }) {
  const { client } = useApp();
  const { id, page } = campaign;
  const { timezone } = useDateStyle();
  const today = dayKey(new Date(), useProfile().business?.timezone ?? timezone);
  const [period, setPeriod] = useState<Period>({ kind: '30' });
  const { from, to } = useMemo(() => rangeOf(period, today), [period, today]);
  const { data, error, isStale, refresh } = useRead(
    '/coupons/{id}/stats',
    { params: { id }, query: { date_range: `${from},${to}` } },
    { keepPrevious: true, swr: { refreshInterval: 15_000 } },
  );
  if (error)
    return (
      <div className="bk-card">
        <ErrorState error={error} onRetry={refresh} />
      </div>
    );
  if (data === undefined) return <Ghost />;
  const figures = data.data;
  const { totals, previous, robots } = figures;
  const hrefOf = (since: string, until: string) => `${here}/${id}/figures?date_range=${since},${until}`;
  const nobody = totals.views + totals.submitted + previous.views + previous.submitted === 0;
  return (
    <>
      <div className="pf-head">
        <p className="muted">{t('figures.how')}</p>
        <PeriodPicker period={period} today={today} onChange={setPeriod} />
        <ExportDialog
          title={exporting('export.submissions')}
          which={exporting('export.everything')}
          disabled={nobody}
          link={async (format) => {
            const request = { params: { id }, body: { format }, quiet: true };
            return (await client.post('/landings/{id}/submissions/export', request)).data.file_url;
          }}
        />
      </div>
      {nobody ?
        <div className="bk-card">
          <EmptyState
            icon={IconChartFunnel}
            title={t(page.version === null ? 'figures.unpublished' : 'figures.none')}
            text={t(page.version === null ? 'figures.unpublishedText' : 'figures.noneText')}
          >
            {page.version === null ?
              <Button component={Link} href={`${here}/landings/${id}/edit`}>
                {t('share.publishIt')}
              </Button>
            : <Button component={Link} href={`${here}/${id}`} leftSection={<IconShare2 size={16} aria-hidden />}>
                {t('figures.share')}
              </Button>
            }
          </EmptyState>
        </div>
      : <div className={`bk-grid${isStale ? ' stale' : ''}`} aria-busy={isStale}>
          <Sums figures={figures} hrefOf={hrefOf} />
          <Daily figures={figures} hrefOf={hrefOf} />
          <Funnel figures={figures} />
          <Sources figures={figures} />
          <Devices figures={figures} />
          <Entries campaignId={id} range={`${from},${to}`} />
        </div>
      }
      {page.kind !== 'popup' && page.version !== null && <Versions campaignId={id} />}
      {robots > 0 && <p className="muted pf-robots">{t('figures.robots', { count: robots })}</p>}
    </>
  );
}

interface Leading {
  readonly figures: Figures;
  /** Where the sign-ups of days are listed. */
  readonly hrefOf: (from: string, to: string) => string;
}

function Sums({ figures, hrefOf }: Leading) {
  const { totals, previous, from, to } = figures;
  const days = daysOf(figures);
  const points =
    totals.conversion === null || previous.conversion === null ? null : totals.conversion - previous.conversion;
  return (
    <section className="bk-figures full" aria-label={t('figures.title')}>
      <Figure title={t('figures.visitors')} value={totals.visitors} before={previous.visitors} days={days} />
      <Figure title={t('figures.views')} value={totals.views} before={previous.views} days={days} />
      <Figure
        title={t('figures.entries')}
        value={totals.submitted}
        before={previous.submitted}
        days={days}
        href={hrefOf(from, to)}
      />
      <div className="bk-card bk-figure">
        <h2>{t('figures.conversion')}</h2>
        <div className="value num">{totals.conversion === null ? '–' : percent(totals.conversion)}</div>
        <div className="compare">
          {points === null ? t('figures.conversionText') : t('figures.points', { points: signed(points * 100), days })}
        </div>
      </div>
    </section>
  );
}

function Daily({ figures: { daily, totals, from, to }, hrefOf }: Leading) {
  const style = { ...useDateStyle(), timezone: 'UTC' };
  const day = (of: string) => date(`${of}T12:00:00Z`, style);
  return (
    <ChartCard
      title={t('figures.daily')}
      label={t('figures.dailyText', {
        from: day(from),
        to: day(to),
        visitors: totals.visitors,
        entries: totals.submitted,
      })}
      rows={daily.map((row) => ({ day: row.day, visitors: row.visitors, submitted: row.submitted }))}
      series={[
        { key: 'visitors', title: t('figures.visitors'), color: 'var(--neutral-fill)' },
        { key: 'submitted', title: t('figures.entries'), color: 'var(--brand-text)' },
      ]}
      className="wide"
      hrefOf={(of, key) => (key === 'visitors' ? undefined : hrefOf(of, of))}
    />
  );
}

/** From who came to who said yes, each step beside the one before. */
function Funnel({ figures: { totals, double_opt_in: twice } }: { readonly figures: Figures }) {
  const steps = [
    { label: t('figures.visitors'), value: totals.visitors },
    { label: t('figures.started'), value: totals.started },
    { label: t('figures.sent'), value: totals.submitted },
  ];
  const most = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <section className="bk-card pf-funnel">
      <header>
        <h2>{t('figures.funnel')}</h2>
      </header>
      <ol>
        {steps.map(({ label, value }, index) => {
          const before = steps[index - 1]?.value ?? null;
          return (
            <li key={label}>
              <div className="line">
                <span>{label}</span>
                <b className="num">{count(value)}</b>
              </div>
              <div className="bar" aria-hidden>
                <i style={{ width: `${(value / most) * 100}%` }} />
              </div>
              {before !== null && (
                <span className="muted">
                  {before === 0 ?
                    t('figures.ofNone')
                  : t('figures.ofBefore', { share: percent(Math.min(1, value / before)) })}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {(twice.on || twice.asked > 0) && (
        <p className="twice">
          <b>{t('figures.twice')}</b>
          {twice.asked === 0 ?
            t('figures.twiceNone')
          : t('figures.twiceText', {
              asked: twice.asked,
              completed: twice.completed,
              share: percent(twice.completed / twice.asked),
            })
          }
        </p>
      )}
    </section>
  );
}

const kinds = ['sources', 'media', 'campaigns'] as const;
function Sources({ figures }: { readonly figures: Figures }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('sources');
  const shown = kinds.filter((one) => one === 'sources' || figures[one].length > 0);
  const of = shown.includes(kind) ? kind : 'sources';
  return (
    <section className="bk-card pf-sides wide">
      <header>
        <h2>{t('figures.from')}</h2>
        {shown.length > 1 && (
          <div className="end kinds" role="group" aria-label={t('figures.from')}>
            {shown.map((value) => (
              <Button
                key={value}
                size="compact-xs"
                variant={value === of ? 'light' : 'subtle'}
                color={value === of ? 'brand' : 'gray'}
                aria-pressed={value === of}
                onClick={() => {
                  setKind(value);
                }}
              >
                {t(`figures.${value}`)}
              </Button>
            ))}
          </div>
        )}
      </header>
      <Sides
        label={t(`figures.${of}`)}
        rows={figures[of]}
        nameOf={(value) =>
          value === '' ? t('figures.direct')
          : value === '…' ? t('figures.others')
          : value
        }
      />
      {shown.length === 1 && figures.sources.every(({ value }) => value === '') && (
        <p className="muted hint">{t('figures.utm')}</p>
      )}
    </section>
  );
}

function Devices({ figures }: { readonly figures: Figures }) {
  return (
    <section className="bk-card pf-sides">
      <header>
        <h2>{t('figures.devices')}</h2>
      </header>
      <Sides
        label={t('figures.devices')}
        rows={figures.devices}
        nameOf={(value) => t(`figures.device.${value as 'phone' | 'tablet' | 'desktop' | 'unknown'}`)}
        share
      />
    </section>
  );
}

/** Rows with a bar behind each name: how much it is beside the largest. */
function Sides({
  label,
  rows,
  nameOf,
  share = false,
}: {
  readonly label: string;
  readonly rows: readonly PageSide[];
  readonly nameOf: (value: string) => string;
  /** Visitors as a share of all in place of entries. */
  readonly share?: boolean;
}) {
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors));
  const all = Math.max(
    1,
    rows.reduce((sum, { visitors }) => sum + visitors, 0),
  );
  if (rows.length === 0) return <p className="muted hint">{t('figures.nothingYet')}</p>;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{label}</span>
            </th>
            <th scope="col">{t('figures.visitors')}</th>
            {!share && <th scope="col">{t('figures.entries')}</th>}
            <th scope="col">{share ? t('figures.share100') : t('figures.conversionShort')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value}>
              <th scope="row">
                <span className="behind" style={{ width: `${(row.visitors / most) * 100}%` }} aria-hidden />
                <span className="name" dir="auto" title={nameOf(row.value)}>
                  {nameOf(row.value)}
                </span>
              </th>
              <td className="num">{count(row.visitors)}</td>
              {!share && <td className="num">{count(row.submitted)}</td>}
              <td className="num">
                {share ?
                  percent(row.visitors / all)
                : row.conversion === null ?
                  '–'
                : percent(row.conversion)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** As high as what comes. */
function Ghost() {
  return (
    <div className="bk-grid" role="status" aria-label={t('app.loading')}>
      <Skeleton height={36} className="full" radius="lg" />
      <div className="bk-figures full">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={106} radius="lg" />
        ))}
      </div>
      <Skeleton height={312} className="wide" radius="lg" />
      <Skeleton height={312} radius="lg" />
    </div>
  );
}
