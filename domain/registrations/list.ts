import { anyId, list, oneOf, status, yesOrNo } from '../kernel/list.ts';
import { tollfreeStatuses } from './number-status.ts';

/** Who a request waits for: the carrier's review, the business to act, or an operator to appeal. */
export const waitingFor = ['carrier', 'business', 'operator', 'no-one'] as const;
export type WaitingFor = (typeof waitingFor)[number];

/**
 * Where a request for a local number stands on the operator's desk: the state of the part that is next. `open`: the brand
 * is verified, and the campaign was not submitted yet. `unfunded`: the wallet lacks the fee of what is being submitted.
 */
export const a2pRequestStatuses = [
  'submitting',
  'unfunded',
  'in-review',
  'refused',
  'suspended',
  'canceled',
  'open',
  'pending',
  'failed',
  'unregistered',
  'registered',
] as const;
export type A2pRequestStatus = (typeof a2pRequestStatuses)[number];

const ofTheDesk = {
  waiting_for: oneOf(waitingFor, 'No request waits for this.'),
  assignee: anyId,
  escalated: yesOrNo,
} as const;

/** Requests for the verification of toll-free numbers; who has waited longest comes first. */
export const tollfreeList = list({
  sort: ['requested_at', 'business', 'changed_at'],
  filters: { status: status(tollfreeStatuses), ...ofTheDesk },
});

/** Requests for the registration of local numbers, in the same order. */
export const a2pRequestList = list({
  sort: ['requested_at', 'business', 'changed_at'],
  filters: { status: status(a2pRequestStatuses), ...ofTheDesk, business_id: anyId },
});
