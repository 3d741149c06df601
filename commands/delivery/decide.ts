import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { Agency } from '../../domain/agencies/agency.ts';
import { Run, saysNoMore } from '../../domain/automations/runs/run.ts';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import { Business } from '../../domain/businesses/business.ts';
import { takePlace } from '../../domain/contacts/choose.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { heldBack } from '../../domain/contacts/preferences.ts';
import { Conversation } from '../../domain/livechat/conversation.ts';
import type { Delivery, Sender, Verdict } from '../../domain/delivery/delivery.ts';
import { type Reach, reachOf } from '../../domain/delivery/reach.ts';
import { withinBroadcast } from '../../domain/delivery/recipient.ts';
import { holds } from '../../domain/delivery/verdict.ts';
import { contactLimitsOf, withPlanLimits } from '../../domain/limits/contacts.ts';
import { unpaid } from '../../domain/limits/needs.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, type BroadcastId, BusinessId, type ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Standing } from '../../domain/subscriptions/standing.ts';
import { Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import { streams } from '../../domain/streams.ts';
import { customMergeFields } from '../custom-fields/merge.ts';
import { listsOf } from '../directory/list-entries.ts';
import { publicAddress } from '../directory/public-address.ts';
import { payerStreamOf, standingFrom, standingOf } from '../directory/payer-standing.ts';
import type { CommandOutcome } from '../kernel/caller.ts';
import type { Call } from '../kernel/command.ts';
import { startUnitOfWork, stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { couponsOf } from './broadcast-coupons.ts';
import type { ChannelTypes, DeliveryChannel } from './channel.ts';
import { hasReachedAsAnother } from './reached-as-another.ts';
import { prefixFrom, registrationStreams, unregisteredFrom } from './registration.ts';
import { withhold } from './withhold.ts';

/** One that may go out. */
export interface ToSend<C extends ChannelTypes> {
  readonly kind: 'send';
  readonly queued: C['Queued'];
  /** No event tells of it yet: it is said before it goes out. */
  readonly fresh: boolean;
  /** Null: someone asked for it, or waits for it. */
  readonly reach: Reach | null;
  readonly content: C['Content'];
}

/** What is to be done with a text or email now. `done`: it has an end already, or its provider has it. */
export type Decided<C extends ChannelTypes> =
  | ToSend<C>
  | { readonly kind: 'suppressed'; readonly reason: string }
  | Exclude<Verdict<never>, { kind: 'send' | 'suppress' }>;

/**
 * The last look before a text or email that was queued leaves, on the streams themselves: an opt-out of a moment ago
 * counts, and so do an entry on the blacklist and the end of the enrollment that asked for it. A no is an event with its
 * reason. Three round trips when it may go. The command's identity is the text or email and how far it has come, so it can
 * be asked again and again.
 */
export async function decideQueued<C extends ChannelTypes>(
  { world, context }: Call,
  channel: DeliveryChannel<C>,
  id: string,
  mayHaveArrived: boolean,
): Promise<CommandOutcome<Decided<C>>> {
  const stream = channel.streamOf(id);
  const stored = await world.events.read(stream);
  const state = stateOf(channel.aggregate, stored);
  const known = channel.queuedOf(state);
  if (known === null) throw new DomainError('not_found', channel.missing);
  const { delivery } = known;
  const { contactId, businessId, automation = null } = known.queued;
  const { tenant, correlationId } = stored[0]!.metadata;
  const now = world.now();
  const work = startUnitOfWork(world, context, {
    tenant,
    commandId: uuidV5(namespaces.command, channel.commandName, id, String(stored.length)),
    causationId: stored.at(-1)!.id,
    correlationId,
  });
  const names = {
    contact: streams.contact(contactId),
    business: streams.business(businessId),
    conversation: channel.readsConversation ? streams.conversation(contactId) : null,
    agency: tenant.agencyId === null ? null : streams.agency(AgencyId.parse(tenant.agencyId)),
    run: automation === null ? null : streams.automationRun(automation.runId),
    payer: payerStreamOf(world, { agencyId: tenant.agencyId, businessId }),
  };
  if (delivery.stage === 'ended') return work.outcome({ kind: 'done' });
  const registration = channel.isFromNumber ? registrationStreams(world, businessId) : [];
  const found = await world.events.readMany([...Object.values(names).filter((name) => name !== null), ...registration]);
  const read = (name: string | null) => (name === null ? undefined : found.get(name));
  let contact = stateOf(Contact, found.get(names.contact));
  const of = { business: stateOf(Business, found.get(names.business)), agency: stateOf(Agency, read(names.agency)) };
  const paying = standingFrom(world, { ...of, subscriptions: stateOf(Subscriptions, read(names.payer)) });
  const sender = { ...senderFrom(of, paying), unregistered: unregisteredFrom(found, businessId, of.business, now) };
  const conversation = stateOf(Conversation, read(names.conversation));
  const isRunOver = saysNoMore(stateOf(Run, read(names.run)));
  const { black: blacklisted } = await listsOf(world, businessId, channel.reachable(delivery, contact));
  const look = (one: C['Delivery']) =>
    channel.verdict({ delivery: one, contact, sender, now, blacklisted, conversation, isRunOver });

  if (holds('preferences', delivery) && look(delivery).kind === 'send')
    contact = await takeWeeklyPlace(work, delivery, contact, { contactId, seen: found.get(names.contact), now });
  /** Left alone by a command that ran before. */
  const looked: { verdict: Verdict<C['Reason']> } = { verdict: { kind: 'done' } };
  await work.change({
    stream,
    aggregate: channel.aggregate,
    seen: stored,
    decide: (current) => {
      const queued = channel.queuedOf(current);
      looked.verdict = queued === null ? { kind: 'done' } : look(queued.delivery);
      return channel.said(looked.verdict, current, mayHaveArrived);
    },
  });
  const { verdict } = looked;
  if (verdict.kind === 'suppress') return work.outcome({ kind: 'suppressed', reason: verdict.reason });
  if (verdict.kind !== 'send') return work.outcome(verdict);
  const { legible } = known;
  if (legible === null || delivery.to === null) throw new Error('A delivery without words or address may not go.');
  const { business } = sender;
  const reach = reachOf(delivery, {
    address: channel.addressId(world, businessId, delivery.to),
    businessId,
    contactId,
    business,
    contact,
    broadcast: null,
    automation,
    correlationId,
    now,
  });
  const base = () => publicAddress(world, tenant.agencyId);
  const content = await channel.contentOf(world, legible, { business, now, base });
  return work.outcome({ kind: 'send', queued: legible, fresh: false, reach, content });
}

/** A recipient of a broadcast whose turn it is. `id`: of their text or email. */
export interface RecipientAsked {
  readonly id: string;
  readonly contactId: ContactId;
  readonly variant: number;
  /** It was tried before: its stream is looked at first. */
  readonly tried: boolean;
}

/**
 * The last look at some recipients of one broadcast, in the order given: their streams in one round trip, what they
 * have in common as it is known already and what was added since. A recipient who may not be written to gets one event.
 */
export async function decideRecipients<C extends ChannelTypes>(
  { world, context }: Call,
  channel: DeliveryChannel<C>,
  broadcastId: BroadcastId,
  recipients: readonly RecipientAsked[],
): Promise<readonly Decided<C>[]> {
  const { agencyId } = context.caller.tenant;
  const businessId = BusinessId.parse(context.caller.tenant.businessId);
  const registration = channel.isFromNumber ? registrationStreams(world, businessId) : [];
  const [broadcast, payer, custom, base, found] = await Promise.all([
    world.loadState(streams.broadcast(broadcastId), Broadcast),
    senderOf(world, businessId, agencyId),
    customMergeFields(world, businessId),
    publicAddress(world, agencyId),
    world.events.readMany([
      ...new Set([...(channel.isFromNumber ? [streams.registrations(businessId)] : []), ...registration]),
      ...recipients.flatMap(({ contactId, id, tried }) => [
        streams.contact(contactId),
        ...(tried ? [channel.streamOf(id)] : []),
      ]),
    ]),
  ]);
  if (broadcast.status === 'none') throw new DomainError('not_found', 'This broadcast does not exist.');
  const now = world.now();
  const sender = {
    ...payer,
    unregistered: registration.length === 0 ? null : unregisteredFrom(found, businessId, payer.business, now),
    prefix: channel.isFromNumber ? prefixFrom(found, businessId) : null,
  };
  const given = await couponsOf(world, broadcast, recipients, sender.business);
  const wordsOf = await channel.wordsOf(world, { broadcast, sender, custom, base, given });

  const decideOne = async (one: RecipientAsked): Promise<Decided<C>> => {
    const { id, contactId } = one;
    const stored = found.get(channel.streamOf(id)) ?? [];
    const state = stateOf(channel.aggregate, stored);
    const known = found.get(streams.contact(contactId));
    let contact = stateOf(Contact, known);
    const fresh = channel.isFresh(state);
    const filled = fresh ? channel.fill(broadcast, one, contact, sender, wordsOf(one)) : null;
    const { queued, delivery } = channel.recipientOf(id, state, filled, contact);
    const look = (blacklisted: boolean) =>
      withinBroadcast(
        channel.verdict({ delivery, contact, sender, now, blacklisted, broadcast }),
        broadcast.run?.expiresAt,
      );
    let verdict = look(false);
    // Asked together with the others of the batch: one round trip.
    if (verdict.kind === 'send')
      verdict = look((await listsOf(world, businessId, channel.reachable(delivery, contact))).black);
    if (verdict.kind === 'send' && contact.status !== 'none' && contact.preferences.frequency === 'weekly') {
      const commandId = uuidV5(namespaces.command, 'broadcast-place', id);
      const work = startUnitOfWork(world, context, { tenant: context.caller.tenant, commandId, causationId: null });
      contact = await takeWeeklyPlace(work, delivery, contact, { contactId, seen: known, now });
      verdict = look(false);
    }
    if (verdict.kind === 'send' && (await hasReachedAsAnother(world, broadcastId, contact, channel.streamOf)))
      verdict = { kind: 'suppress', reason: channel.duplicate };
    switch (verdict.kind) {
      case 'suppress': {
        const { reason } = verdict;
        await withhold({ world, context }, channel, { id, businessId, contactId }, reason, stored);
        return { kind: 'suppressed', reason };
      }
      case 'send': {
        if (queued === null || delivery.to === null) throw new Error('A delivery without words or address may not go.');
        const reach = reachOf(delivery, {
          address: channel.addressId(world, businessId, delivery.to),
          businessId,
          contactId,
          business: sender.business,
          contact,
          broadcast,
          automation: null,
          correlationId: broadcastId,
          now,
        });
        if (reach === null) throw new Error('A broadcast reaches someone.');
        const of = { business: sender.business, now, base: async () => base };
        return { kind: 'send', queued, fresh, reach, content: await channel.contentOf(world, queued, of) };
      }
      default:
        return verdict;
    }
  };
  return Promise.all(recipients.map(decideOne));
}

async function senderOf(world: CommandServices, businessId: BusinessId, agencyId: string | null): Promise<Sender> {
  const [business, agency, paying] = await Promise.all([
    world.loadState(streams.business(businessId), Business),
    agencyId === null ? Agency.initial : world.loadState(streams.agency(AgencyId.parse(agencyId)), Agency),
    standingOf(world, { agencyId, businessId }),
  ]);
  return senderFrom({ business, agency }, paying);
}

/** With what whoever pays lets it send. */
const senderFrom = (of: Pick<Sender, 'business' | 'agency'>, paying: Standing | null): Sender => ({
  ...of,
  business: withPlanLimits(of.business, paying),
  unpaid: paying === null ? null : unpaid(paying),
  contactLimits: contactLimitsOf(of.business, paying),
});

/** A contact who wants one a week: this takes the place, or answers the contact as they were, where another has it. */
async function takeWeeklyPlace(
  work: UnitOfWork,
  { channel, campaignId, id: what }: Delivery,
  contact: Contact,
  of: { readonly contactId: ContactId; readonly seen: readonly StoredEvent[] | undefined; readonly now: Date },
): Promise<Contact> {
  const reach = { channel, campaignId, what };
  const { before } = await work.change({
    stream: streams.contact(of.contactId),
    aggregate: Contact,
    seen: of.seen,
    decide: (current) => takePlace(reach, of.now, current),
  });
  return before.status !== 'none' && heldBack(before.preferences, reach, of.now) !== null ? before : contact;
}
