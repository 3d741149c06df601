import { list, oneOf, status } from '../kernel/list.ts';

/** How a wallet stands, the worst first; one may be several of them. */
export const walletStates = ['parked', 'paused', 'low', 'enough'] as const;
export type WalletState = (typeof walletStates)[number];

/** The wallets of all payers. `state`: those that need a person first. */
export const walletList = list({
  sort: ['state', 'name', 'balance', 'held', 'changed_at'],
  filters: { status: status(walletStates), kind: oneOf(['agency', 'business']) },
});
