import { sql } from 'kysely';
import { kept } from '../../adapters/database/kept.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { Charge } from '../../domain/message/allowance.ts';
import type { WorkerTenant } from '../context.ts';
import type { Database } from '../engine/worker.ts';
import { chargesOf, counting, weighing } from './allowance.ts';
import type { SenderCommands } from './commands.ts';
import { type Claim, isClaim, wakeSenders } from './outbox.ts';

/** A claim of a broadcast's recipient. */
export type RecipientClaim = Claim & { readonly broadcast: NonNullable<Claim['broadcast']> };
export const isRecipient = (claim: Claim): claim is RecipientClaim => claim.broadcast !== null;
export type RecipientDecision = Awaited<ReturnType<Commands['messages']['decideBroadcast']>>['result'][number];

/** The last look at recipients, those of one broadcast together. Answers in the order given. */
export async function decideRecipients(
  commands: Pick<SenderCommands, 'decideBroadcast'>,
  claims: readonly RecipientClaim[],
): Promise<readonly RecipientDecision[]> {
  const groups = new Map<string, RecipientClaim[]>();
  for (const claim of claims) {
    const { broadcastId } = claim.broadcast;
    const group = groups.get(broadcastId);
    if (group === undefined) groups.set(broadcastId, [claim]);
    else group.push(claim);
  }
  const decided = new Map<RecipientClaim, RecipientDecision>();
  await Promise.all(
    [...groups].map(async ([broadcastId, group]) => {
      const tenant: WorkerTenant = group[0]!;
      const decisions = await commands.decideBroadcast(
        tenant,
        broadcastId,
        group.map(({ messageId, contactId, broadcast: { variant, tried } }) => ({
          messageId,
          contactId,
          variant,
          tried,
        })),
      );
      group.forEach((claim, index) => decided.set(claim, decisions[index]!));
    }),
  );
  return claims.map((claim) => decided.get(claim)!);
}

/** Whom a text is about to reach. */
export interface Place {
  readonly claim: RecipientClaim;
  readonly address: string;
  readonly windowHours: number | null;
  /** What the text takes of the business's month. */
  readonly charge: Charge;
}
export type Placed = 'mine' | 'taken-over' | 'too-often' | 'duplicate' | 'over-limit';

/**
 * Commits `sending` for those that are still this process's own, fit into their business's month, and whose place is
 * free, and takes it, in one transaction: of two broadcasts at once one reaches a number, of two contacts with one
 * number one. The others stay claimed. `uncounted`: the counter of its month has to begin first.
 */
export async function markRecipientsSending(
  db: Database,
  holder: string,
  places: readonly Place[],
  now: Date,
): Promise<readonly (Placed | 'uncounted')[]> {
  // One number once in this statement: the second of two is looked at against the first.
  const first = new Map<string, Place>();
  for (const place of places) if (!first.has(place.address)) first.set(place.address, place);
  const asked = [...first.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  const { months, units, most } = chargesOf(asked);
  const { rows } = await sql<{ message_id: string; attempts: number; outcome: Placed | 'uncounted' }>`${kept}
    with asked as materialized (
      select * from unnest(
        ${asked.map(({ claim }) => claim.messageId)}::uuid[], ${asked.map(({ claim }) => claim.attempts)}::int[],
        ${asked.map(({ address }) => address)}::uuid[], ${asked.map(({ claim }) => claim.businessId)}::uuid[],
        ${asked.map(({ claim }) => claim.broadcast.broadcastId)}::uuid[],
        ${asked.map(({ windowHours }) => (windowHours === null ? null : new Date(now.getTime() - windowHours * 3_600_000)))}::timestamptz[],
        ${months}::date[], ${units}::int[], ${most}::int[]
      ) with ordinality as a (message_id, attempts, address, business_id, broadcast_id, since, month, units, most, turn)
    ),
    own as materialized (
      select a.*, o.month as counted_in, o.units as counted_units, o.counted
      from asked a join ops.outbox o using (message_id)
      where ${isClaim(holder)}
      order by a.address for update of o
    ),
    ${weighing},
    placed as (
      insert into ops.reached as r (address, channel, business_id, broadcast_id, message_id, at)
      select address, 'text', business_id, broadcast_id, message_id, ${now}::timestamptz from fits
      where mine order by address
      on conflict (address, channel) do update
        set broadcast_id = excluded.broadcast_id, message_id = excluded.message_id, at = excluded.at
        where r.message_id = excluded.message_id or (r.broadcast_id <> excluded.broadcast_id and not exists (
          select 1 from asked a where a.message_id = excluded.message_id and r.at > a.since))
      returning message_id
    ),
    sent as (
      update ops.outbox o set state = 'sending', sending_at = ${now}::timestamptz,
        first_sending_at = coalesce(o.first_sending_at, ${now}::timestamptz),
        month = fits.month, units = fits.units, counted = true
      from placed join fits using (message_id) where o.message_id = placed.message_id
      returning o.message_id
    ),
    ${counting}
    select f.message_id, f.attempts,
      case when f.outcome <> 'mine' then f.outcome when sent.message_id is not null then 'mine'
        when r.broadcast_id = f.broadcast_id then 'duplicate' else 'too-often' end as outcome
    from fits f left join sent using (message_id) left join ops.reached r on r.address = f.address and r.channel = 'text'`.execute(
    db,
  );
  const outcomes = new Map(rows.map((row) => [`${row.message_id} ${row.attempts}`, row.outcome]));
  const outcomeOf = ({ claim }: Place) => outcomes.get(`${claim.messageId} ${claim.attempts}`) ?? 'taken-over';
  const alone = places.filter((place) => first.get(place.address) !== place);
  const later = new Map<Place, ReturnType<typeof outcomeOf>>();
  for (const place of alone) later.set(place, (await markRecipientsSending(db, holder, [place], now))[0]!);
  return places.map((place) => later.get(place) ?? outcomeOf(place));
}

/** A recipient that waits again: until an instant, or, with its broadcast, for as long as that is paused. */
export interface Wait {
  readonly claim: RecipientClaim;
  readonly state: 'pending' | 'parked';
  readonly dueAt: Date;
  readonly deferred: boolean;
  readonly delayed: boolean;
  readonly note: string | null;
}

/** Back to waiting, because it has certainly not been taken. Does nothing to those that were taken over or have ended. */
export async function putRecipientsBack(db: Database, holder: string, waits: readonly Wait[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sorted = [...waits].sort((a, b) => (a.claim.messageId < b.claim.messageId ? -1 : 1));
    const { rows } = await sql<{ sender: string; due_at: Date }>`
      update ops.outbox o set state = w.state, holder = null, due_at = w.due_at, deferred = w.deferred,
        delays = o.delays + w.delayed::int, note = w.note
      from unnest(${sorted.map(({ claim }) => claim.messageId)}::uuid[], ${sorted.map(({ claim }) => claim.attempts)}::int[],
        ${sorted.map(({ state }) => state)}::text[], ${sorted.map(({ dueAt }) => dueAt)}::timestamptz[],
        ${sorted.map(({ deferred }) => deferred)}::boolean[], ${sorted.map(({ delayed }) => delayed)}::boolean[],
        ${sorted.map(({ note }) => note)}::text[]) as w (message_id, attempts, state, due_at, deferred, delayed, note)
      where o.message_id = w.message_id and o.attempts = w.attempts and o.state in ('claimed', 'sending')
        and o.holder = ${holder}
      returning o.sender, o.due_at, o.state`.execute(trx);
    const soonest = new Map<string, Date>();
    for (const { sender, due_at: dueAt } of rows)
      if (dueAt < (soonest.get(sender) ?? new Date(8.64e15))) soonest.set(sender, dueAt);
    for (const [sender, at] of [...soonest].sort()) await wakeSenders(trx, [sender], at);
  });
}
