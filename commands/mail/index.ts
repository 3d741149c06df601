export { preview, sendTest } from './designed.ts';
export { recordFailed, recordSent } from './record.ts';
export * as toContact from './to-contact.ts';
