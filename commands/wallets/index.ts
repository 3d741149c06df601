/** The ledger of payers: money in and out, holds, usage, and how a wallet fills itself. */
export {
  addFunds,
  adjustWallet,
  grantCredit,
  parkWallet,
  recordDispute,
  refundFunds,
  resolveWallet,
  reversePosting,
} from './funds.ts';
export { captureHold, expireHold, holdFunds, releaseHold } from './holds.ts';
export { declineRecharge, resumeRecharge, setAutoRecharge } from './recharge.ts';
export { settleUsage } from './settle.ts';
export { captureSlice, holdSlice, slicePrice } from './slices.ts';
export { walletOf } from './wallet-of.ts';
