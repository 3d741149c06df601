import { IconUsersPlus } from '@tabler/icons-react';
import { useLocation, useSearch } from 'wouter';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { asList, useRead } from '../../../data/read.ts';
import { type Column, DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { NoMatch } from '../../../components/ListTools.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { type DateStyle, listTime } from '../../../format/date.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { DayFilter } from '../../../components/DayFilter.tsx';
import { nameOf } from './Leaderboard.tsx';
import { t } from './texts.ts';
import { onDays, usePage, useRows } from '../../../components/pages.ts';

type Referral = AnswerOf<'GET', '/landings/{id}/referrals'>['data'][number];
const states = ['accepted', 'in-review', 'refused'] as const;

const columns = (style: DateStyle): readonly Column<Referral>[] => [
  {
    id: 'invited',
    title: t('referrals.invited'),
    cell: (row) => (
      <span className="clip" dir="auto">
        {nameOf(row.invited)}
      </span>
    ),
  },
  {
    id: 'inviter',
    title: t('referrals.inviter'),
    cell: (row) => (
      <span className="clip" dir="auto">
        {nameOf(row.inviter)}
      </span>
    ),
  },
  {
    id: 'at',
    title: t('referrals.at'),
    width: 150,
    cell: (row) =>
      row.at !== null && (
        <Instant at={row.at} className="muted num">
          {listTime(row.at, style, new Date())}
        </Instant>
      ),
  },
];

/** Referrals of a state, the newest first: those of a day where the chart leads here. */
export function Referrals({ couponId }: { readonly couponId: string }) {
  const style = useDateStyle();
  const search = useSearch();
  const [here, go] = useLocation();
  const state = states.find((one) => one === new URLSearchParams(search).get('state')) ?? 'accepted';
  const list = useRows(
    useRead('/landings/{id}/referrals', { params: { id: couponId }, query: { state, ...usePage(onDays) } }, asList),
    onDays,
  );
  return (
    <section>
      <h2 className="bk-loop-title">{t('loop.referrals')}</h2>
      <div className="bk-toolbar">
        <FilterChips
          label={t('referrals.state')}
          value={state}
          options={states.map((value) => ({ value, label: t(`referrals.${value}`) }))}
          onChange={(value) => {
            const next = new URLSearchParams(search);
            next.delete('page');
            if (value === 'accepted') next.delete('state');
            else next.set('state', value);
            go(`${here}?${next.toString()}`, { replace: true });
          }}
        />
        <DayFilter list={list} nameOf={(day) => t('referrals.on', { day })} />
      </div>
      <DataList
        label={t('loop.referrals')}
        list={list}
        columns={columns(style)}
        card={(row) => (
          <span className="bk-two">
            <span dir="auto">{nameOf(row.invited)}</span>
            <span className="sub" dir="auto">
              {t('review.by', { name: nameOf(row.inviter) })}
              {row.at !== null && ` · ${listTime(row.at, style, new Date())}`}
            </span>
          </span>
        )}
        keyOf={(row) => row.id}
        openLabel={(row) => t('loop.openMember', { name: nameOf(row.invited) })}
        href={({ invited }) => (invited.contact_id === '' ? null : `/business/contacts?contact=${invited.contact_id}`)}
        empty={
          list.filtered ?
            <NoMatch text={t('referrals.noMatch')} list={list} />
          : <EmptyState icon={IconUsersPlus} title={t('referrals.none')} text={t('referrals.noneText')} />
        }
      />
    </section>
  );
}
