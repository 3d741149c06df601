import { z } from 'zod';
import type { ExistingBusiness } from '../../../domain/businesses/business.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { recordEmailTrouble } from '../../../domain/contacts/email-trouble.ts';
import {
  type LegibleEmail,
  legibleEmail,
  emailDelivery,
  emailFor,
  type EmailWords,
  recipientEmail,
} from '../../../domain/delivery/channels/email.ts';
import { type Charge, chargedOn } from '../../../domain/delivery/allowance.ts';
import type { EmailDelivery } from '../../../domain/delivery/delivery.ts';
import { emailVerdict } from '../../../domain/delivery/verdict.ts';
import { is } from '../../../domain/kernel/event.ts';
import { unsubscribeField } from '../../../domain/email-design/plain.ts';
import { linkUrl } from '../../../domain/links/shorten.ts';
import * as say from '../../../domain/emails/contact-email.ts';
import { ContactEmail, isQueued } from '../../../domain/emails/contact-email.ts';
import {
  type ContactEmailEvent,
  EmailAccepted,
  EmailBounced,
  EmailComplained,
  EmailFailed,
  EmailOutcomeUnknown,
  EmailQueued,
  EmailSuppressed,
} from '../../../domain/emails/events.ts';
import { BounceKind, isMarketing, type EmailPurpose, EmailSuppressReason } from '../../../domain/emails/fields.ts';
import { isLinkField, linkValues } from '../../../domain/emails/links.ts';
import { type MadeVersion, renderVersion } from '../../../domain/emails/version.ts';
import { postalAddress } from '../../../domain/personalization/fields.ts';
import { fieldsIn } from '../../../domain/personalization/template.ts';
import { streams } from '../../../domain/streams.ts';
import { emailIdentity } from '../../directory/contact-directory.ts';
import type { CommandServices } from '../../kernel/unit-of-work.ts';
import { type DeliveryChannel, phoneOf } from '../channel.ts';
import { versionOf } from '../email-version.ts';

export interface EmailTypes {
  readonly State: ContactEmail;
  readonly Event: ContactEmailEvent;
  readonly Delivery: EmailDelivery;
  readonly Queued: LegibleEmail;
  readonly Reason: EmailSuppressReason;
  readonly Words: EmailWords | null;
  readonly Content: ChargedEmail;
  readonly Word: z.output<typeof ProviderWord>;
}

/** What a provider's webhook says. `at`: by the provider's clock. `taken`: it was taken first, and came back later. */
const ProviderWord = z.object({
  at: z.iso.datetime(),
  what: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('delivered') }),
    z.object({
      kind: z.literal('bounced'),
      bounce: BounceKind,
      reason: z.string().max(100),
      taken: z.boolean().default(true),
    }),
    z.object({ kind: z.literal('complained') }),
  ]),
});

export const emails: DeliveryChannel<EmailTypes> = {
  aggregate: ContactEmail,
  streamOf: streams.email,
  commandName: 'decide-mail',
  missing: 'This email does not exist.',
  verdict: emailVerdict,
  reason: EmailSuppressReason,
  duplicate: 'duplicate',
  readsConversation: false,
  isFromNumber: false,
  queuedOf: (email) =>
    isQueued(email) ? { queued: email.mail, legible: legibleEmail(email.mail), delivery: emailDelivery(email) } : null,
  said(verdict, email, mayHaveArrived) {
    if (verdict.kind === 'hold' && !verdict.recorded) throw new Error('No event says that an email is held.');
    if (verdict.kind !== 'suppress') return [];
    if (!mayHaveArrived) return say.suppressEmail(verdict.reason, email);
    return say.recordEmailUnknown({ provider: 'none', detail: `not tried again (${verdict.reason})` }, email);
  },
  reachable: ({ to: email }, contact) => ({ phone: phoneOf(contact), email }),
  addressId: emailIdentity,
  async contentOf(world, queued, { business, now, base }) {
    if (business.status === 'none') throw new Error('A business that is not there may not send.');
    return { ...(await emailToSend(world, queued, business, await base())), charge: chargedOn(business, now) };
  },

  wordsOf: async (world, { broadcast, custom, given }) => {
    const versions = await Promise.all((broadcast.run?.versions ?? []).map((id) => versionWords(world, id)));
    return ({ contactId, variant }) => {
      const version = versions[variant];
      if (version === undefined) return null;
      return { ...version, custom, keyword: given.keyword, coupon: given.couponOf(contactId) };
    };
  },
  fill: emailFor,
  recipientOf: recipientEmail,
  isFresh: (email) => email.status === 'none',
  withheld: ({ id: mailId, ...ids }, reason, email) => say.withholdEmail({ mailId, ...ids }, reason, email),
  queuedEvent: EmailQueued,

  recorded(outcome, email) {
    // Nothing is said of one that waits: it does so in the outbox alone.
    if (outcome.kind === 'held') return [];
    const { provider } = outcome;
    switch (outcome.kind) {
      case 'accepted':
        return say.recordEmailAccepted({ provider, providerMessageId: outcome.providerMessageId }, email);
      case 'failed':
        return say.recordEmailFailure({ provider, reason: outcome.reason }, email);
      case 'unknown':
        return say.recordEmailUnknown({ provider, detail: outcome.detail }, email);
      default:
        return outcome satisfies never;
    }
  },
  /** What was not taken goes on counting as used: whether it was said to be about to go out, nobody knows. */
  endedUnread({ id: mailId, ...of }, end, broadcastId) {
    const ids = { mailId, ...of };
    switch (end.kind) {
      case 'accepted': {
        const { provider, providerMessageId } = end;
        const queuedFor = broadcastId === null ? {} : { queuedFor: broadcastId };
        return EmailAccepted.create({ ...ids, provider, providerMessageId, ...queuedFor });
      }
      case 'failed':
        return EmailFailed.create({ ...ids, provider: end.provider, reason: end.reason });
      case 'unknown':
        return EmailOutcomeUnknown.create({ ...ids, provider: end.provider, detail: end.detail });
      case 'suppressed':
        return EmailSuppressed.create({ ...ids, reason: end.reason });
      default:
        return end satisfies never;
    }
  },
  word: ProviderWord,
  // One word of each kind is heard of an email, by whomever and however often it is passed on.
  wordId: (id, { word }) => ['mail-word', id, word.what.kind],
  heard: ({ word, ...by }, email) => say.recordProviderWord({ ...by, ...word }, email),
  /** As it was heard first: a repeat may say it in other words. */
  async follow(work, mail, events) {
    const heard = events.find((event) => is(event, EmailBounced) || is(event, EmailComplained));
    if (heard === undefined || !isQueued(mail) || mail.mail.to === null) return;
    const { to: email, mailId, contactId } = mail.mail;
    const { at } = heard.data;
    const what =
      is(heard, EmailBounced) ?
        { kind: 'bounced' as const, bounce: heard.data.kind, reason: heard.data.reason }
      : { kind: 'complained' as const };
    await work.change({
      stream: streams.contact(contactId),
      aggregate: Contact,
      decide: (contact) => recordEmailTrouble({ email, mailId, at, what }, contact),
    });
  },
};

async function versionWords(
  world: CommandServices,
  versionId: string,
): Promise<Pick<EmailWords, 'version' | 'fields'>> {
  const version = await existingVersion(world, versionId);
  const { subject, html, text } = version;
  const fields = fieldsIn([...subject, ...html, ...text]).filter(
    (field) => field !== unsubscribeField && !isLinkField(field),
  );
  return { version, fields };
}

async function existingVersion(world: CommandServices, versionId: string): Promise<MadeVersion> {
  const version = await versionOf(world, versionId);
  if (version === null) throw new Error(`There is no version ${versionId} of an email.`);
  return version;
}

/** An email as it is to go out now. */
export interface EmailToSend {
  readonly purpose: EmailPurpose;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly button: { readonly label: string; readonly url: string } | null;
  /** Of a designed email: all of it, merged for this person; `body` is empty then. */
  readonly designed: { readonly html: string; readonly text: string } | null;
  readonly business: {
    readonly name: string;
    /** Where answers go; null: to the sender. */
    readonly email: string | null;
    /** One line; null: not known. */
    readonly address: string | null;
  };
  /** Of marketing: the page that unsubscribes, also by one POST (RFC 8058). */
  readonly unsubscribeUrl: string | null;
}

/** With the month and day that it counts for. */
export interface ChargedEmail extends EmailToSend {
  readonly charge: Pick<Charge, 'month' | 'day'>;
}

/** An email that was queued, merged with its version and the contact's links. `base`: where the links are found. */
export async function emailToSend(
  world: CommandServices,
  { mailId, contactId, purpose, to, subject, body, button, content }: LegibleEmail,
  { name, contactInfo }: ExistingBusiness,
  base: string,
): Promise<EmailToSend> {
  const unsubscribe = `/unsubscribe/email/${world.identifiers.token('unsubscribe', contactId)}/${mailId}`;
  const unsubscribeUrl = isMarketing(purpose) ? base + unsubscribe : null;
  return {
    purpose,
    to,
    subject,
    body: body ?? '',
    button,
    designed: content === null ? null : await designed(content),
    business: { name, email: contactInfo.email, address: postalAddress(contactInfo) },
    unsubscribeUrl,
  };

  async function designed({ versionId, values }: NonNullable<typeof content>) {
    const version = await existingVersion(world, versionId);
    const links = linkValues(version, (link) => linkUrl(base, world.identifiers.linkCode(link, contactId)));
    return renderVersion(version, { ...values, ...links, [unsubscribeField]: unsubscribeUrl });
  }
}
