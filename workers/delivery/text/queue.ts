import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '../../../domain/delivery/reach.ts';
import type { HoldReason } from '../../../domain/messages/fields.ts';
import { holderIsDead } from '../../engine/presence.ts';
import { workTable } from '../../engine/work-table.ts';
import type { Claim, Subject } from '../commands.ts';
import type { Wait } from '../deliver.ts';
import { type Claimed, type HeldBack, markSending as mark, type Waiting } from '../mark-sending.ts';
import type { Database } from '../../engine/worker.ts';
import type { KeptLimits } from './sender-limits.ts';
import { type Charged, chargesOf, counting, weighing } from './allowance.ts';

/** A message that is to be sent, as the feed named it. */
export interface OutboxEntry {
  readonly messageId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly contactId: string;
  readonly sender: string;
  /** 0: a person waits for it; 1: bulk. */
  readonly lane: 0 | 1;
  readonly segments: number;
  readonly position: bigint;
  readonly dueAt: Date;
  /** It waits for a time of its own: later messages to the contact may pass it. */
  readonly deferred: boolean;
}

/** A text that this process has claimed. */
export interface TextClaim extends Claim {
  readonly sender: string;
  /** When it came into the outbox. */
  readonly queuedAt: Date;
  /** Whoever pays for its business has a wallet. */
  readonly hasWallet?: boolean;
  /** What its registration lets its number send; null or left out: none says. */
  readonly limits?: KeptLimits | null;
}

/** A text of which nobody knows whether the carrier has it. */
export interface UnknownEntry extends Subject {
  readonly lookups: number;
  /** How often its outcome has been unknown, this time included. */
  readonly unknowns: number;
  /** How often it has failed by our own fault, or could not be cleared up for it. */
  readonly faults: number;
  readonly firstSendingAt: Date;
  readonly sendingAt: Date;
}

/**
 * Texts. Where a transaction locks rows of several tables, it does so in one order: numbers, then buckets of tenants, then
 * texts by their ids, then counters of months, then whom they reach.
 */
export const outbox = workTable('outbox', 'o', 'message_id');

/** Our numbers. */
export const senders = workTable('senders', 's', 'sender');

/** Adds what was queued, and tells the senders that there is work. A message that is there already stays as it is. */
export async function addToOutbox(trx: Database, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into ops.outbox (message_id, business_id, agency_id, contact_id, sender, lane, segments, position, state, due_at, deferred)
    select message_id, business_id, agency_id, contact_id, sender, lane, segments, position, 'pending', due_at, deferred
    from unnest(
      ${entries.map((e) => e.messageId)}::uuid[], ${entries.map((e) => e.businessId)}::uuid[], ${entries.map((e) => e.agencyId)}::uuid[],
      ${entries.map((e) => e.contactId)}::uuid[], ${entries.map((e) => e.sender)}::text[], ${entries.map((e) => e.lane)}::smallint[],
      ${entries.map((e) => e.segments)}::int[], ${entries.map((e) => e.position.toString())}::bigint[],
      ${entries.map((e) => e.dueAt)}::timestamptz[],
      ${entries.map((e) => e.deferred)}::boolean[]
    ) as e (message_id, business_id, agency_id, contact_id, sender, lane, segments, position, due_at, deferred)
    on conflict (message_id) do nothing`.execute(trx);

  const senders = new Map<string, OutboxEntry>();
  const urgent = new Set<string>();
  for (const entry of entries) {
    const earlier = senders.get(entry.sender);
    if (earlier === undefined || entry.dueAt < earlier.dueAt) senders.set(entry.sender, entry);
    if (entry.lane === 0) urgent.add(entry.sender);
  }
  // Always in one order, so that two writers never wait for each other.
  const sorted = [...senders.values()].sort((a, b) => (a.sender < b.sender ? -1 : 1));
  await sql`
    insert into ops.senders as s (sender, business_id, has_work, urgent, ready_at)
    select sender, business_id, true, urgent, ready_at from unnest(
      ${sorted.map((e) => e.sender)}::text[], ${sorted.map((e) => e.businessId)}::uuid[],
      ${sorted.map((e) => urgent.has(e.sender))}::boolean[],
      ${sorted.map((e) => e.dueAt)}::timestamptz[]) as e (sender, business_id, urgent, ready_at)
    on conflict (sender) do update
      set business_id = excluded.business_id, has_work = true, urgent = s.urgent or excluded.urgent,
      ready_at = least(s.ready_at, excluded.ready_at)`.execute(trx);

  // A person's message must not wait behind bulk to the same contact, and must not overtake it either: the bulk one
  // inherits the lane. A broadcast's has not been said yet when it waits: there is nothing to overtake.
  const interactive = entries.filter((entry) => entry.lane === 0).map((entry) => entry.contactId);
  if (interactive.length > 0) {
    const bulk = sql`o.contact_id = any(${interactive}::uuid[]) and o.stage = 'pending' and o.lane = 1
      and not o.deferred and o.broadcast_id is null`;
    await sql`update ops.outbox o set lane = 0 from ${outbox.locked(bulk)} own where ${outbox.isOwn}`.execute(trx);
  }
}

/**
 * How messages ended, or that the carrier has them: nothing more is to be done for them here. `except`: not those of
 * broadcasts, whose end is waited for (`accept`).
 */
export async function settle(
  db: Database,
  ended: readonly { messageId: string; providerMessageId: string | null; note?: string | null }[],
  except: 'broadcasts' | 'none' = 'none',
): Promise<void> {
  if (ended.length === 0) return;
  const byId = new Map<string, { messageId: string; providerMessageId: string | null; note?: string | null }>();
  for (const end of ended)
    byId.set(end.messageId, {
      ...end,
      providerMessageId: end.providerMessageId ?? byId.get(end.messageId)?.providerMessageId ?? null,
    });
  // One id of the carrier for one message of ours, within this statement too: the index would refuse the whole of it.
  const named = new Set<string>();
  const rows = [...byId.values()].map((end) => {
    if (end.providerMessageId === null || !named.has(end.providerMessageId)) {
      if (end.providerMessageId !== null) named.add(end.providerMessageId);
      return end;
    }
    return { ...end, providerMessageId: null };
  });
  await outbox.writeEach(db, {
    each: {
      message_id: ['uuid', rows.map((r) => r.messageId)],
      provider_message_id: ['text', rows.map((r) => r.providerMessageId)],
      note: ['text', rows.map((r) => r.note ?? null)],
    },
    where: sql`(${except === 'none'} or o.broadcast_id is null)`,
    andEach: sql`(o.state <> 'done' or (o.provider_message_id is null and e.provider_message_id is not null)
      or (e.note is not null and o.note is distinct from e.note))`,
    set: sql`state = 'done', holder = null, done_at = coalesce(o.done_at, now()), note = coalesce(e.note, o.note),
      provider_message_id = case
        when o.provider_message_id is null and not exists (select 1 from ops.outbox x
        where x.provider_message_id = e.provider_message_id) then e.provider_message_id
        else o.provider_message_id end`,
  });
}

/** The carrier has messages of a broadcast: asked how it stands with them at `askAt`, where it has not said so by then. */
export async function accept(
  db: Database,
  taken: readonly { readonly messageId: string; readonly providerMessageId: string; readonly askAt: Date }[],
): Promise<void> {
  await outbox.writeEach(db, {
    each: {
      message_id: ['uuid', taken.map((one) => one.messageId)],
      provider_message_id: ['text', taken.map((one) => one.providerMessageId)],
      ask_at: ['timestamptz', taken.map((one) => one.askAt)],
    },
    where: sql`(o.provider_message_id is null or o.state = 'unknown')`,
    // A callback may have been here first: what has ended stays so, and only the id is new.
    set: sql`state = case o.state when 'done' then 'done' else 'accepted' end, holder = null, note = null,
      due_at = e.ask_at, provider_message_id = e.provider_message_id`,
  });
}

/** A text that is about to be `sending`, and what it takes: of its business's month, and of whom it reaches. */
export interface Sending {
  readonly claim: Pick<TextClaim, 'id' | 'attempts' | 'businessId'>;
  readonly charge: Charged['charge'];
  /** The slice that pays for it; left out: nobody does. */
  readonly holdId?: string | undefined;
  /** Null: somebody asked for it, or waits for it. */
  readonly reach: Reach | null;
}
export type Marked = 'mine' | 'taken-over' | 'over-limit' | HeldBack;

type Paying = Claimed & Charged & Pick<Sending, 'holdId'>;
const texts: Waiting<Paying> = {
  channel: 'text',
  table: outbox,
  month: {
    taken(claims) {
      const { months, units, most } = chargesOf(claims);
      return sql`${months}::date[], ${units}::int[], ${most}::int[], ${claims.map(({ holdId = null }) => holdId)}::uuid[]`;
    },
    takenColumns: sql`month, units, most, hold_id`,
    rowColumns: sql`o.business_id, o.month as counted_in, o.units as counted_units, o.counted`,
    set: sql`month = fits.month, units = fits.units, counted = true, hold_id = fits.hold_id`,
    weighing,
    counting,
  },
};

/** See `workers/delivery/mark-sending.ts`. `uncounted`: the counter of its month has to begin first. */
export const markSending = (
  db: Database,
  holder: string,
  asked: readonly Sending[],
  now: Date,
): Promise<readonly (Marked | 'uncounted')[]> =>
  mark<Paying, 'over-limit' | 'uncounted'>(
    db,
    holder,
    asked.map((one) => ({ ...one, id: one.claim.id, attempts: one.claim.attempts })),
    now,
    texts,
  );

/** Waits that something that is told of ends, and not their time alone. */
const releasedWaits = ['unpaid', 'unregistered', 'day-full'] as const satisfies readonly HoldReason[];
type ReleasedWait = (typeof releasedWaits)[number];

/** One that waits again. */
export interface TextWait extends Wait {
  readonly claim: Pick<TextClaim, 'id' | 'attempts'>;
  readonly dueAt: Date;
  /** The carrier could not take it. */
  readonly delayed?: boolean;
  /** By our own fault. */
  readonly failed?: boolean;
  /** It goes on before all that came after it: `dueAt` counts for nothing. */
  readonly keepsPlace?: boolean;
}

/** Back to waiting, because it has certainly not been taken. Does nothing to those that were taken over or have ended. */
export async function putBack(db: Database, holder: string, waits: readonly TextWait[], now: Date): Promise<void> {
  const of = <T>(field: (wait: TextWait) => T): T[] => waits.map(field);
  await db.transaction().execute(async (trx) => {
    const { rows } = await outbox.writeEach<{ sender: string; due_at: Date }>(trx, {
      each: {
        message_id: ['uuid', of(({ claim }) => claim.id)],
        attempts: ['int', of(({ claim }) => claim.attempts)],
        state: ['text', of(({ state }) => state ?? 'pending')],
        due_at: ['timestamptz', of(({ dueAt }) => dueAt)],
        deferred: ['boolean', of(({ deferred }) => deferred === true)],
        delayed: ['boolean', of(({ delayed }) => delayed === true)],
        failed: ['boolean', of(({ failed }) => failed === true)],
        note: ['text', of(({ note }) => note ?? null)],
        keeps_place: ['boolean', of(({ keepsPlace }) => keepsPlace === true)],
      },
      where: sql`o.state in ('claimed', 'sending') and o.holder = ${holder}`,
      andEach: sql`o.attempts = e.attempts`,
      set: sql`state = e.state, holder = null, deferred = e.deferred, delays = o.delays + e.delayed::int,
        faults = o.faults + e.failed::int, note = e.note,
        due_at = case when e.keeps_place then o.due_at
          when o.released and e.note = any(${releasedWaits}) then least(e.due_at, ${now}::timestamptz)
          else e.due_at end`,
      returning: sql`o.sender, o.due_at`,
    });
    const soonest = new Map<string, Date>();
    for (const { sender, due_at: dueAt } of rows)
      if (dueAt < (soonest.get(sender) ?? new Date(8.64e15))) soonest.set(sender, dueAt);
    for (const [sender, at] of [...soonest].sort()) await wakeSenders(trx, [sender], at);
  });
}

/** May or may not have been taken. It is looked up from `lookUpAt` on. */
export async function markUnknown(
  db: Database,
  holder: string,
  claim: TextClaim,
  lookUpAt: Date,
  note: string,
): Promise<void> {
  await sql`
    update ops.outbox set state = 'unknown', holder = null, due_at = ${lookUpAt}::timestamptz, lookups = 0,
    unknowns = unknowns + 1, note = ${note}
    where message_id = ${claim.id}::uuid and attempts = ${claim.attempts} and state = 'sending' and holder = ${holder}`.execute(
    db,
  );
}

/**
 * Takes over from processes that died: what they had only claimed waits again, what they were sending is unknown.
 * Returns how many of each.
 */
export async function recoverFromTheDead(
  db: Database,
  now: Date,
  graceMs: number,
): Promise<{ returned: number; unknown: number }> {
  const ofTheDead = (state: 'claimed' | 'sending') =>
    sql`stage = 'in hand' and state = ${sql.lit(state)} and ${holderIsDead('o.holder')}`;
  return db.transaction().execute(async (trx) => {
    const returned = await outbox.claim<{ sender: string }>(trx, {
      where: ofTheDead('claimed'),
      set: sql`state = 'pending', holder = null`,
      returning: sql`sender`,
    });
    const unknown = await outbox.claim(trx, {
      where: ofTheDead('sending'),
      set: sql`state = 'unknown', holder = null, due_at = ${new Date(now.getTime() + graceMs)}::timestamptz, lookups = 0,
        unknowns = unknowns + 1, note = 'the process that sent it died'`,
    });
    if (returned.count > 0) await wakeSenders(trx, [...new Set(returned.rows.map((row) => row.sender))], now);
    return { returned: returned.count, unknown: unknown.count };
  });
}

/**
 * What is in this process's name but not in its hands: an outcome could not be written down. Treated as if this
 * process had died over it.
 */
export async function recoverOwn(
  db: Database,
  holder: string,
  inHand: readonly string[],
  now: Date,
  graceMs: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const isLost = sql`o.stage = 'in hand' and o.holder = ${holder} and not o.message_id = any(${inHand}::uuid[])`;
    const { rows } = await sql<{ sender: string }>`
      update ops.outbox o set holder = null, due_at = case when state = 'sending'
      then ${new Date(now.getTime() + graceMs)}::timestamptz else due_at end,
        unknowns = unknowns + (state = 'sending')::int, state = case when state = 'sending' then 'unknown'
        else 'pending' end, lookups = 0, note = 'its outcome could not be recorded'
      from ${outbox.locked(isLost)} own where ${outbox.isOwn}
      returning sender`.execute(trx);
    if (rows.length > 0) await wakeSenders(trx, [...new Set(rows.map((row) => row.sender))], now);
    return rows.length;
  });
}

/** Unknown messages whose look-up is due. They come back after `visibilityMs` if this process dies over it. */
export async function takeUnknown(
  db: Database,
  now: Date,
  limit: number,
  visibilityMs: number,
): Promise<readonly UnknownEntry[]> {
  const { rows } = await outbox.claim<UnknownEntry>(db, {
    where: sql`stage = 'unknown' and due_at <= ${now}::timestamptz`,
    order: sql`due_at`,
    limit,
    set: sql`due_at = ${new Date(now.getTime() + visibilityMs)}::timestamptz`,
    returning: sql`o.message_id as id, business_id as "businessId", agency_id as "agencyId",
      contact_id as "contactId", broadcast_id as "broadcastId", attempts, lookups, unknowns, faults,
      first_sending_at as "firstSendingAt", sending_at as "sendingAt"`,
  });
  return rows;
}

/** Which of these ids of the carrier belong to other messages of ours. */
export async function linkedElsewhere(
  db: Database,
  messageId: string,
  providerMessageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select provider_message_id as id from ops.outbox where provider_message_id = any(${providerMessageIds}::text[])
    and message_id <> ${messageId}::uuid`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Links a message to the carrier's id. False: another message has that id (a unique index decides). */
export async function link(db: Database, messageId: string, providerMessageId: string): Promise<boolean> {
  try {
    await sql`update ops.outbox set provider_message_id = ${providerMessageId} where message_id = ${messageId}::uuid`.execute(
      db,
    );
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return false;
    throw error;
  }
}

/** Looked up, not found: again at `dueAt`. What counts: the look-up, our own fault, or nothing, since nobody could be asked. */
export async function lookAgain(
  db: Database,
  entry: UnknownEntry,
  dueAt: Date,
  note: string,
  counts: 'look-up' | 'fault' | 'nothing',
): Promise<void> {
  const [lookups, faults] = [Number(counts === 'look-up'), Number(counts === 'fault')];
  await sql`
    update ops.outbox set due_at = ${dueAt}::timestamptz, lookups = ${entry.lookups + lookups},
      faults = ${entry.faults + faults}, note = ${note}
    where message_id = ${entry.id}::uuid and state = 'unknown' and attempts = ${entry.attempts}`.execute(db);
}

/** The carrier certainly does not have it: it may be sent again. */
export async function sendAgain(db: Database, entry: UnknownEntry, now: Date, note: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ sender: string }>`
      update ops.outbox o set state = 'pending', holder = null, deferred = false, note = ${note},
        due_at = least(${now}::timestamptz, (select min(e.due_at) from ops.outbox e
          where e.sender = o.sender and e.lane = o.lane and e.stage = 'pending'))
      where message_id = ${entry.id}::uuid and state = 'unknown' and attempts = ${entry.attempts} returning sender`.execute(
      trx,
    );
    if (rows[0] !== undefined) await wakeSenders(trx, [rows[0].sender], now);
  });
}

export async function wakeSenders(trx: Database, senders: readonly string[], at: Date): Promise<void> {
  await sql`
    update ops.senders s set has_work = true, ready_at = least(s.ready_at, ${at}::timestamptz),
      urgent = s.urgent or exists (select 1 from ops.outbox o where o.sender = s.sender and o.stage = 'pending' and o.lane = 0)
    from (select sender from ops.senders where sender = any(${senders}::text[]) order by sender for update) own
    where s.sender = own.sender`.execute(trx);
}

/**
 * What waits for this is looked at again at once. One that a process has in hand may just be about to wait for it: it is
 * marked, and then waits no longer than a moment.
 */
export async function lookAtOnce(
  trx: Database,
  waitsFor: ReleasedWait,
  whose: RawBuilder<unknown>,
  at: Date,
): Promise<void> {
  const waits = sql`(stage = 'in hand' or (stage = 'pending' and note = ${waitsFor})) and ${whose}`;
  const { rows } = await sql<{ sender: string }>`select distinct sender from ops.outbox
    where ${waits} order by sender`.execute(trx);
  if (rows.length === 0) return;
  const senders = rows.map(({ sender }) => sender);
  await wakeSenders(trx, senders, at);
  await sql`update ops.outbox o set released = stage = 'in hand',
    due_at = case when stage = 'pending' then ${at}::timestamptz else o.due_at end
    from ${outbox.locked(waits)} own where ${outbox.isOwn}`.execute(trx);
}

/** Nothing goes out from this number before `until`. */
export async function backOffSender(db: Database, sender: string, until: Date): Promise<void> {
  await sql`update ops.senders set paused_until = greatest(paused_until, ${until}::timestamptz) where sender = ${sender}`.execute(
    db,
  );
}

/** The carrier does not let this number send (30032, 30034): its messages wait until somebody unblocks it. */
export async function blockSender(db: Database, sender: string, code: number, now: Date): Promise<void> {
  await sql`update ops.senders set blocked_at = coalesce(blocked_at, ${now}::timestamptz), blocked_code = ${code}
    where sender = ${sender}`.execute(db);
}

/** The number that a message is or was sent from; null when it has been forgotten. */
export async function senderOf(db: Database, messageId: string): Promise<string | null> {
  const { rows } = await sql<{
    sender: string;
  }>`select sender from ops.outbox where message_id = ${messageId}::uuid`.execute(db);
  return rows[0]?.sender ?? null;
}

export async function isOfBroadcast(db: Database, messageId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ops.outbox where message_id = ${messageId}::uuid and broadcast_id is not null`.execute(db);
  return rows.length > 0;
}

export async function unblockSender(db: Database, sender: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update ops.senders set blocked_at = null, blocked_code = null where sender = ${sender} and blocked_at is not null`.execute(
      db,
    );
  return numAffectedRows === 1n;
}

/** Ended messages are forgotten after a while; their streams keep everything. */
export async function forgetEnded(db: Database, before: Date): Promise<void> {
  await sql`delete from ops.outbox where stage = 'done' and done_at < ${before}::timestamptz`.execute(db);
}
