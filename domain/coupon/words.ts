import type { KnownContact } from '../contact/contact.ts';
import type { MergeValues } from '../sms/merge-fields.ts';

/** A coupon as texts speak of it. */
export interface CouponWords {
  readonly code: string;
  readonly link: string;
  /** In the business's own form of a date; null: it does not expire. */
  readonly expires: string | null;
}

/** What the merge fields of a campaign's texts are for one member. */
export function memberValues({
  contact,
  phone,
  businessName,
  keyword,
  coupon,
}: {
  readonly contact: Pick<KnownContact, 'firstName' | 'lastName'> | { readonly status: 'none' };
  readonly phone: string | null;
  readonly businessName: string;
  readonly keyword: string;
  readonly coupon: CouponWords | null;
}): MergeValues {
  const { firstName, lastName } = 'firstName' in contact ? contact : { firstName: null, lastName: null };
  return {
    first_name: firstName,
    last_name: lastName,
    full_name: [firstName, lastName].filter((name) => name !== null).join(' '),
    phone,
    business_name: businessName,
    keyword,
    coupon_code: coupon?.code ?? null,
    coupon_link: coupon?.link ?? null,
    coupon_expires: coupon?.expires ?? null,
  };
}
