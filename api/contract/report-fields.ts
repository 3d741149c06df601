/** What reports are grouped by: for screens, which need no schemas of the calls. */
export {
  type BillingGroup,
  billingGroups,
  type CallGroup,
  callGroups,
  type ConsentGroup,
  consentGroups,
  consentStatuses,
  consentOrigins,
  type RecordGroup,
  recordGroups,
} from '../../domain/reports/fields.ts';
