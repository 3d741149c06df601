import './statements.css';
import { Button, Select, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addressOf } from '../../../api/contract/client.ts';
import type { Statement } from '../../../api/contract/statements.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { withParam } from '../../components/list.ts';
import { saveFile } from '../../data/save-as.ts';
import { useRead } from '../../data/read.ts';
import { dayKey, monthName, monthsUntil } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { monthIn } from './model.ts';
import { StatementView } from './StatementView.tsx';
import { t } from './texts.ts';

/** What the address says of a statement: whose and which month. */
type Asked = Readonly<Partial<Record<'agency_id' | 'business_id', string>>>;

/** A payer's statement with its month and, of an agency, its business in the address. `of`: whose; an operator says it. */
export function PayerStatement({
  of = {},
  header,
  after,
}: {
  readonly of?: Asked;
  /** The top of the screen; `statement` undefined: not there yet. */
  readonly header: (statement: Statement | undefined, tools: ReactNode) => ReactNode;
  readonly after?: ReactNode;
}) {
  const today = dayKey(new Date(), useDateStyle().timezone);
  const search = useSearch();
  const [here, go] = useLocation();
  const choices = monthsUntil(today);
  const month = monthIn(search, choices);
  const only = new URLSearchParams(search).get('business');
  const query = { ...of, month, ...(only === null ? {} : { business_id: only }) };
  const { data, error, isStale, refresh } = useRead('/statements', { query }, { keepPrevious: true });
  const set = (name: string, value: string | null) => {
    go(withParam(here, search, name, value), { replace: true });
  };
  const statement = data?.data;
  const tools = (
    <>
      <Select
        className="st-month"
        aria-label={t('st.month')}
        data={choices.map((value) => ({ value, label: monthName(value) }))}
        value={month}
        allowDeselect={false}
        comboboxProps={{ shadow: 'lg' }}
        onChange={(value) => {
          set('month', value === choices[0] ? null : value);
        }}
      />
      {statement?.payer.kind === 'agency' && (
        <Select
          className="st-business"
          aria-label={t('st.business')}
          data={[
            { value: '', label: t('st.allBusinesses') },
            ...statement.users.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={only ?? ''}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t('list.noMatch')}
          comboboxProps={{ shadow: 'lg' }}
          onChange={(value) => {
            set('business', value === '' ? null : value);
          }}
        />
      )}
      {statement && <Files query={query} statement={statement} />}
    </>
  );
  return (
    <div className="bk-page st-page st-payer">
      {header(statement, tools)}
      {error && !statement ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : statement === undefined ?
        <div className="st-page" role="status" aria-label={t('app.loading')}>
          <Skeleton height={96} radius="lg" />
          <Skeleton height={280} radius="lg" />
          <Skeleton height={220} radius="lg" />
        </div>
      : <div className={`st-page${isStale ? ' stale' : ''}`} aria-busy={isStale}>
          <StatementView
            statement={statement}
            today={today}
            onBusiness={(id) => {
              set('business', id);
            }}
          />
        </div>
      }
      {after}
    </div>
  );
}

/** The statement as files, named by its number. */
function Files({
  query,
  statement,
}: {
  readonly query: Asked & Readonly<Record<'month', string>>;
  readonly statement: Statement;
}) {
  const { client, run } = useApp();
  const [busy, setBusy] = useState<'pdf' | 'csv' | null>(null);
  const save = async (format: 'pdf' | 'csv') => {
    setBusy(format);
    await run(async () => {
      const address = addressOf('/statements/file', { query: { ...query, format } });
      saveFile(`${statement.number}.${format}`, await client.file(address));
    });
    setBusy(null);
  };
  return (['pdf', 'csv'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      loading={busy === format}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save(format)}
    >
      {t(`st.${format}`)}
    </Button>
  ));
}

/** Whether a month is over, beside the number of its statement. */
export function StatementState({ statement }: { readonly statement: Statement | undefined }) {
  if (statement === undefined) return null;
  return (
    <span className="st-state">
      <span className="num">{t('st.number', { number: statement.number })}</span>
      <span className="bk-tag">{t(statement.closed ? 'st.closed' : 'st.open')}</span>
    </span>
  );
}
