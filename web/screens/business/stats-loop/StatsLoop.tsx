import './stats-loop.css';
import { Select } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link, useLocation, useSearch } from 'wouter';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { useRead } from '../../../data/read.ts';
import { ChartCard } from '../../../components/ChartCard.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { TabLinks } from '../../../components/TabLinks.tsx';
import { dayKey, shiftDay } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { Leaderboard } from './Leaderboard.tsx';
import { Referrals } from './Referrals.tsx';
import { Review } from './Review.tsx';
import { Rules } from './Rules.tsx';
import { t } from './texts.ts';
import { UnlockedRewards } from './Unlocked.tsx';
import { Votes } from './Votes.tsx';

type Loop = AnswerOf<'GET', '/coupons/loops'>['data'][number];
const tabs = ['overview', 'referrals', 'rewards', 'rules', 'review'] as const;
type Tab = (typeof tabs)[number];
const base = '/business/stats-loop';
const address = (id: string, to: Tab) => `${base}?loop=${id}${to === 'overview' ? '' : `&tab=${to}`}`;

/** How a loop does: who joined, who invited whom, who leads; what counts; and what somebody is to look at. */
export default function StatsLoop() {
  const { data, error, refresh } = useRead('/coupons/loops', {});
  const voted = useRead('/landings', { query: { type: ['vote'], per_page: 100, sort_by: 'created_at' } });
  const params = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  // One answer without the other shows what there is.
  const loops = voted.data === undefined && !voted.error ? undefined : data?.data;
  const votes = voted.data?.data ?? [];
  const vote =
    votes.find(({ id }) => id === params.get('vote')) ??
    (loops?.length === 0 && params.get('loop') === null ? votes.at(-1) : undefined);
  const loop = vote !== undefined ? undefined : (loops?.find(({ id }) => id === params.get('loop')) ?? loops?.at(-1));
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'overview';
  const label = (one: Tab) =>
    one === 'review' && loop !== undefined && loop.in_review > 0 ?
      t('loop.tab.reviewCount', { count: loop.in_review })
    : t(`loop.tab.${one}`);
  return (
    <div className="bk-page">
      <PageHeader title={t('loop.title')}>
        {loops !== undefined && loops.length + votes.length > 1 && (
          <Select
            aria-label={t('loop.which')}
            value={vote?.id ?? loop?.id ?? null}
            data={[
              { group: t('loop.groupLoops'), items: loops.map(({ id, name }) => ({ value: id, label: name })) },
              { group: t('loop.groupVotes'), items: votes.map(({ id, name }) => ({ value: id, label: name })) },
            ].filter(({ items }) => items.length > 0)}
            allowDeselect={false}
            onChange={(id) => {
              if (id === null) return;
              go(votes.some((one) => one.id === id) ? `${base}?vote=${id}` : address(id, tab));
            }}
          />
        )}
      </PageHeader>
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : loops === undefined ?
        <FormGhost sections={2} />
      : vote !== undefined ?
        <Votes key={vote.id} couponId={vote.id} />
      : loop === undefined ?
        <div className="bk-card">
          <EmptyState icon={IconRepeat} title={t('loop.none')} text={t('loop.noneText')} />
        </div>
      : <>
          <TabLinks
            label={t('loop.title')}
            current={address(loop.id, tab)}
            tabs={tabs.map((one) => ({ href: address(loop.id, one), label: label(one) }))}
          />
          {tab === 'overview' && <Overview loop={loop} />}
          {tab === 'referrals' && <Referrals key={loop.id} couponId={loop.id} />}
          {tab === 'rewards' && <UnlockedRewards key={loop.id} couponId={loop.id} />}
          {tab === 'rules' && <Rules key={loop.id} couponId={loop.id} onChanged={refresh} />}
          {tab === 'review' && <Review couponId={loop.id} onJudged={refresh} />}
        </>
      }
    </div>
  );
}

const figures = ['members', 'referrals', 'in_review', 'unlocked'] as const;
const titles = {
  members: 'loop.members',
  referrals: 'loop.referrals',
  in_review: 'loop.inReview',
  unlocked: 'loop.unlocked',
} as const;
/** Where what each counts is listed. */
const tabOf = { members: 'overview', referrals: 'referrals', in_review: 'review', unlocked: 'rewards' } as const;

function Overview({ loop }: { readonly loop: Loop }) {
  const { timezone } = useDateStyle();
  const today = dayKey(new Date(), useProfile().business?.timezone ?? timezone);
  const byDay = new Map(loop.daily.map((row) => [row.day, row]));
  const rows = Array.from({ length: 30 }, (_, index) => {
    const day = shiftDay(today, index - 29);
    const { members = 0, referrals = 0 } = byDay.get(day) ?? {};
    return { day, members, referrals };
  });
  const sum = (key: 'members' | 'referrals') => count(rows.reduce((total, row) => total + row[key], 0));
  return (
    <div className="bk-loop">
      <div className="bk-figures">
        {figures.map((one) => (
          <div key={one} className="bk-card bk-figure">
            <h2>
              <Link href={address(loop.id, tabOf[one])}>{t(titles[one])}</Link>
            </h2>
            <div className="value num">{count(loop[one])}</div>
          </div>
        ))}
      </div>
      <ChartCard
        title={t('loop.daily')}
        label={t('loop.dailyLabel', { members: sum('members'), referrals: sum('referrals') })}
        rows={rows}
        series={[
          { key: 'members', title: t('loop.members'), color: 'var(--brand-text)' },
          { key: 'referrals', title: t('loop.referrals'), color: 'var(--neutral-fill)' },
        ]}
        hrefOf={(day, key) =>
          `${address(loop.id, key === 'referrals' ? 'referrals' : 'overview')}&date_range=${day},${day}`
        }
      />
      <Leaderboard couponId={loop.id} />
    </div>
  );
}
