import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { MessageId } from '../../domain/kernel/ids.ts';
import { MediaRefusal } from '../../domain/messages/fields.ts';
import { recordMedia } from '../../domain/messages/media.ts';
import { Message } from '../../domain/messages/message.ts';
import { streams } from '../../domain/streams.ts';
import { decision } from '../kernel/command.ts';

const pixels = z.number().int().positive();
const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stored'),
    mediaId: z.string().max(100),
    contentType: z.string().max(100),
    size: z.number().int().nonnegative(),
    width: pixels,
    height: pixels,
  }),
  z.object({ kind: z.literal('refused'), reason: MediaRefusal }),
]);

/** What became of one attachment of a text that came in. Repeated, or with another outcome later, it changes nothing. */
export const recordMessageMedia = decision({
  input: z.object({ messageId: MessageId, index: z.number().int().min(0).max(9), outcome }),
  by: ['system'],
  aggregate: Message,
  at: async ({ world }, { messageId }) => {
    const stream = streams.message(messageId);
    const seen = await world.events.read(stream);
    if (seen.length === 0) throw new DomainError('not_found', 'This message does not exist.');
    return { stream, tenant: seen[0]!.metadata.tenant, seen };
  },
  decide: recordMedia,
});
