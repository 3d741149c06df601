export { createPostgresEventStore } from './postgres/store.ts';
