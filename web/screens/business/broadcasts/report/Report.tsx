import '../broadcasts.css';
import { Button, Skeleton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCopy,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Broadcast, SentStats } from '../../../../../api/contract/broadcasts.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { useRouteParam } from '../../../../session/params.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Note } from '../../../../components/form/Form.tsx';
import { useFilled } from '../../../../email-editor/filled.ts';
import { Thumb } from '../../../../email-editor/Thumb.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { BroadcastBadge } from '../../../../components/StatusBadge.tsx';
import { shortTime, time } from '../../../../format/date.ts';
import { count, percent } from '../../../../format/number.ts';
import { useDateStyle, useProfile } from '../../../../session/profile.tsx';
import { isNight } from '../compose/night.ts';
import { type EmailContent, useDesign } from '../compose/useDesign.ts';
import { whenInWords } from '../compose/labels.ts';
import { cure, ended, here, letter, outOf, TypeIcon, why } from '../presentation.tsx';
import { t } from '../texts.ts';
import { useBroadcastActions } from '../useBroadcastActions.tsx';
import { OverTime } from './OverTime.tsx';
import { Recipients } from './Recipients.tsx';

/** While it goes out the figures are also asked for by themselves, ms: a lost word is made up for. */
const whileRunning = 5_000;

/** /business/broadcasts/{id}/report: what became of everybody, and what they did; live while it goes out. */
export default function Report() {
  const id = useRouteParam('id');
  const one = useRead('/broadcasts/{id}', { params: { id } }, { keepPrevious: false });
  const live = one.data !== undefined && ['scheduled', 'running', 'paused'].includes(one.data.data.status);
  const stats = useRead(
    '/broadcasts/{id}/sent-stats',
    { params: { id } },
    { swr: { refreshInterval: live ? whileRunning : 0 } },
  );
  const { refresh } = stats;
  useEffect(() => {
    // What came with its last word.
    if (!live) refresh();
  }, [live, refresh]);
  const error = one.error ?? stats.error;
  if (error)
    return (
      <div className="bk-page">
        <div className="bk-card">
          <ErrorState
            error={error}
            onRetry={() => {
              one.refresh();
              stats.refresh();
            }}
          />
        </div>
      </div>
    );
  if (one.data === undefined || stats.data === undefined) return <Ghost />;
  return (
    <Shown
      broadcast={one.data.data}
      stats={stats.data.data}
      refresh={() => {
        one.refresh();
        stats.refresh();
      }}
    />
  );
}

/** Whose phone it was confirmed from. */
const texted = ({ name }: NonNullable<Broadcast['texted']>): string =>
  name === null ? t('bc.report.textedErased') : t('bc.report.texted', { name });

function Shown({
  broadcast,
  stats,
  refresh,
}: {
  readonly broadcast: Broadcast;
  readonly stats: SentStats;
  readonly refresh: () => void;
}) {
  const style = useDateStyle();
  const address = useSearch();
  const { act, resumeMails, ask, dialogs } = useBroadcastActions(refresh);
  const { status, started_at: began, paused } = broadcast;
  const over = status === 'completed' || status === 'stopped';
  const emails = paused?.by === 'bounces' || paused?.by === 'complaints' ? (stats.mail?.business ?? null) : null;
  return (
    <div className="bk-page">
      <RecordHeader
        name={broadcast.name}
        badge={<BroadcastBadge status={status} />}
        sub={
          <>
            <TypeIcon type={broadcast.type} size={15} /> {t(`bc.type.${broadcast.type}`)}
            {began !== null ?
              <> · {t('bc.report.began', { at: shortTime(began, style) })}</>
            : ` · ${whenInWords(broadcast.schedule, style)}`}
            {broadcast.texted !== null && <> · {texted(broadcast.texted)}</>}
          </>
        }
        back={{ href: here, label: t('broadcasts.title') }}
      >
        {status === 'running' && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            onClick={() => void act('pause', broadcast)}
          >
            {t('bc.action.pause')}
          </Button>
        )}
        {status === 'paused' && (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => void (emails === null ? act('resume', broadcast) : resumeMails(broadcast, emails))}
          >
            {t('bc.action.resume')}
          </Button>
        )}
        {(status === 'running' || status === 'paused') && (
          <Button
            variant="default"
            color="red"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={() => {
              ask('stop', broadcast);
            }}
          >
            {t('bc.action.stop')}
          </Button>
        )}
        {over && (
          <>
            <Button
              component={Link}
              href={`${here}/resend/${broadcast.id}`}
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
            >
              {t('bc.action.resend')}
            </Button>
            <Button
              component={Link}
              href={`${here}/duplicate/${broadcast.id}`}
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden />}
            >
              {t('bc.action.duplicate')}
            </Button>
          </>
        )}
      </RecordHeader>
      {paused !== null && status === 'paused' && (
        <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <b>{t(`bc.paused.${paused.by}`)}</b> {paused.note}
          {emails !== null && (
            <p>
              {t('bc.paused.figures', {
                sent: count(emails.sent),
                bounced: count(emails.bounced),
                complained: count(emails.complained),
              })}
            </p>
          )}
        </Note>
      )}
      <Progress broadcast={broadcast} stats={stats} />
      <Figures stats={stats} />
      {stats.mail !== null && <Honest mail={stats.mail} />}
      <div className="bk-grid">
        <Ends stats={stats} />
        <Reasons stats={stats} broadcast={broadcast} />
        <OverTime id={broadcast.id} points={stats.over_time} />
        {stats.links.length > 0 && <Links stats={stats} />}
        <Said broadcast={broadcast} tall={stats.links.length > 0 && stats.variants.length > 0} />
        {stats.variants.length > 0 && <Variants broadcast={broadcast} stats={stats} />}
      </div>
      <Recipients key={address} broadcast={broadcast} stats={stats} />
      {dialogs}
    </div>
  );
}

/** How far it is, in a bar of all ends and in words. */
/** Before that the last ones are simply on their way. */
const finishingAfterMs = 10 * 60_000;

function Progress({ broadcast, stats }: { readonly broadcast: Broadcast; readonly stats: SentStats }) {
  const style = useDateStyle();
  const zone = useProfile().business?.timezone ?? style.timezone;
  const { counts, pace } = stats;
  const { audience } = counts;
  const { status } = broadcast;
  const done = ended(counts);
  // Everyone has been tried, and some for a while: one server that says “later”, or one number.
  const left = counts.sent + counts.held;
  const startedAt = broadcast.started_at === null ? 0 : Date.parse(broadcast.started_at);
  const until = new Date(startedAt + broadcast.valid_hours * 3_600_000).toISOString();
  const isFinishing =
    status === 'running' &&
    broadcast.frozen &&
    counts.waiting === 0 &&
    left > 0 &&
    done > 0 &&
    (counts.held > 0 || Date.now() - startedAt > finishingAfterMs);
  const words =
    status === 'running' && !broadcast.frozen ? t('bc.progress.freezing', { count: audience })
    : isFinishing ? t('bc.progress.finishing', { count: left, until: shortTime(until, style) })
    : status === 'running' && pace?.held != null ?
      t('bc.progress.held', { count: count(pace.held.count), until: shortTime(pace.held.until, style) })
    : status === 'running' && pace !== null && pace.per_minute > 0 ?
      pace.done_at === null ?
        t('bc.progress.rate', { rate: count(pace.per_minute) })
      : t('bc.progress.pace', { rate: count(pace.per_minute), at: time(pace.done_at, style) })
    : status === 'running' && counts.waiting + counts.held > 0 && isNight(broadcast.type, zone) ? t('bc.progress.night')
    : status === 'running' ? t('bc.progress.starting')
    : status === 'paused' ? t('bc.progress.paused', { count: counts.waiting + counts.held })
    : status === 'scheduled' ? t('bc.progress.scheduled')
    : stats.over_time.length === 1 && broadcast.started_at !== null ?
      t('bc.progress.atOnce', { at: shortTime(broadcast.started_at, style) })
    : null;
  const part = (value: number, tone: string) =>
    value > 0 && (
      <i key={tone} className={`tone-${tone}`} style={{ width: `${(value / Math.max(1, audience)) * 100}%` }} />
    );
  return (
    <section className="bk-card bc-progress" aria-label={t('bc.progress.title')}>
      <div className="line">
        <b className="num">{t('bc.progress.of', { done: count(done), all: count(audience) })}</b>
        {words !== null && (
          <span className="muted" role="status">
            {words}
          </span>
        )}
      </div>
      <div
        className="bar"
        role="progressbar"
        aria-label={t('bc.progress.title')}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, audience)}
        aria-valuenow={Math.min(done, Math.max(1, audience))}
        aria-valuetext={t('bc.progress.of', { done: count(done), all: count(audience) })}
      >
        {part(counts.delivered, 'success')}
        {part(counts.sent, 'info')}
        {part(counts.undelivered, 'danger')}
        {part(counts.suppressed, 'warning')}
        {part(counts.stopped + counts.expired, 'neutral')}
      </div>
    </section>
  );
}

function Figures({ stats }: { readonly stats: SentStats }) {
  const out = outOf(stats.counts);
  const figure = (title: string, value: number, of: number, hint: string) => (
    <div className="bk-card bk-figure">
      <h2>{title}</h2>
      <div className="value num">{count(value)}</div>
      <div className="compare">{of === 0 ? hint : `${percent(value / of)} ${hint}`}</div>
    </div>
  );
  return (
    <section className="bk-figures bc-figures" aria-label={t('bc.figures.title')}>
      {figure(t('bc.figures.delivered'), stats.counts.delivered, out, t('bc.figures.ofSent'))}
      {figure(t('bc.figures.clicked'), stats.clicked, stats.counts.delivered, t('bc.figures.ofDelivered'))}
      {stats.mail === null &&
        figure(t('bc.figures.replied'), stats.replied, stats.counts.delivered, t('bc.figures.ofDelivered'))}
      {figure(t('bc.figures.redeemed'), stats.redeemed, 0, t('bc.figures.coupons'))}
      {figure(
        t(stats.mail === null ? 'bc.figures.optedOut' : 'bc.figures.unsubscribed'),
        stats.opted_out,
        stats.counts.delivered,
        t('bc.figures.ofDelivered'),
      )}
      {stats.mail !== null &&
        figure(t('bc.figures.complained'), stats.mail.complained, stats.counts.delivered, t('bc.figures.ofDelivered'))}
    </section>
  );
}

/** What the figures of an email do not say. */
const Honest = ({ mail: { taken } }: { readonly mail: NonNullable<SentStats['mail']> }) => (
  <p className="bc-hint bc-honest">
    {taken > 0 && `${t('bc.figures.taken', { count: taken })} `}
    {t('bc.figures.noOpens')}
  </p>
);

const shownEnds = ['delivered', 'sent', 'held', 'waiting', 'undelivered', 'suppressed', 'stopped', 'expired'] as const;
/** Everybody of the audience, each once: these add up. */
function Ends({ stats: { counts } }: { readonly stats: SentStats }) {
  const most = Math.max(1, counts.audience);
  return (
    <section className="bk-card bc-bars">
      <header>
        <h2>{t('bc.ends.title')}</h2>
        <span className="end faint num">{t('bc.ends.audience', { count: counts.audience })}</span>
      </header>
      <ol>
        {shownEnds
          .filter((state) => counts[state] > 0 || state === 'delivered')
          .map((state) => (
            <li key={state} className={`of-${state}`}>
              <div className="line">
                <span>{t(`bc.ends.${state}`)}</span>
                <b className="num">
                  {count(counts[state])} <span className="faint">{percent(counts[state] / most)}</span>
                </b>
              </div>
              <div className="bar" aria-hidden>
                <i style={{ width: `${(counts[state] / most) * 100}%` }} />
              </div>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** Why it did not arrive, or was not sent, in words, with what can be done about it. */
function Reasons({ stats, broadcast }: { readonly stats: SentStats; readonly broadcast: Broadcast }) {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState(false);
  const merged = new Map<
    string,
    { text: string; more: string | null; count: number; state: (typeof shownEnds)[number] }
  >();
  for (const { state, reason, error_code: code, count: of } of stats.reasons) {
    if (state !== 'undelivered' && state !== 'suppressed' && state !== 'held') continue;
    const text = why(reason, code);
    const known = merged.get(`${state} ${text}`);
    merged.set(`${state} ${text}`, { text, more: cure(reason, code), state, count: (known?.count ?? 0) + of });
  }
  const rows = [...merged.values()].toSorted((a, b) => b.count - a.count);
  const later = async () => {
    setBusy(true);
    const name = t('bc.skipped.name', { name: broadcast.name }).slice(0, 120);
    const made = await run(() =>
      client.post('/broadcasts/{id}/skipped', { params: { id: broadcast.id }, body: { name }, quiet: true }),
    );
    setBusy(false);
    if (made !== undefined) go(`${here}/${made.data.id}/edit`);
  };
  return (
    <section className="bk-card bc-reasons wide">
      <header>
        <h2>{t('bc.reasons.title')}</h2>
      </header>
      {rows.length === 0 ?
        <p className="body muted">{t('bc.reasons.none')}</p>
      : <ul>
          {rows.slice(0, all ? undefined : 6).map(({ text, more, count: of, state }) => (
            <li key={`${state} ${text}`}>
              <span className={`dot tone-${state === 'undelivered' ? 'danger' : 'warning'}`} aria-hidden />
              <span className="words">
                <b>{t(`bc.ends.${state}`)}</b> {text}
                {more !== null && <span className="faint"> {more}</span>}
              </span>
              <b className="num">{count(of)}</b>
            </li>
          ))}
        </ul>
      }
      {rows.length > 6 && (
        <Button
          className="more"
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? t('bc.reasons.less') : t('bc.reasons.more', { count: rows.length - 6 })}
        </Button>
      )}
      {stats.skipped > 0 && (
        <div className="foot">
          <span>{t('bc.skipped.text', { count: stats.skipped })}</span>
          <Button size="compact-sm" variant="default" loading={busy} onClick={() => void later()}>
            {t('bc.skipped.go')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Links({ stats: { links, variants } }: { readonly stats: SentStats }) {
  const scanned = links.reduce((sum, link) => sum + link.scanned, 0);
  return (
    <section className="bk-card bc-links wide">
      <header>
        <h2>{t('bc.links.title')}</h2>
      </header>
      <div className="scroll" tabIndex={0} role="region" aria-label={t('bc.links.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('bc.links.link')}</th>
              <th scope="col" className="right">
                {t('bc.links.people')}
              </th>
              <th scope="col" className="right">
                {t('bc.links.clicks')}
              </th>
            </tr>
          </thead>
          <tbody>
            {links.map((link) => (
              <tr key={`${link.variant} ${link.url}`}>
                <th scope="row" title={link.url}>
                  {variants.length > 0 && <span className="faint">{letter(link.variant)} </span>}
                  {link.url.replace(/^https?:\/\//, '')}
                </th>
                <td className="num right">{count(link.clickers)}</td>
                <td className="num right">{count(link.clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {scanned > 0 && <p className="body faint">{t('bc.links.scanned', { count: scanned })}</p>}
    </section>
  );
}

type Column = 'sent' | 'delivered' | 'clicked' | 'replied' | 'redeemed' | 'optedOut';
const valueOf = ({ counts, ...did }: SentStats['variants'][number], column: Column): number =>
  column === 'sent' ? outOf(counts)
  : column === 'delivered' ? counts.delivered
  : column === 'optedOut' ? did.opted_out
  : did[column];

/** The ways it was said, side by side, and an honest word about which did better. */
function Variants({ broadcast, stats }: { readonly broadcast: Broadcast; readonly stats: SentStats }) {
  const { winner, test } = broadcast;
  const by = test?.by ?? 'clicks';
  // Answers to emails go to a mailbox that nobody here reads.
  const columns = (['sent', 'delivered', 'clicked', 'replied', 'redeemed', 'optedOut'] as const).filter(
    (column) => column !== 'replied' || stats.mail === null,
  );
  return (
    <section className="bk-card bc-links wide">
      <header>
        <h2>{t('bc.variants.title')}</h2>
      </header>
      <div className="scroll" tabIndex={0} role="region" aria-label={t('bc.variants.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('bc.variants.variant')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className="right">
                  {t(`bc.variants.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stats.variants.map((row) => (
              <tr key={row.variant}>
                <th scope="row">
                  {row.variant === -1 ?
                    t('bc.variants.rest')
                  : t('bc.message.variant', { letter: letter(row.variant) })}
                  {winner?.variant === row.variant && <span className="bc-winner">{t('bc.variants.winner')}</span>}
                </th>
                {columns.map((column) => (
                  <td key={column} className="num right">
                    {count(valueOf(row, column))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="body muted">
        {winner !== null ?
          t(winner.honest ? 'bc.variants.honest' : 'bc.variants.chance', {
            letter: letter(winner.variant),
            by: t(`bc.test.by.${by}`),
          })
        : test?.share === 100 ?
          t('bc.test.lesson')
        : t('bc.variants.waiting', { count: test?.hours ?? 0 })}
      </p>
    </section>
  );
}

/** What was said, with the business’s own data and an example of a contact. */
function Said({ broadcast, tall }: { readonly broadcast: Broadcast; readonly tall: boolean }) {
  const filled = useFilled();
  return (
    <section className={`bk-card bc-said${tall ? ' tall' : ''}`}>
      <header>
        <h2>{t('bc.said.title')}</h2>
      </header>
      <div className="body">
        {broadcast.contents.map((content, index) => (
          <div key={index}>
            {broadcast.contents.length > 1 && <b>{t('bc.message.variant', { letter: letter(index) })}</b>}
            {content.kind === 'text' ?
              <>
                {content.media.map(({ url }) => (
                  <img key={url} src={url} alt="" />
                ))}
                <p className="bubble" dir="auto">
                  {filled(content.body)}
                </p>
              </>
            : <EmailSaid content={content} />}
          </div>
        ))}
      </div>
    </section>
  );
}

function EmailSaid({ content }: { readonly content: EmailContent }) {
  const { design } = useDesign(content);
  const filled = useFilled();
  return (
    <div className="mail">
      <b dir="auto">{filled(content.subject ?? '')}</b>
      {content.preheader !== null && content.preheader !== '' && (
        <span className="muted" dir="auto">
          {filled(content.preheader)}
        </span>
      )}
      {design !== null && <Thumb design={design} />}
    </div>
  );
}

/** As high as what comes. */
const Ghost = () => (
  <div className="bk-page" role="status" aria-label={t('app.loading')}>
    <Skeleton height={52} radius="md" mb="lg" />
    <Skeleton height={86} radius="lg" mb="lg" />
    <div className="bk-figures">
      {[0, 1, 2, 3, 4].map((index) => (
        <Skeleton key={index} height={106} radius="lg" />
      ))}
    </div>
  </div>
);
