import { z } from 'zod';
import { NumberClaim } from '../../domain/businesses/claims.ts';
import { platformTenant, type Tenant } from '../../domain/kernel/event.ts';
import { text } from '../../domain/kernel/fields.ts';
import { type BusinessId, type ContactId, MessageId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { messageFields } from '../../domain/messages/fields.ts';
import { Message } from '../../domain/messages/message.ts';
import { receive } from '../../domain/messages/receive.ts';
import { carrierNumber } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { command } from '../kernel/command.ts';
import { findOrDeriveContact } from '../directory/contact-directory.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

/**
 * A text came in. Nothing is refused: what no business can be found for, what another tenant's carrier account signed
 * (the number has changed hands), or what comes from a sender without a number that could be answered, is kept as
 * unrouted. Stream, event and command are all named by the carrier's id, so however often and by whomever a text is
 * handed over, it is one event. Three round trips: the number's claim, whom the business knows by the sender's, the
 * append.
 */
export const receiveMessage = command({
  input: z.object({
    provider: text,
    providerMessageId: text,
    from: text,
    to: text,
    body: messageFields.body,
    media: messageFields.received,
    receivedAt: z.iso.datetime(),
  }),
  by: ['carrier', 'system'],
  async run({ world, context }, input) {
    const messageId = MessageId.parse(uuidV5(namespaces.message, input.provider, input.providerMessageId));
    const from = carrierNumber(input.from);
    const to = carrierNumber(input.to);
    const claim =
      from === null || to === null ? null : stateOf(NumberClaim, await world.events.read(streams.numberClaim(to)));

    const { provider, providerMessageId, body, media, receivedAt } = input;
    const kept = { messageId, body, media: [...media], provider, providerMessageId, receivedAt };
    const routed =
      from !== null && to !== null && claim?.status === 'claimed' && isOf(context.caller.tenant, claim) ?
        {
          ...kept,
          from,
          to,
          businessId: claim.businessId,
          contactId: (await findOrDeriveContact(world, claim.businessId, { phone: from })).contactId,
        }
      : null;

    const work = startUnitOfWork(world, context, {
      tenant:
        routed !== null && claim?.status === 'claimed' ?
          { agencyId: claim.agencyId, businessId: claim.businessId }
        : platformTenant,
      commandId: uuidV5(namespaces.command, 'receive', provider, providerMessageId),
    });
    const { events, repeated } = await work.change({
      stream: streams.message(messageId),
      aggregate: Message,
      seen: [],
      decide: (message) =>
        receive(routed === null ? { unrouted: { ...kept, from: input.from, to: input.to } } : { routed }, message),
    });
    // What was stored the first time counts, also when the number has changed hands since.
    const first = events[0]?.data as { businessId?: BusinessId; contactId?: ContactId } | undefined;
    return work.outcome({
      messageId,
      businessId: first?.businessId ?? null,
      contactId: first?.contactId ?? null,
      repeated,
    });
  },
});

/** Whether whoever hands a text over may speak for who has its number. */
const isOf = (tenant: Tenant, { agencyId, businessId }: Tenant): boolean =>
  (tenant.businessId === null || tenant.businessId === businessId) &&
  (tenant.agencyId === null || tenant.agencyId === agencyId);
