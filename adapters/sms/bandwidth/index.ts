export { createBandwidthCarrier } from './carrier.ts';
