import { postalAddress } from '../../domain/merge/fields.ts';
import { z } from 'zod';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { Agency } from '../../domain/agency/agency.ts';
import { Broadcast } from '../../domain/broadcast/broadcast.ts';
import { Business, type ExistingBusiness } from '../../domain/business/business.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { type LegibleMail, mailFor, type MailWords, recipientMail } from '../../domain/delivery/channels/mail.ts';
import type { Verdict } from '../../domain/delivery/delivery.ts';
import { reachOf, type Reach } from '../../domain/delivery/reach.ts';
import { mailVerdict } from '../../domain/delivery/verdict.ts';
import { unsubscribeField } from '../../domain/email-design/plain.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BroadcastId, BusinessId, ContactId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { linkUrl } from '../../domain/link/shorten.ts';
import { ContactMail, withholdMail } from '../../domain/mail/contact-mail.ts';
import { MailQueued } from '../../domain/mail/events.ts';
import { MailSuppressReason } from '../../domain/mail/fields.ts';
import { isLinkField, linkValues } from '../../domain/mail/links.ts';
import { renderVersion } from '../../domain/mail/version.ts';
import { fieldsIn } from '../../domain/merge/template.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { couponsOf, giveCoupon } from '../delivery/broadcast-coupons.ts';
import { emailIdentity } from '../directory/contact-of.ts';
import { customMergeFields } from '../custom-fields/merge.ts';
import { listsOf } from '../directory/listed.ts';
import { begin, stateOf, type World } from '../kernel/unit-of-work.ts';
import { publicAddress } from '../directory/public-address.ts';
import { hasReachedAsAnother } from '../delivery/reached-as-another.ts';
import { placeTaken, sayFirst } from '../delivery/recipients.ts';
import type { MailToSend } from './to-contact.ts';
import { versionOf } from '../delivery/mail-version.ts';

/** What is to be done with a recipient now. Nothing has been written down of it yet but where it is suppressed. */
export type MailRecipientDecision =
  | {
      readonly kind: 'send';
      readonly mail: MailToSend;
      readonly queued: LegibleMail;
      /** Nothing has been said of it yet: `queue` says it before it goes out. */
      readonly fresh: boolean;
      readonly reach: Reach;
    }
  | { readonly kind: 'suppressed'; readonly reason: string }
  | Exclude<Verdict<never>, { kind: 'send' | 'suppress' | 'hold' }>;

const recipient = z.object({
  mailId: z.uuid(),
  contactId: ContactId,
  variant: z.number().int(),
  /** It was tried before: its stream is looked at first. */
  tried: z.boolean(),
});

/**
 * The last look at some recipients of one broadcast, in the order given: their streams in one round trip, what they
 * have in common as it is known already and what was added since. Who may not be written to gets one event.
 */
export const decideRecipients = command({
  input: z.object({ broadcastId: BroadcastId, recipients: z.array(recipient) }),
  by: ['system'],
  async run(
    { world, context },
    { broadcastId, recipients },
  ): Promise<CommandOutcome<readonly MailRecipientDecision[]>> {
    const { agencyId } = context.caller.tenant;
    const businessId = BusinessId.parse(context.caller.tenant.businessId);
    const [broadcast, sender, custom, base, found] = await Promise.all([
      world.folded(streams.broadcast(broadcastId), Broadcast),
      senderOf(world, businessId, agencyId),
      customMergeFields(world, businessId),
      publicAddress(world, agencyId),
      world.events.readMany(
        recipients.flatMap(({ contactId, mailId, tried }) => [
          streams.contact(contactId),
          ...(tried ? [streams.mail(mailId)] : []),
        ]),
      ),
    ]);
    if (broadcast.status === 'none') throw new DomainError('not_found', 'This broadcast does not exist.');
    const { business } = sender;
    const now = world.now();
    const given = await couponsOf(world, broadcast, recipients, business);
    const versions = await Promise.all((broadcast.run?.versions ?? []).map((id) => wordsOf(world, id)));

    const decideOne = async (one: z.output<typeof recipient>): Promise<MailRecipientDecision> => {
      const { mailId, contactId, variant } = one;
      const stored = found.get(streams.mail(mailId)) ?? [];
      const mail = stateOf(ContactMail, stored);
      const known = found.get(streams.contact(contactId));
      const version = versions[variant];
      const words: MailWords | null =
        version === undefined ? null : (
          { ...version, custom, keyword: given.keyword, coupon: given.couponOf(contactId) }
        );
      let blacklisted = false;
      let contact = stateOf(Contact, known);
      const filled = mail.status === 'none' ? mailFor(broadcast, one, contact, sender, words) : null;
      const { queued, delivery } = recipientMail(mailId, mail, filled, contact);
      const look = (contact: Contact): Verdict<MailSuppressReason> =>
        mailVerdict({ delivery, contact, sender, now, blacklisted, broadcast });
      let decided = look(contact);
      if (decided.kind === 'send' && contact.status !== 'none') {
        // Asked together with the others of the batch: one round trip.
        const lists = await listsOf(world, businessId, { phone: contact.phone, email: delivery.to });
        blacklisted = lists.black;
        decided = look(contact);
      }
      if (decided.kind === 'send' && contact.status !== 'none' && contact.preferences.frequency === 'weekly') {
        const { campaignId } = delivery;
        contact = await placeTaken(world, context, { channel: 'mail', campaignId, what: mailId }, contact, known);
        decided = look(contact);
      }
      if (decided.kind === 'send' && (await hasReachedAsAnother(world, broadcastId, contact, streams.mail)))
        decided = { kind: 'suppress', reason: 'duplicate' };
      if (decided.kind === 'suppress') {
        const { reason } = decided;
        await withholdOne(world, context, { mailId, businessId, contactId }, stored, reason);
        return { kind: 'suppressed', reason };
      }
      if (decided.kind !== 'send' || queued === null) return decided as never;
      // A repeat is of the version that was said.
      const content = queued.content!;
      const made = version?.version.versionId === content.versionId ? version : await wordsOf(world, content.versionId);
      const unsubscribeUrl = `${base}/unsubscribe/email/${world.identifiers.token('unsubscribe', contactId)}/${mailId}`;
      const links = linkValues(made.version, (link) => linkUrl(base, world.identifiers.linkCode(link, contactId)));
      const { name, contactInfo } = business as ExistingBusiness;
      return {
        kind: 'send',
        mail: {
          purpose: 'broadcast',
          to: queued.to,
          subject: queued.subject,
          body: '',
          button: null,
          unsubscribeUrl,
          designed: renderVersion(made.version, { ...content.values, ...links, [unsubscribeField]: unsubscribeUrl }),
          business: { name, email: contactInfo.email, address: postalAddress(contactInfo) },
        },
        queued,
        fresh: mail.status === 'none',
        reach: reachOf(delivery, {
          address: emailIdentity(world, businessId, queued.to),
          businessId,
          contactId,
          business,
          contact,
          broadcast,
          automation: null,
          correlationId: broadcastId,
          now,
        })!,
      };
    };
    return { position: null, result: await Promise.all(recipients.map(decideOne)) };
  },
});

async function wordsOf(world: World, versionId: string): Promise<Pick<MailWords, 'version' | 'fields'>> {
  const version = await versionOf(world, versionId);
  if (version === null) throw new Error(`There is no version ${versionId} of a mail.`);
  const { subject, html, text } = version;
  const fields = fieldsIn([...subject, ...html, ...text]).filter(
    (field) => field !== unsubscribeField && !isLinkField(field),
  );
  return { version, fields };
}

async function senderOf(world: World, businessId: BusinessId, agencyId: string | null) {
  const [business, agency] = await Promise.all([
    world.folded(streams.business(businessId), Business),
    agencyId === null ? Agency.initial : world.folded(streams.agency(AgencyId.parse(agencyId)), Agency),
  ]);
  return { business, agency };
}

async function withholdOne(
  world: World,
  context: CommandContext,
  ids: { readonly mailId: string; readonly businessId: BusinessId; readonly contactId: ContactId },
  seen: readonly StoredEvent[] | undefined,
  reason: MailSuppressReason,
): Promise<void> {
  const work = begin(world, context, {
    tenant: context.caller.tenant,
    commandId: uuidV5(namespaces.command, 'broadcast-withhold', ids.mailId),
    causationId: null,
  });
  await work.change({
    stream: streams.mail(ids.mailId),
    aggregate: ContactMail,
    seen,
    decide: (mail) => withholdMail(ids, reason, mail),
  });
}

/** Somebody is not written to after all: their place was taken, or their broadcast is over and something was said. */
export const withhold = command({
  input: z.object({ mailId: z.uuid(), contactId: ContactId, reason: MailSuppressReason }),
  by: ['system'],
  async run({ world, context }, { mailId, contactId, reason }): Promise<CommandOutcome> {
    const businessId = BusinessId.parse(context.caller.tenant.businessId);
    await withholdOne(world, context, { mailId, businessId, contactId }, undefined, reason);
    return { position: null, result: undefined };
  },
});

/**
 * Says what is about to be sent, with the version and the person's values: the first event of the mail. The coupon that
 * it names is there before. False: somebody else has.
 */
export const queue = command({
  input: z.object({ mail: z.custom<LegibleMail>(), attempt: z.number().int() }),
  by: ['system'],
  async run({ world, context }, { mail, attempt }): Promise<CommandOutcome<boolean>> {
    const { mailId, contactId, variant } = mail;
    const broadcastId = BroadcastId.parse(mail.broadcastId);
    const broadcast = await world.folded(streams.broadcast(broadcastId), Broadcast);
    if (broadcast.status !== 'none')
      await giveCoupon(world, context, broadcast, { contactId: contactId!, variant: variant ?? 0 });
    return sayFirst(world, context, {
      stream: streams.mail(mailId),
      id: mailId,
      broadcastId,
      attempt,
      event: { type: MailQueued.type, version: MailQueued.version, data: mail },
    });
  },
});

/** Whether anything was said of it: of what was not, nothing was asked of a provider. */
export const wasSaid = command({
  input: z.object({ mailId: z.uuid() }),
  by: ['system'],
  async run({ world }, { mailId }): Promise<CommandOutcome<boolean>> {
    return { position: null, result: (await world.events.read(streams.mail(mailId))).length > 0 };
  },
});
