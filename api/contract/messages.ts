import { z } from 'zod';
import { AnsweringRule } from '../../domain/messages/fields.ts';
import { calls } from './calls.ts';
import { Instant, PositionText, Uuid } from './common.ts';

export const MessageStatus = z.enum([
  'received',
  'queued',
  'accepted',
  'sent',
  'delivered',
  'failed',
  'suppressed',
  'held',
  'unknown',
]);
/**
 * A picture of a message, always from this installation's own host. `loading`: it came in and is being fetched;
 * `refused`: it is not shown, and
 * `reason` says why. `url` is null for both. `width` and `height` in px, null where they are not known.
 */
export const MediaItem = z.object({
  state: z.enum(['stored', 'loading', 'refused']),
  url: z.string().nullable(),
  content_type: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  reason: z.string().nullable(),
});
export type MediaItem = z.output<typeof MediaItem>;

export const Message = z.object({
  id: z.string(),
  contact_id: z.string(),
  direction: z.enum(['in', 'out']),
  kind: z.enum(['message', 'note']),
  body: z.string().nullable(),
  media: z.array(MediaItem),
  status: MessageStatus,
  purpose: z.string().nullable(),
  segments: z.number().int().nullable(),
  error_code: z.number().int().nullable(),
  reason: z.string().nullable(),
  held_until: Instant.nullable(),
  at: Instant,
  position: z.string(),
  history: z.array(z.object({ status: z.string(), at: Instant })),
  author_id: z.string().nullable(),
  /** Who of the team wrote it, as they are called now; null: nobody did (it is the contact's, or automatic). */
  author: z.string().nullable(),
  /** The rule that answered a text that came in; null: none has, it is for people. */
  rule: AnsweringRule.nullable(),
});
export type Message = z.output<typeof Message>;

export const MessageListParams = z.object({
  contact_id: Uuid,
  before: PositionText.optional(),
  per_page: z.coerce.number<number>().int().min(1).max(100).default(10),
});
export const MessageList = z.object({
  data: z.array(Message),
  meta: z.object({ total: z.number().int(), has_more: z.boolean() }),
});

/** `media` holds addresses that POST /uploads/image answered. A body or media must be there. */
export const SendMessage = z
  .object({
    contact_id: Uuid,
    body: z.string().max(1600, 'A text can have at most 1,600 characters.').default(''),
    media: z.array(z.url()).max(10).default([]),
    /**
     * The newest position of the conversation that the writer saw. When the contact or a colleague has written since,
     * it is refused (409 `overtaken`).
     */
    seen: PositionText.optional(),
  })
  .refine((body) => body.body.trim() !== '' || body.media.length > 0, {
    error: 'Write something or attach a picture.',
    path: ['body'],
  });
export const MessageReply = z.object({ data: Message });

export const messageCalls = calls('Live chat', {
  'GET /livechat/messages': {
    id: 'listMessages',
    who: ['Business'],
    summary: 'The messages of a conversation, oldest first; `before` pages upwards.',
    query: MessageListParams,
    reply: MessageList,
  },
  'POST /livechat/messages': {
    id: 'sendMessage',
    who: ['Business'],
    summary: 'Send a text to a contact.',
    body: SendMessage,
    example: { contact_id: '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90', body: 'Your table is ready at seven.' },
    reply: MessageReply,
  },
});
