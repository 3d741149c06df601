import '../../business/broadcasts/broadcasts.css';
import './approvals.css';
import { Button, Skeleton } from '@mantine/core';
import { IconClock, IconUserCheck } from '@tabler/icons-react';
import { Link, useSearch } from 'wouter';
import type { Approval } from '../../../../api/contract/broadcasts.ts';
import { useRead } from '../../../data/read.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { TabLinks } from '../../../components/TabLinks.tsx';
import { shortTime } from '../../../format/date.ts';
import { withFieldNames } from '../../../format/merge-fields.ts';
import { count } from '../../../format/number.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { TypeIcon } from '../../business/broadcasts/presentation.tsx';
import { here, settingsOfSize, StateBadge } from './presentation.tsx';
import { t } from './texts.ts';

/** /agency/approvals: what waits for somebody of the agency, the longest first; and what was decided. */
export default function Approvals() {
  const state = new URLSearchParams(useSearch()).get('tab') === 'decided' ? 'decided' : 'waiting';
  const { data, error, refresh } = useRead('/broadcasts/approvals', { query: { state } });
  const rows = data?.data;
  return (
    <div className="bk-page">
      <PageHeader
        title={t('approvals.title')}
        {...(state === 'waiting' && rows !== undefined && rows.length > 0 ?
          { meta: t('approvals.count', { count: rows.length }) }
        : {})}
      >
        <Button variant="default" component={Link} href={settingsOfSize}>
          {t('approvals.settings')}
        </Button>
      </PageHeader>
      <TabLinks
        label={t('approvals.title')}
        current={state === 'waiting' ? here : `${here}?tab=decided`}
        tabs={[
          { href: here, label: t('approvals.tab.waiting') },
          { href: `${here}?tab=decided`, label: t('approvals.tab.decided') },
        ]}
      />
      <div className="bk-card">
        {error !== undefined && rows === undefined ?
          <ErrorState error={error} onRetry={refresh} />
        : rows === undefined ?
          <div className="ap-ghost" role="status" aria-label={t('app.loading')}>
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} height={64} radius="md" />
            ))}
          </div>
        : rows.length === 0 ?
          <Nothing state={state} />
        : <ul
            className="ap-list"
            aria-label={t(state === 'waiting' ? 'approvals.list' : 'approvals.listDecided')}
            aria-live="polite"
          >
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        }
      </div>
    </div>
  );
}

function Nothing({ state }: { readonly state: 'waiting' | 'decided' }) {
  const limit = useProfile().agency?.approval_limit ?? null;
  if (state === 'decided')
    return <EmptyState icon={IconClock} title={t('approvals.noneDecided')} text={t('approvals.noneDecidedText')} />;
  return limit === null ?
      <EmptyState icon={IconUserCheck} title={t('approvals.off')} text={t('approvals.offText')}>
        <Button component={Link} href={settingsOfSize}>
          {t('approvals.settings')}
        </Button>
      </EmptyState>
    : <EmptyState
        icon={IconUserCheck}
        title={t('approvals.none')}
        text={t('approvals.noneText', { limit: count(limit) })}
      />;
}

const saysOf = ({ contents }: Approval): string => {
  const [first] = contents;
  return (
    first === undefined ? ''
    : first.kind === 'text' ? first.body
    : (first.subject ?? '')
  );
};

function Row({ row }: { readonly row: Approval }) {
  const style = useDateStyle();
  const { start_at: start } = row;
  const overdue = start !== null && Date.parse(start) < Date.now() - 60_000;
  return (
    <li>
      <Link href={`${here}/${row.id}`}>
        <TypeIcon type={row.type} />
        <span className="what">
          <span className="name">
            <b dir="auto">{row.name}</b>
            <span className="faint" dir="auto">
              {row.business_name}
            </span>
          </span>
          <span className="says muted" dir="auto">
            {withFieldNames(saysOf(row))}
          </span>
        </span>
        <span className="many num">{t('approvals.people', { count: row.recipients })}</span>
        <span className="when">
          {row.state === 'waiting' ?
            <>
              {start !== null && (
                <span className={overdue ? 'late' : ''}>
                  {t(overdue ? 'approvals.overdue' : 'approvals.starts', { at: shortTime(start, style) })}
                </span>
              )}
              <span className="faint">
                {row.asked_by === null ?
                  t('approvals.askedSelf', { at: shortTime(row.asked_at, style) })
                : t('approvals.askedBy', { who: row.asked_by, at: shortTime(row.asked_at, style) })}
              </span>
            </>
          : <>
              <StateBadge state={row.state} />
              <span className="faint">
                {row.decided_by ?? t('approvals.somebody')}
                {row.decided_at !== null && (
                  <>
                    {' · '}
                    <Instant at={row.decided_at}>{shortTime(row.decided_at, style)}</Instant>
                  </>
                )}
              </span>
            </>
          }
        </span>
      </Link>
    </li>
  );
}
