import { z } from 'zod';
import type { ExistingBusiness } from '../../../domain/businesses/business.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { recordMailTrouble } from '../../../domain/contacts/mail-trouble.ts';
import {
  type LegibleMail,
  legibleMail,
  mailDelivery,
  mailFor,
  type MailWords,
  recipientMail,
} from '../../../domain/delivery/channels/mail.ts';
import type { MailDelivery } from '../../../domain/delivery/delivery.ts';
import { mailVerdict } from '../../../domain/delivery/verdict.ts';
import { is } from '../../../domain/kernel/event.ts';
import { unsubscribeField } from '../../../domain/email-design/plain.ts';
import { linkUrl } from '../../../domain/links/shorten.ts';
import * as say from '../../../domain/mail/contact-mail.ts';
import { ContactMail, isQueued } from '../../../domain/mail/contact-mail.ts';
import {
  type ContactMailEvent,
  EmailAccepted,
  EmailBounced,
  EmailComplained,
  EmailFailed,
  EmailOutcomeUnknown,
  EmailQueued,
  EmailSuppressed,
} from '../../../domain/mail/events.ts';
import { BounceKind, isMarketing, type MailPurpose, MailSuppressReason } from '../../../domain/mail/fields.ts';
import { isLinkField, linkValues } from '../../../domain/mail/links.ts';
import { type MadeVersion, renderVersion } from '../../../domain/mail/version.ts';
import { postalAddress } from '../../../domain/personalization/fields.ts';
import { fieldsIn } from '../../../domain/personalization/template.ts';
import { streams } from '../../../domain/streams.ts';
import { emailIdentity } from '../../directory/contact-directory.ts';
import type { CommandServices } from '../../kernel/unit-of-work.ts';
import { type DeliveryChannel, phoneOf } from '../channel.ts';
import { versionOf } from '../mail-version.ts';

export interface MailTypes {
  readonly State: ContactMail;
  readonly Event: ContactMailEvent;
  readonly Delivery: MailDelivery;
  readonly Queued: LegibleMail;
  readonly Reason: MailSuppressReason;
  readonly Words: MailWords | null;
  readonly Content: MailToSend;
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

export const mails: DeliveryChannel<MailTypes> = {
  aggregate: ContactMail,
  streamOf: streams.mail,
  commandName: 'decide-mail',
  missing: 'This mail does not exist.',
  verdict: mailVerdict,
  reason: MailSuppressReason,
  duplicate: 'duplicate',
  readsConversation: false,
  queuedOf: (mail) =>
    isQueued(mail) ? { queued: mail.mail, legible: legibleMail(mail.mail), delivery: mailDelivery(mail) } : null,
  said(verdict, mail, mayHaveArrived) {
    if (verdict.kind === 'hold') throw new Error('No rule holds a mail.');
    if (verdict.kind !== 'suppress') return [];
    if (!mayHaveArrived) return say.suppressMail(verdict.reason, mail);
    return say.recordMailUnknown({ provider: 'none', detail: `not tried again (${verdict.reason})` }, mail);
  },
  reachable: ({ to: email }, contact) => ({ phone: phoneOf(contact), email }),
  addressId: emailIdentity,
  async contentOf(world, queued, { business, base }) {
    if (business.status === 'none') throw new Error('A business that is not there may not send.');
    return mailToSend(world, queued, business, await base());
  },

  wordsOf: async (world, { broadcast, custom, given }) => {
    const versions = await Promise.all((broadcast.run?.versions ?? []).map((id) => versionWords(world, id)));
    return ({ contactId, variant }) => {
      const version = versions[variant];
      if (version === undefined) return null;
      return { ...version, custom, keyword: given.keyword, coupon: given.couponOf(contactId) };
    };
  },
  fill: mailFor,
  recipientOf: recipientMail,
  isFresh: (mail) => mail.status === 'none',
  withheld: ({ id: mailId, ...ids }, reason, mail) => say.withholdMail({ mailId, ...ids }, reason, mail),
  queuedEvent: EmailQueued,

  recorded(outcome, mail) {
    // Nothing is said of one that waits: it does so in the outbox alone.
    if (outcome.kind === 'held') return [];
    const { provider } = outcome;
    switch (outcome.kind) {
      case 'accepted':
        return say.recordMailAccepted({ provider, providerMessageId: outcome.providerMessageId }, mail);
      case 'failed':
        return say.recordMailFailure({ provider, reason: outcome.reason }, mail);
      case 'unknown':
        return say.recordMailUnknown({ provider, detail: outcome.detail }, mail);
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
  // One word of each kind is heard of a mail, by whomever and however often it is passed on.
  wordId: (id, { word }) => ['mail-word', id, word.what.kind],
  heard: ({ word, ...by }, mail) => say.recordProviderWord({ ...by, ...word }, mail),
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
      decide: (contact) => recordMailTrouble({ email, mailId, at, what }, contact),
    });
  },
};

async function versionWords(world: CommandServices, versionId: string): Promise<Pick<MailWords, 'version' | 'fields'>> {
  const version = await existingVersion(world, versionId);
  const { subject, html, text } = version;
  const fields = fieldsIn([...subject, ...html, ...text]).filter(
    (field) => field !== unsubscribeField && !isLinkField(field),
  );
  return { version, fields };
}

async function existingVersion(world: CommandServices, versionId: string): Promise<MadeVersion> {
  const version = await versionOf(world, versionId);
  if (version === null) throw new Error(`There is no version ${versionId} of a mail.`);
  return version;
}

/** A mail as it is to go out now. */
export interface MailToSend {
  readonly purpose: MailPurpose;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly button: { readonly label: string; readonly url: string } | null;
  /** Of a designed mail: all of it, merged for this person; `body` is empty then. */
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

/** A mail that was queued, merged with its version and the contact's links. `base`: where the links are found. */
export async function mailToSend(
  world: CommandServices,
  { mailId, contactId, purpose, to, subject, body, button, content }: LegibleMail,
  { name, contactInfo }: ExistingBusiness,
  base: string,
): Promise<MailToSend> {
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
