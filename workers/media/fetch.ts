import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import { ImageRefused, type Images } from '../../adapters/images/port.ts';
import type { MediaSource } from '../../adapters/sms/port.ts';
import { FileTooLarge, type Storage } from '../../adapters/storage/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type EventOf, is } from '../../domain/kernel/event.ts';
import { MessageId } from '../../domain/kernel/ids.ts';
import { MessageMediaRejected, MessageMediaStored, MessageReceived } from '../../domain/messages/events.ts';
import type { MediaOutcome } from '../../domain/messages/media.ts';
import { streams } from '../../domain/streams.ts';
import { workerContext } from '../context.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { backoff, maxAttempts } from '../engine/retry-policy.ts';
import { backstopMs, type Bell } from '../engine/wait.ts';
import { forgetIfErased } from '../engine/pictures-of-contact.ts';
import { workTable } from '../engine/work-table.ts';
import type { Database } from '../engine/worker.ts';

/** Where what is attached comes from, who makes it safe, and where it is kept. */
export interface MediaService {
  readonly source: MediaSource;
  readonly images: Images;
  readonly storage: Storage;
}

export interface MediaRun {
  readonly db: Database;
  readonly store: EventStore;
  readonly commands: Pick<Commands, 'messages'>;
  readonly service: MediaService;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
  /** First and longest wait between tries, in ms. Defaults 2,000 and 600,000. */
  readonly retryMs?: number;
  readonly longestRetryMs?: number;
}

/** Texts at once. */
const lanes = 3;
/** A text that a process has taken is another's after this: longer than ten pictures take. */
const claimMs = 5 * 60_000;
/** What carriers pass on: 5 MB, and a little more for what they say of it. */
const maxBytes = 6 * 1024 * 1024;
/** px; no screen shows more in a thread. */
const maxWidth = 2048;

/** Not now: tried again. */
class Later extends Error {
  override readonly name = 'Later';
}

/** Fetches what is due until the signal fires. Any number of processes may run it: each text is one's at a time. */
export async function runMedia(parts: MediaRun, signal: AbortSignal): Promise<void> {
  const { db, bell, clock, log } = parts;
  const lane = async (first: Taken | null): Promise<void> => {
    for (let taken = first; taken !== null; taken = await next()) await fetchAll(parts, taken, signal);
  };
  const next = async () => (signal.aborted ? null : take(db, clock.now()));
  const work = async () => {
    const first = await next();
    if (first !== null)
      await Promise.all([lane(first), ...Array.from({ length: lanes - 1 }, async () => lane(await next()))]);
    return backstopMs;
  };
  await pollLoop({ name: 'attachments', work, bell, clock, log }, signal);
}

interface Taken {
  readonly messageId: string;
  readonly attempts: number;
}

const fetches = workTable('media_fetches', 'm', 'message_id');
async function take(db: Database, now: Date): Promise<Taken | null> {
  const { rows } = await fetches.claim<Taken>(db, {
    where: sql`due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`,
    order: sql`due_at`,
    limit: 1,
    set: sql`claimed_until = ${new Date(now.getTime() + claimMs)}, attempts = attempts + 1`,
    returning: sql`m.message_id as "messageId", attempts`,
  });
  return rows[0] ?? null;
}

type Received = EventOf<typeof MessageReceived>['data'];

/** Every attachment of one text that has no outcome yet. The row goes when all have one; what is for later keeps it. */
async function fetchAll(parts: MediaRun, { messageId: id, attempts }: Taken, signal: AbortSignal): Promise<void> {
  const { db, store, commands, clock, log, retryMs = 2_000, longestRetryMs = 600_000 } = parts;
  const messageId = MessageId.parse(id);
  const stored = await store.read(streams.message(messageId));
  const received = stored.find((event) => is(event, MessageReceived));
  const ended = new Set(
    stored.flatMap((event) =>
      is(event, MessageMediaStored) || is(event, MessageMediaRejected) ? [event.data.index] : [],
    ),
  );
  let later = false;
  if (received !== undefined) {
    const { data, metadata } = received;
    for (const [index, item] of (data.media ?? []).entries()) {
      if (ended.has(index) || signal.aborted) continue;
      let outcome: MediaOutcome;
      try {
        outcome = await keep(parts, data, metadata.tenant.agencyId, index, item.url, signal);
      } catch (error) {
        if (!(error instanceof Later)) log.warn({ err: error, messageId, index }, 'An attachment could not be kept.');
        if (attempts < maxAttempts) {
          later = true;
          continue;
        }
        outcome = { kind: 'refused', reason: 'not-reachable' };
      }
      const context = workerContext(
        'media',
        { agencyId: metadata.tenant.agencyId, businessId: data.businessId },
        'media',
        [messageId, String(index)],
        { correlationId: metadata.correlationId, causationId: received.id },
      );
      await commands.messages.recordMedia(context, { messageId, index, outcome });
    }
  }
  if (signal.aborted || later) {
    const wait = signal.aborted ? 0 : backoff(attempts - 1, retryMs, longestRetryMs);
    await sql`update ops.media_fetches set claimed_until = null, due_at = ${new Date(clock.now().getTime() + wait)}
      where message_id = ${messageId}`.execute(db);
  } else await sql`delete from ops.media_fetches where message_id = ${messageId}`.execute(db);
}

/** Fetched, made anew, on the disk, and listed once for its place in the text, whoever does it how often. */
async function keep(
  { db, store, service, clock }: MediaRun,
  { to, messageId, businessId, contactId }: Received,
  agencyId: string | null,
  index: number,
  url: string,
  signal: AbortSignal,
): Promise<MediaOutcome> {
  const found = await service.source.fetch({ number: to ?? '', url, maxBytes, signal });
  if (found.kind === 'later') throw new Later(found.detail);
  if (found.kind === 'refused') return found;
  try {
    const { image } = await service.images.process(found.bytes, { tenant: businessId, maxWidth, widths: [], maxBytes });
    const { key, size } = await service.storage.put(image.bytes, maxBytes);
    const { contentType, width, height } = image;
    await sql`
      insert into ops.media (id, storage_key, content_type, size, width, height, user_id, business_id, agency_id, purpose,
        message_id, message_index, contact_id, created_at)
      values (${randomBytes(16).toString('base64url')}, ${key}, ${contentType}, ${size}, ${width}, ${height}, null,
        ${businessId}, ${agencyId}, 'received', ${messageId}, ${index}, ${contactId}, ${clock.now()})
      on conflict (message_id, message_index) where message_id is not null do nothing`.execute(db);
    if (await forgetIfErased({ db, store, storage: service.storage }, contactId))
      return { kind: 'refused', reason: 'not-fetched' };
    const { rows } = await sql<{ id: string }>`
      select id from ops.media where message_id = ${messageId} and message_index = ${index}`.execute(db);
    return { kind: 'stored', mediaId: rows[0]!.id, contentType, size, width, height };
  } catch (error) {
    if (error instanceof ImageRefused) return { kind: 'refused', reason: 'not-a-picture' };
    if (error instanceof FileTooLarge) return { kind: 'refused', reason: 'too-large' };
    throw error;
  }
}
