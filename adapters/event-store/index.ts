export { withCodec } from './codec/index.ts';
export { createPostgresEventStore } from './postgres/store.ts';
