export { invoiceDocuments as documents } from './documents.ts';
export { followPayer as follow } from './follow.ts';
