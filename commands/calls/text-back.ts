import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Call } from '../../domain/calls/call.ts';
import { CallSettings } from '../../domain/calls/settings.ts';
import { canBeTexted, textBack, TextBack } from '../../domain/calls/text-back.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { discover } from '../../domain/contacts/discover.ts';
import { CallId, MessageId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { noteRank } from '../../domain/limits/contacts.ts';
import { Message } from '../../domain/messages/message.ts';
import { queue } from '../../domain/messages/queue.ts';
import { streams } from '../../domain/streams.ts';
import { findOrDeriveContact } from '../directory/contact-directory.ts';
import { roomFor } from '../directory/contact-room.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/**
 * Texts a caller who was missed, where the business wants that. The caller's own stream says when the last one was, so
 * that of calls at the same moment one is answered. Cut off anywhere, the same call goes on where it stopped.
 */
export const answerMissed = command({
  input: z.object({ callId: CallId }),
  by: ['system'],
  async run({ world, context }, { callId }) {
    const seen = await world.events.read(streams.call(callId));
    const cause = seen.findLast(({ type }) => type === 'CallMissed');
    const call = stateOf(Call, seen);
    const work = startUnitOfWork(world, context, {
      tenant: cause?.metadata.tenant ?? context.caller.tenant,
      commandId: uuidV5(namespaces.command, 'text-back', callId),
      ...(cause === undefined ? {} : { causationId: cause.id, correlationId: cause.metadata.correlationId }),
    });
    if (cause === undefined || call.status !== 'missed') return work.outcome(undefined);
    const { businessId, from, to } = call.received;
    if (from === null || !canBeTexted(from)) return work.outcome(undefined);
    const [business, settings, { contactId, kept }] = await Promise.all([
      world.loadState(streams.business(businessId), Business),
      world.loadState(streams.callSettings(businessId), CallSettings),
      findOrDeriveContact(world, businessId, { phone: from }),
    ]);
    const body = settings.textBack;
    if (body === null || business.status === 'none' || business.number !== to) return work.outcome(undefined);
    const messageId = MessageId.parse(uuidV5(namespaces.message, businessId, 'missed-call', callId));
    const contact = await world.loadState(streams.contact(contactId), Contact);
    if (contact.status === 'optedOut' || (contact.status === 'none' && kept.texts)) return work.outcome(undefined);

    const missedAt = cause.metadata.occurredAt;
    const at = world.now().toISOString();
    const { before, events } = await work.change({
      stream: streams.textBack(contactId),
      aggregate: TextBack,
      decide: (last) => textBack({ businessId, contactId, callId, messageId, at, missedAt }, last),
    });
    if (events.length === 0 && before?.callId !== callId) return work.outcome(undefined);
    const room = contact.status === 'none' ? await roomFor(world, businessId, business) : [];
    const about = { contactId, businessId };
    await work.change({
      stream: streams.contact(contactId),
      aggregate: Contact,
      decide: (current) =>
        noteRank(room, about, current, discover({ ...about, phone: from, via: 'inbound-call', kept }, current)),
    });
    await work.change({
      stream: streams.message(messageId),
      aggregate: Message,
      decide: (current) =>
        queue(
          { messageId, ...about, from: to, to: from, body, media: [], purpose: 'missed-call', notBefore: null },
          current,
        ),
    });
    return work.outcome(undefined);
  },
});
