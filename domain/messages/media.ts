import { DomainError } from '../kernel/errors.ts';
import { type MessageEvent, MessageMediaRejected, MessageMediaStored } from './events.ts';
import type { MediaRefusal } from './fields.ts';
import type { Message } from './message.ts';

export type MediaOutcome =
  | {
      readonly kind: 'stored';
      readonly mediaId: string;
      readonly contentType: string;
      readonly size: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'refused'; readonly reason: MediaRefusal };

/** What became of one attachment of a text that came in. The first outcome counts. */
export function recordMedia(
  { index, outcome }: { index: number; outcome: MediaOutcome },
  message: Message,
): MessageEvent[] {
  if (message.status !== 'received') throw new DomainError('not_found', 'This message does not exist.');
  if (message.ended.has(index)) return [];
  const { messageId, businessId, contactId } = message.message;
  const attached = { messageId, businessId, contactId, index };
  if (outcome.kind === 'refused') return [MessageMediaRejected.create({ ...attached, reason: outcome.reason })];
  const { kind: _, ...kept } = outcome;
  return [MessageMediaStored.create({ ...attached, ...kept })];
}
