import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { PushNote, PushOutcome, UserPush, WebPush } from '../../adapters/push/port.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { backoff } from '../engine/retry-policy.ts';
import { type Bell, forEachBounded } from '../engine/wait.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { is } from '../../domain/kernel/event.ts';
import { NotificationId } from '../../domain/kernel/ids.ts';
import { NotificationRaised, NotificationSent } from '../../domain/notifications/events.ts';
import { wording } from '../../domain/notifications/wording.ts';
import { streams } from '../../domain/streams.ts';
import { workTable } from '../engine/work-table.ts';
import type { Database } from '../engine/worker.ts';

/** Standard Web Push to browsers, or a service that knows users. */
export type PushService =
  { readonly to: 'browsers'; readonly push: WebPush } | { readonly to: 'users'; readonly push: UserPush };

export interface PushDependencies {
  readonly db: Database;
  /** With the codec on: the text is read when it is sent, and an erased contact's is gone. */
  readonly store: EventStore;
  readonly service: PushService;
  readonly bell: Bell;
  readonly now: () => Date;
  readonly log: Logger;
  /** How long to wait for a ring. Default 5,000 ms. */
  readonly pollMs?: number;
  /** Cuts off requests under way. */
  readonly cut?: AbortSignal;
}

interface Queued {
  notification_id: string;
  target: string;
  user_id: string;
  contact_id: string | null;
  kind: string;
  position: string;
  attempts: number;
  expires_at: Date;
}

const batch = 200;
/** Requests under way at once: a service that hangs holds up to so many for ten seconds, and nobody else. */
const concurrency = 16;
const maxAttempts = 5;
/** Of the text, in characters: a push may hold 4 KiB at most (RFC 8030, 7.2), and a lock screen shows two lines. */
const maxBody = 240;

/**
 * Sends what is queued until the signal fires. A row is taken out before its request: whatever happens then, nothing
 * is pushed twice. Any number of processes may run it.
 */
export async function runPush(
  dependencies: PushDependencies & { readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { bell, log, clock, pollMs = 5_000 } = dependencies;
  const work = async () => ((await pushDue(dependencies)) < batch ? pollMs : 0);
  await pollLoop({ name: 'pushes', work, bell, clock, log }, signal);
}

const queue = workTable('push_queue', 'q', 'notification_id', 'target');

/** One batch. Returns how many rows were taken. */
export async function pushDue({ db, store, service, now, log, cut }: PushDependencies): Promise<number> {
  const at = now();
  const { rows } = await queue.remove<Queued>(db, {
    where: sql`due_at <= ${at}::timestamptz`,
    order: sql`due_at`,
    limit: batch,
    returning: sql`q.notification_id, q.target, q.user_id, q.contact_id, q.kind, q.position::text, q.attempts, q.expires_at`,
  });
  const notes = new Map<string, Promise<Omit<PushNote, 'tag'> | null>>();
  const noteOf = (id: string) => {
    let note = notes.get(id);
    if (note === undefined) notes.set(id, (note = readNote(store, id)));
    return note;
  };
  await forEachBounded(newestOfEach(rows.filter((row) => row.expires_at > at)), concurrency, async (row) => {
    const note = await noteOf(row.notification_id);
    if (note === null) return;
    // Texts of one contact take each other's place; every other notification stands for itself.
    const tag = row.kind === 'message' ? `contact-${row.contact_id}` : row.notification_id;
    const outcome = await deliver(
      db,
      service,
      row,
      { ...note, tag },
      Math.max(1, Math.round((row.expires_at.getTime() - at.getTime()) / 1_000)),
      cut,
    );
    if (outcome.kind === 'gone' && service.to === 'browsers')
      await sql`delete from ops.push_subscriptions where endpoint = ${row.target}`.execute(db);
    else if (outcome.kind === 'later' && row.attempts + 1 < maxAttempts)
      await putBack(db, row, new Date(now().getTime() + (outcome.afterMs ?? backoff(row.attempts, 5_000, 600_000))));
    if (outcome.kind !== 'taken')
      log.info(
        { notification: row.notification_id, outcome: outcome.kind, detail: outcome.detail },
        'a push was not taken',
      );
  });
  return rows.length;
}

async function deliver(
  db: Database,
  service: PushService,
  row: Queued,
  note: PushNote,
  ttlSeconds: number,
  signal: AbortSignal | undefined,
): Promise<PushOutcome> {
  if (service.to === 'users') return service.push.send(row.user_id, note, { ttlSeconds });
  const {
    rows: [keys],
  } = await sql<{
    p256dh: string;
    auth: string;
  }>`select p256dh, auth from ops.push_subscriptions where endpoint = ${row.target} and user_id = ${row.user_id}`.execute(
    db,
  );
  // Switched off, or somebody else signed in at that browser.
  if (keys === undefined) return { kind: 'refused', detail: 'not subscribed any more' };
  return service.push.send({ endpoint: row.target, ...keys }, note, {
    ttlSeconds,
    topic: topicOf(note.tag),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** RFC 8030, 5.4: at most 32 characters of base64url. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

/** Of several texts of one contact for one browser the newest. */
function newestOfEach(rows: readonly Queued[]): readonly Queued[] {
  const newest = new Map<string, Queued>();
  for (const row of rows) {
    const key = row.kind === 'message' ? `${row.target} ${row.contact_id}` : `${row.target} ${row.notification_id}`;
    const other = newest.get(key);
    if (other === undefined || BigInt(row.position) > BigInt(other.position)) newest.set(key, row);
  }
  return [...newest.values()];
}

/** What a push says; null: nothing is left to say. */
async function readNote(store: EventStore, notificationId: string): Promise<Omit<PushNote, 'tag'> | null> {
  const [event] = await store.read(streams.notification(NotificationId.parse(notificationId)));
  if (event === undefined) return null;
  if (is(event, NotificationSent)) {
    const { title, content, link } = event.data;
    return { title: title ?? '', body: bounded(content ?? ''), link: link ?? null };
  }
  if (!is(event, NotificationRaised)) return null;
  const { title, content, link, kind, contactId } = event.data;
  if (title === null || content === null) return null;
  const contact = stateOf(Contact, contactId === null ? [] : await store.read(streams.contact(contactId)));
  const said = wording({ kind, title, content }, contact.status === 'none' ? nobody : contact);
  return { title: said.title, body: bounded(said.content ?? ''), link: link ?? null };
}
const nobody = { firstName: null, lastName: null, phone: null };

const bounded = (text: string): string =>
  text.length <= maxBody ?
    text
  : `${text
      .slice(0, maxBody - 1)
      .toWellFormed()
      .replace(/\ufffd$/u, '')}…`;

async function putBack(db: Database, row: Queued, dueAt: Date): Promise<void> {
  await sql`insert into ops.push_queue (notification_id, target, user_id, contact_id, kind, position, attempts, due_at, expires_at)
    values (${row.notification_id}, ${row.target}, ${row.user_id}, ${row.contact_id}, ${row.kind}, ${row.position},
    ${row.attempts + 1}, ${dueAt}, ${row.expires_at})
    on conflict do nothing`.execute(db);
}
