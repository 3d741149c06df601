import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../../adapters/database/prepared-statement.ts';
import { batcher } from '../../../domain/kernel/batcher.ts';
import type { Reach } from '../../../domain/delivery/reach.ts';
import type { Channel } from '../../../domain/kernel/channels.ts';
import { holderIsDead } from '../../engine/presence.ts';
import type { Claim } from '../commands.ts';
import { allFit, type Claimed, type HeldBack, markSending as mark, type Waiting } from '../mark-sending.ts';
import { ourFault } from '../../engine/retry-policy.ts';
import { untilDue } from '../../engine/wait.ts';
import type { Database } from '../../engine/worker.ts';
import { workTable } from '../../engine/work-table.ts';

/** Two processes write the same ones: one that was taken for dead goes on, and the feed hears of them. */
export const emails = workTable('mails', 'm', 'mail_id');

/** What somebody waits for, and what nobody does. */
export type Lane = 'single' | 'bulk';
/** The lanes in which the messages of a channel wait. Their numbers are stored, and each is one channel's for good. */
export interface Lanes {
  readonly name: Channel;
  readonly lanes: Readonly<Record<Lane, number>>;
}

interface Taken extends Omit<Claim, 'businessId'> {
  readonly channel: Channel;
  readonly kind: string;
  /** Whose slot it takes. */
  readonly lane: Lane;
  readonly unknowns: number;
  /** Whether it goes out once more when nobody knows whether it was taken. */
  readonly repeatable: boolean;
}
/** Of the product to one of its users. */
export interface AccountEntry extends Taken {
  readonly businessId: null;
  readonly userId: string;
  readonly tokenRef: string | null;
  readonly expiresAt: Date | null;
}
/** Of a business, of its own or to a recipient of a broadcast. */
export interface BusinessEntry extends Taken {
  readonly businessId: string;
  /** Whoever pays for its business has a wallet. */
  readonly hasWallet?: boolean;
}
export type Entry = AccountEntry | BusinessEntry;

/** `skipped`: its stream said so before anything went out. `unsure`: it may have been taken, and is not sent again. */
type EndState = 'sent' | 'failed' | 'skipped' | 'unsure';
export interface EndedEntry {
  readonly id: string;
  /** Its number: whose it is. */
  readonly lane: number;
  /** Null: it is the product's own. */
  readonly businessId: string | null;
  readonly agencyId: string | null;
  /** Null: it is no broadcast's. */
  readonly broadcastId: string | null;
  /** Null: it is the product's own, or from before it was kept. */
  readonly contactId: string | null;
  readonly attempts: number;
  readonly state: EndState;
  readonly provider: string;
  readonly providerMessageId: string;
  readonly note: string;
}

/**
 * Takes those of a channel that are due, `claimed`, in turns between tenants, of each one before anybody's second. What somebody
 * waits for (`single`) and bulk have slots of their own: a broadcast to a million holds up no password link. Each tenant is
 * found by one step in the index, however much it has waiting. `inHand`: what this process still has in its hands, though
 * another took it over; two of one email could not be told apart.
 */
export async function takeDue(
  db: Database,
  holder: string,
  of: Lanes,
  slots: Readonly<Record<Lane, number>>,
  now: Date,
  inHand: readonly string[] = [],
): Promise<readonly Entry[]> {
  const single = slots.single > 0 ? await takeFrom(db, holder, of, 'single', slots.single, now, inHand) : [];
  const bulk = slots.bulk > 0 ? await takeFrom(db, holder, of, 'bulk', slots.bulk, now, inHand) : [];
  return [...single, ...bulk];
}

/** How long no email is due, in ms: 0, one is; `longestMs` at most. Of each tenant the next in each lane is looked at. */
export async function untilNextDue(db: Database, now: Date, longestMs: number): Promise<number> {
  const { rows } = await sql<{ next: Date | null }>`${prepared}
    with recursive tenants as (
      (select lane, tenant from ops.mails where state in ('pending', 'unknown') order by lane, tenant limit 1)
      union all
      select n.lane, n.tenant from tenants t cross join lateral (
        select m.lane, m.tenant from ops.mails m where m.state in ('pending', 'unknown')
          and (m.lane, m.tenant) > (t.lane, t.tenant) order by m.lane, m.tenant limit 1) n
    )
    select min(m.due_at) as next from tenants t cross join lateral (
      select due_at from ops.mails m where m.lane = t.lane and m.tenant = t.tenant and m.state in ('pending', 'unknown')
      order by m.due_at limit 1) m`.execute(db);
  return untilDue(rows[0]!.next, now, longestMs);
}

async function takeFrom(
  db: Database,
  holder: string,
  { name, lanes }: Lanes,
  from: Lane,
  slots: number,
  now: Date,
  inHand: readonly string[],
): Promise<readonly Entry[]> {
  const lane = lanes[from];
  const { rows } = await sql<Entry>`${prepared}
    with recursive tenants as (
      (select tenant from ops.mails where lane = ${lane} and state in ('pending', 'unknown') order by tenant limit 1)
      union all
      select (select m.tenant from ops.mails m where m.lane = ${lane} and m.state in ('pending', 'unknown')
        and m.tenant > t.tenant order by m.tenant limit 1) from tenants t where t.tenant is not null
    ), candidates as (
      select m.mail_id, m.due_at, m.position, row_number() over (partition by t.tenant order by m.due_at, m.position) as turn
      from tenants t cross join lateral (
        select mail_id, due_at, position from ops.mails m where m.lane = ${lane} and m.tenant = t.tenant
          and m.state in ('pending', 'unknown') and m.due_at <= ${now}::timestamptz
        order by m.due_at, m.position limit ${slots}) m
    ), own as ${emails.free({
      where: sql`m.mail_id in (select mail_id from candidates order by turn, due_at, position limit ${slots})
        and m.state in ('pending', 'unknown') and m.due_at <= ${now}::timestamptz
        and m.mail_id <> all(${inHand}::uuid[])`,
    })}
    update ops.mails m set state = 'claimed', holder = ${holder}, attempts = attempts + 1, in_hand = true,
      released = false
    from own where ${emails.isOwn}
    returning m.mail_id as id, user_id as "userId", business_id as "businessId", agency_id as "agencyId", kind, attempts,
      unknowns, faults, repeatable, token_ref as "tokenRef", expires_at as "expiresAt", broadcast_id as "broadcastId",
      contact_id as "contactId", variant, first_sending_at is not null as tried, delays,
      exists (select from ops.wallet_payers p where p.payer_id = coalesce(m.agency_id, m.business_id)) as "hasWallet",
      ${from}::text as lane, ${name}::text as channel`.execute(db);
  return rows;
}

/** An email that is about to be `sending`, and whom it reaches; null: it was asked for, or somebody waits for it. */
export interface Sending {
  readonly entry: Pick<Entry, 'id' | 'attempts'>;
  /** The slice that pays for it; left out: nobody does. */
  readonly holdId?: string | undefined;
  readonly reach: Reach | null;
}

/** What is said of causes is said of texts. */
export type Marked = 'mine' | 'taken-over' | Exclude<HeldBack, 'same-cause'>;

type Paying = Claimed & Pick<Sending, 'holdId'>;
const waiting = (channel: Channel, isPaid: boolean): Waiting<Paying> => ({
  channel,
  table: emails,
  month:
    isPaid ?
      {
        taken: (claims) => sql`${claims.map(({ holdId = null }) => holdId)}::uuid[]`,
        takenColumns: sql`hold_id`,
        rowColumns: sql`o.lane`,
        weighing: allFit,
        set: sql`hold_id = coalesce(fits.hold_id, o.hold_id)`,
        counting: null,
      }
    : null,
});

/** See `workers/delivery/mark-sending.ts`. Of one channel. */
export const markSending = (
  db: Database,
  holder: string,
  channel: Channel,
  asked: readonly Sending[],
  now: Date,
): Promise<readonly Marked[]> =>
  mark(
    db,
    holder,
    asked.map(({ entry: { id, attempts }, reach, holdId }) => ({ id, attempts, reach, holdId })),
    now,
    waiting(
      channel,
      asked.some(({ holdId }) => holdId !== undefined),
    ),
  ) as Promise<readonly Marked[]>;

/**
 * Committed before an email can be taken: from here on a dead process leaves open whether it was. False: it was taken over
 * by another process, and must not go out. In the order given.
 */
export async function markHandedOver(
  db: Database,
  holder: string,
  asked: readonly Pick<Entry, 'id' | 'attempts'>[],
): Promise<readonly boolean[]> {
  const { rows } = await emails.writeEach<{ mail_id: string; attempts: number }>(db, {
    each: { mail_id: ['uuid', asked.map(({ id }) => id)], attempts: ['int', asked.map(({ attempts }) => attempts)] },
    where: sql`m.state = 'sending' and m.holder = ${holder}`,
    andEach: sql`m.attempts = e.attempts`,
    set: sql`in_hand = false`,
    returning: sql`m.mail_id, m.attempts`,
  });
  const over = new Set(rows.map((row) => `${row.mail_id} ${row.attempts}`));
  return asked.map(({ id, attempts }) => over.has(`${id} ${attempts}`));
}

/**
 * It could not be made, by our own fault: again at `dueAt`; null, it is given up. Nothing to one that was being sent, of
 * which nobody knows, unless the provider was certainly not asked (`unasked`), or it was not handed over.
 */
export async function setBack(
  db: Database,
  holder: string,
  emailId: string,
  { dueAt, unasked }: { readonly dueAt: Date | null; readonly unasked: boolean },
  now: Date,
): Promise<void> {
  const isOver = dueAt === null;
  await sql`update ops.mails set holder = null, in_hand = false, note = ${ourFault}, faults = faults + 1,
    due_at = coalesce(${dueAt}::timestamptz, due_at),
    state = case when ${isOver} then 'failed' when unknowns > 0 then 'unknown' else 'pending' end,
    done_at = case when ${isOver} then ${now}::timestamptz end
    where mail_id = ${emailId}::uuid and holder = ${holder}
      and (state = 'claimed' or (state = 'sending' and (${unasked} or in_hand)))`.execute(db);
}

/** How an email stands after it was in hand. `recorded`: its stream says so, or needs not. */
export interface Move {
  readonly entry: Pick<Entry, 'id' | 'attempts'>;
  /** `unknown`: nobody knows whether it was taken, and it goes out once more. */
  readonly state: 'pending' | 'parked' | 'unknown' | 'accepted' | EndState;
  readonly note: string | null;
  /** Of one that waits; left out: now. */
  readonly dueAt?: Date;
  /** The provider could not take it. */
  readonly delayed?: boolean;
  /** This attempt does not count. */
  readonly untried?: boolean;
  readonly recorded?: boolean;
  readonly provider?: string | null;
  readonly providerMessageId?: string | null;
}
const ends: ReadonlySet<string> = new Set<EndState>(['sent', 'failed', 'skipped', 'unsure']);

/**
 * Writes down many in one statement. What was taken over meanwhile is left to its new holder, unless the provider took
 * it: then it is not sent again. Does nothing to those of which the log knew more.
 */
export async function moveAll(db: Database, holder: string, moves: readonly Move[], now: Date): Promise<void> {
  const of = <T>(field: (move: Move) => T): T[] => moves.map(field);
  const sent = moves.flatMap(({ entry, state }) => (state === 'sent' ? [entry.id] : []));
  await emails.writeEach(db, {
    each: {
      mail_id: ['uuid', of(({ entry }) => entry.id)],
      attempts: ['int', of(({ entry }) => entry.attempts)],
      state: ['text', of(({ state }) => state)],
      note: ['text', of(({ note }) => note)],
      due_at: ['timestamptz', of(({ dueAt }) => dueAt ?? null)],
      delayed: ['boolean', of(({ delayed }) => delayed === true)],
      untried: ['boolean', of(({ untried }) => untried === true)],
      provider: ['text', of(({ provider }) => provider ?? null)],
      provider_message_id: ['text', of(({ providerMessageId }) => providerMessageId ?? null)],
      is_over: ['boolean', of(({ state }) => ends.has(state))],
      recorded: ['boolean', of(({ recorded }) => recorded === true)],
    },
    where: sql`m.recorded_at is null and ((m.state in ('claimed', 'sending') and m.holder = ${holder})
      or (m.state in ('pending', 'claimed', 'sending', 'unknown') and m.mail_id = any(${sent}::uuid[])))`,
    andEach: sql`(m.attempts = e.attempts or e.state = 'sent')`,
    // One of its own that may have been taken before stays so.
    set: sql`state = case when e.state = 'pending' and m.unknowns > 0 and m.broadcast_id is null then 'unknown' else e.state end,
      holder = null, in_hand = false, note = e.note,
      due_at = case when m.released and e.note = 'unpaid' then least(e.due_at, ${now}::timestamptz)
        else coalesce(e.due_at, m.due_at) end,
      delays = m.delays + e.delayed::int, attempts = m.attempts - e.untried::int,
      unknowns = m.unknowns + (e.state = 'unknown')::int, provider = coalesce(e.provider, m.provider),
      provider_message_id = coalesce(e.provider_message_id, m.provider_message_id),
      done_at = case when e.is_over then ${now}::timestamptz end,
      recorded_at = case when e.recorded then ${now}::timestamptz end`,
  });
}

/** What waits for a payment is looked at again at once; one that is in hand, as soon as it is about to wait for it. */
export async function lookAtEmailsAtOnce(trx: Database, whose: RawBuilder<unknown>, at: Date): Promise<void> {
  const fits = sql`(state in ('claimed', 'sending') or (state = 'pending' and note = 'unpaid')) and ${whose}`;
  await sql`update ops.mails m set released = state <> 'pending',
      due_at = case when state = 'pending' then ${at}::timestamptz else m.due_at end
    from ${emails.locked(fits)} own where ${emails.isOwn}`.execute(trx);
}

/** What the provider was to tell of and has not: that it was taken is all that will be known. Returns how many. */
export async function giveUpWaiting(db: Database, now: Date): Promise<number> {
  const { count } = await emails.claim(db, {
    where: sql`state = 'accepted' and due_at <= ${now}::timestamptz`,
    order: sql`due_at`,
    limit: 500,
    set: sql`state = 'sent', done_at = ${now}::timestamptz`,
  });
  return count;
}

/** One that a dead process was about to send, and of which nothing was said: it has certainly not gone out. */
export async function sendAfterAll(db: Database, emailId: string): Promise<void> {
  await sql`update ops.mails set state = 'pending', done_at = null, note = null
    where mail_id = ${emailId}::uuid and state = 'unsure' and recorded_at is null`.execute(db);
}

/** Whether any email is in hand, is over and was not told, or has waited for its end for too long: mostly none is. */
export async function isLeftToSweep(db: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`${prepared}
    select exists (select from ops.mails where state in ('claimed', 'sending'))
      or exists (select from ops.mails where state = 'accepted' and due_at <= ${now}::timestamptz)
      or exists (select from ops.mails
        where recorded_at is null and state in ('sent', 'failed', 'skipped', 'unsure')) as any`.execute(db);
  return rows[0]!.any;
}

/**
 * What dead processes, or an earlier run of this one, had in hand: what was not handed to a provider waits again; what may
 * have been goes out once more, or is unsure where that must not be, or was tried `most` times. Returns how many those
 * were.
 */
export async function recoverCutOff(
  db: Database,
  holder: string,
  inHand: readonly string[],
  now: Date,
  dueAt: Date,
  most: number,
): Promise<number> {
  const goesAgain = sql`(repeatable and attempts < ${most})`;
  const mayHaveLeft = sql`(m.state = 'sending' and not m.in_hand)`;
  const { rows } = await emails.claim<{ state: string }>(db, {
    where: sql`m.state in ('claimed', 'sending') and not m.mail_id = any(${inHand}::uuid[])
      and (m.holder = ${holder} or ${holderIsDead('m.holder')})`,
    set: sql`holder = null, in_hand = false,
      state = case when ${mayHaveLeft} then case when ${goesAgain} then 'unknown' else 'unsure' end
        when unknowns > 0 then 'unknown' else 'pending' end,
      due_at = case when ${mayHaveLeft} then ${dueAt}::timestamptz else m.due_at end,
      done_at = case when ${mayHaveLeft} and not ${goesAgain} then ${now}::timestamptz end,
      unknowns = unknowns + ${mayHaveLeft}::int,
      -- of a broadcast the attempt names what is said: it is never used again
      attempts = attempts - (m.state = 'claimed' and broadcast_id is null)::int,
      note = case when ${mayHaveLeft} then 'the process ended during the request' else m.note end`,
    returning: sql`m.state`,
  });
  return rows.filter(({ state }) => state !== 'pending').length;
}

/** Ended, and its stream may not know it yet. `ids`: of these alone; `except`: not of those. */
export async function endedUntold(
  db: Database,
  ids: readonly string[] | null = null,
  except: readonly string[] = [],
): Promise<readonly EndedEntry[]> {
  const { rows } = await sql<EndedEntry>`${prepared}
    select mail_id as id, lane, business_id as "businessId", agency_id as "agencyId", broadcast_id as "broadcastId",
      contact_id as "contactId", attempts, state, coalesce(provider, 'none') as provider,
      coalesce(provider_message_id, '') as "providerMessageId", coalesce(note, '') as note
    from ops.mails
    where recorded_at is null and state in ('sent', 'failed', 'skipped', 'unsure')
      ${ids === null ? sql`` : sql`and mail_id = any(${ids}::uuid[])`}
      ${except.length === 0 ? sql`` : sql`and not mail_id = any(${except}::uuid[])`} order by done_at limit 200`.execute(
    db,
  );
  return rows;
}

async function markRecorded(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await emails.writeEach(db, {
    each: { mail_id: ['uuid', ids] },
    where: sql`true`,
    set: sql`recorded_at = ${now}::timestamptz`,
  });
}

export type Writer = ReturnType<typeof createWriter>;
/** What is written of emails that are under way, those of the same moment in one statement. */
export const createWriter = (db: Database, holder: string, now: () => Date) => ({
  /** See `markSending`. */
  sending: (channel: Channel) => batcher((asked: readonly Sending[]) => markSending(db, holder, channel, asked, now())),
  /** See `markHandedOver`. */
  handedOver: batcher((asked: readonly Pick<Entry, 'id' | 'attempts'>[]) => markHandedOver(db, holder, asked)),
  move: batcher(async (moves: readonly Move[]) => {
    await moveAll(db, holder, moves, now());
    return moves.map(() => undefined);
  }),
  /** How an email ended that its stream may not know yet; null: it knows, or it has not. */
  unrecorded: batcher(async (ids: readonly string[]) => {
    const found = new Map((await endedUntold(db, ids)).map((email) => [email.id, email]));
    return ids.map((id) => found.get(id) ?? null);
  }),
  recorded: batcher(async (ids: readonly string[]) => {
    await markRecorded(db, ids, now());
    return ids.map(() => undefined);
  }),
});

/** What is over is forgotten after a while; the streams keep it. */
export async function forgetEnded(db: Database, before: Date): Promise<void> {
  await emails.remove(db, { where: sql`m.recorded_at < ${before}::timestamptz` });
}
/** Tokens of webhooks that are too old to be heard anyway. */
export async function forgetWebhookTokens(db: Database, before: Date): Promise<void> {
  await sql`delete from ops.webhook_tokens where heard_at < ${before}::timestamptz`.execute(db);
}

export interface HandoverCounts {
  readonly waiting: number;
  readonly overdue: number;
  readonly unknown: number;
  readonly unrecorded: number;
  readonly note: string | null;
}
/**
 * `overdue`: should have been sent more than a minute ago; `note` says what the oldest of them waits for. `unrecorded`: over
 * for more than five, and whoever waits for them does not know.
 */
export async function countWaiting(db: Database, now: Date): Promise<HandoverCounts> {
  const { rows } = await sql<HandoverCounts>`
    select count(*) filter (where state in ('pending', 'claimed', 'sending'))::int as waiting,
    count(*) filter (where state = 'unknown')::int as unknown,
      count(*) filter (where state = 'pending' and broadcast_id is null
        and requested_at < ${now}::timestamptz - interval '1 minute')::int as overdue,
      (select count(*)::int from ops.mails where recorded_at is null and state in ('sent', 'failed', 'skipped', 'unsure')
        and done_at < ${now}::timestamptz - interval '5 minutes') as unrecorded,
      (array_agg(note order by requested_at) filter (where state = 'pending' and broadcast_id is null and note is not null))[1] as note
    from ops.mails where state in ('pending', 'claimed', 'sending', 'unknown')`.execute(db);
  return rows[0]!;
}
