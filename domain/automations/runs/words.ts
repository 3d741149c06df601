import type { ExistingBusiness } from '../../businesses/business.ts';
import type { KnownContact } from '../../contacts/contact.ts';
import type { CampaignWords } from '../../personalization/loop-words.ts';
import type { CouponWords } from '../../personalization/coupon-words.ts';
import { stateOf } from '../../kernel/decider.ts';
import type { CustomMergeField } from '../../personalization/fields.ts';
import { fieldsIn, fill, readTemplate, type Values } from '../../personalization/template.ts';
import { mergeValues } from '../../personalization/values.ts';
import { maxTextLength } from '../../sms/values.ts';
import { legible, Message } from '../../messages/message.ts';
import { fillAlert } from '../../sms/alert.ts';
import { formatPhone } from '../../sms/phone.ts';
import type { Words } from '../trigger-events/trigger-events.ts';

/** Words of an automation for one contact, and theirs: for who sends, and for who rehearses. */

/** What somebody texted; null: it was erased, or is no text of theirs. */
export function wordsOf(stored: readonly object[] | undefined): Words | null {
  const message = stateOf(Message, stored);
  const said = message.status === 'received' ? legible(message.message) : null;
  if (said === null) return null;
  return { receivedAt: said.receivedAt, text: said.body, pictures: said.media.map(({ url }) => url) };
}

interface For {
  readonly contact: KnownContact;
  readonly business: ExistingBusiness;
  readonly custom: readonly CustomMergeField[];
  readonly coupon: CouponWords | null;
  readonly campaign?: CampaignWords | null;
}
/** What merge fields are for a contact. */
export function valuesOf({ contact, business, custom, coupon, campaign = null }: For): Values {
  const { firstName, lastName, phone, details } = contact;
  const person = { firstName, lastName, details, phone: phone === null ? null : formatPhone(phone) };
  return mergeValues({ person, sender: business, custom, coupon, campaign });
}
/** A template, its links shortened already, so that nothing that somebody is called is taken for one. */
export function filled(template: string, { contact, ...rest }: For): string {
  const { parts } = readTemplate(template);
  // To write a number as people do is dear: only where it is asked for.
  const known = fieldsIn(parts).includes('phone') ? contact : { ...contact, phone: null };
  return fill(parts, valuesOf({ contact: known, ...rest }));
}

/** Why a text is not even queued; null: nothing is known against it. */
export function whyNotQueued(
  body: string,
  media: readonly object[],
  { contact, business }: Pick<For, 'contact' | 'business'>,
): string | null {
  if (contact.phone === null) return 'no-address';
  if (business.number === null) return 'sender-blocked';
  return (body.trim() === '' && media.length === 0) || body.length > maxTextLength ? 'missing-value' : null;
}

/** Why a contact can't be registered for a webinar, which asks for both names and an address; null: nothing. */
export const whyNotRegistered = ({ firstName, lastName, details }: KnownContact): string | null =>
  details.email === null ? 'no-address'
  : firstName === null || lastName === null ? 'no-name'
  : null;

/** An alert to people of the business, about a contact. */
export const alertWords = (text: string, { phone, firstName, lastName, details, broughtBy }: KnownContact): string =>
  fillAlert(text, {
    phone_number: phone === null ? null : formatPhone(phone),
    email: details.email,
    name: [firstName, lastName].filter((part) => part !== null).join(' '),
    keyword: [...broughtBy.values()].at(-1) ?? null,
  });
