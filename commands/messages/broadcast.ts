import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { Agency } from '../../domain/agency/agency.ts';
import { Broadcast } from '../../domain/broadcast/broadcast.ts';
import { Business } from '../../domain/business/business.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { type Charge, chargeOf } from '../../domain/delivery/allowance.ts';
import { recipientText, textFor } from '../../domain/delivery/channels/text.ts';
import type { Verdict } from '../../domain/delivery/delivery.ts';
import { reachOf, type Reach } from '../../domain/delivery/reach.ts';
import { withinBroadcast } from '../../domain/delivery/recipient.ts';
import { textVerdict } from '../../domain/delivery/verdict.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import {
  AgencyId,
  BroadcastId,
  BusinessId,
  ContactId,
  MessageId,
  namespaces,
  uuidV5,
} from '../../domain/kernel/ids.ts';
import { MessageQueued, MessageSuppressed } from '../../domain/message/events.ts';
import { SuppressReason } from '../../domain/message/fields.ts';
import { type Legible, Message, type QueuedData } from '../../domain/message/message.ts';
import { suppress } from '../../domain/message/record.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { couponsOf, giveCoupon } from '../delivery/broadcast-coupons.ts';
import { phoneIdentity } from '../directory/contact-of.ts';
import { listsOf } from '../directory/listed.ts';
import { begin, stateOf, type World } from '../kernel/unit-of-work.ts';
import { customMergeFields } from '../custom-fields/merge.ts';
import { publicAddress } from '../directory/public-address.ts';
import { hasReachedAsAnother } from '../delivery/reached-as-another.ts';
import { placeTaken, sayFirst } from '../delivery/recipients.ts';

/** What is to be done with a recipient now. Nothing has been written down of it yet but where it is suppressed. */
export type RecipientDecision =
  | {
      readonly kind: 'send';
      readonly text: Legible<QueuedData>;
      /** Nothing has been said of it yet: `queueRecipient` says it before it goes out. */
      readonly fresh: boolean;
      readonly reach: Reach;
      /** What it takes of the business's month. */
      readonly charge: Charge;
    }
  | { readonly kind: 'suppressed'; readonly reason: string }
  | Exclude<Verdict<never>, { kind: 'send' | 'suppress' }>;

const recipient = z.object({
  messageId: MessageId,
  contactId: ContactId,
  variant: z.number().int(),
  /** It was tried before: its stream is looked at first. */
  tried: z.boolean(),
});

/**
 * The last look at some recipients of one broadcast, in the order given: their streams in one round trip, what they
 * have in common as it is known already and what was added since. Who may not be written to gets one event.
 */
export const decideBroadcast = command({
  input: z.object({ broadcastId: BroadcastId, recipients: z.array(recipient) }),
  by: ['system'],
  async run({ world, context }, { broadcastId, recipients }): Promise<CommandOutcome<readonly RecipientDecision[]>> {
    const { businessId, agencyId } = context.caller.tenant;
    const business = BusinessId.parse(businessId);
    const [broadcast, sender, custom, base, found] = await Promise.all([
      world.folded(streams.broadcast(broadcastId), Broadcast),
      senderOf(world, business, agencyId),
      customMergeFields(world, business),
      publicAddress(world, agencyId),
      world.events.readMany(
        recipients.flatMap(({ contactId, messageId, tried }) => [
          streams.contact(contactId),
          ...(tried ? [streams.message(messageId)] : []),
        ]),
      ),
    ]);
    if (broadcast.status === 'none') throw new DomainError('not_found', 'This broadcast does not exist.');
    const now = world.now();
    const given = await couponsOf(world, broadcast, recipients, sender.business);
    const shared = {
      custom,
      base,
      codeOf: (link: number, contactId: string) => world.identifiers.linkCode(link, contactId),
    };
    const decisions = recipients.map(async (one): Promise<RecipientDecision> => {
      const { messageId, contactId } = one;
      const stored = found.get(streams.message(messageId)) ?? [];
      const message = stateOf(Message, stored);
      const known = found.get(streams.contact(contactId));
      let blacklisted = false;
      const words = { ...shared, keyword: given.keyword, coupon: given.couponOf(contactId) };
      let contact = stateOf(Contact, known);
      const filled = message.status === 'none' ? textFor(broadcast, one, contact, sender, words) : null;
      const { queued: text, delivery } = recipientText(messageId, message, filled, contact);
      const look = (contact: Contact): Verdict<SuppressReason> =>
        withinBroadcast(
          textVerdict({ delivery, contact, sender, now, blacklisted, broadcast }),
          broadcast.run?.expiresAt,
        );
      let decided = look(contact);
      if (decided.kind === 'send' && contact.status !== 'none') {
        // Asked together with the others of the batch: one round trip.
        const lists = await listsOf(world, business, { phone: contact.phone, email: contact.details.email });
        blacklisted = lists.black;
        decided = look(contact);
      }
      if (decided.kind === 'send' && contact.status !== 'none' && contact.preferences.frequency === 'weekly') {
        const campaignId = broadcast.setup.campaignId as QueuedData['campaignId'];
        contact = await placeTaken(world, context, { channel: 'text', campaignId, what: messageId }, contact, known);
        decided = look(contact);
      }
      if (decided.kind === 'send' && (await hasReachedAsAnother(world, broadcastId, contact, streams.message)))
        decided = { kind: 'suppress', reason: 'duplicate' };
      if (decided.kind === 'suppress') {
        const ids = { messageId, businessId: business, contactId };
        const { reason } = decided;
        await withhold(world, context, ids, stored, reason);
        return { kind: 'suppressed', reason };
      }
      if (decided.kind !== 'send' || text === null) return decided as never;
      const reach = reachOf(delivery, {
        address: phoneIdentity(world, business, text.to),
        businessId: business,
        contactId,
        business: sender.business,
        contact,
        broadcast,
        automation: null,
        correlationId: broadcastId,
        now,
      })!;
      const charge = chargeOf(text, sender.business, now);
      return { kind: 'send', text, fresh: message.status === 'none', reach, charge };
    });
    return { position: null, result: await Promise.all(decisions) };
  },
});

async function senderOf(world: World, businessId: BusinessId, agencyId: string | null) {
  const [business, agency] = await Promise.all([
    world.folded(streams.business(businessId), Business),
    agencyId === null ? Agency.initial : world.folded(streams.agency(AgencyId.parse(agencyId)), Agency),
  ]);
  return { business, agency };
}

/** One event for whom nothing was said of; after a text that was queued, the end of that. */
async function withhold(
  world: World,
  context: CommandContext,
  ids: { readonly messageId: MessageId; readonly businessId: BusinessId; readonly contactId: ContactId },
  seen: readonly StoredEvent[] | undefined,
  reason: z.output<typeof SuppressReason>,
): Promise<void> {
  const work = begin(world, context, {
    tenant: context.caller.tenant,
    commandId: uuidV5(namespaces.command, 'broadcast-withhold', ids.messageId),
    causationId: null,
  });
  await work.change({
    stream: streams.message(ids.messageId),
    aggregate: Message,
    seen,
    decide: (message) =>
      message.status === 'none' ? [MessageSuppressed.create({ ...ids, reason })] : suppress({ reason }, message),
  });
}

/** Somebody is not written to after all: their place was taken, or their broadcast is over and something was said. */
export const withholdRecipient = command({
  input: z.object({ messageId: MessageId, contactId: ContactId, reason: SuppressReason }),
  by: ['system'],
  async run({ world, context }, { messageId, contactId, reason }): Promise<CommandOutcome> {
    const businessId = BusinessId.parse(context.caller.tenant.businessId);
    await withhold(world, context, { messageId, businessId, contactId }, undefined, reason);
    return { position: null, result: undefined };
  },
});

/**
 * Says what is about to be sent, with its exact words: the first event of the message. The coupon that they name is there
 * before. False: somebody else has.
 */
export const queueRecipient = command({
  input: z.object({ text: z.custom<Legible<QueuedData>>(), attempt: z.number().int() }),
  by: ['system'],
  async run({ world, context }, { text, attempt }): Promise<CommandOutcome<boolean>> {
    const { messageId, contactId, variant } = text;
    const broadcastId = BroadcastId.parse(text.broadcastId);
    const broadcast = await world.folded(streams.broadcast(broadcastId), Broadcast);
    if (broadcast.status !== 'none') await giveCoupon(world, context, broadcast, { contactId, variant: variant ?? 0 });
    return sayFirst(world, context, {
      stream: streams.message(messageId),
      id: messageId,
      broadcastId,
      attempt,
      event: { type: MessageQueued.type, version: MessageQueued.version, data: text },
    });
  },
});
