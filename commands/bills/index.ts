export { history, send, settings, setUp } from './bills.ts';
