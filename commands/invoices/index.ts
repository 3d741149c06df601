export { invoiceDocuments as documents } from './documents.ts';
export { invoiceLines as lines } from './lines.ts';
export { compareInvoices as compare } from './compare.ts';
export { followPayer as follow } from './follow.ts';
