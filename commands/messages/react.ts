import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { KeywordClaim } from '../../domain/businesses/claims.ts';
import { type ActiveCampaign, Campaign, replyOf } from '../../domain/campaigns/campaign.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { Conversation } from '../../domain/livechat/conversation.ts';
import { contactWrote } from '../../domain/livechat/decide.ts';
import { bellContent, type Inbound, react, type Reply } from '../../domain/inbound/reaction.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type ContactId, MessageId, namespaces, NotificationId, uuidV5 } from '../../domain/kernel/ids.ts';
import { noteRank } from '../../domain/limits/contacts.ts';
import { type Legible, legible, Message, type ReceivedData } from '../../domain/messages/message.ts';
import { queue } from '../../domain/messages/queue.ts';
import { sort } from '../../domain/messages/sort.ts';
import { Notification, raise } from '../../domain/notifications/notification.ts';
import { keywordCandidates } from '../../domain/sms/keywords.ts';
import { looksLikeOptOut } from '../../domain/sms/looks-like-opt-out.ts';
import { reservedMeaning } from '../../domain/sms/reserved-words.ts';
import { streams } from '../../domain/streams.ts';
import { command } from '../kernel/command.ts';
import { findOrDeriveContact, suppressAfterErasure, survivorOf } from '../directory/contact-directory.ts';
import { couponFor, issue } from '../coupons/issue.ts';
import { roomFor } from '../directory/contact-room.ts';
import { startUnitOfWork, stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { joinByText } from '../loops/join.ts';
import { campaignWords } from '../directory/campaign-words.ts';
import { cast } from '../votes/cast.ts';
import { voteIn } from '../votes/text.ts';
import { textedIn } from './texted.ts';

/**
 * Everything that a received text sets off (see domain/inbound/reaction). The command's identity is the text: whoever
 * calls it, and however often, each effect has an id made of (business, purpose, text) and happens once. A reaction
 * cut off half-way goes on where it stopped, deciding on the contact as it was before it began; one that is complete
 * (it has been said who deals with the text) does nothing, also when later texts of the same contact have changed
 * things since. Texts of one contact must be reacted to in order.
 *
 * Round trips: the text; everything about its sender at once; the campaign if a keyword was meant; then one append per effect.
 */
export const reactToMessage = command({
  input: z.object({ messageId: MessageId }),
  by: ['system'],
  async run({ world, context }, { messageId }) {
    const received = await world.events.read(streams.message(messageId));
    const cause = received[0];
    const state = stateOf(Message, received);
    if (cause === undefined || state.status === 'none')
      throw new DomainError('not_found', 'This message does not exist.');
    const work = startUnitOfWork(world, context, {
      tenant: cause.metadata.tenant,
      commandId: uuidV5(namespaces.command, 'react', messageId),
      causationId: cause.id,
      correlationId: cause.metadata.correlationId,
    });
    if (state.status !== 'received') return work.outcome(undefined);
    const arrived = legible(state.message);
    const receivedPosition = cause.position.toString();
    const sortAs = (rule: ReturnType<typeof react>['rule']) =>
      work.change({
        stream: streams.message(messageId),
        aggregate: Message,
        seen: received,
        decide: (before) => sort({ rule, receivedPosition }, before),
      });
    if (state.sorted) {
      await sortAs(null);
      return work.outcome(undefined);
    }
    // The person was erased before we came to it: there is nobody to react to.
    if (arrived === null) {
      await suppressAfterErasure(world, work, state.message.contactId);
      return work.outcome(undefined);
    }

    const reserved = reservedMeaning(arrived.body);
    const claims = (reserved === null ? keywordCandidates(arrived.body) : []).map((keyword) =>
      streams.keywordClaim(arrived.to, keyword),
    );
    const notificationId = NotificationId.parse(
      uuidV5(namespaces.notification, arrived.businessId, 'inbound', messageId),
    );
    const namesFor = (contactId: ContactId) => ({
      contact: streams.contact(contactId),
      conversation: streams.conversation(contactId),
      business: streams.business(arrived.businessId),
      notification: streams.notification(notificationId),
    });
    let message = arrived;
    let names = namesFor(message.contactId);
    const [first, { kept }] = await Promise.all([
      world.events.readMany([...Object.values(names), ...claims]),
      findOrDeriveContact(world, arrived.businessId, { phone: arrived.from }),
    ]);
    let found = first;
    const met = stateOf(Contact, found.get(names.contact));
    if (met.status === 'erased' && met.mergedInto !== null) {
      // It came while they were merged into another contact: what it says, a stop above all, is that one's.
      message = { ...arrived, contactId: await survivorOf(world, arrived.contactId) };
      names = namesFor(message.contactId);
      found = await world.events.readMany([...Object.values(names), ...claims]);
    }

    const raised = found.get(names.notification) ?? [];
    const business = stateOf(Business, found.get(names.business));
    if (business.status === 'none') return work.outcome(undefined);
    const ringBell = () =>
      work.change({
        stream: names.notification,
        aggregate: Notification,
        seen: raised,
        decide: (before) =>
          raise(
            {
              notificationId,
              businessId: message.businessId,
              contactId: message.contactId,
              kind: 'message',
              title: 'New message',
              content: bellContent(message),
              link: `/business/livechat?contact=${message.contactId}`,
              receivedPosition,
            },
            before,
          ),
      });
    // Cut off between the bell and the last word, or of the time when the notification was the last word (whatever it was about).
    if (raised.length > 0) {
      await ringBell();
      if (message.leftToPeople !== true) await sortAs(null);
      return work.outcome(undefined);
    }

    // As the contact was before this text: a reaction that goes on after a crash comes to the same.
    const known = found.get(names.contact) ?? [];
    const own = known.findIndex(({ metadata }) => metadata.commandId === work.commandId);
    const before = stateOf(Contact, own === -1 ? known : known.slice(0, own));
    const asked = await askedToConfirm(world, before);
    // A bare Y means yes to who was asked for one, and nothing to anybody else.
    const meaning = reserved ?? (asked !== null && /^\s*y\W*$/iu.test(message.body) ? 'yes' : null);
    const at = cause.metadata.occurredAt;
    const texted =
      asked !== null && meaning === 'yes' ?
        null
      : await textedIn(world, work, message, { business, meaning, contact: before, at });
    const called =
      texted !== null ? null
      : meaning === 'yes' ? asked
      : await campaignOf(
          world,
          message,
          claims.map((claim) => stateOf(KeywordClaim, found.get(claim))),
        );
    const vote = meaning === null && texted === null ? await voteIn(world, message, called, before, at) : null;
    const campaign = called ?? vote?.campaign ?? null;
    const coupon = campaign === null ? null : await couponFor(world, campaign, message.contactId, business);
    const talking = stateOf(Conversation, found.get(names.conversation));
    const inbound: Inbound = {
      message,
      businessName: business.name,
      meaning,
      campaign,
      coupon: coupon?.words ?? null,
      look: meaning === null && campaign === null ? looksLikeOptOut(message.body) : null,
      inDialogue: talking.status === 'open' && talking.assigneeId !== null,
      words:
        campaign === null ? null : (
          await campaignWords(world, campaign, message.contactId, business, [replyOf(campaign)], true)
        ),
      vote: vote?.answer ?? null,
      texted: texted?.kind === 'told' ? texted : null,
      kept,
    };
    const rooms = before.status === 'none' ? await roomFor(world, message.businessId, business) : [];
    const contact = await work.change({
      stream: names.contact,
      aggregate: Contact,
      seen: found.get(names.contact),
      decide: (before) => noteRank(rooms, message, before, react(inbound, before).contact),
    });
    if (contact.before.status === 'erased') {
      if (reserved === 'stop') await suppressAfterErasure(world, work, message.contactId);
      return work.outcome(undefined);
    }
    const reaction = react(inbound, contact.before);
    const wroteFirst = contact.before.status === 'none' || contact.before.wroteFirst;
    const forPeople = reaction.rule === null;
    if (vote !== null && vote.choices.length > 0) {
      const { campaignId, businessId } = vote.campaign;
      const { contactId } = message;
      await cast(work, { campaignId, businessId, contactId, choices: vote.choices, via: 'text', cause: messageId });
    }
    if (campaign?.type === 'loop' && reaction.rule === 'keyword')
      await joinByText(world, work, campaign, { contactId: message.contactId, phone: message.from });
    if (campaign !== null && coupon !== null && (reaction.rule === 'keyword' || reaction.rule === 'opt-in'))
      await issue(world, context, cause.metadata.tenant, campaign, message.contactId, 'keyword');
    await work.change({
      stream: names.conversation,
      aggregate: Conversation,
      seen: found.get(names.conversation),
      decide: (conversation) =>
        contactWrote(
          { contactId: message.contactId, businessId: message.businessId, wroteFirst, forPeople },
          conversation,
        ),
    });
    for (const reply of reaction.replies) await answer(work, message, reply);
    if (forPeople) await ringBell();
    await sortAs(reaction.rule);
    return work.outcome(undefined);
  },
});

/** The campaign of the first keyword that the business holds, null when there is none. */
async function campaignOf(
  world: CommandServices,
  message: ReceivedData,
  claims: readonly KeywordClaim[],
): Promise<ActiveCampaign | null> {
  for (const claim of claims) {
    if (claim.status !== 'claimed' || claim.businessId !== message.businessId) continue;
    const campaign = stateOf(Campaign, await world.events.read(streams.campaign(claim.campaignId)));
    if (campaign.status === 'active') return campaign;
  }
  return null;
}

/** The campaign whose page asked for the yes that may have come; null when none did. */
async function askedToConfirm(world: CommandServices, contact: Contact): Promise<ActiveCampaign | null> {
  if (contact.status === 'none' || contact.status === 'subscribed' || contact.pending === null) return null;
  const campaign = stateOf(Campaign, await world.events.read(streams.campaign(contact.pending.campaignId)));
  return campaign.status === 'active' ? campaign : null;
}

/** Queues a reply under an id of its own: there already means done already. */
const answer = (work: UnitOfWork, message: Legible<ReceivedData>, reply: Reply) => {
  const messageId = MessageId.parse(uuidV5(namespaces.message, message.businessId, reply.purpose, message.messageId));
  return work.change({
    stream: streams.message(messageId),
    aggregate: Message,
    seen: [],
    decide: (before) =>
      queue(
        {
          messageId,
          businessId: message.businessId,
          contactId: message.contactId,
          from: message.to,
          to: message.from,
          body: reply.body,
          media: reply.media,
          purpose: reply.purpose,
          notBefore: null,
        },
        before,
      ),
  });
};
