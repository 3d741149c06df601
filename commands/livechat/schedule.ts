import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { Conversation } from '../../domain/livechat/conversation.ts';
import * as conversation from '../../domain/livechat/decide.ts';
import type { ConversationEvent } from '../../domain/livechat/events.ts';
import type { ScheduleDrop } from '../../domain/livechat/fields.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { type BusinessId, ContactId, MessageId, namespaces, UserId, uuidV5 } from '../../domain/kernel/ids.ts';
import { messageFields } from '../../domain/messages/fields.ts';
import { Message } from '../../domain/messages/message.ts';
import { checkPictures } from '../../domain/messages/pictures.ts';
import { checkSayable } from '../../domain/messages/queue.ts';
import { streams } from '../../domain/streams.ts';
import { picturesOf } from '../directory/pictures.ts';
import { people } from '../kernel/caller.ts';
import { type Call, command, decision } from '../kernel/command.ts';
import { businessOf } from '../kernel/business-user.ts';
import { startUnitOfWork, furthest, stateOf } from '../kernel/unit-of-work.ts';
import { queueTo } from '../messages/queue.ts';
import { answerOf, mayAnswer } from './answering.ts';
import { ownConversation } from './conversation.ts';

const text = { contactId: ContactId, messageId: MessageId };
const common = { by: people, aggregate: Conversation };
const at = async (call: Call, given: { readonly contactId: ContactId }) => ({
  ...(await ownConversation(call, given)),
  now: call.world.now(),
});

const optedOut = () => {
  const message = 'This contact has opted out, so you can’t text them.';
  return new DomainError('contact_opted_out', message, { contactId: [message] });
};

/** Refused like a text that is sent at once: an opted-out contact can't be texted later either. */
export const scheduleText = decision({
  ...common,
  input: z.object({
    contactId: ContactId,
    writerId: UserId.optional(),
    body: messageFields.body,
    media: messageFields.media,
    sendAt: z.iso.datetime(),
  }),
  async at(call, { contactId, writerId, body, media }) {
    checkSayable({ body, media });
    const place = await at(call, { contactId });
    const contact = stateOf(Contact, await call.world.events.read(streams.contact(contactId)));
    if (contact.status === 'optedOut') throw optedOut();
    const { businessId } = place.by;
    const business = await call.world.loadState(streams.business(businessId), Business);
    checkPictures({ media }, await picturesOf(call.world, business));
    const messageId = MessageId.parse(uuidV5(namespaces.message, businessId, 'scheduled', call.context.commandId));
    const answer = await answerOf(call, { contactId, writerId });
    await mayAnswer(call, answer, ({ scheduled }) => scheduled.has(messageId));
    return { ...place, messageId };
  },
  decide: ({ body, media, sendAt }, state, { by, now, messageId }) =>
    conversation.schedule({ ...by, messageId, body, media, sendAt }, now, state),
  result: (_changed, _input, { messageId }) => ({ messageId }),
});

export const moveScheduledText = decision({
  ...common,
  input: z.object({ ...text, sendAt: z.iso.datetime() }),
  at,
  decide: ({ messageId, sendAt }, state, { by, now }) => conversation.move({ ...by, messageId, sendAt }, now, state),
});

export const takeBackScheduledText = decision({
  ...common,
  input: z.object(text),
  at,
  decide: ({ messageId }, state, { by }) => conversation.takeBack({ ...by, messageId }, state),
});

interface Releasing {
  readonly contactId: ContactId;
  readonly messageId: MessageId;
  readonly businessId: BusinessId;
  readonly tenant: Tenant;
}

/**
 * It becomes a message: first it is said that it can not be taken back any more, then it is queued under its own id, in
 * the name of who wrote it. Cut off in between it is found released, and queued then.
 */
async function releaseAs(
  { world, context }: Call,
  { contactId, messageId, businessId, tenant }: Releasing,
  decide: (state: Conversation) => readonly ConversationEvent[],
) {
  const stream = streams.conversation(contactId);
  const work = startUnitOfWork(world, context, { tenant });
  const { before } = await work.change({ stream, aggregate: Conversation, decide });
  const said = before.scheduled.get(messageId);
  const { scheduled } = stateOf(Conversation, await world.events.read(stream));
  const isDue = said !== undefined && scheduled.get(messageId)?.status === 'released';
  if (!isDue || stateOf(Message, await world.events.read(streams.message(messageId))).status !== 'none')
    return work.outcome({ messageId });

  const drop = async (reason: ScheduleDrop) => {
    const dropping = startUnitOfWork(world, context, {
      tenant,
      commandId: uuidV5(namespaces.command, 'drop-scheduled', messageId),
    });
    await dropping.change({
      stream,
      aggregate: Conversation,
      decide: (state) => conversation.drop({ contactId, businessId, messageId, reason }, state),
    });
    return dropping.outcome({ messageId });
  };
  const { body, media, userId } = said;
  if (body === null || media === null) return drop('gone');
  const author = { kind: 'user', userId, impersonatorId: null } as const;
  const caller = { role: 'system', actor: author, tenant } as const;
  try {
    const queued = await queueTo(
      { world, context: { ...context, caller } },
      { contactId, messageId, businessId, body, media, purpose: 'livechat', notBefore: null },
    );
    return { position: furthest(work.outcome(undefined), queued), result: { messageId } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'contact_opted_out') return drop('opted-out');
    if (error.code === 'not_found') return drop('gone');
    if (error.code === 'validation_failed') return drop('no-number');
    if (error.code === 'mms_inactive') return drop('no-pictures');
    throw error;
  }
}

/** Somebody says that it goes now, whatever has come meanwhile. */
export const sendScheduledText = command({
  input: z.object({ ...text, writerId: UserId.optional() }),
  by: people,
  async run(call, { contactId, messageId, writerId }) {
    const { by, tenant } = await ownConversation(call, { contactId });
    const contact = stateOf(Contact, await call.world.events.read(streams.contact(contactId)));
    if (contact.status === 'optedOut') throw optedOut();
    const answer = await answerOf(call, { contactId, writerId });
    await mayAnswer(call, answer, ({ scheduled }) => scheduled.get(messageId)?.status === 'released');
    return releaseAs(call, { ...by, messageId, tenant }, (state) =>
      conversation.sendNow({ contactId, businessId: by.businessId, messageId }, state),
    );
  },
});

/** The time of a scheduled text has come; whoever says so may say so again. Who has opted out meanwhile gets nothing. */
export const releaseScheduledText = command({
  input: z.object({ ...text, sendAt: z.iso.datetime() }),
  by: ['system'],
  async run(call, { contactId, messageId, sendAt }) {
    const { tenant, businessId } = businessOf(call.context);
    const contact = stateOf(Contact, await call.world.events.read(streams.contact(contactId)));
    const of = { contactId, businessId, messageId };
    const reason: ScheduleDrop | null =
      contact.status === 'optedOut' ? 'opted-out'
      : contact.status === 'subscribed' || contact.status === 'unknown' ? null
      : 'gone';
    return releaseAs(call, { ...of, tenant }, (state) => {
      const released = conversation.release({ ...of, sendAt }, state);
      return released.length > 0 && reason !== null ? conversation.drop({ ...of, reason }, state) : released;
    });
  },
});
