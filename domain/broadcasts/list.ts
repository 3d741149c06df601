import { z } from 'zod';
import { anyId, anyOf, instants, list, oneOf, status } from '../kernel/list.ts';
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

/** Which instant of a recipient `time_range` is about, as the report counts them over time. */
export const recipientMoments = ['sent', 'delivered', 'failed'] as const;
export type RecipientMoment = (typeof recipientMoments)[number];

/** The recipients of one broadcast in the order of its audience. `reason`: any of these reasons or carrier codes. */
export const recipientList = list({
  sort: ['place'],
  filters: {
    status: status(states),
    did: oneOf(recipientDeeds, 'Recipients can not be narrowed by that.'),
    reason: anyOf,
    time_range: instants,
    moment: z.enum(recipientMoments, 'Choose sent, delivered or failed.').default('sent'),
  },
});

interface Narrowed {
  readonly moment: RecipientMoment;
  readonly time_range: z.output<typeof instants>;
}
/** The two that belong together as one. */
export const withDuring = <Given extends Narrowed>({ moment, time_range: range, ...rest }: Given) => ({
  ...rest,
  during: range === null ? null : { moment, ...range },
});
