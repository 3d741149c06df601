import { anyId, list, oneOf, status, yesOrNo } from '../kernel/list.ts';
import { tollfreeStatuses } from './number-status.ts';

/** Who a request waits for: the carrier's review, or the business to correct it. */
export const waitingFor = ['carrier', 'business', 'no-one'] as const;
export type WaitingFor = (typeof waitingFor)[number];

/** Requests for the verification of toll-free numbers; who has waited longest comes first. */
export const tollfreeList = list({
  sort: ['requested_at', 'business', 'changed_at'],
  filters: {
    status: status(tollfreeStatuses),
    waiting_for: oneOf(waitingFor, 'No request waits for this.'),
    assignee: anyId,
    escalated: yesOrNo,
  },
});
