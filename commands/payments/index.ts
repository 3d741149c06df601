export {
  addFunds,
  chargeRecharge,
  checkFunds,
  paidIn,
  refundFunds,
  type Return,
  returnedAs,
  returnedSince,
  type Returns,
} from './funds.ts';
export { billingContact, changeContact } from './billing-contact.ts';
export {
  addPaymentMethod as add,
  makeDefaultMethod as makeDefault,
  paymentAccount as account,
  removePaymentMethod as remove,
  setupPaymentMethod as setup,
} from './methods.ts';
export { type KnownPayments, unmatchedCharges } from './unmatched.ts';
export { arePaymentsOn as areOn } from './account.ts';
