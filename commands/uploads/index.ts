export {
  attestImport as attest,
  chooseReading,
  deleteUpload as delete,
  planImport as plan,
  receiveUpload as receive,
  undoImport as undo,
} from './manage.ts';
export {
  advance,
  advanceUndo,
  begin,
  endUndo,
  fail,
  finish,
  identitiesOf,
  recordRead,
  recordRehearsal,
  redact,
} from './record.ts';
export { customFields, frame, importRows, optOutHolders, optOutIdentities, rehearseRows, undoRows } from './rows.ts';
