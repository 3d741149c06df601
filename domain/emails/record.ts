import type { UserId } from '../kernel/ids.ts';
import type { AccountEmail } from './account-email.ts';
import { AccountEmailFailed, AccountEmailSent, type AccountEmailEvent } from './events.ts';

/** What came of an email is told once. An email that failed may turn out to be sent after all, not the other way round. */
export const recordEmailSent = (
  command: {
    readonly mailId: string;
    readonly userId: UserId;
    readonly provider: string;
    readonly providerMessageId: string;
  },
  email: AccountEmail,
): readonly AccountEmailEvent[] =>
  email.status === 'requested' || email.status === 'failed' ? [AccountEmailSent.create(command)] : [];

export const recordEmailFailed = (
  command: { readonly mailId: string; readonly userId: UserId; readonly provider: string; readonly reason: string },
  email: AccountEmail,
): readonly AccountEmailEvent[] => (email.status === 'requested' ? [AccountEmailFailed.create(command)] : []);
