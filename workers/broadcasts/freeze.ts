import { sql } from 'kysely';
import { Broadcast, type ExistingBroadcast, Freezing } from '../../domain/broadcast/broadcast.ts';
import type { Audience, LeftOut } from '../../domain/broadcast/fields.ts';
import { dueFor } from '../../domain/broadcast/schedule.ts';
import { variantOf } from '../../domain/broadcast/variants.ts';
import { Business } from '../../domain/business/business.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { BroadcastId, BusinessId, type ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type BroadcastDependencies, contextOf, keep, type Task } from './run.ts';

/** Somebody who is meant, as the read model has them. */
export interface Meant {
  readonly id: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly status: 'subscribed' | 'optedOut' | 'unknown';
  readonly emailStatus: 'subscribed' | 'unsubscribed' | null;
  readonly unreachable: boolean;
}

/** Who is meant by an audience, from the read models. */
export interface AudienceReader {
  /** Whether they show everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  count(businessId: string, audience: Audience): Promise<number>;
  /** The next of them after `after` (null: the first), and where to go on; null: there are no more. */
  page(
    businessId: string,
    audience: Audience,
    after: string | null,
    limit: number,
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
  { db, audience }: BroadcastDependencies,
  task: Task,
  { setup, broadcastId }: ExistingBroadcast,
  timezone: string,
  chunk: number,
  after: string | null,
): Promise<Part> {
  const page = await audience.page(task.businessId, setup.audience, after, partSize);
  const channel = setup.type === 'email' ? 'mail' : 'text';
  const recent =
    setup.windowHours === null ? new Set<string>() : await reachedLately(db, page.people, channel, setup.windowHours);
  const recipients: Meant[] = [];
  const leftOut: { contactId: ContactId; reason: LeftOut }[] = [];
  for (const person of page.people) {
    const reason = reasonNot(person, channel) ?? (recent.has(person.id) ? 'too-often' : null);
    if (reason === null) recipients.push(person);
    else leftOut.push({ contactId: person.id as ContactId, reason });
  }
  const { schedule, contents, test } = setup;
  return {
    chunk,
    recipients: recipients.map(({ id }) => id),
    ...(test === null ?
      {}
    : { variants: recipients.map(({ id }) => variantOf(broadcastId, id, contents.length, test.share)) }),
    ...(schedule.kind === 'recipient' ?
      { dueAt: recipients.map(({ phone }) => dueFor(schedule, phone, timezone)) }
    : {}),
    leftOut,
    next: page.next,
  };
}

/** Why somebody who is meant is not written to, as far as the read model knows; null: they are. */
function reasonNot(
  { phone, email, status, emailStatus, unreachable }: Meant,
  channel: 'text' | 'mail',
): LeftOut | null {
  if (channel === 'mail') {
    if (email === null || email === '') return 'no-address';
    return (
      emailStatus === 'unsubscribed' ? 'opted-out'
      : emailStatus === null ? 'no-consent'
      : null
    );
  }
  if (phone === null) return 'no-address';
  if (status !== 'subscribed') return status === 'optedOut' ? 'opted-out' : 'no-consent';
  return unreachable ? 'unreachable' : null;
}

/** Whom a broadcast has reached within so many hours. What is decided here is looked at again before each goes out. */
async function reachedLately(
  db: BroadcastDependencies['db'],
  people: readonly Meant[],
  channel: 'text' | 'mail',
  hours: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from ops.reached where channel = ${channel} and address = any(${people.map(({ id }) => id)}::uuid[])
      and at > now() - ${hours} * interval '1 hour'`.execute(db);
  return new Set(rows.map(({ address }) => address));
}
