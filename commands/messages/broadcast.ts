import { z } from 'zod';
import { type Charge, chargeOf } from '../../domain/delivery/allowance.ts';
import type { Reach } from '../../domain/delivery/reach.ts';
import { BroadcastId, BusinessId, ContactId, MessageId } from '../../domain/kernel/ids.ts';
import { SuppressReason } from '../../domain/messages/fields.ts';
import type { Legible, QueuedData } from '../../domain/messages/message.ts';
import { texts } from '../delivery/channels/text.ts';
import { decideRecipients, type RecipientDecided } from '../delivery/decide.ts';
import { sayFirst } from '../delivery/say.ts';
import { withhold } from '../delivery/withhold.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';

/** What is to be done with a recipient now. */
export type RecipientDecision = RecipientDecided<{
  readonly kind: 'send';
  readonly text: Legible<QueuedData>;
  /** No event tells of it yet: `queueRecipient` says it before it goes out. */
  readonly fresh: boolean;
  readonly reach: Reach;
  /** What it takes of the business's month. */
  readonly charge: Charge;
}>;

const recipient = z.object({
  messageId: MessageId,
  contactId: ContactId,
  variant: z.number().int(),
  /** It was tried before: its stream is looked at first. */
  tried: z.boolean(),
});

/** The last look at some recipients of one broadcast by text: see `decideRecipients`. */
export const decideBroadcast = command({
  input: z.object({ broadcastId: BroadcastId, recipients: z.array(recipient) }),
  by: ['system'],
  async run(call, { broadcastId, recipients }): Promise<CommandOutcome<readonly RecipientDecision[]>> {
    const asked = recipients.map(({ messageId: id, ...one }) => ({ id, ...one }));
    const result = await decideRecipients(
      call,
      texts,
      broadcastId,
      asked,
      ({ queued, business, now, fresh, reach }) => ({
        kind: 'send' as const,
        text: queued,
        fresh,
        reach,
        charge: chargeOf(queued, business, now),
      }),
    );
    return { position: null, result };
  },
});

/** A recipient is not written to after all: their place was taken, or their broadcast is over and something was said. */
export const withholdRecipient = command({
  input: z.object({ messageId: MessageId, contactId: ContactId, reason: SuppressReason }),
  by: ['system'],
  async run(call, { messageId: id, contactId, reason }): Promise<CommandOutcome> {
    const businessId = BusinessId.parse(call.context.caller.tenant.businessId);
    await withhold(call, texts, { id, businessId, contactId }, reason);
    return { position: null, result: undefined };
  },
});

/** Says what is about to be sent, with its exact words: see `sayFirst`. */
export const queueRecipient = command({
  input: z.object({ text: z.custom<Legible<QueuedData>>(), attempt: z.number().int() }),
  by: ['system'],
  run: (call, { text, attempt }): Promise<CommandOutcome<boolean>> =>
    sayFirst(call, texts, text.messageId, text, attempt),
});
