import { z } from 'zod';
import { callStatuses, missReasons } from '../../domain/calls/fields.ts';
import { AssignmentMode, chatTeamFields, maxInTurn } from '../../domain/livechat/team/fields.ts';
import { AssignedWhy } from '../../domain/livechat/fields.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, PositionText, Success, Uuid, wholeList } from './common.ts';
import { Contact, ContactStatus, ContactWithConsents } from './contacts.ts';
import { pageParams, Search } from './lists.ts';
import { MediaItem, Message, MessageStatus } from './messages.ts';

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
  /** The last text that a person wrote here did not reach its phone, and nobody has seen to that. */
  failed: z.boolean(),
  /** The text of theirs that looks like an opt-out: no marketing text goes to them until someone has looked. Null: none waits. */
  looks_opted_out: z
    .object({
      message_id: Uuid.nullable(),
      body: z
        .string()
        .nullable()
        .meta({ examples: ['Not interested'] }),
      at: Instant.nullable(),
    })
    .nullable(),
  status: z.enum(['open', 'closed']),
  assignee_id: z.string().nullable(),
  /** Whose conversation it is, as they are called now; null: nobody has it. */
  assignee: z
    .string()
    .nullable()
    .meta({ examples: ['Marta Conti'] }),
  /** Why it is whose it is (or nobody's); null: nothing was ever said of that. */
  assigned_why: AssignedWhy.nullable(),
  /** When the first of the texts came that nobody has answered; null: nobody waits. */
  waiting_since: Instant.nullable(),
  /** By when it should be answered, within the business's reply time and hours: later than that it is overdue. Null: no such time. */
  due_at: Instant.nullable(),
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
export const ConversationFilter = z.enum(['needs_reply', 'looks_opted_out', 'overdue', 'all', 'closed', 'failed']);
export type ConversationFilter = z.output<typeof ConversationFilter>;
export const ConversationListParams = pageParams().extend({
  filter: ConversationFilter.default('all'),
  /** Whose: `mine`, `nobody` (not taken by anybody yet), or a user's id; left out: anybody's. */
  assignee: z.union([z.enum(['mine', 'nobody']), Uuid]).optional(),
  /** `waiting`: of those that need a reply, who has waited longest comes first. Overdue ones always come so; all others newest first. */
  sort: z.enum(['newest', 'waiting']).default('newest'),
  search: Search,
});
/** `counts`: how many conversations each filter shows of that assignee, without a search. */
export const ConversationList = z.object({
  data: z.array(Conversation),
  meta: list(Conversation).shape.meta.extend({
    counts: z.object({
      needs_reply: z.number().int(),
      looks_opted_out: z.number().int(),
      overdue: z.number().int(),
      all: z.number().int(),
      closed: z.number().int(),
      failed: z.number().int(),
    }),
  }),
});
export const ConversationReply = z.object({ data: Conversation });
/** The conversation and the contact's panel. */
/** `messages`: the newest, oldest first; earlier ones are `GET /livechat/messages`. */
export const ConversationDetail = z.object({
  data: Conversation.extend({ contact: ContactWithConsents, messages: z.array(Message) }),
});

/** A call of the contact. `seconds`: how long both sides talked; `reason`: why no one answered. */
export const ChatCall = z.object({
  id: Uuid,
  at: Instant,
  /** Its place in the log, among the messages. */
  position: PositionText,
  status: z.enum(callStatuses),
  reason: z.enum(missReasons).nullable(),
  seconds: z.number().int(),
  /** The caller was texted for it. */
  texted_back: z.boolean(),
});
export type ChatCall = z.output<typeof ChatCall>;
/** The newest 100, oldest first. */
export const ChatCalls = wholeList(ChatCall);

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
/** Without `read` and `position` it is toggled. */
export const ReadRequest = z.object({ read: z.boolean().optional(), position: PositionText.optional() });
export const WritingRequest = z.object({ writing: z.boolean() });
/** Each with what was seen of it: words that came after that leave it open. */
export const CloseMany = z.object({
  conversations: z
    .array(z.object({ id: Uuid, position: PositionText }))
    .min(1)
    .max(100, 'At most 100 conversations can be closed at once.')
    .meta({ examples: [[{ id: '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90', position: '1200' }]] }),
});
/** How many are closed now, and how many stay open since somebody has written meanwhile. */
export const ClosedMany = z.object({ data: z.object({ closed: z.number().int(), open: z.number().int() }) });
export const StatusParams = z.object({ status: z.enum(['open', 'closed']) });

export const SearchContactsParams = z.object({ search: z.string().trim().max(200).default('') });
export const ContactSearch = wholeList(Contact);
const Load = z.object({ open: z.number().int(), needs_reply: z.number().int() });
/** Who answers for the business, and how many conversations each has; `unassigned`: those that wait to be taken. */
export const Team = z.object({
  data: z.array(
    Load.extend({
      id: z.string(),
      name: z.string(),
      /** The name of the agency that they are of; null: they are of the business itself. */
      brand: z
        .string()
        .nullable()
        .meta({ examples: ['Northwind Marketing'] }),
      /** They have given a mobile number, so that alerts reach them by text. */
      has_phone: z.boolean(),
      /** They have said that they are away: no conversation goes to them by itself. */
      away: z.boolean(),
      /** They have the product open, or had it a few minutes ago. To who has not, no conversation goes either. */
      online: z.boolean(),
      /** They have the product open and have not touched it since: conversations pass them by. Null: they are at work, or gone. */
      idle_since: Instant.nullable(),
    }),
  ),
  /** `mode`: how conversations go to somebody by themselves. `assignee_only`: only who has one answers it. */
  meta: z.object({ unassigned: Load, mode: AssignmentMode, assignee_only: z.boolean() }),
});
export type Team = z.output<typeof Team>;
export const LiveData = z.object({ unread: z.number().int(), notifications_unread: z.number().int() });

const answering = {
  /** Who answers a conversation that nobody has, has it from then on. */
  answer_owns: z.boolean(),
  /** Of an open conversation that somebody has, only they answer; others are refused (409) until they take it over. */
  assignee_only: z.boolean(),
};
/** How the team shares conversations, and how soon it answers. `hours`: minutes from midnight, Monday first; null: around the clock. */
const ChatSettingsFields = z.object({
  mode: chatTeamFields.mode,
  people: z.array(Uuid).max(maxInTurn, `At most ${maxInTurn} people can take conversations by turns.`),
  /** Minutes within the hours; null: nothing is ever overdue. */
  reply_minutes: chatTeamFields.replyMinutes.meta({ examples: [15] }),
  hours: chatTeamFields.hours.meta({ examples: [null] }),
});
/** `revision`: pass it back, so that what somebody else changes meanwhile is not lost. */
export const ChatSettings = z.object({
  data: ChatSettingsFields.extend({ ...answering, timezone: z.string(), revision: z.number().int() }),
});
export type ChatSettings = z.output<typeof ChatSettings>;
/** What is left out of who answers stays as it is. */
export const UpdateChatSettings = ChatSettingsFields.extend({
  answer_owns: answering.answer_owns.optional(),
  assignee_only: answering.assignee_only.optional(),
  revision: z.number().int().nullable().default(null),
});
/** `give_back`: the open conversations that one has become nobody's. */
export const AwayRequest = z.object({ away: z.boolean(), give_back: z.boolean().default(false) });
/** How many were given back. */
export const AwayReply = z.object({ data: z.object({ away: z.boolean(), given_back: z.number().int() }) });

/** Which text of which conversation. */
export const ScheduledParams = z.object({ id: Uuid, text_id: Uuid });
/** A text that is to go later. Its id is that of the message it becomes. */
export const ScheduledText = z.object({
  id: z.string(),
  contact_id: z.string(),
  body: z.string().nullable(),
  media: z.array(MediaItem),
  send_at: Instant,
  /** `held`: it waits for somebody to decide; `dropped`: it could not be sent. */
  status: z.enum(['waiting', 'held', 'dropped']),
  /** `contact-wrote`; `opted-out`, `gone` or `no-number`. */
  reason: z.string().nullable(),
  author_id: z.string().nullable(),
  author: z.string().nullable(),
});
export type ScheduledText = z.output<typeof ScheduledText>;
/** What is to go later in a conversation, the soonest first. */
export const ScheduledTexts = z.object({ data: z.array(ScheduledText) });
export const ScheduleText = z
  .object({
    body: z.string().max(1600, 'A text can have at most 1,600 characters.').default(''),
    media: z.array(z.url()).max(10).default([]),
    send_at: z.iso.datetime({ error: 'Choose a time to come.' }),
    /** As when a text is sent at once: refused with 409 `overtaken` when something has come since. */
    seen: PositionText.optional(),
  })
  .refine((body) => body.body.trim() !== '' || body.media.length > 0, {
    error: 'Write something or attach a picture.',
    path: ['body'],
  });
/** `send_at` null: now, whatever has come meanwhile. */
export const MoveScheduledText = z.object({ send_at: z.iso.datetime({ error: 'Choose a time to come.' }).nullable() });

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
  'POST /livechat/close': {
    id: 'closeConversations',
    who: ['Business'],
    summary: 'Close up to 100 conversations. One whose contact wrote in the meantime stays open.',
    body: CloseMany,
    reply: ClosedMany,
  },
  'GET /livechat/search-contacts': {
    id: 'searchContacts',
    who: ['Business'],
    summary: 'Contacts by name or number, to start a conversation with.',
    query: SearchContactsParams,
    reply: ContactSearch,
  },
  'GET /livechat/settings': {
    id: 'getChatSettings',
    who: ['Business'],
    summary: 'How conversations are assigned, and how soon contacts are answered.',
    reply: ChatSettings,
  },
  'PUT /livechat/settings': {
    id: 'changeChatSettings',
    who: ['Business'],
    summary: 'Choose who is assigned conversations automatically, and how soon contacts are answered.',
    body: UpdateChatSettings,
    example: { mode: 'off', people: [], reply_minutes: 15, hours: null },
    reply: ChatSettings,
  },
  'POST /livechat/away': {
    id: 'setAway',
    who: ['Business'],
    summary: 'Say that you are away, or here again; who is away is given no conversations.',
    body: AwayRequest,
    example: { away: true },
    reply: AwayReply,
  },
  'POST /livechat/here': {
    id: 'sayHere',
    who: 'any',
    summary: 'Report that you are active. You count as idle after ten minutes without it. Once a minute is enough.',
    reply: Success,
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
  'GET /livechat/{id}/calls': {
    id: 'listCallsOfContact',
    who: ['Business'],
    summary: 'The newest calls of a contact, oldest first, with what became of each.',
    params: IdParams,
    reply: ChatCalls,
  },
  'GET /livechat/{id}/scheduled': {
    id: 'listScheduledTexts',
    who: ['Business'],
    summary: 'The texts that are to go later, the soonest first.',
    params: IdParams,
    reply: ScheduledTexts,
  },
  'POST /livechat/{id}/scheduled': {
    id: 'scheduleText',
    who: ['Business'],
    summary: 'Schedule a text. It isn’t sent if the contact writes first or opts out, or if you cancel it.',
    params: IdParams,
    body: ScheduleText,
    reply: ScheduledTexts,
  },
  'PUT /livechat/{id}/scheduled/{text_id}': {
    id: 'moveScheduledText',
    who: ['Business'],
    summary: 'Let a scheduled text go at another time, or now.',
    params: ScheduledParams,
    body: MoveScheduledText,
    reply: ScheduledTexts,
  },
  'DELETE /livechat/{id}/scheduled/{text_id}': {
    id: 'takeBackScheduledText',
    who: ['Business'],
    summary: 'Take a scheduled text back. One that has gone out is refused (409).',
    params: ScheduledParams,
    reply: ScheduledTexts,
  },
  'POST /livechat/{id}/writing': {
    id: 'sayWriting',
    who: ['Business'],
    summary: 'Tell the team, over the websocket, that someone is typing here or stopped. Not stored.',
    params: IdParams,
    body: WritingRequest,
    reply: Success,
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
    summary: 'Mark as read up to `position` (left out: up to the newest), or as unread; without a body it is toggled.',
    params: IdParams,
    body: ReadRequest,
    reply: ConversationReply,
  },
});
