import type { Commands } from '../../../commands/catalogue.ts';
import type { PausedBy } from '../../../domain/broadcasts/fields.ts';
import { BroadcastId } from '../../../domain/kernel/ids.ts';
import { type WorkerTenant, workerContext } from '../../context.ts';
import type { Claim, Marked } from './queue.ts';

/** What of a message the sender's commands need. */
export interface Subject extends WorkerTenant {
  readonly messageId: string;
}

export type BroadcastRecipient = Parameters<Commands['messages']['decideBroadcast']>[1]['recipients'][number];
/** Why the software pauses a broadcast. */
export type Halting = Exclude<PausedBy, 'person'>;
export type UnreadEnd = Parameters<Commands['messages']['endUnread']>[1]['end'];
type BroadcastClaim = Claim & { readonly broadcast: NonNullable<Claim['broadcast']> };
export type RecipientText = Parameters<Commands['messages']['queueRecipient']>[1]['text'];
const links = (correlationId: string) => ({ correlationId, causationId: null });

/** The commands that the sender issues about a message, each with its derived id. */
export function senderCommands({ messages, broadcasts }: Pick<Commands, 'messages' | 'broadcasts'>) {
  const context = (of: Subject, purpose: string, ...cause: string[]) =>
    workerContext('message-sender', of, purpose, [of.messageId, ...cause], {
      correlationId: of.messageId,
      causationId: null,
    });
  return {
    /** A decision is made anew for every attempt. */
    decideSend: async (of: Subject, attempt: number) =>
      (await messages.decideSend(context(of, 'decide-send', String(attempt)), { messageId: of.messageId })).result,
    /** Recipients of one broadcast, in the order given. */
    decideBroadcast: async (of: WorkerTenant, broadcastId: string, recipients: readonly BroadcastRecipient[]) =>
      (
        await messages.decideBroadcast(
          workerContext('message-sender', of, 'decide-broadcast', [broadcastId], links(broadcastId)),
          { broadcastId, recipients: [...recipients] },
        )
      ).result,
    /** False: somebody else has said it. */
    queueRecipient: async (of: Subject, attempt: number, text: RecipientText) =>
      (await messages.queueRecipient(context(of, 'queue-recipient', String(attempt)), { text, attempt })).result,
    withhold: (
      of: Subject & { readonly contactId: string },
      reason: Exclude<Marked, 'mine' | 'taken-over'> | 'stopped' | 'expired' | 'our-fault',
    ) =>
      messages.withholdRecipient(context(of, 'withhold', reason), {
        messageId: of.messageId,
        contactId: of.contactId,
        reason,
      }),
    /** Pauses the broadcast of a recipient. */
    halt: (of: BroadcastClaim, by: Halting, note: string) =>
      broadcasts.halt(context(of, 'halt', by, String(of.attempts)), {
        broadcastId: BroadcastId.parse(of.broadcast.broadcastId),
        by,
        note,
      }),
    recordAccepted: (of: Subject, provider: string, providerMessageId: string) =>
      messages.recordAccepted(context(of, 'record-accepted', providerMessageId), {
        messageId: of.messageId,
        provider,
        providerMessageId,
      }),
    recordFailed: (of: Subject, attempt: number, errorCode: number | null, reason: string, unsure?: true) =>
      messages.recordFailed(context(of, unsure ? 'record-unsure' : 'record-failed', String(attempt)), {
        messageId: of.messageId,
        errorCode,
        reason,
        unsure,
      }),
    /** The end of one whose own stream can not be read. */
    endUnread: (of: Subject & { readonly contactId: string }, end: UnreadEnd) =>
      messages.endUnread(context(of, 'end-unread', end.kind), {
        messageId: of.messageId,
        contactId: of.contactId,
        end,
      }),
    recordUnknown: (of: Subject, attempt: number, detail: string) =>
      messages.recordUnknown(context(of, 'record-unknown', String(attempt)), { messageId: of.messageId, detail }),
    hold: (of: Subject, attempt: number, reason: 'retry' | 'rate-limited', until: Date, errorCode: number | null) =>
      messages.hold(context(of, 'hold', String(attempt), reason), {
        messageId: of.messageId,
        reason,
        until: until.toISOString(),
        errorCode,
      }),
    /** An unknown outcome waits again. An id of its own: the attempt may have been held before its process died over it. */
    sendAgain: (of: Subject, attempt: number, now: Date) =>
      messages.hold(context(of, 'send-again', String(attempt)), {
        messageId: of.messageId,
        reason: 'retry',
        until: now.toISOString(),
        errorCode: null,
      }),
    recordCarrierStatus: (
      of: Subject,
      provider: string,
      providerMessageId: string,
      status: Parameters<Commands['messages']['recordCarrierStatus']>[1]['status'],
      errorCode: number | null,
    ) =>
      messages.recordCarrierStatus(context(of, 'look-up', providerMessageId, status), {
        messageId: of.messageId,
        provider,
        providerMessageId,
        status,
        errorCode,
      }),
  };
}
export type SenderCommands = ReturnType<typeof senderCommands>;
