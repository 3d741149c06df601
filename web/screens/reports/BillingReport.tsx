import './reports.css';
import { Button, Group, Select, Skeleton } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link, useLocation, useSearch } from 'wouter';
import type { RequestOf } from '../../../api/contract/client.ts';
import type { BillingDetailRecord, BillingSums } from '../../../api/contract/reports.ts';
import { type BillingGroup, billingGroups } from '../../../api/contract/report-fields.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FilterChips } from '../../components/FilterChips.tsx';
import { withParam } from '../../components/list.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { type QuestionOf, useRead } from '../../data/read.ts';
import { dayKey, monthName, monthsUntil } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { useApp } from '../../session/context.tsx';
import { registrationHref } from '../../components/FeeLink.tsx';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { Exports } from './Exports.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { lineDetail } from './model.ts';
import { exactMoney } from '../../format/money.ts';
import { t } from './texts.ts';
import { Views } from './Views.tsx';

type BillingExport = RequestOf<'POST', '/reports/bdr-list/exports'>['body'];
const perPage = 25;
const amounts = ['carrier', 'price', 'resale', 'margin'] as const;
type AmountName = (typeof amounts)[number];
const filterNames = ['agency_id', 'business_id', 'channel', 'direction'] as const;

/** The days of the months from one to another. */
const daysOf = (from: string, to: string): string => {
  const [year, month] = to.split('-').map(Number) as [number, number];
  return `${from}-01,${to}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`;
};

/** /admin/reports/billing, /agency/reports/billing, /business/reports/billing: what usage cost, line by line. */
export default function BillingReport() {
  const { role } = useProfile();
  const { client } = useApp();
  const address = useSearch();
  const [here, go] = useLocation();
  const params = new URLSearchParams(address);
  const choices = monthsUntil(dayKey(new Date(), useDateStyle().timezone));
  const monthIn = (name: string): string => choices.find((one) => one === params.get(name)) ?? choices[0]!;
  const to = monthIn('to');
  const from = params.get('from') !== null && monthIn('from') <= to ? monthIn('from') : to;
  const group: BillingGroup = billingGroups.find((one) => one === params.get('group_by')) ?? 'month';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const narrowed = Object.fromEntries(
    filterNames.flatMap((name) => (params.has(name) ? [[name, params.get(name)!]] : [])),
  );
  const asked = { ...narrowed, date_range: daysOf(from, to) };
  const isNamed = role !== 'Admin' || 'agency_id' in narrowed || 'business_id' in narrowed;
  const question = {
    query: { ...asked, group_by: group, page, per_page: perPage },
  } as unknown as QuestionOf<'/reports/bdr-list'>;
  const { data, error, isStale, refresh } = useRead('/reports/bdr-list', isNamed ? question : null, {
    keepPrevious: true,
  });
  /** Another question begins at the first page. */
  const change = (name: string, value: string | null) => {
    go(withParam(here, new URL(withParam(here, address, name, value), location.href).search, 'page', null), {
      replace: true,
    });
  };
  const months = choices.map((value) => ({ value, label: monthName(value) }));
  return (
    <div className="bk-page rep-page">
      <PageHeader title={t('rep.title')}>
        <Select
          aria-label={t('rep.from')}
          data={months}
          value={from}
          allowDeselect={false}
          comboboxProps={{ shadow: 'lg' }}
          onChange={(value) => {
            change('from', value);
          }}
        />
        <Select
          aria-label={t('rep.to')}
          data={months}
          value={to}
          allowDeselect={false}
          comboboxProps={{ shadow: 'lg' }}
          onChange={(value) => {
            change('to', value);
          }}
        />
        <Views screen="billing" />
        <Exports
          disabled={!isNamed}
          ask={() => client.post('/reports/bdr-list/exports', { body: asked as BillingExport, quiet: true })}
        />
      </PageHeader>
      <ReportTabs current="billing" />
      {isNamed && (
        <div className="bk-toolbar">
          <FilterChips
            label={t('rep.group.channel')}
            value={narrowed['channel'] ?? ''}
            options={[
              { value: '', label: t('rep.status.all') },
              ...(['sms', 'mms', 'email', 'voice', 'number', 'contact', 'registration'] as const).map((value) => ({
                value,
                label: t(`rep.channel.${value}`),
              })),
            ]}
            onChange={(value) => {
              change('channel', value === '' ? null : value);
            }}
          />
        </div>
      )}
      {!isNamed ?
        <Payers />
      : error && !data ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : !data ?
        <Skeleton height={240} radius="lg" />
      : data.meta.total === 0 ?
        <div className="bk-card">
          <EmptyState icon={IconReceipt} title={t('rep.noBilling')} text={t('rep.noBillingText')} />
        </div>
      : <div className={`bk-stack${isStale ? ' stale' : ''}`} aria-busy={isStale}>
          <Totals totals={data.totals} />
          <header className="rep-head">
            <h2>{t('rep.groups')}</h2>
            <Select
              aria-label={t('rep.groupBy')}
              data={billingGroups.map((value) => ({ value, label: t(`rep.billed.${value}`) }))}
              value={group}
              allowDeselect={false}
              comboboxProps={{ shadow: 'lg' }}
              onChange={(value) => {
                change('group_by', value === 'month' ? null : value);
              }}
            />
          </header>
          <Groups
            group={group}
            rows={data.groups ?? []}
            hrefOf={(key) =>
              group === 'month' ? withParam(here, `from=${key}&to=${key}`, 'group_by', 'channel')
              : group === 'business' || group === 'channel' || group === 'direction' ?
                withParam(here, address, group === 'business' ? 'business_id' : group, key)
              : null
            }
          />
          <header className="rep-head">
            <h2>{t('rep.lines')}</h2>
            <span className="muted">{t('rep.lineCount', { count: data.meta.total })}</span>
          </header>
          <Lines rows={data.data} />
          {data.meta.total > perPage && (
            <Group justify="flex-end" gap="xs">
              <Button
                variant="default"
                size="compact-md"
                disabled={page === 1}
                onClick={() => {
                  go(withParam(here, address, 'page', page === 2 ? null : String(page - 1)));
                }}
              >
                {t('list.previous')}
              </Button>
              <Button
                variant="default"
                size="compact-md"
                disabled={page * perPage >= data.meta.total}
                onClick={() => {
                  go(withParam(here, address, 'page', String(page + 1)));
                }}
              >
                {t('list.next')}
              </Button>
            </Group>
          )}
        </div>
      }
    </div>
  );
}

/** Whose bill an admin means. */
function Payers() {
  const { data, error, refresh } = useRead('/statements/margins', { query: { per_page: 100 } });
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  if (!data) return <Skeleton height={240} radius="lg" />;
  if (data.data.length === 0)
    return (
      <div className="bk-card">
        <EmptyState icon={IconReceipt} title={t('rep.noBilling')} text={t('rep.noBillingText')} />
      </div>
    );
  return (
    <section className="bk-card rep-payers" aria-labelledby="rep-whose">
      <h2 id="rep-whose">{t('rep.whose')}</h2>
      <ul>
        {data.data.map(({ kind, id, name }) => (
          <li key={id}>
            <Link href={`/admin/reports/billing?${kind === 'agency' ? 'agency_id' : 'business_id'}=${id}`} dir="auto">
              {name}
            </Link>
            <span className="faint">{t(`rep.group.${kind}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const shownOf = (rows: readonly Partial<Record<AmountName, number | null>>[]): readonly AmountName[] =>
  amounts.filter((name) => rows.some((row) => row[name] !== null && row[name] !== undefined));
/** What the platform charges is a cost to an agency that charges for it. */
const titleOf = (name: AmountName, shown: readonly AmountName[]): string =>
  t(name === 'price' && shown.includes('resale') ? 'rep.amount.ours' : `rep.amount.${name}`);
const written = (units: number | null, currency: string): string => (units === null ? '' : exactMoney(units, currency));

function Totals({ totals }: { readonly totals: readonly BillingSums[] }) {
  const shown = shownOf(totals);
  return (
    <section className="bk-figures" aria-label={t('rep.figures')}>
      {totals.flatMap((sum) =>
        shown.map((name) => (
          <div key={`${sum.currency} ${name}`} className="bk-card bk-figure">
            <h2>{titleOf(name, shown)}</h2>
            <div className="value num">{written(sum[name], sum.currency)}</div>
            <div className="compare">{name === 'price' ? t('rep.units', { count: sum.quantity }) : ''}</div>
          </div>
        )),
      )}
    </section>
  );
}

type Grouped = BillingSums & { readonly key: string; readonly name: string | null };
function Groups({
  group,
  rows,
  hrefOf,
}: {
  readonly group: BillingGroup;
  readonly rows: readonly Grouped[];
  readonly hrefOf: (key: string) => string | null;
}) {
  const shown = shownOf(rows);
  return (
    <Table
      label={t('rep.groups')}
      heads={[t(`rep.billed.${group}`), t('rep.used'), ...shown.map((name) => titleOf(name, shown))]}
      rows={rows.map((row) => {
        const label = row.name ?? labelOf(group, row.key);
        const href = hrefOf(row.key);
        return {
          key: `${row.key} ${row.currency}`,
          first: href === null ? label : <Link href={href}>{label}</Link>,
          cells: [count(row.quantity), ...shown.map((name) => written(row[name], row.currency))],
        };
      })}
    />
  );
}

function labelOf(group: BillingGroup, key: string): string {
  switch (group) {
    case 'month':
      return monthName(key);
    case 'channel':
      return t(`rep.channel.${key as 'sms'}`);
    case 'direction':
      return t(key === 'in' ? 'rep.in' : 'rep.out');
    case 'country':
    case 'carrier_class': {
      const whole = { country: 'ZZ', carrier_class: 'other', [group]: key };
      return lineDetail(whole) || t('rep.noKey');
    }
    default:
      return key;
  }
}

function Lines({ rows }: { readonly rows: readonly BillingDetailRecord[] }) {
  const { role } = useProfile();
  const shown = shownOf(rows);
  return (
    <Table
      label={t('rep.lines')}
      heads={[t('rep.what'), t('rep.used'), t('rep.included'), ...shown.map((name) => titleOf(name, shown))]}
      rows={rows.map((row) => {
        const about = [
          ...(role === 'Business' ? [] : [row.business.name]),
          row.for_month === null ? monthName(row.month) : t('rep.late', { month: monthName(row.for_month) }),
          lineDetail(row),
        ];
        return {
          key: [
            row.month,
            row.for_month,
            row.business.id,
            row.channel,
            row.direction,
            row.rate_id,
            row.fee,
            row.quantity < 0,
            lineDetail(row),
          ].join(' '),
          first: (
            <>
              <Link href={hrefOf(row)}>
                {row.channel === 'registration' ?
                  t(`fee.${row.fee ?? 'campaign-vetting'}`)
                : t(`rep.line.${row.channel}.${row.direction}`)}
              </Link>
              <span className="faint" dir="auto">
                {about.filter((part) => part !== '').join(' · ')}
              </span>
            </>
          ),
          cells: [count(row.quantity), count(row.included), ...shown.map((name) => written(row[name], row.currency))],
        };
      })}
    />
  );

  /** Where a line opens to what it is made of: its month's statement, of texts their report, and of a fee its registration. */
  function hrefOf(row: BillingDetailRecord): string {
    const month = row.for_month ?? row.month;
    const base = `/${role.toLowerCase()}`;
    if (row.channel === 'registration') return registrationHref(role, row.business.id);
    if (row.channel !== 'sms' && row.channel !== 'mms') return statement(base, month);
    const whose = role === 'Business' ? '' : `&business_id=${row.business.id}`;
    return `${base}/reports?date_range=${daysOf(month, month)}&channel=${row.channel}&direction=${row.direction}${whose}`;
  }
  function statement(base: string, month: string): string {
    const params = new URLSearchParams(location.search);
    const [agency, business] = [params.get('agency_id'), params.get('business_id')];
    if (role !== 'Admin') return `${base}/statements?month=${month}`;
    return `${base}/statements/${agency === null ? `businesses/${business}` : `agencies/${agency}`}?month=${month}`;
  }
}

function Table({
  label,
  heads,
  rows,
}: {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly first: React.ReactNode;
    readonly cells: readonly string[];
  }[];
}) {
  return (
    <div className="bk-card rep-groups">
      <div className="scroll" tabIndex={0} role="group" aria-label={label}>
        <table>
          <thead>
            <tr>
              {heads.map((head, nth) => (
                <th key={head} scope="col" className={nth === 0 ? '' : 'right'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, first, cells }) => (
              <tr key={key}>
                <td className="rep-first">{first}</td>
                {cells.map((cell, nth) => (
                  <td key={nth} className="right num">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
