import { z } from 'zod';
import { ContactId, MessageId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { messageFields } from '../../domain/message/fields.ts';
import { people } from '../caller.ts';
import { command } from '../command.ts';
import { deskOf } from '../desk.ts';
import { queueTo } from '../messages/queue.ts';

/**
 * Refused with `contact_opted_out` when the contact has opted out. The message's id derives from the command: sent
 * twice with one Idempotency-Key, it goes out once.
 */
export const sendText = command({
  input: z.object({ contactId: ContactId, body: messageFields.body, media: messageFields.media }),
  by: people,
  run(call, text) {
    const { businessId } = deskOf(call.context);
    const messageId = MessageId.parse(uuidV5(namespaces.message, businessId, 'livechat', call.context.commandId));
    return queueTo(call, { ...text, messageId, businessId, purpose: 'livechat', notBefore: null });
  },
});
