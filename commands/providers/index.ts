export { configureProvider as configure, setWebhookKey } from './configure.ts';
export { acquireNumber, searchNumbers } from './numbers.ts';
