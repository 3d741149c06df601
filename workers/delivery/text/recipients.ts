import { sql } from 'kysely';
import type { Commands } from '../../../commands/catalogue.ts';
import type { Database } from '../../engine/worker.ts';
import { decideByBroadcast } from '../recipients.ts';
import type { SenderCommands } from './commands.ts';
import { type Claim, outbox, wakeSenders } from './queue.ts';

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
    const { rows } = await outbox.writeEach<{ sender: string; due_at: Date }>(trx, {
      each: {
        message_id: ['uuid', of(({ claim }) => claim.messageId)],
        attempts: ['int', of(({ claim }) => claim.attempts)],
        state: ['text', of(({ state }) => state)],
        due_at: ['timestamptz', of(({ dueAt }) => dueAt)],
        deferred: ['boolean', of(({ deferred }) => deferred)],
        delayed: ['boolean', of(({ delayed }) => delayed)],
        note: ['text', of(({ note }) => note)],
        keeps_place: ['boolean', of(({ keepsPlace }) => keepsPlace)],
      },
      where: sql`o.state in ('claimed', 'sending') and o.holder = ${holder}`,
      andEach: sql`o.attempts = e.attempts`,
      set: sql`state = e.state, holder = null, deferred = e.deferred, delays = o.delays + e.delayed::int, note = e.note,
        due_at = case when e.keeps_place then o.due_at else e.due_at end`,
      returning: sql`o.sender, o.due_at`,
    });
    const soonest = new Map<string, Date>();
    for (const { sender, due_at: dueAt } of rows)
      if (dueAt < (soonest.get(sender) ?? new Date(8.64e15))) soonest.set(sender, dueAt);
    for (const [sender, at] of [...soonest].sort()) await wakeSenders(trx, [sender], at);
  });
}
