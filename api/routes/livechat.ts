import { livechatCalls, messageCalls } from '../contract/index.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { type ContactDetailView, nothingSaid } from '../../projections/contacts/queries.ts';
import type { ConversationOwner, ConversationView } from '../../projections/conversations/queries.ts';
import { nobody } from '../../projections/conversations/table.ts';
import { ApiError, notFound, notShownYet, validationFailed } from '../kernel/errors.ts';
import { listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentContact, presentContactDetail } from '../present/contacts.ts';
import { presentConversation, presentMessage, presentOwnMedium } from '../present/livechat.ts';
import { ownMedia, pictureSizes } from './media.ts';

/** The read models that its answers come from. */
const shows = ['conversations', 'contacts'];
const noConversation = 'This conversation does not exist.';

/** The conversation as it is after a command; 503 when the read models are too far behind to show it. */
async function shown(call: Call, contactId: string) {
  const view = await call.parts.readModels.conversation(call.businessId, contactId);
  if (view === null) throw notShownYet();
  return { data: presentConversation(view) };
}

async function existing(call: Call, contactId: string) {
  const view = await call.parts.readModels.conversation(call.businessId, contactId);
  if (view === null) throw notFound(noConversation);
  return view;
}

/** Somebody whose first text is on the screen a moment before they are a contact. */
function stranger(conversation: ConversationView, now: Date): ContactDetailView {
  const { contactId: id, phone, firstName, lastName, contactStatus: status, lastMessage } = conversation;
  const lastMessageAt = lastMessage?.at ?? null;
  return {
    id,
    phone,
    firstName,
    lastName,
    status,
    ...nothingSaid,
    createdAt: lastMessageAt ?? now.toISOString(),
    lastMessageAt,
  };
}

/**
 * Two people who answer one contact at once should know of each other: refuses with 409 `overtaken` when a colleague
 * has written since the writer looked. What the read
 * models do not show yet is not seen; it is a courtesy, no lock.
 */
async function notOvertaken(call: Call, contactId: string, position: string): Promise<void> {
  const { userId } = call.session;
  const answered = await call.parts.readModels.answeredSince(call.businessId, contactId, { position, userId });
  if (answered === null) return;
  throw new ApiError('overtaken', `${answered.author ?? 'A colleague'} answered meanwhile. Read it, then decide.`);
}

const ownerOf = (asked: string | undefined, userId: string): ConversationOwner =>
  asked === undefined ? 'anybody'
  : asked === 'mine' ? userId
  : asked === 'nobody' ? nobody
  : asked;

async function setOpen(call: Call, contactId: string, open: boolean, seen: string | null) {
  await existing(call, contactId);
  const { position } = await call.parts.commands.livechat.setOpen(call.context(), {
    contactId,
    open,
    upToPosition: seen,
  });
  await call.settled(position, shows);
  return shown(call, contactId);
}

export const livechatRoutes = [
  route(livechatCalls['POST /livechat'], async (call) => {
    const { phone, contact_id: contactId } = call.body;
    const { position, result } = await call.parts.commands.livechat.start(call.context(), {
      ...(phone === undefined ? {} : { phone }),
      ...(contactId === undefined ? {} : { contactId }),
    });
    await call.settled(position, shows);
    return shown(call, result.contactId);
  }),

  route(livechatCalls['GET /livechat'], async ({ query, parts, businessId, session, signal }) => {
    const page = { page: query.page, perPage: query.per_page };
    const listed = await parts.readModels.conversations(businessId, {
      ...page,
      filter: query.filter,
      owner: ownerOf(query.assignee, session.userId),
      sort: query.sort,
      search: query.search || null,
      signal,
    });
    const { data, meta } = listReply(listed, page, presentConversation);
    return { data, meta: { ...meta, counts: listed.counts } };
  }),

  route(messageCalls['GET /livechat/messages'], async (call) => {
    const { contact_id: contactId, before, per_page: limit } = call.query;
    const { data, hasMore } = await call.parts.readModels.messages(call.businessId, contactId, {
      before: before ?? null,
      limit,
      signal: call.signal,
    });
    if (data.length === 0) await existing(call, contactId);
    const sent = data.filter(({ direction }) => direction === 'out').flatMap(({ media }) => media);
    const sizes = await pictureSizes(
      call.parts,
      sent.map(({ url }) => url),
    );
    return {
      data: data.map((message) => presentMessage(message, call.parts.config.publicUrl, sizes)),
      meta: { has_more: hasMore },
    };
  }),

  route(messageCalls['POST /livechat/messages'], async (call) => {
    const { contact_id: contactId, body, seen } = call.body;
    if (seen !== undefined) await notOvertaken(call, contactId, seen);
    const media =
      call.body.media.length === 0 ?
        []
      : await ownMedia({ ...call.parts, businessId: call.businessId }, call.body.media);
    const { position, result } = await call.parts.commands.livechat.send(call.context(), { contactId, body, media });
    await call.settled(position, shows);
    const sizes = await pictureSizes(call.parts, call.body.media);
    const view = await call.parts.readModels.message(call.businessId, result.messageId);
    if (view !== null) return { data: presentMessage(view, call.parts.config.publicUrl, sizes) };
    // It is queued, though the read models are behind: say what is known of it.
    const at = call.parts.now().toISOString();
    return {
      data: {
        id: result.messageId,
        contact_id: contactId,
        direction: 'out' as const,
        kind: 'message' as const,
        body,
        media: media.map((item) => presentOwnMedium(item, call.parts.config.publicUrl, sizes)),
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
        author: null,
        rule: null,
      },
    };
  }),

  route(livechatCalls['GET /livechat/search-contacts'], async ({ query, parts, businessId, signal }) => ({
    data: (await parts.readModels.searchContacts(businessId, query.search, 20, signal)).map(presentContact),
  })),

  route(livechatCalls['GET /livechat/team'], async ({ parts, businessId }) => {
    const { members, unassigned } = await parts.readModels.team(businessId);
    const load = ({ open, needsReply }: typeof unassigned) => ({ open, needs_reply: needsReply });
    return {
      data: members.map((member) => ({ id: member.id, name: member.name, ...load(member) })),
      meta: { unassigned: load(unassigned) },
    };
  }),

  route(livechatCalls['GET /livechat/{id}'], async (call) => {
    const [conversation, contact] = await Promise.all([
      existing(call, call.params.id),
      call.parts.readModels.contact(call.businessId, call.params.id),
    ]);
    const shown = contact ?? stranger(conversation, call.parts.now());
    return {
      data: {
        ...presentConversation(conversation),
        contact: presentContactDetail(shown, await call.parts.readModels.listingsOf(call.businessId, shown)),
      },
    };
  }),

  route(livechatCalls['PUT /livechat/{id}'], async (call) => {
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
  }),

  route(livechatCalls['POST /livechat/{id}/open'], async (call) =>
    setOpen(
      call,
      call.params.id,
      call.body?.open ?? !(await existing(call, call.params.id)).open,
      call.body?.position ?? null,
    ),
  ),

  route(livechatCalls['POST /livechat/{id}/status'], async (call) =>
    setOpen(call, call.params.id, call.query.status === 'open', null),
  ),

  route(livechatCalls['POST /livechat/{id}/read'], async (call) => {
    const { id: contactId } = call.params;
    const current = await existing(call, contactId);
    const { livechat } = call.parts.commands;
    const { position } =
      call.body.read ?
        await livechat.read(call.context(), { contactId, upToPosition: call.body.position ?? current.position })
      : await livechat.markUnread(call.context(), { contactId });
    await call.settled(position, shows);
    return shown(call, contactId);
  }),

  route(livechatCalls['GET /live-data'], async ({ parts, businessId, session }) => {
    const [unread, notifications] = await Promise.all([
      parts.readModels.unread(businessId),
      parts.readModels.notificationsUnread(session),
    ]);
    return { unread, notifications_unread: notifications };
  }),
];
