import { byMergeName, isLater, attributeNames, mergeNameOf } from '../contacts/attributes.ts';
import type { FieldKind } from '../custom-fields/fields.ts';

/**
 * What can be merged into a text that goes to many: broadcasts, emails. `sample`: what a preview shows where no contact
 * is chosen. Names are for life: texts that are stored say them.
 */
export const contactMergeFields = {
  first_name: 'Ann',
  last_name: 'Miller',
  full_name: 'Ann Miller',
  phone: '(555) 010-0123',
  ...byMergeName((_, { sample }) => sample),
} as const;
export const businessMergeFields = {
  business_name: 'Your business',
  business_phone: '(555) 010-0100',
  business_email: 'hello@example.com',
  business_website: 'https://example.com',
  business_address: '1 Main Street, Springfield',
} as const;
/** Of the coupon that a contact has of the campaign that the text is about; without one there are none. */
export const couponMergeFields = {
  keyword: 'PIZZA',
  coupon_code: 'SAVE-1234',
  coupon_link: 'https://example.com/coupon',
  coupon_expires: '12/31/2026',
} as const;

/** Of the campaign that the text is about; those of its loop only where the contact is a member. */
export const campaignMergeFields = {
  loop_link: 'https://example.com/l/ann',
  loop_page: 'https://example.com/t/ann',
  loop_points: '120',
  page_link: 'https://example.com/page',
} as const;

export type MergeGroup = 'contact' | 'custom' | 'business' | 'coupon' | 'campaign';
export interface MergeField {
  readonly name: string;
  readonly group: MergeGroup;
  /** What people read; null: the interface has words for it. */
  readonly label: string | null;
  readonly sample: string;
}

/** A custom field as far as texts know it. */
export interface CustomMergeField {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly kind: FieldKind;
}
const customSample: Readonly<Record<FieldKind, string>> = {
  text: 'Something',
  number: '42',
  date: '2026-12-31',
  choice: 'Something',
  checkbox: 'yes',
};

const group = (which: MergeGroup, samples: Readonly<Record<string, string>>): readonly MergeField[] =>
  Object.entries(samples).map(([name, sample]) => ({ name, group: which, label: null, sample }));

/** Built-in fields that came when businesses could have a field of that key already: theirs keeps it in their texts. */
export const givingWay: ReadonlySet<string> = new Set(attributeNames.filter(isLater).map(mergeNameOf));

/**
 * All that a business can merge, in the order in which it is offered. A custom field does not stand for a built-in one,
 * unless it was there first (`givingWay`).
 */
export function mergeFields(custom: readonly CustomMergeField[]): readonly MergeField[] {
  const kept = new Set(custom.map(({ key }) => key).filter((key) => givingWay.has(key)));
  const builtIn = [
    ...group('contact', contactMergeFields),
    ...group('business', businessMergeFields),
    ...group('coupon', couponMergeFields),
    ...group('campaign', campaignMergeFields),
  ].filter(({ name }) => !kept.has(name));
  const taken = new Set(builtIn.map(({ name }) => name));
  const own = custom
    .filter(({ key }) => !taken.has(key))
    .map(({ key, name, kind }) => ({ name: key, group: 'custom' as const, label: name, sample: customSample[kind] }));
  const person = builtIn.filter(({ group: of }) => of === 'contact').length;
  return [...builtIn.slice(0, person), ...own, ...builtIn.slice(person)];
}

/** What a preview shows where no contact is chosen. */
export const sampleValues = (fields: readonly MergeField[]): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map(({ name, sample }) => [name, sample]));

/** Where a business is, as far as it has said. */
export type PostalPlace = Readonly<Record<'address' | 'city' | 'state' | 'postalCode' | 'country', string | null>>;
/** One line; null: no street is known (CAN-SPAM asks for one). */
export function postalAddress({ address, city, state, postalCode, country }: PostalPlace): string | null {
  if (!isSaid(address)) return null;
  const place = [city, [state, postalCode].filter(isSaid).join(' ')].filter(isSaid).join(', ');
  return [address, place, country].filter(isSaid).join(', ');
}
const isSaid = (part: string | null): part is string => part !== null && part.trim() !== '';
