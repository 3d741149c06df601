export {
  addPaymentMethod as add,
  makeDefaultMethod as makeDefault,
  paymentAccount as account,
  removePaymentMethod as remove,
  setupPaymentMethod as setup,
} from './methods.ts';
