export { createLocalBus } from './local.ts';
export { createNatsBus } from './nats.ts';
