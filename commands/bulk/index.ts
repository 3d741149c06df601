export {
  advanceBulkAction as advance,
  applyBulkAction as apply,
  bulkState as state,
  cancelBulkAction as cancel,
  startBulkAction as start,
} from './run.ts';
