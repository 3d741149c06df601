export { createDocuments } from './pdf.ts';
