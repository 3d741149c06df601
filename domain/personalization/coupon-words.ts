import type { KnownContact } from '../contacts/contact.ts';
import { fullName } from '../contacts/name.ts';
import { dayIn } from '../kernel/day.ts';
import { campaignValues, type CampaignWords } from './loop-words.ts';
import type { MergeValues } from './text-fields.ts';

/** A coupon as texts speak of it. */
export interface CouponWords {
  readonly code: string;
  readonly link: string;
  /** In the business's own form of a date; null: it does not expire. */
  readonly expires: string | null;
}

/**
 * The last day of a coupon as its business writes it; null: it does not expire. In the zone that it was issued in: a
 * business that moves does not change what its guests were told.
 */
export const goodThrough = (
  { expiresAt, timezone }: { readonly expiresAt: string | null; readonly timezone?: string | null | undefined },
  business: { readonly timezone: string; readonly dateFormat: string },
): string | null =>
  expiresAt === null ? null : dayIn(expiresAt, { ...business, timezone: timezone ?? business.timezone });

/** What the merge fields of a campaign's texts are for one member. */
export function memberValues({
  contact,
  phone,
  businessName,
  keyword,
  coupon,
  campaign,
}: {
  readonly contact: Pick<KnownContact, 'firstName' | 'lastName'> | { readonly status: 'none' };
  readonly phone: string | null;
  readonly businessName: string;
  readonly keyword: string;
  readonly coupon: CouponWords | null;
  readonly campaign: CampaignWords | null;
}): MergeValues {
  const person = 'firstName' in contact ? contact : { firstName: null, lastName: null };
  return {
    first_name: person.firstName,
    last_name: person.lastName,
    full_name: fullName(person) ?? '',
    phone,
    business_name: businessName,
    keyword,
    coupon_code: coupon?.code ?? null,
    coupon_link: coupon?.link ?? null,
    coupon_expires: coupon?.expires ?? null,
    ...campaignValues(campaign),
  };
}
