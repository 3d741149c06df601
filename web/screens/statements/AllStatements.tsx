import './statements.css';
import { Button, Group, Select, Skeleton } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { TenantMargin } from '../../../api/contract/statements.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { withParam } from '../../components/list.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useRead } from '../../data/read.ts';
import { dayKey, monthName, monthsUntil } from '../../format/date.ts';
import { percent } from '../../format/number.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { monthIn } from './model.ts';
import { exactMoney } from '../../format/money.ts';
import { t } from './texts.ts';

const perPage = 25;

/** /admin/statements: what each payer's month comes to, and what is left of it. */
export default function AllStatements() {
  const search = useSearch();
  const [here, go] = useLocation();
  const choices = monthsUntil(dayKey(new Date(), useDateStyle().timezone));
  const month = monthIn(search, choices);
  const [page, setPage] = useState(1);
  const { data, error, isStale, refresh } = useRead(
    '/statements/margins',
    { query: { month, page, per_page: perPage } },
    { keepPrevious: true },
  );
  const total = data?.meta.total ?? 0;
  return (
    <div className="bk-page st-page">
      <PageHeader title={t('st.title')}>
        <Select
          className="st-month"
          aria-label={t('st.month')}
          data={choices.map((value) => ({ value, label: monthName(value) }))}
          value={month}
          allowDeselect={false}
          comboboxProps={{ shadow: 'lg' }}
          onChange={(value) => {
            setPage(1);
            go(withParam(here, search, 'month', value === choices[0] ? null : value), { replace: true });
          }}
        />
      </PageHeader>
      {error && !data ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : !data ?
        <Skeleton height={240} radius="lg" />
      : data.data.length === 0 && page === 1 ?
        <div className="bk-card">
          <EmptyState
            icon={IconReceipt}
            title={t('st.noPayers', { month: monthName(month) })}
            text={t('st.noPayersText')}
          />
        </div>
      : <div className={isStale ? 'stale' : ''} aria-busy={isStale}>
          <Payers rows={data.data} search={search} />
          {total > perPage && (
            <Group justify="flex-end" gap="xs" mt="sm">
              <Button
                variant="default"
                size="compact-md"
                disabled={page === 1}
                onClick={() => {
                  setPage(page - 1);
                }}
              >
                {t('list.previous')}
              </Button>
              <Button
                variant="default"
                size="compact-md"
                disabled={page * perPage >= total}
                onClick={() => {
                  setPage(page + 1);
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

function Payers({ rows, search }: { readonly rows: readonly TenantMargin[]; readonly search: string }) {
  const hrefOf = ({ kind, id }: TenantMargin): string =>
    withParam(`/admin/statements/${kind === 'agency' ? 'agencies' : 'businesses'}/${id}`, search, 'business', null);
  return (
    <section className="bk-card st-lines">
      <div className="scroll" tabIndex={0} role="group" aria-label={t('st.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('st.payer')}</th>
              <th scope="col">{t('st.state')}</th>
              <th scope="col" className="right">
                {t('st.price')}
              </th>
              <th scope="col" className="right">
                {t('st.carrier')}
              </th>
              <th scope="col" className="right">
                {t('st.margin')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Link
                    href={hrefOf(row)}
                    className="st-link"
                    dir="auto"
                    aria-label={t('st.openPayer', { name: row.name })}
                  >
                    {row.name}
                  </Link>
                  <span className="faint">{t(`st.kind.${row.kind}`)}</span>
                </td>
                <td>
                  <span className="bk-tag">{t(row.closed ? 'st.closed' : 'st.open')}</span>
                  {row.unrated > 0 && (
                    <span className="faint st-warn">{t('st.missingCount', { count: row.unrated })}</span>
                  )}
                </td>
                <td className="right num">{exactMoney(row.price, row.currency)}</td>
                <td className="right num">{exactMoney(row.carrier, row.currency)}</td>
                <td className="right num">
                  {exactMoney(row.margin, row.currency)}
                  <span className="faint">{percent(row.price === 0 ? null : row.margin / row.price)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
