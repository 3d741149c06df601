/** The adapter for EventStoreDB is imported from its own folder: its client takes a while to load, and the default start does without. */
export { withCodec } from './codec/index.ts';
export { createPostgresEventStore } from './postgres/store.ts';
