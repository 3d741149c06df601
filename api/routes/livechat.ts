import {
  ContactSearch,
  ConversationDetail,
  ConversationList,
  ConversationListParams,
  ConversationReply,
  IdParams,
  LiveData,
  MessageList,
  MessageListParams,
  MessageReply,
  OpenRequest,
  ReadRequest,
  SearchContactsParams,
  SendMessage,
  StartConversation,
  StatusParams,
  UpdateConversation,
} from '../contract/index.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { ConsentView, ContactView, ConversationView } from '../../projections/read-models.ts';
import { ApiError, notFound, validationFailed } from '../kernel/errors.ts';
import { listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentContact, presentContactDetail, presentConversation, presentMessage } from '../present/livechat.ts';
import { ownMedia } from './media.ts';

const tag = 'Live chat';
/** The read models that its answers come from. */
const shows = ['conversations', 'contacts'];
const noConversation = 'This conversation does not exist.';

/** The conversation as it is after a command; 503 when the read models are too far behind to show it. */
async function shown(call: Call, contactId: string) {
  const view = await call.parts.readModels.conversation(call.businessId, contactId);
  if (view === null)
    throw new ApiError('unavailable', 'This has been done, but can not be shown yet. Please look again in a moment.', {
      retryAfterSeconds: 2,
    });
  return { data: presentConversation(view) };
}

async function existing(call: Call, contactId: string) {
  const view = await call.parts.readModels.conversation(call.businessId, contactId);
  if (view === null) throw notFound(noConversation);
  return view;
}

/** Somebody whose first text is on the screen a moment before they are a contact. */
function stranger(conversation: ConversationView, now: Date): ContactView & { consents: readonly ConsentView[] } {
  const { contactId: id, phone, firstName, lastName, contactStatus: status, lastMessage } = conversation;
  const lastMessageAt = lastMessage?.at ?? null;
  return {
    id,
    phone,
    firstName,
    lastName,
    status,
    unreachable: false,
    keywords: [],
    createdAt: lastMessageAt ?? now.toISOString(),
    lastMessageAt,
    consents: [],
  };
}

async function setOpen(call: Call, contactId: string, open: boolean) {
  await existing(call, contactId);
  const { position } = await call.parts.commands.livechat.setOpen(call.context(), { contactId, open });
  await call.settled(position, shows);
  return shown(call, contactId);
}

export const livechatRoutes = [
  route(
    {
      method: 'POST',
      path: '/livechat',
      who: ['Business'],
      tag,
      summary: 'Find or start the conversation with a phone number or a contact.',
      body: StartConversation,
      reply: ConversationReply,
    },
    async (call) => {
      const { phone, contact_id: contactId } = call.body;
      const { position, result } = await call.parts.commands.livechat.start(call.context(), {
        ...(phone === undefined ? {} : { phone }),
        ...(contactId === undefined ? {} : { contactId }),
      });
      await call.settled(position, shows);
      return shown(call, result.contactId);
    },
  ),

  route(
    {
      method: 'GET',
      path: '/livechat',
      who: ['Business'],
      tag,
      summary: 'The conversations, newest first.',
      query: ConversationListParams,
      reply: ConversationList,
    },
    async ({ query, parts, businessId, signal }) => {
      const page = { page: query.page, perPage: query.per_page };
      return listReply(
        await parts.readModels.conversations(businessId, {
          ...page,
          filter: query.filter,
          search: query.search || null,
          signal,
        }),
        page,
        presentConversation,
      );
    },
  ),

  route(
    {
      method: 'GET',
      path: '/livechat/messages',
      who: ['Business'],
      tag,
      summary: 'The messages of a conversation, oldest first; `before` pages upwards.',
      query: MessageListParams,
      reply: MessageList,
    },
    async (call) => {
      const { contact_id: contactId, before, per_page: limit } = call.query;
      const { data, hasMore } = await call.parts.readModels.messages(call.businessId, contactId, {
        before: before ?? null,
        limit,
        signal: call.signal,
      });
      if (data.length === 0) await existing(call, contactId);
      return { data: data.map(presentMessage), meta: { has_more: hasMore } };
    },
  ),

  route(
    {
      method: 'POST',
      path: '/livechat/messages',
      who: ['Business'],
      tag,
      summary: 'Send a text to a contact.',
      body: SendMessage,
      reply: MessageReply,
    },
    async (call) => {
      const { contact_id: contactId, body } = call.body;
      const media =
        call.body.media.length === 0 ?
          []
        : await ownMedia({ ...call.parts, businessId: call.businessId }, call.body.media);
      const { position, result } = await call.parts.commands.livechat.send(call.context(), { contactId, body, media });
      await call.settled(position, shows);
      const view = await call.parts.readModels.message(call.businessId, result.messageId);
      if (view !== null) return { data: presentMessage(view) };
      // It is queued, though the read models are behind: say what is known of it.
      const at = call.parts.now().toISOString();
      return {
        data: {
          id: result.messageId,
          contact_id: contactId,
          direction: 'out' as const,
          kind: 'message' as const,
          body,
          media: media.map((item) => ({ url: item.url, content_type: item.contentType })),
          status: 'queued' as const,
          purpose: 'livechat',
          segments: null,
          error_code: null,
          reason: null,
          held_until: null,
          at,
          position: String(position ?? 0n),
          history: [{ status: 'queued', at }],
          author_id: call.session.userId,
        },
      };
    },
  ),

  route(
    {
      method: 'GET',
      path: '/livechat/search-contacts',
      who: ['Business'],
      tag,
      summary: 'Contacts by name or number, to start a conversation with.',
      query: SearchContactsParams,
      reply: ContactSearch,
    },
    async ({ query, parts, businessId, signal }) => ({
      data: (await parts.readModels.searchContacts(businessId, query.search, 20, signal)).map(presentContact),
    }),
  ),

  route(
    {
      method: 'GET',
      path: '/livechat/{id}',
      who: ['Business'],
      tag,
      summary: 'A conversation with its contact and consent history.',
      params: IdParams,
      reply: ConversationDetail,
    },
    async (call) => {
      const [conversation, contact] = await Promise.all([
        existing(call, call.params.id),
        call.parts.readModels.contact(call.businessId, call.params.id),
      ]);
      return {
        data: {
          ...presentConversation(conversation),
          contact: presentContactDetail(contact ?? stranger(conversation, call.parts.now())),
        },
      };
    },
  ),

  route(
    {
      method: 'PUT',
      path: '/livechat/{id}',
      who: ['Business'],
      tag,
      summary: 'Name the contact, assign the conversation, add an internal note.',
      params: IdParams,
      body: UpdateConversation,
      reply: ConversationReply,
    },
    async (call) => {
      const { id: contactId } = call.params;
      const { first_name: firstName, last_name: lastName, assignee_id: assigneeId, note } = call.body;
      const { contacts, livechat } = call.parts.commands;
      const current = await existing(call, contactId);
      const base = call.context();
      // Up to three commands: each needs an id of its own, the same on a repeat.
      const context = (step: string) => ({ ...base, commandId: uuidV5(namespaces.command, base.commandId, step) });
      if (assigneeId != null && !(await call.parts.readModels.usersOfBusiness(call.businessId)).includes(assigneeId)) {
        throw validationFailed({ assignee_id: ['Only somebody of this business can be assigned.'] });
      }
      const positions: (bigint | null)[] = [];
      if (firstName !== undefined || lastName !== undefined) {
        const name = {
          firstName: firstName === undefined ? current.firstName : firstName || null,
          lastName: lastName === undefined ? current.lastName : lastName || null,
        };
        positions.push((await contacts.name(context('name'), { contactId, ...name })).position);
      }
      if (assigneeId !== undefined)
        positions.push((await livechat.assign(context('assign'), { contactId, assigneeId })).position);
      if (note !== undefined)
        positions.push((await livechat.addNote(context('note'), { contactId, text: note })).position);
      await call.settled(
        positions.reduce(
          (newest, position) => (position !== null && (newest === null || position > newest) ? position : newest),
          null,
        ),
        shows,
      );
      return shown(call, contactId);
    },
  ),

  route(
    {
      method: 'POST',
      path: '/livechat/{id}/open',
      who: ['Business'],
      tag,
      summary: 'Open or close a conversation; without `open` it is toggled.',
      params: IdParams,
      body: OpenRequest,
      reply: ConversationReply,
    },
    async (call) => setOpen(call, call.params.id, call.body?.open ?? !(await existing(call, call.params.id)).open),
  ),

  route(
    {
      method: 'POST',
      path: '/livechat/{id}/status',
      who: ['Business'],
      tag,
      summary: 'Set the status of a conversation.',
      params: IdParams,
      query: StatusParams,
      reply: ConversationReply,
    },
    async (call) => setOpen(call, call.params.id, call.query.status === 'open'),
  ),

  route(
    {
      method: 'POST',
      path: '/livechat/{id}/read',
      who: ['Business'],
      tag,
      summary: 'Mark as read up to `position` (left out: up to the newest), or as unread.',
      params: IdParams,
      body: ReadRequest,
      reply: ConversationReply,
    },
    async (call) => {
      const { id: contactId } = call.params;
      const current = await existing(call, contactId);
      const { livechat } = call.parts.commands;
      const { position } =
        call.body.read ?
          await livechat.read(call.context(), { contactId, upToPosition: call.body.position ?? current.position })
        : await livechat.markUnread(call.context(), { contactId });
      await call.settled(position, shows);
      return shown(call, contactId);
    },
  ),

  route(
    { method: 'GET', path: '/live-data', who: ['Business'], tag, summary: 'The unread counts.', reply: LiveData },
    async ({ parts, businessId, session }) => {
      const [unread, notifications] = await Promise.all([
        parts.readModels.unread(businessId),
        parts.readModels.notificationsUnread(session),
      ]);
      return { unread, notifications_unread: notifications };
    },
  ),
];
