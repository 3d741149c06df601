import type { ExistingBusiness } from '../../../domain/businesses/business.ts';
import {
  type LegibleMail,
  mailDelivery,
  mailFor,
  type MailWords,
  recipientMail,
} from '../../../domain/delivery/channels/mail.ts';
import type { MailDelivery } from '../../../domain/delivery/delivery.ts';
import { mailVerdict } from '../../../domain/delivery/verdict.ts';
import { unsubscribeField } from '../../../domain/email-design/plain.ts';
import { linkUrl } from '../../../domain/links/shorten.ts';
import { ContactMail, isQueued, suppressMail, withholdMail } from '../../../domain/mail/contact-mail.ts';
import { type ContactMailEvent, EmailQueued } from '../../../domain/mail/events.ts';
import { isMarketing, type MailPurpose, type MailSuppressReason } from '../../../domain/mail/fields.ts';
import { isLinkField, linkValues } from '../../../domain/mail/links.ts';
import { type MadeVersion, renderVersion } from '../../../domain/mail/version.ts';
import { postalAddress } from '../../../domain/personalization/fields.ts';
import { fieldsIn } from '../../../domain/personalization/template.ts';
import { streams } from '../../../domain/streams.ts';
import { emailIdentity } from '../../directory/contact-directory.ts';
import type { CommandServices } from '../../kernel/unit-of-work.ts';
import { type DeliveryChannel, phoneOf } from '../channel.ts';
import { versionOf } from '../mail-version.ts';

export const mails: DeliveryChannel<
  ContactMail,
  ContactMailEvent,
  MailDelivery,
  LegibleMail,
  MailSuppressReason,
  MailWords | null
> = {
  aggregate: ContactMail,
  streamOf: streams.mail,
  commandName: 'decide-mail',
  missing: 'This mail does not exist.',
  verdict: mailVerdict,
  readsConversation: false,
  queuedOf: (mail) => (isQueued(mail) ? { queued: mail.mail, delivery: mailDelivery(mail) } : null),
  said: (verdict, mail) => (verdict.kind === 'suppress' ? suppressMail(verdict.reason, mail) : []),
  reachable: ({ to: email }, contact) => ({ phone: phoneOf(contact), email }),
  addressId: emailIdentity,

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
  withheld: ({ id: mailId, ...ids }, reason, mail) => withholdMail({ mailId, ...ids }, reason, mail),
  queuedEvent: EmailQueued,
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
