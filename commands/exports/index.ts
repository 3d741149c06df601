export { beginListExport as begin, endListExport as end } from './record.ts';
export { endReport, startReport } from './reports.ts';
