export { addFunds, chargeRecharge, checkFunds, paidIn, refundFunds } from './funds.ts';
export {
  addPaymentMethod as add,
  makeDefaultMethod as makeDefault,
  paymentAccount as account,
  removePaymentMethod as remove,
  setupPaymentMethod as setup,
} from './methods.ts';
export { arePaymentsOn as areOn } from './account.ts';
