import { sql } from 'kysely';
import type { Commands } from '../../../commands/catalogue.ts';
import { workerContext } from '../../context.ts';
import type { Database } from '../../engine/worker.ts';
import { decideByBroadcast } from '../recipients.ts';
import { mails, type RecipientEntry } from './queue.ts';

export type MailRecipientDecision = Awaited<
  ReturnType<Commands['mail']['toRecipient']['decideRecipients']>
>['result'][number];

/** The context of a command about a recipient's mail; `cause` names what it is for. */
export const recipientContext = (
  { agencyId, businessId, recipient: { broadcastId } }: RecipientEntry,
  purpose: string,
  cause: readonly string[],
) =>
  workerContext('mail-sender', { agencyId, businessId }, purpose, cause, {
    correlationId: broadcastId,
    causationId: null,
  });

/** The last look at recipients of broadcasts. In the order given. */
export const decideMailRecipients = (
  commands: Pick<Commands, 'mail'>,
  entries: readonly RecipientEntry[],
): Promise<readonly MailRecipientDecision[]> =>
  decideByBroadcast(
    entries,
    ({ recipient }) => recipient.broadcastId,
    async (broadcastId, group) => {
      const attempts = group.map(({ mailId, attempts }) => `${mailId} ${attempts}`);
      const context = recipientContext(group[0]!, 'decide-mails', [broadcastId, ...attempts]);
      const { result } = await commands.mail.toRecipient.decideRecipients(context, {
        broadcastId: broadcastId as never,
        recipients: group.map(({ mailId, recipient: { contactId, variant, tried } }) => {
          return { mailId, contactId: contactId as never, variant, tried };
        }),
      });
      return result;
    },
  );

/** How a recipient's mail stands after it was in hand. `recorded`: its stream says so, or needs not. */
export interface MailMove {
  readonly entry: RecipientEntry;
  readonly state: 'pending' | 'parked' | 'accepted' | 'sent' | 'failed' | 'skipped' | 'unsure';
  readonly note: string | null;
  /** Of one that waits; left out: now. */
  readonly dueAt?: Date;
  /** The provider could not take it. */
  readonly delayed?: boolean;
  readonly recorded?: boolean;
  readonly provider?: string | null;
  readonly providerMessageId?: string | null;
}
const over: ReadonlySet<string> = new Set(['sent', 'failed', 'skipped', 'unsure']);

/** Writes down many in one statement. Does nothing to those that were taken over, or of whom the log knew more. */
export async function moveMails(db: Database, holder: string, moves: readonly MailMove[], now: Date): Promise<void> {
  const of = <T>(field: (move: MailMove) => T): T[] => moves.map(field);
  await mails.writeEach(db, {
    each: {
      mail_id: ['uuid', of(({ entry }) => entry.mailId)],
      attempts: ['int', of(({ entry }) => entry.attempts)],
      state: ['text', of(({ state }) => state)],
      note: ['text', of(({ note }) => note)],
      due_at: ['timestamptz', of(({ dueAt }) => dueAt ?? null)],
      delayed: ['boolean', of(({ delayed }) => delayed === true)],
      provider: ['text', of(({ provider }) => provider ?? null)],
      provider_message_id: ['text', of(({ providerMessageId }) => providerMessageId ?? null)],
      is_over: ['boolean', of(({ state }) => over.has(state))],
      recorded: ['boolean', of(({ recorded }) => recorded === true)],
    },
    where: sql`m.state in ('claimed', 'sending') and m.holder = ${holder} and m.recorded_at is null`,
    andEach: sql`m.attempts = e.attempts`,
    set: sql`state = e.state, holder = null, in_hand = false, note = e.note, due_at = coalesce(e.due_at, m.due_at),
      delays = m.delays + e.delayed::int, provider = coalesce(e.provider, m.provider),
      provider_message_id = coalesce(e.provider_message_id, m.provider_message_id),
      done_at = case when e.is_over then ${now}::timestamptz end,
      recorded_at = case when e.recorded then ${now}::timestamptz end`,
  });
}

/** What the provider was to tell of and has not: that it was taken is all that will be known. Returns how many. */
export async function giveUpWaiting(db: Database, now: Date): Promise<number> {
  const { count } = await mails.claim(db, {
    where: sql`state = 'accepted' and due_at <= ${now}::timestamptz`,
    order: sql`due_at`,
    limit: 500,
    set: sql`state = 'sent', done_at = ${now}::timestamptz`,
  });
  return count;
}

/** One that a dead process was about to send, and of which nothing was said: it has certainly not gone out. */
export async function sendAfterAll(db: Database, mailId: string): Promise<void> {
  await sql`update ops.mails set state = 'pending', done_at = null, note = null
    where mail_id = ${mailId}::uuid and state = 'unsure' and recorded_at is null`.execute(db);
}
