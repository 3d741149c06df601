import './votes.css';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { IconCheckbox } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { asList, useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { type Column, DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { ExportDialog } from '../../../components/export/ExportDialog.tsx';
import { t as exporting } from '../../../components/export/texts.ts';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { date, type DateStyle, listTime } from '../../../format/date.ts';
import { count } from '../../../format/number.ts';
import { shares } from '../../../pages/shares.ts';
import { useDateStyle } from '../../../session/profile.tsx';
import { nameOf } from './Leaderboard.tsx';
import { t } from './texts.ts';
import { usePage, useRows } from '../../../components/pages.ts';
import { useTally } from './useTally.ts';

type Standing = AnswerOf<'GET', '/landings/{id}/votes'>['data'];
type Ballot = AnswerOf<'GET', '/landings/{id}/ballots'>['data'][number];

/** How a vote stands, who voted for what, and what of it counts. */
export function Votes({ couponId }: { readonly couponId: string }) {
  const style = useDateStyle();
  const votes = useRead('/landings/{id}/votes', { params: { id: couponId } });
  const ballots = useRead('/landings/{id}/ballots', { params: { id: couponId }, query: usePage() }, asList);
  const list = useRows(ballots);
  const [asked, setAsked] = useState<Ballot | null>(null);
  const refresh = () => {
    votes.refresh();
    ballots.refresh();
  };
  useTally(couponId, refresh);
  const { client, run } = useApp();
  const judge = (one: Ballot, counts: boolean, reason: string) =>
    run(async () => {
      await client.put('/landings/{couponId}/ballots/{id}', {
        params: { couponId, id: one.id },
        body: { counts, reason },
      });
      toastSuccess(t(counts ? 'votes.putBackDone' : 'votes.takenOutDone', { name: nameOf(one) }));
      refresh();
    });
  if (votes.error)
    return (
      <div className="bk-card">
        <ErrorState error={votes.error} onRetry={votes.refresh} />
      </div>
    );
  const standing = votes.data?.data;
  if (standing === undefined) return <FormGhost sections={2} />;
  const labels = new Map(standing.choices.map(({ id, label }) => [id, label ?? t('votes.removed')]));
  const act = (row: Ballot) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t(row.excluded ? 'votes.putBackOf' : 'votes.takeOutOf', { name: nameOf(row) })}
      onClick={() => {
        if (row.excluded) void judge(row, true, '');
        else setAsked(row);
      }}
    >
      {t(row.excluded ? 'votes.putBack' : 'votes.takeOut')}
    </Button>
  );
  return (
    <div className="bk-loop bk-votes">
      <Figures standing={standing} style={style} />
      <Bars standing={standing} />
      <section>
        <Group justify="space-between">
          <h2 className="bk-loop-title">{t('votes.ballots')}</h2>
          <ExportDialog
            title={exporting('export.votes', { count: list.total ?? 0 })}
            which={exporting('export.everything')}
            disabled={(list.total ?? 0) === 0}
            link={async (format) => {
              const request = { params: { id: couponId }, body: { format }, quiet: true };
              return (await client.post('/landings/{id}/ballots/export', request)).data.file_url;
            }}
          />
        </Group>
        <DataList
          label={t('votes.ballots')}
          list={list}
          columns={columns(style, labels, act)}
          card={(row) => (
            <>
              <span className="bk-two bk-grow">
                <span dir="auto">{nameOf(row)}</span>
                <span className="sub" dir="auto">
                  {choicesOf(row, labels)}
                </span>
                {row.excluded && <span className="sub">{outOf(row)}</span>}
              </span>
              {act(row)}
            </>
          )}
          keyOf={(row) => row.id}
          openLabel={(row) => t('loop.openMember', { name: nameOf(row) })}
          href={(row) => (row.contact_id === '' ? null : `/business/contacts?contact=${row.contact_id}`)}
          empty={<EmptyState icon={IconCheckbox} title={t('votes.nobody')} text={t('votes.nobodyText')} />}
        />
      </section>
      {asked !== null && (
        <TakeOut
          ballot={asked}
          onClose={() => {
            setAsked(null);
          }}
          onTake={async (reason) => {
            await judge(asked, false, reason);
            setAsked(null);
          }}
        />
      )}
    </div>
  );
}

const choicesOf = ({ choices }: Ballot, labels: ReadonlyMap<string, string>): string =>
  choices.map((id) => labels.get(id) ?? t('votes.removed')).join(', ');
const outOf = ({ reason }: Ballot): string =>
  reason === null || reason === '' ? t('votes.out') : t('votes.outWhy', { reason });

function columns(
  style: DateStyle,
  labels: ReadonlyMap<string, string>,
  act: (row: Ballot) => React.ReactNode,
): readonly Column<Ballot>[] {
  return [
    {
      id: 'voter',
      title: t('votes.col.voter'),
      cell: (row) => (
        <span className="bk-two">
          <span className="clip" dir="auto">
            {nameOf(row)}
          </span>
          {row.excluded && (
            <span className="sub clip" dir="auto">
              {outOf(row)}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'choices',
      title: t('votes.col.choices'),
      cell: (row) => (
        <span className={row.excluded ? 'clip bk-struck' : 'clip'} dir="auto">
          {choicesOf(row, labels)}
        </span>
      ),
    },
    {
      id: 'via',
      title: t('votes.col.via'),
      width: 90,
      spare: true,
      cell: (row) => <span className="muted">{row.via === null ? '' : t(`votes.via.${row.via}`)}</span>,
    },
    {
      id: 'at',
      title: t('votes.col.at'),
      width: 130,
      spare: true,
      cell: (row) =>
        row.at !== null && (
          <Instant at={row.at} className="muted num">
            {listTime(row.at, style, new Date())}
          </Instant>
        ),
    },
    { id: 'does', title: t('votes.col.does'), width: 120, align: 'right', cell: act },
  ];
}

function Figures({ standing, style }: { readonly standing: Standing; readonly style: DateStyle }) {
  const { voters, excluded, ends_at: ends, last_at: last } = standing;
  const over = ends !== null && ends <= new Date().toISOString();
  const cards: readonly (readonly [string, React.ReactNode])[] = [
    [t('votes.counted'), count(voters)],
    [t('votes.excluded'), count(excluded)],
    [
      t(over ? 'votes.ended' : 'votes.ends'),
      ends === null ?
        t('votes.open')
      : <Instant key="ends" at={ends}>
          {date(ends, style)}
        </Instant>,
    ],
    [
      t('votes.last'),
      last === null ?
        t('votes.none')
      : <Instant key="last" at={last}>
          {listTime(last, style, new Date())}
        </Instant>,
    ],
  ];
  return (
    <div className="bk-figures">
      {cards.map(([title, value]) => (
        <div key={title} className="bk-card bk-figure">
          <h2>{title}</h2>
          <div className="value num">{value}</div>
        </div>
      ))}
    </div>
  );
}

/** As visitors see them, with what was taken out beside what counts. */
function Bars({ standing }: { readonly standing: Standing }) {
  const { choices } = standing;
  const percent = shares(choices.map(({ votes }) => votes));
  const most = Math.max(1, ...choices.map(({ votes, excluded }) => votes + excluded));
  const ahead = Math.max(...choices.map(({ votes }) => votes));
  return (
    <section className="bk-card bk-vote-card">
      <h2>{t('votes.standing')}</h2>
      <ol className="bk-bars" data-plain={choices.every(({ picture }) => picture === null)}>
        {choices.map(({ id, label, picture, votes, excluded }, index) => (
          <li key={id} data-ahead={votes > 0 && votes === ahead}>
            {picture === null ?
              <span className="shot" aria-hidden />
            : <img className="shot" src={picture} alt="" width={44} height={44} loading="lazy" />}
            <span className="words">
              <span className="name" dir="auto">
                {label ?? t('votes.removedOf', { id })}
              </span>
              <span className="num muted">
                {t('votes.votes', { count: votes })}
                {excluded > 0 && ` · ${t('votes.outCount', { count: excluded })}`}
              </span>
            </span>
            <span className="line" aria-hidden>
              <i style={{ width: `${(votes * 100) / most}%` }} />
              {excluded > 0 && <i className="out" style={{ width: `${(excluded * 100) / most}%` }} />}
            </span>
            <b className="num">{percent[index]}%</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

function TakeOut({
  ballot,
  onClose,
  onTake,
}: {
  readonly ballot: Ballot;
  readonly onClose: () => void;
  readonly onTake: (reason: string) => Promise<void>;
}) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  return (
    <Modal opened onClose={onClose} size="sm" title={t('votes.takeOutOf', { name: nameOf(ballot) })}>
      <form
        className="bk-rule-form"
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          void onTake(reason).finally(() => {
            setBusy(false);
          });
        }}
      >
        <p className="muted">{t('votes.takeOutText')}</p>
        <TextInput
          label={t('votes.reason')}
          value={reason}
          maxLength={200}
          data-autofocus
          onChange={(event) => {
            setReason(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('votes.takeOut')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
