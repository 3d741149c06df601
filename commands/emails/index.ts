export { preview, sendTest } from './designed.ts';
export { recordFailed, recordSent } from './record.ts';
