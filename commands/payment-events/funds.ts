import { lookAtFunds } from '../payments/funds.ts';
import type { Listener } from './hint.ts';

/** What goes into wallets, and comes back. */
export const funds =
  (type: 'payment_intent' | 'refund' | 'dispute'): Listener =>
  async (world, context, { object: { id } }) =>
    id === null ? false : lookAtFunds(world, context, type, id);
