import type { ContactInfo } from '../businesses/business.ts';
import { type Attribute, type AttributeName, attributeNames, byMergeName, isLater } from '../contacts/attributes.ts';
import type { ContactDetails } from '../contacts/contact.ts';
import { fullName } from '../contacts/name.ts';
import type { CouponWords } from './coupon-words.ts';
import { campaignValues, type CampaignWords } from './loop-words.ts';
import { type CustomMergeField, postalAddress } from './fields.ts';
import type { Values } from './template.ts';

/** Whom a text goes to, as far as merging asks. What nobody has said, or was erased, is null. */
export interface MergePerson {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** As it is to be read: in national form for US and CA. */
  readonly phone: string | null;
  readonly details: ContactDetails | null;
}
/** Who sends it. */
export interface MergeSender {
  readonly name: string;
  readonly contactInfo: ContactInfo;
  /** `MM/DD/YYYY` and the like. */
  readonly dateFormat: string;
}

const later = attributeNames.filter(isLater);
const original = attributeNames.filter((name) => !isLater(name));

/** The values of all merge fields for one person. Days are written as the business writes them. */
export function mergeValues({
  person,
  sender,
  custom,
  coupon = null,
  campaign = null,
  keyword = null,
}: {
  readonly person: MergePerson;
  readonly sender: MergeSender;
  readonly custom: readonly CustomMergeField[];
  readonly coupon?: CouponWords | null;
  readonly campaign?: CampaignWords | null;
  readonly keyword?: string | null;
}): Values {
  const { details } = person;
  const own = Object.fromEntries(
    custom.map(({ id, key, kind }): [string, string | null] => {
      const value = details?.custom?.[id] ?? null;
      return [key, value !== null && kind === 'date' ? writtenDay(value, sender.dateFormat) : value];
    }),
  );
  const written = (name: AttributeName, { kind }: Attribute): string | null => {
    const value = details?.[name] ?? null;
    return kind === 'day-of-year' ? yearlyDay(value, sender.dateFormat) : value;
  };
  return {
    ...byMergeName(written, later),
    ...own,
    first_name: person.firstName,
    last_name: person.lastName,
    full_name: fullName(person),
    phone: person.phone,
    ...byMergeName(written, original),
    ...senderValues(sender),
    keyword,
    coupon_code: coupon?.code ?? null,
    coupon_link: coupon?.link ?? null,
    coupon_expires: coupon?.expires ?? null,
    ...campaignValues(campaign),
  };
}

/** What is the same for all recipients of a text. */
export const senderValues = ({ name, contactInfo }: Omit<MergeSender, 'dateFormat'>): Values => ({
  business_name: name,
  business_phone: contactInfo.phone,
  business_email: contactInfo.email,
  business_website: contactInfo.website,
  business_address: postalAddress(contactInfo),
});

/** `2026-11-22` as a business writes days. */
function writtenDay(day: string, format: string): string {
  const [year, month, date] = day.split('-');
  if (year === undefined || month === undefined || date === undefined) return day;
  return format.replace('YYYY', year).replace('MM', month).replace('DD', date);
}
/** `05-17`, or with a year before it, as the business writes day and month. */
function yearlyDay(day: string | null, format: string): string | null {
  const parts = /(\d{2})-(\d{2})$/.exec(day ?? '');
  if (parts === null) return day;
  return format
    .replace(/YYYY\/|\/YYYY/, '')
    .replace('MM', parts[1]!)
    .replace('DD', parts[2]!);
}
