import { emailAddress } from '../../kernel/fields.ts';
import { readPhone } from '../../sms/phone.ts';
import type { E164 } from '../../sms/values.ts';
import type { EffectOf } from '../steps/step.ts';

/** Somebody of the team, as an alert reaches them. */
export interface Member {
  readonly phone: E164 | null;
  readonly email: string;
}

/** Why somebody who is named is not told. */
export type PassedOver = 'member-left' | 'member-without-number';

/** One of whom an alert goes to. `who` stays the same when they change their number or address: the person, or what was typed. */
export interface Addressee<To extends string> {
  readonly who: string;
  readonly to: To;
}

/** Whom an alert goes to. `passedOver`: who is named and not told, by why, each reason once. */
export interface Alerted {
  readonly phones: readonly Addressee<E164>[];
  readonly emails: readonly Addressee<string>[];
  readonly passedOver: readonly PassedOver[];
}

/**
 * Whom an alert goes to: people of the team as they are reached at this moment, then what was typed. Each number and
 * address once. `memberOf`: null where somebody is not of the team any more.
 */
export function alertedBy(
  {
    phones,
    emails,
    textMembers,
    mailMembers,
  }: Pick<EffectOf<'alert'>, 'phones' | 'emails' | 'textMembers' | 'mailMembers'>,
  memberOf: (userId: string) => Member | null,
): Alerted {
  const those = (ids: readonly string[]) => ids.map((who) => ({ who, member: memberOf(who) }));
  const [byText, byEmail] = [those(textMembers), those(mailMembers)];
  const typed = <To extends string>(to: To): Addressee<To> => ({ who: to, to });
  return {
    phones: eachOnce([
      ...byText.flatMap(({ who, member }) => (member?.phone == null ? [] : { who, to: member.phone })),
      // Versions of before numbers were checked have them as they were typed.
      ...phones.flatMap((one) => readPhone(one, 'US') ?? []).map(typed),
    ]),
    emails: eachOnce([
      ...byEmail.flatMap(({ who, member }) => (member === null ? [] : { who, to: member.email })),
      ...emails.flatMap((one) => emailAddress.safeParse(one).data ?? []).map(typed),
    ]),
    passedOver: [
      ...([...byText, ...byEmail].some(({ member }) => member === null) ? (['member-left'] as const) : []),
      ...(byText.some(({ member }) => member !== null && member.phone === null) ?
        (['member-without-number'] as const)
      : []),
    ],
  };
}

/** The first of those with one number or address. */
const eachOnce = <To extends string>(all: readonly Addressee<To>[]): readonly Addressee<To>[] =>
  [...new Map(all.toReversed().map((one) => [one.to, one])).values()].toReversed();
