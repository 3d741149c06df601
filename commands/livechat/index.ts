import { z } from 'zod';
import { Business } from '../../domain/business/business.ts';
import { Contact, type KnownContact } from '../../domain/contact/contact.ts';
import { discover } from '../../domain/contact/discover.ts';
import { nameContact } from '../../domain/contact/name.ts';
import { optOut } from '../../domain/contact/opt-out.ts';
import { Conversation } from '../../domain/conversation/conversation.ts';
import { addNote, assign, close, markUnread, read, reopen, start } from '../../domain/conversation/decide.ts';
import type { ConversationEvent } from '../../domain/conversation/events.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { PositionText } from '../../domain/kernel/fields.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { BusinessId, ContactId, MessageId, namespaces, NoteId, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { User } from '../../domain/user/user.ts';
import { StorableMedia, Text } from '../inputs.ts';
import { allow, begin, parse, stateOf, type World } from '../kernel.ts';
import { queueTo } from '../messages/queue.ts';
import type { CommandContext, Commands } from '../types.ts';

const OfContact = z.object({ contactId: ContactId });
const Start = z.union(
  [
    z.object({ phone: z.string().trim().min(1, 'Enter a phone number.').max(40), contactId: z.undefined().optional() }),
    z.object({ contactId: ContactId, phone: z.undefined().optional() }),
  ],
  { error: 'Give a phone number or a contact.' },
);
const Send = OfContact.extend({
  body: Text,
  media: z.array(StorableMedia).max(10, 'A message can have at most 10 pictures.'),
});
const Name = z
  .string()
  .trim()
  .max(100, 'A name can have at most 100 characters.')
  .transform((name) => name.toWellFormed().replace(/\p{Cc}+/gu, ' '))
  .nullable();

/** One person of one business at its live chat. */
interface Desk {
  readonly businessId: BusinessId;
  readonly userId: UserId;
  readonly tenant: Tenant;
}

/** The business comes from the session alone; the person must be one. */
function desk(context: CommandContext): Desk {
  const { caller } = context;
  allow(caller, 'business', 'agency', 'admin');
  if (caller.tenant.businessId === null || caller.actor.kind !== 'user')
    throw new DomainError('forbidden', 'Live chat belongs to a business. Open one first.');
  return {
    businessId: BusinessId.parse(caller.tenant.businessId),
    userId: UserId.parse(caller.actor.userId),
    tenant: caller.tenant,
  };
}

/** The contact, if it is the business's; its streams as they are. */
async function open(world: World, { businessId }: Desk, contactId: ContactId) {
  const names = { contact: streams.contact(contactId), conversation: streams.conversation(contactId) };
  const found = await world.events.readMany(Object.values(names));
  const contact = stateOf(Contact, found.get(names.contact));
  if (contact.status === 'none' || contact.businessId !== businessId)
    throw new DomainError('not_found', 'This contact does not exist.');
  return {
    contact: contact satisfies KnownContact,
    names,
    seen: { contact: found.get(names.contact), conversation: found.get(names.conversation) },
  };
}

export const livechat = (world: World): Commands['livechat'] => {
  /** A command that changes the conversation alone. */
  const converse = async (
    context: CommandContext,
    contactId: ContactId,
    decide: (at: Desk, conversation: Conversation) => readonly ConversationEvent[],
  ) => {
    const at = desk(context);
    const { names, seen } = await open(world, at, contactId);
    const work = begin(world, context, { tenant: at.tenant });
    await work.change({
      stream: names.conversation,
      aggregate: Conversation,
      seen: seen.conversation,
      decide: (conversation) => decide(at, conversation),
    });
    return work;
  };

  return {
    async start(context, given) {
      const at = desk(context);
      const input = parse(Start, given);
      if (input.contactId !== undefined) {
        const { contactId } = input;
        return (
          await converse(context, contactId, (_, conversation) =>
            start({ contactId, businessId: at.businessId, userId: at.userId }, conversation),
          )
        ).outcome({ contactId });
      }
      const business = stateOf(Business, await world.events.read(streams.business(at.businessId)));
      if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
      const phone = parsePhone(input.phone, defaultCountry(business), 'phone');
      if (phone === business.number)
        throw new DomainError('validation_failed', 'This is your own number.', { phone: ['This is your own number.'] });
      const contactId = ContactId.parse(world.identifiers.contact(at.businessId, phone));
      const names = { contact: streams.contact(contactId), conversation: streams.conversation(contactId) };
      const found = await world.events.readMany(Object.values(names));
      const work = begin(world, context, { tenant: at.tenant });
      await work.change({
        stream: names.contact,
        aggregate: Contact,
        seen: found.get(names.contact),
        decide: (contact) => discover({ contactId, businessId: at.businessId, phone, via: 'livechat' }, contact),
      });
      await work.change({
        stream: names.conversation,
        aggregate: Conversation,
        seen: found.get(names.conversation),
        decide: (conversation) => start({ contactId, businessId: at.businessId, userId: at.userId }, conversation),
      });
      return work.outcome({ contactId });
    },

    /** The message's id derives from the command: sent twice with one Idempotency-Key, it goes out once. */
    async send(context, given) {
      const at = desk(context);
      const { contactId, body, media } = parse(Send, given);
      const messageId = MessageId.parse(uuidV5(namespaces.message, at.businessId, 'livechat', context.commandId));
      return queueTo(world, context, {
        messageId,
        businessId: at.businessId,
        contactId,
        body,
        media,
        purpose: 'livechat',
        notBefore: null,
      });
    },

    async read(context, given) {
      const { contactId, upToPosition } = parse(OfContact.extend({ upToPosition: PositionText }), given);
      return (
        await converse(context, contactId, ({ businessId, userId }, conversation) =>
          read({ contactId, businessId, userId, upToPosition }, conversation),
        )
      ).outcome(undefined);
    },

    async markUnread(context, given) {
      const { contactId } = parse(OfContact, given);
      return (
        await converse(context, contactId, ({ businessId, userId }, conversation) =>
          markUnread({ contactId, businessId, userId }, conversation),
        )
      ).outcome(undefined);
    },

    async setOpen(context, given) {
      const { contactId, open, upToPosition } = parse(
        OfContact.extend({ open: z.boolean(), upToPosition: PositionText.nullish() }),
        given,
      );
      return (
        await converse(context, contactId, ({ businessId, userId }, conversation) =>
          open ?
            reopen({ contactId, businessId, userId }, conversation)
          : close({ contactId, businessId, userId, upToPosition: upToPosition ?? null }, conversation),
        )
      ).outcome(undefined);
    },

    /** To somebody of the same business or its agency. */
    async assign(context, given) {
      const at = desk(context);
      const { contactId, assigneeId } = parse(OfContact.extend({ assigneeId: UserId.nullable() }), given);
      if (assigneeId !== null) {
        const user = stateOf(User, await world.events.read(streams.user(assigneeId)));
        const colleague =
          user.status === 'active' &&
          (user.businessId === at.businessId ||
            (user.businessId === null && user.agencyId !== null && user.agencyId === at.tenant.agencyId));
        if (!colleague) throw new DomainError('not_found', 'This user does not exist.');
      }
      return (
        await converse(context, contactId, ({ businessId }, conversation) =>
          assign({ contactId, businessId, assigneeId }, conversation),
        )
      ).outcome(undefined);
    },

    async addNote(context, given) {
      const Note = OfContact.extend({
        text: Text.pipe(
          z.string().trim().min(1, 'Write something.').max(5000, 'A note can have at most 5,000 characters.'),
        ),
      });
      const { contactId, text } = parse(Note, given);
      const noteId = NoteId.parse(uuidV5(namespaces.message, contactId, 'note', context.commandId));
      return (
        await converse(context, contactId, ({ businessId, userId }, conversation) =>
          addNote({ contactId, businessId, userId, noteId, text }, conversation),
        )
      ).outcome({ noteId });
    },

    async nameContact(context, given) {
      const at = desk(context);
      const { contactId, ...name } = parse(OfContact.extend({ firstName: Name, lastName: Name }), given);
      const { names, seen } = await open(world, at, contactId);
      const work = begin(world, context, { tenant: at.tenant });
      await work.change({
        stream: names.contact,
        aggregate: Contact,
        seen: seen.contact,
        decide: (contact) => nameContact(name, contact),
      });
      return work.outcome(undefined);
    },

    async optOut(context, given) {
      const at = desk(context);
      const { contactId } = parse(OfContact, given);
      const { names, seen } = await open(world, at, contactId);
      const work = begin(world, context, { tenant: at.tenant });
      await work.change({
        stream: names.contact,
        aggregate: Contact,
        seen: seen.contact,
        decide: (contact) =>
          optOut(
            { contactId, businessId: at.businessId, via: 'screen', words: null, providerMessageId: null },
            contact,
          ),
      });
      return work.outcome(undefined);
    },
  };
};
