import { subjects } from '../../adapters/bus/port.ts';
import type { LiveAnnouncement } from '../../projections/announcements.ts';
import { livechatCalls, messageCalls } from '../contract/index.ts';
import { namespaces, type UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { type ContactDetailView, nothingSaid } from '../../projections/contacts/queries.ts';
import type { ConversationOwner, ConversationView } from '../../projections/livechat/queries.ts';
import { nobody } from '../../projections/tables/livechat.ts';
import { ApiError, notFound, notShownYet, validationFailed } from '../kernel/errors.ts';
import { listReply, wholeReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { tenantOf } from '../kernel/sessions.ts';
import { presentContact, presentContactDetail } from '../present/contacts.ts';
import {
  type AgencyNames,
  presentConversation,
  presentMessage,
  presentOwnMedium,
  presentScheduledText,
} from '../present/livechat.ts';
import { ownMedia, pictureSizes } from './media.ts';

/** The read models that its answers come from. */
const shows = ['conversations', 'contacts'];
const noConversation = 'This conversation does not exist.';

/** Who of the business's agency answers for it. */
const agencyPeople = async ({ parts, session }: Pick<Call, 'parts' | 'session'>) =>
  session.agencyId === null ? [] : parts.readModels.agencyPeople(session.agencyId);

/** The names that conversations need besides those of the business's own people. */
async function agencyNames(
  call: Pick<Call, 'parts' | 'session'>,
  views: readonly ConversationView[],
): Promise<AgencyNames> {
  if (views.every(({ assigneeId, assignee }) => assigneeId === null || assignee !== null)) return new Map();
  return new Map(
    (await agencyPeople(call)).map(({ id, name, brand }) => [id, [name, brand].filter(Boolean).join(' · ')]),
  );
}

/** Whose name a person at this business goes by: their own, also when they came from its agency and act for somebody. */
const personAt = ({ impersonator, userId }: Call['session']): string =>
  impersonator?.role === 'Agency' ? impersonator.userId : userId;

/** The conversation as it is after a command; 503 when the read models are too far behind to show it. */
async function shown(call: Call, contactId: string) {
  const view = await call.parts.readModels.conversation(call.businessId, contactId);
  if (view === null) throw notShownYet();
  return { data: presentConversation(view, await agencyNames(call, [view])) };
}

/** How the team shares its conversations, with the revision that a form of it is opened on. */
async function chatSettings({ parts, businessId }: Pick<Call, 'parts' | 'businessId'>) {
  const [{ mode, people, replyMinutes, hours, answerOwns, assigneeOnly, revision }, business] = await Promise.all([
    parts.commands.livechat.teamOf(businessId),
    parts.readModels.business(businessId),
  ]);
  const timezone = business?.timezone ?? 'UTC';
  return {
    data: {
      mode,
      people: [...people],
      reply_minutes: replyMinutes,
      hours,
      timezone,
      revision,
      answer_owns: answerOwns,
      assignee_only: assigneeOnly,
    },
  };
}

/** At most so many are given back at once; who has more says so again. */
const maxGivenBack = 200;

/** With a conversation come so many of its newest messages. */
const newestShown = 50;

/** Messages of a conversation as they are shown, the newest that lie before a place in it. */
async function messagesOf(
  { parts, businessId, signal }: Pick<Call, 'parts' | 'businessId' | 'signal'>,
  { contactId, ...page }: { readonly contactId: string; readonly before: string | null; readonly limit: number },
) {
  const { data, total, hasMore } = await parts.readModels.messages(businessId, contactId, { ...page, signal });
  const sent = data.filter(({ direction }) => direction === 'out').flatMap(({ media }) => media);
  const sizes = await pictureSizes(
    parts,
    sent.map(({ url }) => url),
  );
  return { data: data.map((message) => presentMessage(message, parts.config.publicUrl, sizes)), total, hasMore };
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
 * Whoever writes should know what was said since they looked: refuses with 409 `overtaken` when the contact has written
 * meanwhile, or a colleague has answered. What the read models do not show yet is not seen; it is a courtesy, no lock.
 */
async function notOvertaken(call: Call, contactId: string, position: string): Promise<void> {
  const { userId } = call.session;
  const said = await call.parts.readModels.saidSince(call.businessId, contactId, { position, userId });
  if (said === null) return;
  const what = said.by === 'contact' ? 'Something new arrived' : `${said.author ?? 'A colleague'} answered`;
  throw new ApiError('overtaken', `${what} in the meantime. Read it, then decide.`);
}

/** The furthest of them; null: nothing was appended. */
const newest = (positions: readonly (bigint | null)[]): bigint | null =>
  positions.reduce(
    (most, position) => (position !== null && (most === null || position > most) ? position : most),
    null,
  );

const ownerOf = (asked: string | undefined, userId: string): ConversationOwner =>
  asked === undefined ? 'anybody'
  : asked === 'mine' ? userId
  : asked === 'nobody' ? nobody
  : asked;

/** The texts of a conversation that are to go later, as they are after a command. */
async function scheduledOf(call: Call, contactId: string) {
  const views = await call.parts.readModels.scheduledTexts(call.businessId, contactId);
  const sizes = await pictureSizes(
    call.parts,
    views.flatMap(({ media }) => media.map(({ url }) => url)),
  );
  return { data: views.map((view) => presentScheduledText(view, call.parts.config.publicUrl, sizes)) };
}

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

/** Of a conversation the newest calls. */
const shownCalls = 100;

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
    const me = personAt(session);
    const page = { page: query.page, perPage: query.per_page };
    const listed = await parts.readModels.conversations(businessId, {
      ...page,
      filter: query.filter,
      owner: ownerOf(query.assignee, me),
      sort: query.sort,
      search: query.search || null,
      signal,
    });
    const names = await agencyNames({ parts, session }, listed.data);
    const { data, meta } = listReply(listed, page, (view) => presentConversation(view, names));
    return { data, meta: { ...meta, counts: listed.counts } };
  }),

  route(messageCalls['GET /livechat/messages'], async (call) => {
    const { contact_id: contactId, before, per_page: limit } = call.query;
    const { data, total, hasMore } = await messagesOf(call, { contactId, before: before ?? null, limit });
    if (data.length === 0) await existing(call, contactId);
    return { data, meta: { total, has_more: hasMore } };
  }),

  route(messageCalls['POST /livechat/messages'], async (call) => {
    const { contact_id: contactId, body, seen } = call.body;
    if (seen !== undefined) await notOvertaken(call, contactId, seen);
    const media =
      call.body.media.length === 0 ?
        []
      : await ownMedia({ ...call.parts, businessId: call.businessId }, call.body.media);
    const { position, result } = await call.parts.commands.livechat.send(call.context(), {
      contactId,
      body,
      media,
      ...(seen === undefined ? {} : { seen }),
      writerId: personAt(call.session),
    });
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

  route(livechatCalls['POST /livechat/close'], async (call) => {
    const { conversations } = call.body;
    // All or none: somebody else's among them is no reason to close the others.
    for (const { id } of conversations) await existing(call, id);
    const base = call.context();
    const done = [];
    for (const { id: contactId, position: upToPosition } of conversations) {
      const context = { ...base, commandId: uuidV5(namespaces.command, base.commandId, 'close', contactId) };
      done.push(await call.parts.commands.livechat.setOpen(context, { contactId, open: false, upToPosition }));
    }
    await call.settled(newest(done.map(({ position }) => position)), shows);
    const after = await Promise.all(
      conversations.map(({ id }) => call.parts.readModels.conversation(call.businessId, id)),
    );
    const open = after.filter((view) => view?.open === true).length;
    return { data: { closed: conversations.length - open, open } };
  }),

  route(livechatCalls['GET /livechat/search-contacts'], async ({ query, parts, businessId, signal }) =>
    wholeReply((await parts.readModels.searchContacts(businessId, query.search, 20, signal)).map(presentContact)),
  ),

  route(livechatCalls['GET /livechat/settings'], chatSettings),

  route(livechatCalls['PUT /livechat/settings'], async (call) => {
    const { mode, people, reply_minutes: replyMinutes, hours, revision } = call.body;
    const { answer_owns: answerOwns, assignee_only: assigneeOnly } = call.body;
    const wanted = { mode, people, replyMinutes, hours, answerOwns, assigneeOnly, revision };
    const { position } = await call.parts.commands.livechat.chooseTeam(call.context(), wanted);
    await call.settled(position, shows);
    return chatSettings(call);
  }),

  route(livechatCalls['POST /livechat/away'], async (call) => {
    const { away, give_back: giveBack } = call.body;
    const { livechat } = call.parts.commands;
    const userId = personAt(call.session);
    const base = call.context();
    const positions = [(await livechat.setAway(base, { userId, away })).position];
    if (away && giveBack) {
      const asked = { filter: 'all', owner: userId, search: null, page: 1, perPage: maxGivenBack } as const;
      const { data } = await call.parts.readModels.conversations(call.businessId, asked);
      for (const { contactId } of data) {
        const context = { ...base, commandId: uuidV5(namespaces.command, base.commandId, 'give-back', contactId) };
        positions.push((await livechat.giveBack(context, { contactId, userId })).position);
      }
    }
    await call.settled(newest(positions), shows);
    return { data: { away, given_back: positions.slice(1).filter((position) => position !== null).length } };
  }),

  route(livechatCalls['POST /livechat/here'], async ({ parts, session }) => {
    const tenantId = tenantOf(session);
    if ((await parts.sessions.noteActive(session.sessionId)) && tenantId !== null)
      parts.bus.publish(subjects.presence, { tenantId });
    return { success: true as const, message: 'Said.' };
  }),

  route(livechatCalls['GET /livechat/team'], async (call) => {
    const { parts, businessId } = call;
    const tenants = [businessId, call.session.agencyId].filter((id) => id !== null);
    const [{ members, unassigned, of }, agency, { away, mode, assigneeOnly }, present] = await Promise.all([
      parts.readModels.team(businessId),
      agencyPeople(call),
      parts.commands.livechat.assignmentOf(businessId),
      parts.commands.livechat.presentAt(tenants),
    ]);
    const load = ({ open, needsReply }: typeof unassigned) => ({ open, needs_reply: needsReply });
    const all = [...members.map((member) => ({ ...member, brand: null })), ...agency];
    const presence = new Map(present.map((one) => [one.userId, one]));
    return {
      data: all.map(({ id, name, brand, hasPhone }) => ({
        id,
        name,
        brand,
        has_phone: hasPhone,
        away: away.has(id as UserId),
        online: presence.has(id),
        idle_since: presence.get(id)?.idleSince?.toISOString() ?? null,
        ...load(of(id)),
      })),
      meta: { unassigned: load(unassigned), mode, assignee_only: assigneeOnly },
    };
  }),

  route(livechatCalls['GET /livechat/{id}'], async (call) => {
    const [conversation, contact] = await Promise.all([
      existing(call, call.params.id),
      call.parts.readModels.contact(call.businessId, call.params.id),
    ]);
    const shown = contact ?? stranger(conversation, call.parts.now());
    const { data: messages } = await messagesOf(call, { contactId: call.params.id, before: null, limit: newestShown });
    return {
      data: {
        messages,
        ...presentConversation(conversation, await agencyNames(call, [conversation])),
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
    if (assigneeId != null) {
      const [own, agency] = await Promise.all([
        call.parts.readModels.usersOfBusiness(call.businessId),
        agencyPeople(call),
      ]);
      if (![...own, ...agency.map(({ id }) => id)].includes(assigneeId))
        throw validationFailed({ assignee_id: ['Only people of this business or its agency can be assigned.'] });
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
    await call.settled(newest(positions), shows);
    return shown(call, contactId);
  }),

  route(livechatCalls['GET /livechat/{id}/calls'], async (call) => {
    const found = await call.parts.readModels.callsOfContact(call.businessId, call.params.id, shownCalls);
    if (found.length === 0) await existing(call, call.params.id);
    const data = found.map(({ isTextedBack, ...one }) => ({ ...one, texted_back: isTextedBack })).reverse();
    return { data, meta: { total: data.length } };
  }),

  route(livechatCalls['GET /livechat/{id}/scheduled'], async (call) => {
    await existing(call, call.params.id);
    return scheduledOf(call, call.params.id);
  }),

  route(livechatCalls['POST /livechat/{id}/scheduled'], async (call) => {
    const { id: contactId } = call.params;
    const { body, send_at: sendAt, seen } = call.body;
    await existing(call, contactId);
    if (seen !== undefined) await notOvertaken(call, contactId, seen);
    const media =
      call.body.media.length === 0 ?
        []
      : await ownMedia({ ...call.parts, businessId: call.businessId }, call.body.media);
    const text = { contactId, body, media, sendAt, writerId: personAt(call.session) };
    const { position } = await call.parts.commands.livechat.schedule(call.context(), text);
    await call.settled(position, shows);
    return scheduledOf(call, contactId);
  }),

  route(livechatCalls['PUT /livechat/{id}/scheduled/{text_id}'], async (call) => {
    const { id: contactId, text_id: messageId } = call.params;
    const { send_at: sendAt } = call.body;
    const { livechat } = call.parts.commands;
    const { position } =
      sendAt === null ?
        await livechat.sendScheduled(call.context(), { contactId, messageId, writerId: personAt(call.session) })
      : await livechat.moveScheduled(call.context(), { contactId, messageId, sendAt });
    await call.settled(position, shows);
    return scheduledOf(call, contactId);
  }),

  route(livechatCalls['DELETE /livechat/{id}/scheduled/{text_id}'], async (call) => {
    const { id: contactId, text_id: messageId } = call.params;
    const { position } = await call.parts.commands.livechat.takeBackScheduled(call.context(), { contactId, messageId });
    await call.settled(position, shows);
    return scheduledOf(call, contactId);
  }),

  route(livechatCalls['POST /livechat/{id}/writing'], async ({ params, body, parts, businessId, session }) => {
    await parts.rateLimits.take([{ key: `writing:${session.userId}`, max: 120, windowMs: 60_000 }]);
    const [view, { members }, agency] = await Promise.all([
      parts.readModels.conversation(businessId, params.id),
      parts.readModels.team(businessId),
      agencyPeople({ parts, session }),
    ]);
    if (view === null) throw notFound(noConversation);
    const userId = personAt(session);
    const me = [...members, ...agency].find(({ id }) => id === userId);
    const said: LiveAnnouncement = {
      type: 'writing',
      contactId: params.id,
      userId,
      name: me?.name ?? '',
      writing: body.writing,
    };
    // An operator who acts for somebody of the team is nobody of it: they are not announced.
    if (me !== undefined) parts.bus.publish(subjects.live(businessId), said);
    return { success: true as const, message: 'Said.' };
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
    const { read = call.body.position !== undefined || current.unread > 0 } = call.body;
    const { position } =
      read ?
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
