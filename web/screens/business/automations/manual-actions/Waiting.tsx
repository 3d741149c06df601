import './manual-actions.css';
import { Button, Checkbox, Drawer, Skeleton } from '@mantine/core';
import { IconHandStop, IconPlayerSkipForward, IconPlayerTrackNext, IconUsers } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { AutomationRun } from '../../../../../api/contract/automations.ts';
import { asList, useRead } from '../../../../data/read.ts';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { withParam } from '../../../../components/list.ts';
import { SearchInput } from '../../../../components/SearchInput.tsx';
import { RunBadge } from '../../../../components/StatusBadge.tsx';
import { shortTime } from '../../../../format/date.ts';
import { count } from '../../../../format/number.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { automationModel, type Document } from '../model.ts';
import { useNamedData } from '../useNamedData.ts';
import { nameOfRun, told } from '../labels.ts';
import { type Act, actionsAt, whatComes } from './actions.ts';
import { t } from './texts.ts';
import { useManualActions } from './useManualActions.tsx';

const perPage = 25;
export const iconOf = { 'go-on': IconPlayerTrackNext, skip: IconPlayerSkipForward, stop: IconHandStop } as const;
const variantOf = { 'go-on': 'filled', skip: 'default', stop: 'light' } as const;

/** Who is at a step, beside the figures: `?waiting=<step>`. One, many or all of them go on now, skip it, or are out. */
export function Waiting({
  automation,
  document,
  version,
}: {
  readonly automation: string;
  readonly document: Document;
  /** The newest. */
  readonly version: number;
}) {
  const [path, go] = useLocation();
  const search = useSearch();
  const step = new URLSearchParams(search).get('waiting');
  const [shown, setShown] = useState(step);
  // While the drawer slides away it still shows what it showed.
  if (step !== null && step !== shown) setShown(step);
  const node = shown === null ? null : automationModel.nodeOf(document, shown);
  const { names } = useNamedData(document);
  return (
    <Drawer
      opened={step !== null}
      onClose={() => {
        go(withParam(path, search, 'waiting', null));
      }}
      position="right"
      size={560}
      title={t('au.h.title', { name: told(node, names) })}
    >
      {shown !== null && <There key={shown} step={shown} {...{ automation, document, names, version }} />}
    </Drawer>
  );
}

/** Who was chosen: some by their runs, or everybody. */
type Chosen = ReadonlySet<string> | 'all';
const nobody: ReadonlySet<string> = new Set();

function There({
  automation,
  step,
  document,
  names,
  version,
}: {
  readonly automation: string;
  readonly step: string;
  readonly document: Document;
  readonly names: Names;
  readonly version: number;
}) {
  const style = useDateStyle();
  const [path] = useLocation();
  const address = useSearch();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState<Chosen>(nobody);
  const query = {
    page,
    per_page: perPage,
    search,
    status: 'inside' as const,
    sort_by: 'until',
    sort_desc: 'false',
  } as const;
  const params = { id: automation, blockId: step };
  const { data, error, refresh } = useRead('/automations/{id}/wait-contacts/{blockId}', { params, query }, asList);
  const head = useRef<HTMLSpanElement>(null);
  const { ask, dialog } = useManualActions(
    () => {
      choose(nobody);
      setPage(1);
      refresh();
    },
    () => head.current,
  );
  const rows = data?.data as readonly AutomationRun[] | undefined;
  if (error !== undefined) return <ErrorState error={error} onRetry={refresh} />;
  if (data === undefined || rows === undefined) return <Skeleton height={280} />;
  const { total } = data.meta;
  const node = automationModel.nodeOf(document, step);
  const has = (id: string) => chosen === 'all' || chosen.has(id);
  const many = chosen === 'all' ? total : chosen.size;
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen === 'all' ? rows.map(({ id }) => id) : chosen);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    choose(next);
  };
  const start = (act: Act) => {
    const runs = chosen === 'all' ? null : [...chosen];
    ask({ automation, step, act, runs, count: many, comes: whatComes(act, document, node, names) });
  };
  const onPage = rows.filter(({ id }) => has(id)).length;
  return (
    <div className="au-there">
      {(total > perPage || search !== '') && (
        <SearchInput
          label={t('au.h.search')}
          value={search}
          onChange={(value) => {
            setSearch(value);
            setPage(1);
            choose(nobody);
          }}
        />
      )}
      {rows.length === 0 ?
        <EmptyState
          icon={IconUsers}
          title={t(search === '' ? 'au.h.none' : 'au.h.noMatch')}
          text={search === '' ? t('au.h.noneText') : ''}
        />
      : <>
          <div className="head">
            <Checkbox
              aria-label={t('au.h.choosePage')}
              checked={onPage === rows.length}
              indeterminate={onPage > 0 && onPage < rows.length}
              onChange={(event) => {
                toggle(
                  rows.map(({ id }) => id),
                  event.currentTarget.checked,
                );
              }}
            />
            <span className="num" role="status" ref={head} tabIndex={-1}>
              {chosen === 'all' ?
                t('au.h.allChosen', { count: total })
              : many > 0 ?
                t('au.h.chosen', { count: many })
              : t('au.h.count', { count: total })}
            </span>
            {many > 0 && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => {
                  choose(nobody);
                }}
              >
                {t('au.h.clear')}
              </Button>
            )}
            {/* A whole page is chosen: perhaps all of them are meant. */}
            {search === '' && chosen !== 'all' && (many === 0 || (onPage === rows.length && total > many)) && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => {
                  choose('all');
                }}
              >
                {t('au.h.all', { count: total })}
              </Button>
            )}
          </div>
          <ul aria-label={t('au.h.title', { name: told(node, names) })}>
            {rows.map((one) => (
              <li key={one.id}>
                <Checkbox
                  aria-label={t('au.h.choose', { name: nameOfRun(one) })}
                  checked={has(one.id)}
                  onChange={(event) => {
                    toggle([one.id], event.currentTarget.checked);
                  }}
                />
                <div>
                  <Link
                    href={withParam(path, withParam('', address, 'waiting', null).replace(/^\?/u, ''), 'run', one.id)}
                  >
                    <b dir="auto">{nameOfRun(one)}</b>
                  </Link>
                  <span className="muted">
                    <Instant at={one.since}>{t('au.h.since', { at: shortTime(one.since, style) })}</Instant>
                    {one.until !== null && (
                      <>
                        {', '}
                        <Instant at={one.until}>
                          {t(
                            one.state === 'put-off' ? 'au.h.again'
                            : one.listening ? 'au.h.untilSooner'
                            : 'au.h.until',
                            { at: shortTime(one.until, style) },
                          )}
                        </Instant>
                      </>
                    )}
                    {one.version !== version && ` · ${t('au.h.atVersion', { version: one.version })}`}
                  </span>
                </div>
                <RunBadge state={one.state} />
              </li>
            ))}
          </ul>
          {total > perPage && (
            <div className="pages">
              <Button
                size="xs"
                variant="default"
                disabled={page === 1}
                onClick={() => {
                  setPage(page - 1);
                }}
              >
                {t('list.previous')}
              </Button>
              <span className="num faint">{`${count(page)} / ${count(Math.ceil(total / perPage))}`}</span>
              <Button
                size="xs"
                variant="default"
                disabled={page * perPage >= total}
                onClick={() => {
                  setPage(page + 1);
                }}
              >
                {t('list.next')}
              </Button>
            </div>
          )}
          {many > 0 && (
            <div className="acts">
              {actionsAt(node).map((act) => {
                const Icon = iconOf[act];
                return (
                  <Button
                    key={act}
                    size="sm"
                    variant={variantOf[act]}
                    {...(act === 'stop' ? { color: 'red' } : {})}
                    leftSection={<Icon size={16} aria-hidden />}
                    onClick={() => {
                      start(act);
                    }}
                  >
                    {t(`au.h.act.${act}`)}
                  </Button>
                );
              })}
            </div>
          )}
        </>
      }
      {dialog}
    </div>
  );
}
