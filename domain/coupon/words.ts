import type { KnownContact } from '../contact/contact.ts';
import { fullName } from '../contact/name.ts';
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
  };
}
