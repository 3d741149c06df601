import { anyId, anyOf, list, oneOf, status } from '../kernel/list.ts';
import { BroadcastStatus, BroadcastType, RecipientState } from './fields.ts';

type Words<W extends string> = readonly [W, ...W[]];
const statuses = BroadcastStatus.options as unknown as Words<BroadcastStatus>;
const types = BroadcastType.options as unknown as Words<BroadcastType>;
const states = RecipientState.options as unknown as Words<RecipientState>;

/** The broadcasts of a business, the newest first. Deleted ones are in no list. */
export const broadcastList = list({
  sort: ['created_at', 'name', 'status', 'start_at'],
  filters: { status: status(statuses), type: oneOf(types, 'This type does not exist.'), ids: anyId },
});

/** What recipients have done: asked of the list of recipients beside their state. */
export const recipientDeeds = ['clicked', 'replied', 'redeemed', 'opted-out'] as const;

/** The recipients of one broadcast in the order of its audience. `reason`: any of these reasons or carrier codes. */
export const recipientList = list({
  sort: ['place'],
  filters: {
    status: status(states),
    did: oneOf(recipientDeeds, 'Recipients can not be narrowed by that.'),
    reason: anyOf,
  },
});
