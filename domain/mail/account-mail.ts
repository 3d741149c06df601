import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { AccountMailRequested, type AccountMailEvent } from './events.ts';

/** One mail of the product to one of its users. */
export type AccountMail = { readonly status: 'none' | 'requested' | 'sent' | 'failed' };

export const AccountMail: Aggregate<AccountMail, AccountMailEvent> = {
  initial: { status: 'none' },
  evolve: (mail, event) => {
    switch (event.type) {
      case 'AccountMailRequested':
        return { status: 'requested' };
      case 'AccountMailSent':
        return { status: 'sent' };
      case 'AccountMailFailed':
        return { status: 'failed' };
      default:
        return unchanged(mail, event);
    }
  },
};

/** Asked for once. */
export const requestMail = (
  command: Parameters<typeof AccountMailRequested.create>[0],
  mail: AccountMail,
): readonly AccountMailEvent[] => (mail.status === 'none' ? [AccountMailRequested.create(command)] : []);
