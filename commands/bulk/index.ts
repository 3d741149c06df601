export {
  advanceBulkAction as advance,
  applyBulkAction as apply,
  bulkState as state,
  cancelBulkAction as cancel,
  forgetBulkAction as forget,
  startBulkAction as start,
} from './run.ts';
