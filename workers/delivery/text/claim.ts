import { sql } from 'kysely';
import { prepared } from '../../../adapters/database/prepared-statement.ts';
import { untilDue } from '../../engine/wait.ts';
import type { Database } from '../../engine/worker.ts';
import { type Bucket, refill, take, waitFor } from './bucket.ts';
import { outbox, senders as numbers, type TextClaim } from './queue.ts';
import type { RateFor, SenderRate } from './rates.ts';
import { type KeptLimits, keptLimits } from './sender-limits.ts';
import { type Candidate, type Queue, share } from './shares.ts';

/** How many messages: all together, and of bulk among them. */
export interface Slots {
  readonly all: number;
  readonly bulk: number;
}

export interface ClaimRequest {
  readonly holder: string;
  /** How many messages this process can take on now. */
  readonly slots: Slots;
  readonly now: Date;
  readonly rateFor: RateFor;
}

interface SenderRow {
  sender: string;
  business_id: string;
  tokens: number | null;
  refilled_at: Date | null;
  limits: KeptLimits | null;
}

interface CandidateRow extends Candidate {
  readonly sender: string;
  readonly agencyId: string | null;
}

/** So many numbers are looked at in one go; the others have their turn right after. */
const maxSenders = 32;

/**
 * Claims as many messages as there are `slots`, shared fairly (`shares.ts`) within the rates of their numbers, businesses
 * and agencies. The row lock on a number serialises its claims between processes, which skip numbers that somebody else
 * is claiming for. A message is
 * not claimed while an earlier one to the same contact is on its way (waiting, being sent, or unknown), unless that
 * one is deferred to a time of its own, or waits for a broadcast's turn: nothing has been said of it yet.
 */
export async function claim(
  db: Database,
  { holder, slots, now, rateFor }: ClaimRequest,
): Promise<readonly TextClaim[]> {
  return db.transaction().execute(async (trx) => {
    const senders = await lockSenders(trx, now);
    if (senders.length === 0) return [];
    const candidates = await listCandidates(
      trx,
      senders.map((row) => [row.sender, isBulkHeld(row, now)]),
      slots,
      now,
    );

    const own = new Map(senders.map((row) => [row.sender, candidates.filter(({ sender }) => sender === row.sender)]));
    const agencyOf = ({ sender }: SenderRow) => own.get(sender)![0]?.agencyId ?? null;
    const tenants = await lockTenants(
      trx,
      senders.filter(({ sender }) => own.get(sender)!.length > 0).map((row) => [row.business_id, agencyOf(row)]),
      rateFor,
      now,
    );
    const turns = senders.map((row) => {
      const over = [row.business_id, agencyOf(row)].flatMap((id) => tenants.get(id ?? '') ?? []);
      return turnOf(row, own.get(row.sender)!, over, rateOf(row, rateFor), now);
    });
    const chosen = share(
      turns.map((turn) => turn.queue),
      slots,
    );
    const claims =
      chosen.length === 0 ?
        []
      : await markClaimed(
          trx,
          chosen.map((candidate) => candidate.messageId),
          holder,
        );
    const limits = new Map(senders.map((row) => [row.sender, row.limits]));
    await updateSenders(trx, turns, now);
    if (claims.length > 0) await updateTenants(trx, tenants, now);
    return claims.map((one) => ({ ...one, limits: limits.get(one.sender) ?? null }));
  });
}

/** How long no number has anything that may go, in ms: 0, one has; `longestMs` at most. */
export async function untilReady(db: Database, now: Date, longestMs: number): Promise<number> {
  const { rows } = await sql<{ next: Date | null }>`${prepared}
    select min(greatest(ready_at, paused_until, 'epoch')) as next from ops.senders where has_work and blocked_at is null`.execute(
    db,
  );
  return untilDue(rows[0]!.next, now, longestMs);
}

async function lockSenders(trx: Database, now: Date): Promise<readonly SenderRow[]> {
  const ready = {
    where: sql`has_work and blocked_at is null and ready_at <= ${now}::timestamptz and paused_until <= ${now}::timestamptz`,
    order: sql`urgent desc, served_at`,
    limit: maxSenders,
  };
  const what = sql`sender, business_id, tokens, refilled_at, ${keptLimits} as limits`;
  const { rows } = await sql<SenderRow>`${prepared}${numbers.free(ready, what)}`.execute(trx);
  return rows;
}

/**
 * Nothing of its contact that is on its way would be overtaken by `o`. As a boolean, which Postgres asks of one row after
 * the other in the order of the index until there are enough: an anti-join it would plan by statistics, and where those
 * said that little waits it read and sorted all that did.
 */
const mayPass = sql`case when exists (
    select from ops.outbox e where e.contact_id = o.contact_id and e.position < o.position
      and (e.stage in ('in hand', 'unknown') or (e.stage = 'pending' and not e.deferred and e.broadcast_id is null))
  ) then false else true end`;

async function listCandidates(
  trx: Database,
  senders: readonly (readonly [sender: string, isBulkHeld: boolean])[],
  { all, bulk }: Slots,
  now: Date,
): Promise<readonly CandidateRow[]> {
  const { rows } = await sql<{
    message_id: string;
    sender: string;
    agency_id: string | null;
    lane: number;
    segments: number;
  }>`${prepared}
    select o.message_id, o.sender, o.agency_id, o.lane, o.segments
    from unnest(${senders.map(([sender]) => sender)}::text[], ${senders.map(([, isHeld]) => isHeld)}::boolean[]) as s (sender, held)
    cross join (values (0, ${all}::int), (1, ${bulk}::int)) as l (lane, most)
    cross join lateral (
      select message_id, sender, agency_id, lane, segments, due_at, position from ops.outbox o
      where o.sender = s.sender and o.lane = l.lane and o.stage = 'pending' and not (l.lane = 1 and s.held)
        and o.due_at <= ${now}::timestamptz
        and ${mayPass}
      order by o.due_at, o.position limit l.most) o
    order by o.lane, o.due_at, o.position`.execute(trx);
  return rows.map(({ message_id: messageId, agency_id: agencyId, ...row }) => ({ messageId, agencyId, ...row }));
}

/** Its broadcasts stand still: the day of its brand is full. */
const isBulkHeld = ({ limits }: SenderRow, now: Date): boolean =>
  limits?.bulk_after != null && Date.parse(limits.bulk_after) > now.getTime();

/** What its registration lets it send, otherwise what numbers of its kind may. */
function rateOf({ sender, limits }: SenderRow, rateFor: RateFor): SenderRate {
  if (limits === null) return rateFor(sender, 'number');
  const { segments_per_second: segmentsPerSecond } = limits;
  return { segmentsPerSecond, burst: segmentsPerSecond };
}

interface Turn {
  readonly queue: Queue<CandidateRow>;
  /** Read after sharing. */
  readonly bucket: () => Bucket;
  readonly readyAt: () => Date | null;
  /** Its broadcasts stand still until then; null: they don't. */
  readonly bulkAfter: string | null;
}

/** The bucket of a business or an agency, which several numbers take from. */
interface TenantBucket {
  bucket: Bucket;
  readonly rate: SenderRate;
}

/**
 * The buckets of businesses and their agencies, locked until the claim is over: processes that claim for numbers of one
 * business take turns.
 */
async function lockTenants(
  trx: Database,
  pairs: readonly (readonly [businessId: string, agencyId: string | null])[],
  rateFor: RateFor,
  now: Date,
): Promise<ReadonlyMap<string, TenantBucket>> {
  const kinds = new Map<string, 'business' | 'agency'>();
  for (const [businessId, agencyId] of pairs) {
    kinds.set(businessId, 'business');
    if (agencyId !== null) kinds.set(agencyId, 'agency');
  }
  const ids = [...kinds.keys()];
  if (ids.length === 0) return new Map();
  const read = () =>
    sql<{ tenant_id: string; tokens: number | null; refilled_at: Date | null }>`${prepared}
      select tenant_id, tokens, refilled_at from ops.tenant_rates where tenant_id = any(${ids}::uuid[])
      order by tenant_id for update`.execute(trx);
  let { rows } = await read();
  if (rows.length < ids.length) {
    await sql`insert into ops.tenant_rates (tenant_id) select id from unnest(${ids}::uuid[]) id order by id
      on conflict (tenant_id) do nothing`.execute(trx);
    ({ rows } = await read());
  }
  return new Map(
    rows.map(({ tenant_id: id, tokens, refilled_at: refilledAt }) => {
      const rate = rateFor(id, kinds.get(id)!);
      const kept = tokens === null || refilledAt === null ? null : { tokens, refilledAt };
      return [id, { bucket: refill(kept, rate, now), rate }];
    }),
  );
}

async function updateTenants(trx: Database, tenants: ReadonlyMap<string, TenantBucket>, now: Date): Promise<void> {
  const ids = [...tenants.keys()];
  await sql`${prepared} update ops.tenant_rates r set tokens = t.tokens, refilled_at = ${now}::timestamptz
    from unnest(${ids}::uuid[], ${ids.map((id) => tenants.get(id)!.bucket.tokens)}::float8[]) as t (tenant_id, tokens)
    where r.tenant_id = t.tenant_id`.execute(trx);
}

/** `over`: the buckets of its business and agency. A text goes when all of them let it. */
function turnOf(
  row: SenderRow,
  candidates: readonly CandidateRow[],
  over: readonly TenantBucket[],
  rate: SenderRate,
  now: Date,
): Turn {
  const kept =
    row.tokens === null || row.refilled_at === null ? null : { tokens: row.tokens, refilledAt: row.refilled_at };
  const own: TenantBucket = { bucket: refill(kept, rate, now), rate };
  const all = [own, ...over];
  let readyAt: Date | null = null;
  return {
    queue: {
      tenant: row.business_id,
      sender: row.sender,
      candidates,
      take: (segments) => {
        const left = all.map((each) => take(each.bucket, segments, each.rate));
        if (left.includes(null)) {
          const waits = all.map((each) => waitFor(each.bucket, segments, each.rate));
          readyAt = new Date(now.getTime() + Math.max(...waits));
          return false;
        }
        all.forEach((each, index) => (each.bucket = left[index]!));
        return true;
      },
    },
    bucket: () => own.bucket,
    readyAt: () => readyAt,
    bulkAfter: isBulkHeld(row, now) ? row.limits!.bulk_after : null,
  };
}

async function markClaimed(
  trx: Database,
  messageIds: readonly string[],
  holder: string,
): Promise<readonly TextClaim[]> {
  // By their ids: an index of what is pending would lead through all that waits.
  const isMeant = sql`o.message_id = any(${messageIds}::uuid[]) and coalesce(o.state, '') = 'pending'`;
  const { rows } = await sql<TextClaim>`${prepared}
    update ops.outbox o set state = 'claimed', holder = ${holder}, attempts = attempts + 1, deferred = false,
      released = false
    from ${outbox.locked(isMeant)} own where ${outbox.isOwn} and coalesce(o.state, '') = 'pending'
    returning o.message_id as id, o.business_id as "businessId", o.agency_id as "agencyId", o.contact_id as "contactId",
      o.sender, o.attempts, o.delays, o.faults, o.queued_at as "queuedAt", o.broadcast_id as "broadcastId",
      coalesce(o.variant, 0) as variant, o.first_sending_at is not null as tried,
      exists (select from ops.wallet_payers p where p.payer_id = coalesce(o.agency_id, o.business_id)) as "hasWallet"`.execute(
    trx,
  );
  const turn = new Map(messageIds.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => turn.get(a.id)! - turn.get(b.id)!);
}

/** Writes the buckets back, and when each number is worth looking at again. A number that was looked at goes to the end of the line. */
async function updateSenders(trx: Database, turns: readonly Turn[], now: Date): Promise<void> {
  await sql`${prepared}
    update ops.senders s
    set tokens = t.tokens, refilled_at = ${now}::timestamptz, served_at = ${now}::timestamptz,
        has_work = coalesce(w.urgent_at, w.bulk_at) is not null, urgent = w.urgent_at is not null,
        ready_at = coalesce(greatest(least(w.urgent_at, greatest(w.bulk_at, t.bulk_after)), t.ready_at), s.ready_at)
    from unnest(${turns.map((turn) => turn.queue.sender)}::text[],
    ${turns.map((turn) => turn.bucket().tokens)}::float8[], ${turns.map((turn) => turn.readyAt())}::timestamptz[],
    ${turns.map((turn) => turn.bulkAfter)}::timestamptz[]) as t (sender, tokens, ready_at, bulk_after)
    -- "offset": asked once, not wherever it is named.
    cross join lateral (
      select (select due_at from ops.outbox where sender = t.sender and lane = 0 and stage = 'pending' order by due_at limit 1)
          as urgent_at,
        (select due_at from ops.outbox where sender = t.sender and lane = 1 and stage = 'pending' order by due_at limit 1)
          as bulk_at offset 0) w
    where s.sender = t.sender`.execute(trx);
}
