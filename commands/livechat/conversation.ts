import { z } from 'zod';
import { Conversation } from '../../domain/livechat/conversation.ts';
import * as conversation from '../../domain/livechat/decide.ts';
import { conversationFields } from '../../domain/livechat/fields.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { PositionText } from '../../domain/kernel/fields.ts';
import { ContactId, namespaces, NoteId, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision } from '../kernel/command.ts';
import { erased } from '../directory/contact-directory.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';
import { answersFor } from '../directory/answers-for.ts';

interface OfContact {
  readonly contactId: ContactId;
}

/** The conversation with a contact of the business that the session is at; anybody else's does not exist. */
export async function ownConversation({ world, context }: Call, { contactId }: OfContact) {
  const desk = businessUserOf(context);
  const names = { contact: streams.contact(contactId), conversation: streams.conversation(contactId) };
  const found = await world.events.readMany(Object.values(names));
  const contact = stateOf(Contact, found.get(names.contact));
  if (contact.status === 'none' || contact.businessId !== desk.businessId)
    throw new DomainError('not_found', 'This contact does not exist.');
  if (contact.status === 'erased') throw erased();
  const { businessId, userId, tenant } = desk;
  return {
    stream: names.conversation,
    tenant,
    seen: found.get(names.conversation),
    isOut: contact.status === 'optedOut',
    by: { contactId, businessId, userId },
  };
}

const common = { by: people, aggregate: Conversation, at: ownConversation };

/** Everything up to a position of the event log has been seen. */
export const readConversation = decision({
  ...common,
  input: z.object({ contactId: ContactId, upToPosition: PositionText }),
  decide: ({ upToPosition }, state, { by }) => conversation.read({ ...by, upToPosition }, state),
});

export const markConversationUnread = decision({
  ...common,
  input: z.object({ contactId: ContactId }),
  decide: (_, state, { by }) => conversation.markUnread(by, state),
});

/** `upToPosition`: what was seen of a conversation that is closed; words that came after it leave it open. */
export const setConversationOpen = decision({
  ...common,
  input: z.object({ contactId: ContactId, open: z.boolean(), upToPosition: PositionText.nullish() }),
  decide: ({ open, upToPosition }, state, { by }) =>
    open ? conversation.reopen(by, state) : conversation.close({ ...by, upToPosition: upToPosition ?? null }, state),
});

/** To somebody of the same business or its agency. */
export const assignConversation = decision({
  ...common,
  input: z.object({ contactId: ContactId, assigneeId: UserId.nullable() }),
  async at(call, { contactId, assigneeId }) {
    if (assigneeId !== null) await colleague(call, assigneeId);
    return ownConversation(call, { contactId });
  },
  decide: ({ assigneeId }, state, { by: { contactId, businessId } }) =>
    conversation.assign({ contactId, businessId, assigneeId, why: 'by-hand' }, state),
});

/** Throws `not_found` for anybody who does not answer for the business that the session is at. */
export async function colleague({ world, context }: Call, userId: UserId): Promise<void> {
  const { businessId, tenant } = businessUserOf(context);
  if (!(await answersFor(world, { businessId, agencyId: tenant.agencyId }, userId)))
    throw new DomainError('not_found', 'This user does not exist.');
}

/** An internal note: only the business sees it. */
export const addNote = decision({
  ...common,
  input: z.object({ contactId: ContactId, text: conversationFields.note }),
  async at(call, { contactId }) {
    const noteId = NoteId.parse(uuidV5(namespaces.message, contactId, 'note', call.context.commandId));
    return { ...(await ownConversation(call, { contactId })), noteId };
  },
  decide: ({ text }, state, { by, noteId }) => conversation.addNote({ ...by, noteId, text }, state),
  result: (_changed, _input, { noteId }) => ({ noteId }),
});
