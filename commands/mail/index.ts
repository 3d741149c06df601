export { recordFailed, recordSent } from './record.ts';
