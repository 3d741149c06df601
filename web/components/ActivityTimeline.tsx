import './activity.css';
import { Button, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { Activity } from '../../api/contract/activity.ts';
import { asList, type QuestionOf, useRead } from '../data/read.ts';
import { listTime } from '../format/date.ts';
import { maybe, t } from './texts.ts';
import { useDateStyle } from '../session/profile.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Instant } from './Instant.tsx';

export interface ActivityTimelineProps {
  readonly agencyId?: string;
  readonly businessId?: string;
  readonly userId?: string;
  /** A field's name in words. Default: the API's name with spaces. */
  readonly labels?: Readonly<Record<string, string>>;
}

interface Change {
  readonly field: string;
  readonly was: unknown;
  readonly now: unknown;
}

/** What happened, in words; null: of a kind that this version has no words for. */
export function activityWords({ type, details }: Pick<Activity, 'type' | 'details'>): string | null {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const about = (details['about'] as { name?: string } | null | undefined)?.name;
  return maybe(`activity.${type}`, {
    about: about || t('activity.somebody'),
    count: typeof details['count'] === 'number' ? details['count'] : 0,
    ...Object.fromEntries(
      ['number', 'name', 'provider', 'file', 'domain', 'subdomain', 'title', 'amount', 'reason'].map((key) => [
        key,
        text(details[key]),
      ]),
    ),
  });
}

function value(of: unknown): string {
  if (of === null || of === undefined || of === '') return t('activity.emptyValue');
  if (typeof of === 'boolean') return t(of ? 'activity.on' : 'activity.off');
  return (
    typeof of === 'string' ? of
    : typeof of === 'number' ? of.toLocaleString('en-US')
    : JSON.stringify(of)
  );
}

/** Who did what to an agency, a business or a person, newest first, with what each field was before. */
export function ActivityTimeline({ agencyId, businessId, userId, labels = {} }: ActivityTimelineProps) {
  const [pages, setPages] = useState(1);
  const scope = {
    ...(agencyId === undefined ? {} : { agency_id: agencyId }),
    ...(businessId === undefined ? {} : { business_id: businessId }),
    ...(userId === undefined ? {} : { user_id: userId }),
  };
  return (
    <section className="bk-activity" aria-label={t('activity.title')}>
      {Array.from({ length: pages }, (_, index) => (
        <Page
          key={index}
          scope={scope}
          page={index + 1}
          last={index + 1 === pages}
          labels={labels}
          onMore={() => {
            setPages(pages + 1);
          }}
        />
      ))}
    </section>
  );
}

function Page({
  scope,
  page,
  last,
  labels,
  onMore,
}: {
  readonly scope: Omit<NonNullable<QuestionOf<'/activity'>['query']>, 'page'>;
  readonly page: number;
  readonly last: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly onMore: () => void;
}) {
  const { data, error, refresh } = useRead('/activity', { query: { ...scope, page } }, asList);
  if (error) return <ErrorState error={error} onRetry={refresh} />;
  if (data === undefined)
    return (
      <div>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={16} mb={14} width={`${80 - row * 12}%`} />
        ))}
      </div>
    );
  if (page === 1 && data.data.length === 0) return <EmptyState icon={IconHistory} title={t('activity.empty')} />;
  const lines = data.data.map((item) => ({ item, words: activityWords(item) })).filter((line) => line.words !== null);
  return (
    <>
      <ol>
        {lines.map(({ item, words }) => (
          <Line key={item.id} item={item} words={words!} labels={labels} />
        ))}
      </ol>
      {last && page * data.meta.per_page < data.meta.total && (
        <Button variant="subtle" size="compact-sm" onClick={onMore}>
          {t('activity.more')}
        </Button>
      )}
    </>
  );
}

function Line({
  item,
  words,
  labels,
}: {
  readonly item: Activity;
  readonly words: string;
  readonly labels: Readonly<Record<string, string>>;
}) {
  const style = useDateStyle();
  const nobody =
    item.type === 'UserSignInFailed' || item.type === 'UserPasswordResetRequested' ?
      t('activity.somebody')
    : t('activity.system');
  const actor = item.actor?.name || (item.actor ? t('activity.somebody') : nobody);
  const who =
    item.impersonator ? t('activity.as', { who: item.impersonator.name || t('activity.somebody'), as: actor }) : actor;
  const changes = (item.details['changes'] ?? []) as readonly Change[];
  const ip = item.details['ip'];
  return (
    <li>
      <p>
        <b>{who}</b> {words}
        {typeof ip === 'string' && <span className="faint"> {t('activity.from', { ip })}</span>}
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ field, was, now }) => (
            <li key={field}>
              <span className="muted">{labels[field] ?? field.replaceAll('_', ' ')}</span> {value(now)}{' '}
              <span className="faint">({t('activity.was', { was: value(was) })})</span>
            </li>
          ))}
        </ul>
      )}
      <Instant at={item.at} className="when">
        {listTime(item.at, style, new Date())}
      </Instant>
    </li>
  );
}
