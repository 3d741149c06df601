import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { press } from '../../../api/press.ts';
import { asList, useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { type Column, DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { type DateStyle, listTime } from '../../../format/date.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { nameOf } from './Leaderboard.tsx';
import { t } from './texts.ts';
import { usePage, useRows } from '../../../components/pages.ts';

type Unlocked = AnswerOf<'GET', '/landings/{id}/unlocked'>['data'][number];
const states = ['open', 'handed-out'] as const;

/** Who has unlocked which reward, and what is still to be handed out. */
export function UnlockedRewards({ couponId }: { readonly couponId: string }) {
  const style = useDateStyle();
  const { client, run } = useApp();
  const search = useSearch();
  const [here, go] = useLocation();
  const [busy, setBusy] = useState<string | null>(null);
  const state = new URLSearchParams(search).get('state') === 'handed-out' ? 'handed-out' : 'open';
  const read = useRead('/landings/{id}/unlocked', { params: { id: couponId }, query: { state, ...usePage() } }, asList);
  const list = useRows(read);
  const keyOf = (one: Unlocked): string => `${one.member_id} ${one.id}`;
  const handOut = async (one: Unlocked) => {
    setBusy(keyOf(one));
    await run(async () => {
      await client.post('/landings/{couponId}/rewards/{id}/hand-out', {
        params: { couponId, id: one.id },
        body: { member_id: one.member_id, redemption_id: press() },
      });
      toastSuccess(t('unlocked.done', { title: one.title, name: nameOf(one) }));
    });
    setBusy(null);
    read.refresh();
  };
  const act = (row: Unlocked) =>
    row.handed_out_at === null && (
      <Button
        size="compact-sm"
        variant="default"
        disabled={busy === keyOf(row)}
        aria-label={t('unlocked.handOutOf', { title: row.title, name: nameOf(row) })}
        onClick={() => {
          void handOut(row);
        }}
      >
        {t('unlocked.handOut')}
      </Button>
    );
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <h2 className="bk-loop-title">{t('unlocked.title')}</h2>
        <SegmentedControl
          aria-label={t('unlocked.which')}
          value={state}
          data={states.map((value) => ({ value, label: t(`unlocked.${value}`) }))}
          onChange={(value) => {
            const next = new URLSearchParams(search);
            next.delete('page');
            if (value === 'open') next.delete('state');
            else next.set('state', value);
            go(`${here}?${next.toString()}`, { replace: true });
          }}
        />
      </Group>
      <DataList
        label={t('unlocked.title')}
        list={list}
        columns={columns(style, act)}
        card={(row) => (
          <>
            <span className="bk-two bk-grow">
              <span dir="auto">{row.title}</span>
              <span className="sub" dir="auto">
                {nameOf(row)} · {stateOf(row, style)}
              </span>
            </span>
            {act(row)}
          </>
        )}
        keyOf={keyOf}
        openLabel={(row) => t('loop.openMember', { name: nameOf(row) })}
        href={(row) => (row.contact_id === '' ? null : `/business/contacts?contact=${row.contact_id}`)}
        empty={<EmptyState icon={IconGift} title={t(`unlocked.none.${state}`)} text={t('unlocked.noneText')} />}
      />
    </section>
  );
}

/** How far a reward has come, in words. */
function stateOf({ claimed_at: claimed, handed_out_at: handedOut, till }: Unlocked, style: DateStyle): string {
  const at = (instant: string) => listTime(instant, style, new Date());
  if (handedOut !== null)
    return till === null ?
        t('unlocked.handedOutAt', { at: at(handedOut) })
      : t('unlocked.handedOutBy', { at: at(handedOut), till });
  return claimed === null ? t('unlocked.notClaimed') : t('unlocked.claimedAt', { at: at(claimed) });
}

const columns = (style: DateStyle, act: (row: Unlocked) => React.ReactNode): readonly Column<Unlocked>[] => [
  {
    id: 'member',
    title: t('loop.col.member'),
    cell: (row) => (
      <span className="clip" dir="auto">
        {nameOf(row)}
      </span>
    ),
  },
  {
    id: 'reward',
    title: t('unlocked.reward'),
    cell: (row) => (
      <span className="clip" dir="auto">
        {row.title}
      </span>
    ),
  },
  {
    id: 'unlocked',
    title: t('unlocked.at'),
    width: 140,
    spare: true,
    cell: (row) => (
      <Instant at={row.unlocked_at} className="muted num">
        {listTime(row.unlocked_at, style, new Date())}
      </Instant>
    ),
  },
  { id: 'state', title: t('unlocked.state'), width: 230, cell: (row) => stateOf(row, style) },
  { id: 'does', title: t('unlocked.does'), width: 190, align: 'right', cell: act },
];
