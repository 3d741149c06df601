import { Button, Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Automation, AutomationRun } from '../../../../../api/contract/automations.ts';
import { asList, useRead } from '../../../../data/read.ts';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { FilterChips } from '../../../../components/FilterChips.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { withParam } from '../../../../components/list.ts';
import { SearchInput } from '../../../../components/SearchInput.tsx';
import { RunBadge } from '../../../../components/StatusBadge.tsx';
import { type DateStyle, shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { documentOf } from '../model.ts';
import { t } from '../texts.ts';
import { useNamedData } from '../useNamedData.ts';
import { endWord, nameOfRun } from '../labels.ts';
import { stepWord } from './run-words.tsx';
import { RunPath } from './RunPath.tsx';

const perPage = 25;
const states = ['all', 'inside', 'waiting', 'ended'] as const;

/** Who went through, and goes: `?search=`, `?status=`, `?node=`, `?page=`; `?run=` opens a path. */
export function Runs({ automation }: { readonly automation: Automation }) {
  const { id } = automation;
  const search = useSearch();
  const [path, go] = useLocation();
  const style = useDateStyle();
  const params = new URLSearchParams(search);
  const status = states.find((one) => one === params.get('status')) ?? 'all';
  const node = params.get('node');
  const page = Math.max(1, Number(params.get('page')) || 1);
  const run = params.get('run');
  const document = useMemo(
    () => documentOf(automation.published ?? automation.document),
    [automation.published, automation.document],
  );
  const { names } = useNamedData(document);
  const searched = params.get('search') ?? '';
  const query = {
    page,
    per_page: perPage,
    search: searched,
    status: status === 'all' ? ('' as const) : status,
    node: node ?? '',
  };
  const { data, error, refresh } = useRead('/automations/{id}/runs', { params: { id }, query }, asList);
  const to = (name: string, value: string | null) => {
    go(withParam(path, withParam('', search, name, value).replace(/^\?/u, ''), 'page', name === 'page' ? value : null));
  };
  const isFiltered = searched !== '' || status !== 'all' || node !== null;
  const rows = data?.data as readonly AutomationRun[] | undefined;
  return (
    <section className="bk-card au-runs">
      <header>
        <h2>{t('au.r.runs')}</h2>
        {data !== undefined && <span className="faint">{t('au.r.runsCount', { count: data.meta.total })}</span>}
      </header>
      <div className="body">
        <div className="tools">
          <FilterChips
            label={t('au.r.filter')}
            value={status}
            options={states.map((value) => ({ value, label: t(`au.r.filter.${value}`) }))}
            onChange={(value) => {
              to('status', value === 'all' ? null : value);
            }}
          />
          {(searched !== '' || (data?.meta.total ?? 0) > perPage) && (
            <SearchInput
              label={t('au.r.search')}
              value={searched}
              onChange={(value) => {
                to('search', value === '' ? null : value);
              }}
            />
          )}
          {node !== null && (
            <span className="muted">
              {t('au.r.atStep', { name: stepWord(document, node, names) })}{' '}
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  to('node', null);
                }}
              >
                {t('au.r.allSteps')}
              </Button>
            </span>
          )}
        </div>
        {error !== undefined ?
          <ErrorState error={error} onRetry={refresh} />
        : rows === undefined ?
          <Skeleton height={140} />
        : rows.length === 0 ?
          <EmptyState
            icon={IconUsers}
            title={t(isFiltered ? 'au.r.noMatch' : 'au.r.noRuns')}
            text={isFiltered ? '' : t('au.r.noRunsText')}
          />
        : <ul className="list" aria-label={t('au.r.runs')}>
            {rows.map((one) => (
              <li key={one.id}>
                <Link
                  href={withParam(path, search, 'run', one.id)}
                  aria-label={t('au.r.openRun', { name: nameOfRun(one) })}
                >
                  <b dir="auto">{nameOfRun(one)}</b>
                </Link>
                <RunBadge state={one.state} />
                {one.held !== null && <span className="muted">{t(`au.r.held.${one.held}`)}</span>}
                <span className="muted" dir="auto">
                  {one.state === 'ended' ? endWord(one.reason) : stepWord(document, one.node, names)}
                </span>
                <span className="faint">
                  <Times run={one} style={style} />
                </span>
              </li>
            ))}
          </ul>
        }
        {data !== undefined && data.meta.total > perPage && (
          <div className="pages">
            <Button
              size="xs"
              variant="default"
              disabled={page === 1}
              onClick={() => {
                to('page', page === 2 ? null : String(page - 1));
              }}
            >
              {t('list.previous')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={page * perPage >= data.meta.total}
              onClick={() => {
                to('page', String(page + 1));
              }}
            >
              {t('list.next')}
            </Button>
          </div>
        )}
      </div>
      {run !== null && (
        <RunPath
          id={id}
          run={run}
          onClose={() => {
            go(withParam(path, search, 'run', null));
          }}
        />
      )}
    </section>
  );
}

function Times({ run, style }: { readonly run: AutomationRun; readonly style: DateStyle }) {
  const at = run.ended_at ?? run.since;
  return (
    <>
      <Instant at={at}>{shortTime(at, style)}</Instant>
      {run.until !== null && (
        <>
          {' – '}
          <Instant at={run.until}>{shortTime(run.until, style)}</Instant>
          {run.listening && ` ${t('au.r.orSooner')}`}
        </>
      )}
    </>
  );
}
