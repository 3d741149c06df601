import { z } from 'zod';
import { PositionText } from '../../domain/kernel/fields.ts';
import { ContactId, MessageId, namespaces, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { messageFields } from '../../domain/messages/fields.ts';
import { Message } from '../../domain/messages/message.ts';
import { checkSayable } from '../../domain/messages/queue.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { furthest, stateOf } from '../kernel/unit-of-work.ts';
import { queueTo } from '../messages/queue.ts';
import { answerOf, goFirst, mayAnswer, ownByAnswering } from './answering.ts';

/**
 * Refused with `contact_opted_out` when the contact has opted out, and with `conflict` where only its assignee may
 * answer. The message's id derives from the command: sent twice with one Idempotency-Key, it goes out once.
 */
export const sendText = command({
  input: z.object({
    contactId: ContactId,
    writerId: UserId.optional(),
    body: messageFields.body,
    media: messageFields.media,
    /** Up to where of the log the writer has read; left out: it goes whatever was said since. */
    seen: PositionText.optional(),
  }),
  by: people,
  async run(call, { writerId, seen, ...text }) {
    const { businessId } = businessUserOf(call.context);
    const messageId = MessageId.parse(uuidV5(namespaces.message, businessId, 'livechat', call.context.commandId));
    const { events } = call.world;
    const answer = await answerOf(call, { contactId: text.contactId, writerId });
    const isSaid = async () => stateOf(Message, await events.read(streams.message(messageId))).status !== 'none';
    await mayAnswer(call, answer, isSaid);
    checkSayable(text);
    await goFirst(call, answer, { messageId, seen: seen === undefined ? null : BigInt(seen) }, isSaid);
    const queued = await queueTo(call, { ...text, messageId, businessId, purpose: 'livechat', notBefore: null });
    return { ...queued, position: furthest(queued, await ownByAnswering(call, answer)) };
  },
});
