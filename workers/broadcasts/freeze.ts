import { sql } from 'kysely';
import { Broadcast, type ExistingBroadcast, Freezing } from '../../domain/broadcasts/broadcast.ts';
import { BroadcastAudienceFrozen } from '../../domain/broadcasts/events.ts';
import { emptySetup, type LeftOut, type RecipientsOf, type Setup } from '../../domain/broadcasts/fields.ts';
import { messageIdOf } from '../../domain/broadcasts/recipient.ts';
import { hasEnded, mayHaveIt, recipientState, wordOf, wordOfEmail } from '../../domain/broadcasts/report.ts';
import { is } from '../../domain/kernel/event.ts';
import { ContactEmail } from '../../domain/emails/contact-email.ts';
import { Message } from '../../domain/messages/message.ts';
import type { Channel } from '../../domain/kernel/channels.ts';
import { dueFor } from '../../domain/broadcasts/schedule.ts';
import { variantOf } from '../../domain/broadcasts/variants.ts';
import { Business } from '../../domain/businesses/business.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BroadcastId, BusinessId, type ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { type BroadcastDependencies, contextOf, keep, type Meant, type Task } from './task.ts';

/** So many parts are frozen at most that do not wait in an outbox yet: what else is said meanwhile stands behind them. */
export const partsAhead = 4;

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
  let { chunk, next, complete } = stateOf(Freezing, after);
  for (let kept = clock.elapsed(); !signal.aborted;) {
    if (clock.elapsed() - kept > 5_000) {
      await keep(dependencies, task);
      kept = clock.elapsed();
    }
    if (chunk - (await partsTaken(dependencies, task)) >= partsAhead) {
      await clock.sleep(20, signal);
      continue;
    }
    const asked = complete ? null : await orRefusal(partOf(dependencies, task, broadcast, timezone, chunk, next));
    // Who is frozen already stays; the others are not found any more. It waits until its owner has decided.
    const part = asked !== null && 'refusal' in asked ? null : asked;
    if (asked !== null && 'refusal' in asked)
      await commands.broadcasts.halt(contextOf(task, 'halt', 'audience', String(chunk)), {
        broadcastId,
        by: 'audience',
        note: asked.refusal,
      });
    const { result } = await commands.broadcasts.freeze(contextOf(task, 'freeze', String(chunk)), {
      broadcastId,
      part: part ?? { chunk, recipients: [], leftOut: [], next: null },
    });
    if (result.over || result.complete) return true;
    ({ chunk, next, complete } = result);
  }
  return false;
}

/** What an audience answers, or why it can't be asked: its segments have grown too large since it was saved. */
export const orRefusal = <T>(asked: Promise<T>): Promise<T | { readonly refusal: string }> =>
  asked.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'validation_failed') return { refusal: error.message };
    throw error;
  });

/** How many parts the feed has put into an outbox. */
async function partsTaken({ db }: BroadcastDependencies, { broadcastId }: Task): Promise<number> {
  const { rows } = await sql<{
    chunk: number;
  }>`select chunk from ops.broadcasts where broadcast_id = ${broadcastId}::uuid`.execute(db);
  return rows[0]?.chunk ?? 0;
}

async function read({ store }: BroadcastDependencies, task: Task) {
  const names = [
    streams.broadcast(BroadcastId.parse(task.broadcastId)),
    streams.business(BusinessId.parse(task.businessId)),
  ] as const;
  const found = await store.readMany(names);
  const broadcast = stateOf(Broadcast, found.get(names[0]));
  const business = stateOf(Business, found.get(names[1]));
  return {
    broadcast: broadcast.status === 'none' ? null : broadcast,
    timezone: business.status === 'none' ? 'UTC' : business.timezone,
  };
}

type Part = Parameters<BroadcastDependencies['commands']['broadcasts']['freeze']>[1]['part'];

async function partOf(
  dependencies: BroadcastDependencies,
  task: Task,
  { setup, broadcastId, run }: ExistingBroadcast,
  timezone: string,
  chunk: number,
  after: string | null,
): Promise<Part> {
  const { db, audience, clock, settings } = dependencies;
  const channel = channelOf(setup);
  const position = BigInt(run!.position);
  // When it began: the same for all parts.
  const at = { position, limit: settings.partSize, now: task.startedAt ?? clock.now() };
  const { recipientsOf } = setup.audience;
  const page =
    recipientsOf === null ?
      await audience.page(task.businessId, channel, setup.audience, { ...at, after })
    : await pageOf(dependencies, task, channel, recipientsOf, Number(after ?? 0), at);
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
      {
        dueAt: recipients.map(({ phone, state = null, zip = null }) =>
          dueFor(schedule, phone, timezone, { state, zip }),
        ),
      }
    : {}),
    leftOut,
    next: page.next,
  };
}

/** A part of the audience of an earlier broadcast: who of it came to one of the ends, or was left out for one of the reasons. */
async function pageOf(
  { store, audience }: BroadcastDependencies,
  task: Task,
  channel: Channel,
  { broadcastId, ends, reasons }: RecipientsOf,
  nth: number,
  at: { readonly position: bigint; readonly limit: number; readonly now: Date },
): Promise<{ readonly people: readonly Meant[]; readonly next: string | null }> {
  const earlier = BroadcastId.parse(broadcastId);
  const businessId = BusinessId.parse(task.businessId);
  const own = stateOf(Broadcast, await store.read(streams.broadcast(earlier)));
  const [part] = await store.read(streams.broadcastAudience(earlier), { from: nth, limit: 1 });
  if (
    own.status === 'none' ||
    own.businessId !== businessId ||
    part === undefined ||
    !is(part, BroadcastAudienceFrozen)
  )
    return { people: [], next: null };
  const { recipients, leftOut, next } = part.data;
  const byEmail = own.setup.type === 'email';
  const streamOf = (contactId: ContactId) =>
    byEmail ?
      streams.email(messageIdOf(businessId, earlier, contactId))
    : streams.message(messageIdOf(businessId, earlier, contactId));
  const stories = await store.readMany(recipients.map(streamOf));
  const chosen = recipients.filter((contactId) => {
    const story = stories.get(streamOf(contactId));
    const word = byEmail ? wordOfEmail(stateOf(ContactEmail, story)) : wordOf(stateOf(Message, story));
    const state = recipientState(word, own.status);
    if (mayHaveIt(word)) return ends.includes('delivered');
    return (
      (hasEnded(state) && ends.includes(state)) ||
      (state === 'suppressed' && word.reason !== null && reasons.includes(word.reason as LeftOut))
    );
  });
  const contactIds = [
    ...chosen,
    ...leftOut.filter(({ reason }) => reasons.includes(reason)).map(({ contactId }) => contactId),
  ];
  const following = next === null ? null : String(nth + 1);
  if (contactIds.length === 0) return { people: [], next: following };
  const { people } = await audience.page(task.businessId, channel, { ...everyone, contactIds }, { ...at, after: null });
  return { people, next: following };
}
const everyone = emptySetup('', 'sms').audience;

export const channelOf = ({ type }: Pick<Setup, 'type'>): Channel => (type === 'email' ? 'mail' : 'text');

/** Whom a broadcast has reached since an instant. What is decided here is looked at again before each goes out. */
async function reachedLately(
  db: BroadcastDependencies['db'],
  people: readonly Meant[],
  channel: Channel,
  since: Date,
): Promise<ReadonlySet<string>> {
  // Of texts a contact is their number; an email's address may be another's too, so who was reached is kept beside it.
  const who = sql.ref(channel === 'text' ? 'address' : 'contact_id');
  const { rows } = await sql<{ who: string }>`
    select ${who} as who from ops.reached where channel = ${channel} and at > ${since}::timestamptz
      and ${who} = any(${people.map(({ contactId }) => contactId)}::uuid[])`.execute(db);
  return new Set(rows.map(({ who: contactId }) => contactId));
}
