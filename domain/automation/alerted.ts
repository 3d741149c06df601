import { emailAddress } from '../kernel/fields.ts';
import { readPhone } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';
import type { NodeOf } from './fields.ts';

/** Somebody of the team, as an alert reaches them. */
export interface Member {
  readonly phone: E164 | null;
  readonly email: string;
}

/** Why somebody who is named is not told. */
export type PassedOver = 'member-left' | 'member-without-number';

/** Whom an alert goes to. `passedOver`: who is named and not told, by why, each reason once. */
export interface Alerted {
  readonly phones: readonly E164[];
  readonly emails: readonly string[];
  readonly passedOver: readonly PassedOver[];
}

/**
 * Whom an alert goes to: people of the team as they are reached at this moment, then what was typed. Each number and
 * address once. `memberOf`: null where somebody is not of the team any more.
 */
export function alertedBy(
  { phones, emails, textMembers, mailMembers }: NodeOf<'Alert'>,
  memberOf: (userId: string) => Member | null,
): Alerted {
  const [byText, byMail] = [textMembers.map(memberOf), mailMembers.map(memberOf)];
  const there = (members: readonly (Member | null)[]) => members.flatMap((one) => one ?? []);
  return {
    phones: [
      ...new Set([
        ...there(byText).flatMap(({ phone }) => phone ?? []),
        // Versions of before numbers were checked have them as they were typed.
        ...phones.flatMap((one) => readPhone(one, 'US') ?? []),
      ]),
    ],
    emails: [
      ...new Set([
        ...there(byMail).map(({ email }) => email),
        ...emails.flatMap((one) => emailAddress.safeParse(one).data ?? []),
      ]),
    ],
    passedOver: [
      ...([...byText, ...byMail].includes(null) ? (['member-left'] as const) : []),
      ...(there(byText).some(({ phone }) => phone === null) ? (['member-without-number'] as const) : []),
    ],
  };
}
