import { z } from 'zod';
import { defaultAlert } from '../../campaigns/fields.ts';
import { emailAddress } from '../../kernel/fields.ts';
import { E164, maxTextLength } from '../../sms/values.ts';
import { action, freshAction, step } from './step.ts';

const member = z.uuid().toLowerCase();

/** Tells people of the business. `[phone_number]`, `[email]`, `[name]` and `[keyword]` are filled in. */
export const alert = step(
  z.object({
    kind: z.literal('Alert'),
    ...action,
    text: z.string().max(maxTextLength),
    phones: z.array(z.string().max(30)).max(10),
    emails: z.array(z.string().max(254)).max(10),
    /** People of the team (`userId`), by whatever number and address they have when it happens. */
    textMembers: z.array(member).max(10).default([]),
    mailMembers: z.array(member).max(10).default([]),
  }),
)({
  fresh: () => ({
    kind: 'Alert',
    ...freshAction,
    text: defaultAlert,
    phones: [],
    emails: [],
    textMembers: [],
    mailMembers: [],
  }),
  plan: ({ text: template, phones, emails, textMembers, mailMembers }) => ({
    kind: 'act',
    effects: [{ kind: 'alert', template, phones, emails, textMembers, mailMembers }],
  }),
  check(step, { known, say }) {
    if (step.text.trim() === '') say('missing', 'text', 'Write the alert.');
    if ([step.phones, step.emails, step.textMembers, step.mailMembers].every((list) => list.length === 0))
      say('missing', 'textMembers', 'Choose who to alert: a teammate, a phone number, or an email address.');
    for (const field of ['textMembers', 'mailMembers'] as const)
      for (const one of step[field])
        if (!known.users.has(one))
          say('unknown-reference', field, 'Someone here is no longer on your team. Choose someone else.');
        else if (field === 'textMembers' && !known.withNumber.has(one))
          say(
            'invalid',
            field,
            'A teammate here has no mobile number. They can add it under My account. Until then, choose email.',
          );
    for (const one of step.phones)
      if (!E164.safeParse(one).success)
        say('invalid', 'phones', `“${one}” is no phone number. Write it with its country code: +1 415 555 0100.`);
    for (const one of step.emails)
      if (!emailAddress.safeParse(one).success) say('invalid', 'emails', `“${one}” is no email address.`);
  },
  references(step, refer) {
    const all = (ids: readonly string[]): string[] => ids.flatMap((one) => refer('user', one) ?? []);
    return { ...step, textMembers: all(step.textMembers), mailMembers: all(step.mailMembers) };
  },
  withoutOwner: (step) => ({ ...step, phones: [], emails: [] }),
});
