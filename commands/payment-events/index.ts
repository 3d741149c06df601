export { hearPaymentEvent as hear } from './hear.ts';
export { reconcile } from './reconcile.ts';
