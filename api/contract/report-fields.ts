/** What reports are grouped by: for screens, which need no schemas of the calls. */
export {
  type BillingGroup,
  billingGroups,
  type CallGroup,
  callGroups,
  type RecordGroup,
  recordGroups,
} from '../../domain/reports/fields.ts';
