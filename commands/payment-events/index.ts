export { hearPaymentEvent as hear } from './hear.ts';
