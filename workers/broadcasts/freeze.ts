import { sql } from 'kysely';
import { Broadcast, type ExistingBroadcast, Freezing } from '../../domain/broadcast/broadcast.ts';
import type { Audience, LeftOut, Setup } from '../../domain/broadcast/fields.ts';
import type { Channel } from '../../domain/contact/fields.ts';
import { dueFor } from '../../domain/broadcast/schedule.ts';
import { variantOf } from '../../domain/broadcast/variants.ts';
import { Business } from '../../domain/business/business.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { BroadcastId, BusinessId, type ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type BroadcastDependencies, contextOf, keep, type Task } from './run.ts';

/** Somebody who is meant. `reason`: why they are not written to, as far as the read models know; null: they are. */
export interface Meant {
  readonly contactId: string;
  readonly phone: string | null;
  readonly reason: LeftOut | null;
}

/** Who is meant by an audience, from the read models. */
export interface AudienceReader {
  /** Whether they show everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  /** How many would be written to. */
  count(businessId: string, channel: Channel, audience: Audience): Promise<number>;
  /** The next of those who were known at `position`, after `after` (null: the first); `next`: null: there are no more. */
  page(
    businessId: string,
    channel: Channel,
    audience: Audience,
    page: { readonly position: bigint; readonly after: string | null; readonly limit: number; readonly now: Date },
  ): Promise<{ readonly people: readonly Meant[]; readonly next: string | null }>;
}

/** As many as one event names. */
const partSize = 1_000;

/**
 * Freezes the audience part by part, from where it had come. Each part is named by its number, so of two processes that
 * freeze one only one is heard, and a process that died is followed by another at the same place. True: all is frozen.
 */
export async function freeze(dependencies: BroadcastDependencies, task: Task, signal: AbortSignal): Promise<boolean> {
  const { store, commands, audience, clock } = dependencies;
  const broadcastId = BroadcastId.parse(task.broadcastId);
  const { broadcast, timezone } = await read(dependencies, task);
  if (broadcast === null || broadcast.run === null) return true;
  if (!(await audience.reached(BigInt(broadcast.run.position)))) return false;
  // The feed may be behind what was frozen.
  const after = await store.read(streams.broadcastAudience(broadcastId), { from: Math.max(0, task.chunk - 1) });
  let { chunk, next, complete } = fold(Freezing, after as never);
  for (let kept = clock.elapsed(); !signal.aborted;) {
    if (clock.elapsed() - kept > 5_000) {
      await keep(dependencies, task);
      kept = clock.elapsed();
    }
    const part = complete ? null : await partOf(dependencies, task, broadcast, timezone, chunk, next);
    const { result } = await commands.broadcasts.freeze(contextOf(task, 'freeze', String(chunk)), {
      broadcastId,
      part: part ?? { chunk, recipients: [], leftOut: [], next: null },
    });
    if (result.over || result.complete) return true;
    ({ chunk, next, complete } = result);
  }
  return false;
}

async function read({ store }: BroadcastDependencies, task: Task) {
  const names = [
    streams.broadcast(BroadcastId.parse(task.broadcastId)),
    streams.business(BusinessId.parse(task.businessId)),
  ] as const;
  const found = await store.readMany(names);
  const broadcast = fold(Broadcast, found.get(names[0]) as never);
  const business = fold(Business, found.get(names[1]) as never);
  return {
    broadcast: broadcast.status === 'none' ? null : broadcast,
    timezone: business.status === 'none' ? 'UTC' : business.timezone,
  };
}

type Part = Parameters<BroadcastDependencies['commands']['broadcasts']['freeze']>[1]['part'];

async function partOf(
  { db, audience, clock }: BroadcastDependencies,
  task: Task,
  { setup, broadcastId, run }: ExistingBroadcast,
  timezone: string,
  chunk: number,
  after: string | null,
): Promise<Part> {
  const channel = channelOf(setup);
  const position = BigInt(run!.position);
  const page = await audience.page(task.businessId, channel, setup.audience, {
    ...{ position, after, limit: partSize },
    // When it began: the same for all parts.
    now: task.startedAt ?? clock.now(),
  });
  const recent =
    setup.windowHours === null ?
      new Set<string>()
    : await reachedLately(db, page.people, channel, new Date(clock.now().getTime() - setup.windowHours * 3_600_000));
  const recipients: Meant[] = [];
  const leftOut: { contactId: ContactId; reason: LeftOut }[] = [];
  for (const person of page.people) {
    const reason = person.reason ?? (recent.has(person.contactId) ? 'too-often' : null);
    if (reason === null) recipients.push(person);
    else leftOut.push({ contactId: person.contactId as ContactId, reason });
  }
  const { schedule, contents, test } = setup;
  return {
    chunk,
    recipients: recipients.map(({ contactId }) => contactId),
    ...(test === null ?
      {}
    : { variants: recipients.map(({ contactId }) => variantOf(broadcastId, contactId, contents.length, test.share)) }),
    ...(schedule.kind === 'recipient' ?
      { dueAt: recipients.map(({ phone }) => dueFor(schedule, phone, timezone)) }
    : {}),
    leftOut,
    next: page.next,
  };
}

export const channelOf = ({ type }: Pick<Setup, 'type'>): Channel => (type === 'email' ? 'mail' : 'text');

/** Whom a broadcast has reached since an instant. What is decided here is looked at again before each goes out. */
async function reachedLately(
  db: BroadcastDependencies['db'],
  people: readonly Meant[],
  channel: Channel,
  since: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from ops.reached where channel = ${channel} and at > ${since}::timestamptz
      and address = any(${people.map(({ contactId }) => contactId)}::uuid[])`.execute(db);
  return new Set(rows.map(({ address }) => address));
}
