import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { AccountEmailRequested, type AccountEmailEvent } from './events.ts';

/** One email of the product to one of its users. */
export type AccountEmail = { readonly status: 'none' | 'requested' | 'sent' | 'failed' };

export const AccountEmail: Aggregate<AccountEmail, AccountEmailEvent> = {
  initial: { status: 'none' },
  evolve: (email, event) => {
    switch (event.type) {
      case 'AccountEmailRequested':
        return { status: 'requested' };
      case 'AccountEmailSent':
        return { status: 'sent' };
      case 'AccountEmailFailed':
        return { status: 'failed' };
      default:
        return unchanged(email, event);
    }
  },
};

/** Asked for once. */
export const requestEmail = (
  command: Parameters<typeof AccountEmailRequested.create>[0],
  email: AccountEmail,
): readonly AccountEmailEvent[] => (email.status === 'none' ? [AccountEmailRequested.create(command)] : []);
