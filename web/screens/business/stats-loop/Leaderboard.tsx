import { IconTrophy } from '@tabler/icons-react';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { asList, useRead } from '../../../data/read.ts';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { NoMatch } from '../../../components/ListTools.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { date, type DateStyle } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { phone } from '../../../format/phone.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { DayFilter } from '../../../components/DayFilter.tsx';
import { t } from './texts.ts';
import { onDays, usePage, useRows } from '../../../components/pages.ts';

type Leader = AnswerOf<'GET', '/leaderboard'>['data'][number];
interface Somebody {
  readonly name: string | null;
  readonly phone: string | null;
}
/** What somebody is called in a row: their name, else their number. */
export const nameOf = (one: Somebody): string =>
  one.name ?? (one.phone === null ? t('loop.unnamed') : phone(one.phone));

const columns = (style: DateStyle): readonly Column<Leader>[] => [
  {
    id: 'member',
    title: t('loop.col.member'),
    cell: (row) => (
      <>
        <span className="bk-rank num">{count(row.rank)}</span>
        <span className="clip" dir="auto">
          {nameOf(row)}
        </span>
      </>
    ),
  },
  {
    id: 'phone',
    title: t('loop.col.phone'),
    width: 150,
    spare: true,
    cell: (row) =>
      row.phone === null ?
        <Nothing what={t('loop.noPhone')} />
      : <span className="num nowrap">{phone(row.phone)}</span>,
  },
  {
    id: 'points',
    title: t('loop.col.points'),
    width: 110,
    align: 'right',
    cell: (row) => <span className="num">{count(row.points)}</span>,
  },
  {
    id: 'referrals',
    title: t('loop.col.referrals'),
    width: 110,
    align: 'right',
    cell: (row) => <span className="num">{count(row.referrals)}</span>,
  },
  {
    id: 'unlocked',
    title: t('loop.col.unlocked'),
    width: 110,
    align: 'right',
    cell: (row) => <span className="num">{count(row.unlocked)}</span>,
  },
  {
    id: 'joined',
    title: t('loop.col.joined'),
    width: 130,
    spare: true,
    cell: (row) => (
      <Instant at={row.joined_at} className="muted num">
        {date(row.joined_at, style)}
      </Instant>
    ),
  },
];

/** The members by their points; those who joined on a day where the chart leads here. */
export function Leaderboard({ couponId }: { readonly couponId: string }) {
  const style = useDateStyle();
  const query = { coupon_id: couponId, ...usePage(onDays) };
  const list = useRows(useRead('/leaderboard', { query }, asList), onDays);
  return (
    <section>
      <h2 className="bk-loop-title">{t(list.filtered ? 'loop.members' : 'loop.leaderboard')}</h2>
      {list.filtered && (
        <div className="bk-toolbar">
          <DayFilter list={list} nameOf={(day) => t('loop.joinedOn', { day })} />
        </div>
      )}
      <DataList
        label={t('loop.leaderboard')}
        list={list}
        columns={columns(style)}
        card={(row) => (
          <span className="bk-rankrow">
            <span className="bk-rank num">{count(row.rank)}</span>
            <span className="bk-two">
              <span dir="auto">{nameOf(row)}</span>
              <span className="sub">
                {t('loop.pointsOf', { count: row.points })} · {t('loop.referralsOf', { count: row.referrals })}
              </span>
            </span>
          </span>
        )}
        keyOf={(row) => row.id}
        openLabel={(row) => t('loop.openMember', { name: nameOf(row) })}
        href={(row) => (row.contact_id === '' ? null : `/business/contacts?contact=${row.contact_id}`)}
        empty={
          list.filtered ?
            <NoMatch text={t('loop.nobodyOn')} list={list} />
          : <EmptyState icon={IconTrophy} title={t('loop.nobody')} text={t('loop.nobodyText')} />
        }
      />
    </section>
  );
}
