import { Button, Modal, Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link, useLocation, useSearch } from 'wouter';
import { recipientWords } from '../../../../../api/contract/outcome-words.ts';
import type { Automation, AutomationDeed, AutomationRun } from '../../../../../api/contract/automations.ts';
import { asList, useRead } from '../../../../api/read.ts';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { FilterChips } from '../../../../components/FilterChips.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { withParam } from '../../../../components/list.ts';
import { RunBadge } from '../../../../components/StatusBadge.tsx';
import { type DateStyle, shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { HandRun } from '../hand/HandRun.tsx';
import { automationModel, type Document, documentOf } from '../model.ts';
import { maybe, t } from '../texts.ts';
import { called, endWord, exitWord, nameOfRun } from '../words.ts';

const perPage = 25;
/** Why something was not sent, in the words of reports. */
const reasons: Readonly<Record<string, string>> = recipientWords;
const states = ['all', 'inside', 'waiting', 'ended'] as const;

const stepWord = (document: Document, node: string | null): string =>
  node === null ? t('au.b.ends') : called(automationModel.nodeOf(document, node));

/** Who went through, and goes: `?status=`, `?node=`, `?page=`; `?run=` opens a path. */
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
  const document = documentOf(automation.published ?? automation.document);
  const query = { page, per_page: perPage, status: status === 'all' ? ('' as const) : status, node: node ?? '' };
  const { data, error, refresh } = useRead('/automations/{id}/runs', { params: { id }, query }, asList);
  const to = (name: string, value: string | null) => {
    go(withParam(path, withParam('', search, name, value).replace(/^\?/u, ''), 'page', name === 'page' ? value : null));
  };
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
          {node !== null && (
            <span className="muted">
              {t('au.r.atStep', { name: stepWord(document, node) })}{' '}
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
          <EmptyState icon={IconUsers} title={t('au.r.noRuns')} text={t('au.r.noRunsText')} />
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
                <span className="muted" dir="auto">
                  {one.state === 'ended' ? endWord(one.reason) : stepWord(document, one.node)}
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
        <Path
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

/** What happened to one contact, step by step, in words. */
function Path({ id, run, onClose }: { readonly id: string; readonly run: string; readonly onClose: () => void }) {
  const { data, error, refresh } = useRead('/automations/{id}/runs/{runId}', { params: { id, runId: run } });
  const style = useDateStyle();
  const found = data?.data;
  const document = found?.document == null ? automationModel.emptyDocument : documentOf(found.document);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={found === undefined ? t('au.r.runs') : t('au.r.path', { name: nameOfRun(found) })}
    >
      {error !== undefined ?
        <ErrorState error={error} onRetry={refresh} />
      : found === undefined ?
        <Skeleton height={200} />
      : <div className="au-path">
          <p className="muted">
            {t('au.r.entry', { at: shortTime(found.started_at, style), entry: found.entry, version: found.version })}{' '}
            {t('au.r.cause', { what: maybe(`au.on.${found.trigger}`) ?? found.trigger })}
          </p>
          <ol>
            {found.path.map((deed, at) => (
              <li key={at}>
                <span className="faint num">
                  <Instant at={deed.at}>{shortTime(deed.at, style)}</Instant>
                </span>
                <span>
                  <b dir="auto">{deedWords(deed, document, style)}</b>
                  {deed.note !== null && <span className="faint"> {reasons[`reason.${deed.note}`] ?? deed.note}</span>}
                  {deed.seen?.map(({ what, saw, holds }, index) => (
                    <span key={index} className="muted seen">
                      {t('au.deed.saw', { what, saw: saw ?? t('au.deed.sawNothing') })} –{' '}
                      {t(holds ? 'au.deed.holds' : 'au.deed.holdsNot')}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ol>
          <HandRun run={found as AutomationRun} document={document} onDone={refresh} />
          <Link href={`/business/contacts/${found.contact.id}`}>{t('au.r.toContact')}</Link>
        </div>
      }
    </Modal>
  );
}

function deedWords(deed: AutomationDeed, document: Document, style: DateStyle): string {
  const step = stepWord(document, deed.node);
  const until = deed.until === null ? '' : shortTime(deed.until, style);
  switch (deed.kind) {
    case 'started':
      return t('au.deed.started');
    case 'begun':
      return t('au.deed.begun', { step });
    case 'put-off':
      return t('au.deed.put-off', { step, until });
    case 'waiting':
      return deed.until === null ? t('au.deed.waitingOpen', { step }) : t('au.deed.waiting', { step, until });
    case 'forced':
      return t('au.deed.forced', { step, act: maybe(`au.deed.act.${deed.act ?? ''}`) ?? deed.act ?? '' });
    case 'passed': {
      const node = deed.node === null ? null : automationModel.nodeOf(document, deed.node);
      const exit = deed.exit === 'given_up' ? 'givenUp' : deed.exit;
      return node === null || exit === null || exit === 'next' ?
          t('au.deed.passedOn', { step })
        : t('au.deed.passed', { step, exit: exitWord(node, exit) });
    }
    case 'moved':
      return t('au.deed.moved', { version: deed.version ?? 0 });
    case 'ended':
      return t('au.deed.ended', { reason: endWord(deed.because) });
    default:
      return deed.kind satisfies never;
  }
}
