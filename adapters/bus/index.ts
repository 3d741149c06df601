export { createLocalBus } from './local.ts';
export { createNatsBus, type NatsBusOptions } from './nats.ts';
