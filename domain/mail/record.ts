import type { UserId } from '../kernel/ids.ts';
import type { AccountMail } from './account-mail.ts';
import { AccountEmailFailed, AccountEmailSent, type AccountMailEvent } from './events.ts';

/** What came of a mail is told once. A mail that failed may turn out to be sent after all, not the other way round. */
export const recordMailSent = (
  command: {
    readonly mailId: string;
    readonly userId: UserId;
    readonly provider: string;
    readonly providerMessageId: string;
  },
  mail: AccountMail,
): readonly AccountMailEvent[] =>
  mail.status === 'requested' || mail.status === 'failed' ? [AccountEmailSent.create(command)] : [];

export const recordMailFailed = (
  command: { readonly mailId: string; readonly userId: UserId; readonly provider: string; readonly reason: string },
  mail: AccountMail,
): readonly AccountMailEvent[] => (mail.status === 'requested' ? [AccountEmailFailed.create(command)] : []);
