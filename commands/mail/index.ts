export { preview, sendTest } from './designed.ts';
export { recordFailed, recordSent } from './record.ts';
export { recordWord } from './provider-word.ts';
export * as toContact from './to-contact.ts';
export * as toRecipient from './to-recipient.ts';
