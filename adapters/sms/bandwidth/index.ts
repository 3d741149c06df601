export { type BandwidthConfig, createBandwidthCarrier } from './carrier.ts';
