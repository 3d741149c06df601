import { z } from 'zod';
import { contactList } from '../../domain/contact/list.ts';
import { Instant, list, listParams, PositionText, Uuid } from './common.ts';

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
export const ContactStatus = z.enum(['subscribed', 'optedOut', 'unknown']);
export const MediaItem = z.object({ url: z.string(), content_type: z.string().nullable() });

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
});
export type Message = z.output<typeof Message>;

export const Conversation = z.object({
  /** The contact's id: there is one conversation per contact. */
  id: z.string(),
  phone: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  contact_status: ContactStatus,
  open: z.boolean(),
  read: z.boolean(),
  unread: z.number().int(),
  status: z.enum(['open', 'closed']),
  assignee_id: z.string().nullable(),
  last_message: z
    .object({
      body: z.string().nullable(),
      direction: z.enum(['in', 'out']),
      at: Instant,
      status: MessageStatus,
      has_media: z.boolean(),
    })
    .nullable(),
  /** Pass it back with POST /livechat/{id}/read. */
  position: z.string(),
});
export type Conversation = z.output<typeof Conversation>;

export const ConversationListParams = z.object({
  filter: z.enum(['all', 'unread', 'closed']).default('all'),
  search: z.string().trim().max(200).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(30),
});
export const ConversationList = list(Conversation);

/** POST /livechat: find or start a conversation. One of the two. */
export const StartConversation = z
  .object({ phone: z.string().trim().min(3).max(30).optional(), contact_id: Uuid.optional() })
  .refine((body) => (body.phone === undefined) !== (body.contact_id === undefined), {
    error: 'Give a phone number or a contact.',
    path: ['phone'],
  });
export const ConversationReply = z.object({ data: Conversation });

/** PUT /livechat/{id}: whatever is given changes. */
export const UpdateConversation = z.object({
  first_name: z.string().trim().max(100).nullable().optional(),
  last_name: z.string().trim().max(100).nullable().optional(),
  assignee_id: Uuid.nullable().optional(),
  note: z.string().trim().min(1).max(5000).optional(),
});

export const MessageListParams = z.object({
  contact_id: Uuid,
  before: PositionText.optional(),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
});
export const MessageList = z.object({ data: z.array(Message), meta: z.object({ has_more: z.boolean() }) });

/** POST /livechat/messages. `media` holds addresses that POST /uploads/image answered. A body or media must be there. */
export const SendMessage = z
  .object({
    contact_id: Uuid,
    body: z.string().max(1600, 'A text can have at most 1,600 characters.').default(''),
    media: z.array(z.url()).max(10).default([]),
  })
  .refine((body) => body.body.trim() !== '' || body.media.length > 0, {
    error: 'Write something or attach a picture.',
    path: ['body'],
  });
export const MessageReply = z.object({ data: Message });

export const OpenRequest = z.object({ open: z.boolean() }).partial().optional();
export const ReadRequest = z.object({ read: z.boolean().default(true), position: PositionText.optional() });
export const StatusParams = z.object({ status: z.enum(['open', 'closed']) });

export const Consent = z.object({
  id: z.string(),
  kind: z.enum(['optedIn', 'optedOut']),
  at: Instant,
  how: z.string(),
  keyword: z.string().nullable(),
  words: z.string().nullable(),
  provider_message_id: z.string().nullable(),
  actor: z.string(),
});
export const Contact = z.object({
  id: z.string(),
  phone: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  status: ContactStatus,
  unreachable: z.boolean(),
  keywords: z.array(z.string()),
  created_at: Instant,
  last_message_at: Instant.nullable(),
});
export type Contact = z.output<typeof Contact>;
/** GET /livechat/{id}: the conversation and the contact's panel. */
export const ConversationDetail = z.object({
  data: Conversation.extend({ contact: Contact.extend({ consents: z.array(Consent) }) }),
});
export const ContactList = list(Contact);
export const ContactDetail = z.object({ data: Contact.extend({ consents: z.array(Consent) }) });
export const SearchContactsParams = z.object({ search: z.string().trim().max(200).default('') });
export const ContactSearch = z.object({ data: z.array(Contact) });

export const LiveData = z.object({ unread: z.number().int(), notifications_unread: z.number().int() });
export const UploadReply = z.object({
  data: z.object({ url: z.string(), content_type: z.string(), size: z.number().int() }),
});

/** GET /contacts. `keywords` may be given several times or with commas; `opt_out` 1 shows the opted out only, 0 leaves them out. */
export const ContactListParams = listParams(contactList);
