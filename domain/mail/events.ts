import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, UserId } from '../kernel/ids.ts';

/**
 * A mail of the product itself to one of its users (not marketing), or one that a user sends to one address: in the
 * stream `accountMail-<mail id>`. `tokenRef`
 * names the secret of its link in the vault, null when it has none; it is deleted once the mail has left. `agencyId`
 * decides whose brand and whose mail provider it goes out with.
 */
export const AccountMailRequested = event(
  'AccountMailRequested',
  2,
  z.object({
    mailId: z.uuid(),
    userId: UserId,
    agencyId: AgencyId.nullable(),
    kind: z.enum(['password-reset', 'invitation', 'password-changed', 'email-changed', 'shared-page']),
    email: z.email(),
    tokenRef: z.string().nullable(),
    expiresAt: z.string().nullable(),
    /** What a user has somebody told of (`shared-page`); null: the mail is to the user themself. */
    about: z.object({ title: z.string(), link: z.string(), from: z.string() }).nullable().default(null),
  }),
  { personal: ['email'], subject: 'userId' },
);
export const AccountMailSent = event(
  'AccountMailSent',
  1,
  z.object({ mailId: z.uuid(), userId: UserId, provider: z.string(), providerMessageId: z.string() }),
);
export const AccountMailFailed = event(
  'AccountMailFailed',
  1,
  z.object({ mailId: z.uuid(), userId: UserId, provider: z.string(), reason: z.string() }),
);

export const mailEvents = [AccountMailRequested, AccountMailSent, AccountMailFailed] as const;
export type MailEvent = EventOf<(typeof mailEvents)[number]>;
