export { beginListExport as begin, endListExport as end } from './record.ts';
