import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { AccountEmailRequested, type AccountMailEvent } from './events.ts';

/** One mail of the product to one of its users. */
export type AccountMail = { readonly status: 'none' | 'requested' | 'sent' | 'failed' };

export const AccountMail: Aggregate<AccountMail, AccountMailEvent> = {
  initial: { status: 'none' },
  evolve: (mail, event) => {
    switch (event.type) {
      case 'AccountEmailRequested':
        return { status: 'requested' };
      case 'AccountEmailSent':
        return { status: 'sent' };
      case 'AccountEmailFailed':
        return { status: 'failed' };
      default:
        return unchanged(mail, event);
    }
  },
};

/** Asked for once. */
export const requestMail = (
  command: Parameters<typeof AccountEmailRequested.create>[0],
  mail: AccountMail,
): readonly AccountMailEvent[] => (mail.status === 'none' ? [AccountEmailRequested.create(command)] : []);
