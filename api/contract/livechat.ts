import { z } from 'zod';
import { calls } from './calls.ts';
import { IdParams, Instant, list, PositionText, Uuid } from './common.ts';
import { Contact, ContactStatus, ContactWithConsents } from './contacts.ts';
import { pageParams, Search } from './lists.ts';
import { MessageStatus } from './messages.ts';

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
  /** The contact's last text was a person's words, and nobody has answered or closed it since. */
  needs_reply: z.boolean(),
  status: z.enum(['open', 'closed']),
  assignee_id: z.string().nullable(),
  /** Whose conversation it is, as they are called now; null: nobody has it. */
  assignee: z
    .string()
    .nullable()
    .meta({ examples: ['Marta Conti'] }),
  /** When the first of the texts came that nobody has answered; null: nobody waits. */
  waiting_since: Instant.nullable(),
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
export const ConversationFilter = z.enum(['needs_reply', 'all', 'closed', 'failed']);
export type ConversationFilter = z.output<typeof ConversationFilter>;
export const ConversationListParams = pageParams({ perPage: 30 }).extend({
  filter: ConversationFilter.default('all'),
  /** Whose: `mine`, `nobody` (not taken by anybody yet), or a user's id; left out: anybody's. */
  assignee: z.union([z.enum(['mine', 'nobody']), Uuid]).optional(),
  /** `waiting`: of those that need a reply, who has waited longest comes first. All others are newest first. */
  sort: z.enum(['newest', 'waiting']).default('newest'),
  search: Search,
});
/** `counts`: how many conversations each filter shows of that assignee, without a search. */
export const ConversationList = z.object({
  data: z.array(Conversation),
  meta: list(Conversation).shape.meta.extend({
    counts: z.object({
      needs_reply: z.number().int(),
      all: z.number().int(),
      closed: z.number().int(),
      failed: z.number().int(),
    }),
  }),
});
export const ConversationReply = z.object({ data: Conversation });
/** The conversation and the contact's panel. */
export const ConversationDetail = z.object({ data: Conversation.extend({ contact: ContactWithConsents }) });

/** Find or start a conversation. One of the two. */
export const StartConversation = z
  .object({ phone: z.string().trim().min(3).max(30).optional(), contact_id: Uuid.optional() })
  .refine((body) => (body.phone === undefined) !== (body.contact_id === undefined), {
    error: 'Give a phone number or a contact.',
    path: ['phone'],
  });
/** Whatever is given changes. */
export const UpdateConversation = z.object({
  first_name: z.string().trim().max(100).nullable().optional(),
  last_name: z.string().trim().max(100).nullable().optional(),
  assignee_id: Uuid.nullable().optional(),
  note: z.string().trim().min(1).max(5000).optional(),
});
/** `position`: what was seen of a conversation that is closed; words that came after it leave it open. */
export const OpenRequest = z.object({ open: z.boolean(), position: PositionText }).partial().optional();
export const ReadRequest = z.object({ read: z.boolean().default(true), position: PositionText.optional() });
export const StatusParams = z.object({ status: z.enum(['open', 'closed']) });

export const SearchContactsParams = z.object({ search: z.string().trim().max(200).default('') });
export const ContactSearch = z.object({ data: z.array(Contact) });
const Load = z.object({ open: z.number().int(), needs_reply: z.number().int() });
/** Who answers for the business, and how many conversations each has; `unassigned`: those that wait to be taken. */
export const Team = z.object({
  data: z.array(Load.extend({ id: z.string(), name: z.string() })),
  meta: z.object({ unassigned: Load }),
});
export type Team = z.output<typeof Team>;
export const LiveData = z.object({ unread: z.number().int(), notifications_unread: z.number().int() });

export const livechatCalls = calls('Live chat', {
  'GET /live-data': { id: 'getUnreadCounts', who: ['Business'], summary: 'The unread counts.', reply: LiveData },
  'GET /livechat': {
    id: 'listConversations',
    who: ['Business'],
    summary: 'The conversations, newest first.',
    query: ConversationListParams,
    reply: ConversationList,
  },
  'POST /livechat': {
    id: 'startConversation',
    who: ['Business'],
    summary: 'Find or start the conversation with a phone number or a contact.',
    body: StartConversation,
    example: { phone: '+14155550134' },
    reply: ConversationReply,
  },
  'GET /livechat/search-contacts': {
    id: 'searchContacts',
    who: ['Business'],
    summary: 'Contacts by name or number, to start a conversation with.',
    query: SearchContactsParams,
    reply: ContactSearch,
  },
  'GET /livechat/team': {
    id: 'listTeam',
    who: ['Business'],
    summary: 'Who answers for the business, and how many conversations each has.',
    reply: Team,
  },
  'GET /livechat/{id}': {
    id: 'getConversation',
    who: ['Business'],
    summary: 'A conversation with its contact and consent history.',
    params: IdParams,
    reply: ConversationDetail,
  },
  'PUT /livechat/{id}': {
    id: 'updateConversation',
    who: ['Business'],
    summary: 'Name the contact, assign the conversation, add an internal note.',
    params: IdParams,
    body: UpdateConversation,
    reply: ConversationReply,
  },
  'POST /livechat/{id}/open': {
    id: 'openConversation',
    who: ['Business'],
    summary: 'Open or close a conversation; without `open` it is toggled.',
    params: IdParams,
    body: OpenRequest,
    reply: ConversationReply,
  },
  'POST /livechat/{id}/status': {
    id: 'setConversationStatus',
    who: ['Business'],
    summary: 'Set the status of a conversation.',
    params: IdParams,
    query: StatusParams,
    reply: ConversationReply,
  },
  'POST /livechat/{id}/read': {
    id: 'markConversationRead',
    who: ['Business'],
    summary: 'Mark as read up to `position` (left out: up to the newest), or as unread.',
    params: IdParams,
    body: ReadRequest,
    reply: ConversationReply,
  },
});
