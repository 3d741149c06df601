import { sql } from 'kysely';
import type { Commands } from '../../../commands/catalogue.ts';
import type { Database } from '../../engine/worker.ts';
import { decideByBroadcast } from '../recipients.ts';
import type { SenderCommands } from './commands.ts';
import { type Claim, lockedTexts, wakeSenders } from './queue.ts';

/** A claim of a broadcast's recipient. */
export type RecipientClaim = Claim & { readonly broadcast: NonNullable<Claim['broadcast']> };
export const isRecipient = (claim: Claim): claim is RecipientClaim => claim.broadcast !== null;
export type RecipientDecision = Awaited<ReturnType<Commands['messages']['decideBroadcast']>>['result'][number];

/** The last look at recipients of broadcasts. In the order given. */
export const decideRecipients = (
  commands: Pick<SenderCommands, 'decideBroadcast'>,
  claims: readonly RecipientClaim[],
): Promise<readonly RecipientDecision[]> =>
  decideByBroadcast(
    claims,
    ({ broadcast }) => broadcast.broadcastId,
    (broadcastId, group) =>
      commands.decideBroadcast(
        group[0]!,
        broadcastId,
        group.map(({ messageId, contactId, broadcast: { variant, tried } }) => {
          return { messageId, contactId, variant, tried };
        }),
      ),
  );

/** A recipient that waits again: until an instant, or, with its broadcast, for as long as that is paused. */
export interface Wait {
  readonly claim: RecipientClaim;
  readonly state: 'pending' | 'parked';
  readonly dueAt: Date;
  readonly deferred: boolean;
  readonly delayed: boolean;
  readonly note: string | null;
  /** It goes on before all that came after it: `dueAt` counts for nothing. */
  readonly keepsPlace: boolean;
}

/** Back to waiting, because it has certainly not been taken. Does nothing to those that were taken over or have ended. */
export async function putRecipientsBack(db: Database, holder: string, waits: readonly Wait[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const of = <T>(field: (wait: Wait) => T): T[] => waits.map(field);
    const ids = of(({ claim }) => claim.messageId);
    const isOwn = sql`o.state in ('claimed', 'sending') and o.holder = ${holder}`;
    const { rows } = await sql<{ sender: string; due_at: Date }>`
      update ops.outbox o set state = w.state, holder = null, deferred = w.deferred,
        due_at = case when w.keeps_place then o.due_at else w.due_at end,
        delays = o.delays + w.delayed::int, note = w.note
      from ${lockedTexts(sql`o.message_id = any(${ids}::uuid[]) and ${isOwn}`)} own
        join unnest(${ids}::uuid[], ${of(({ claim }) => claim.attempts)}::int[],
        ${of(({ state }) => state)}::text[], ${of(({ dueAt }) => dueAt)}::timestamptz[],
        ${of(({ deferred }) => deferred)}::boolean[], ${of(({ delayed }) => delayed)}::boolean[],
        ${of(({ note }) => note)}::text[], ${of(({ keepsPlace }) => keepsPlace)}::boolean[])
        as w (message_id, attempts, state, due_at, deferred, delayed, note, keeps_place)
        using (message_id)
      where o.message_id = own.message_id and o.attempts = w.attempts and ${isOwn}
      returning o.sender, o.due_at, o.state`.execute(trx);
    const soonest = new Map<string, Date>();
    for (const { sender, due_at: dueAt } of rows)
      if (dueAt < (soonest.get(sender) ?? new Date(8.64e15))) soonest.set(sender, dueAt);
    for (const [sender, at] of [...soonest].sort()) await wakeSenders(trx, [sender], at);
  });
}
