import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, RateId } from '../kernel/ids.ts';
import { storedDay, storedRate } from './fields.ts';

/** `agencyId`: whose price list it is, for its businesses; null: the platform's, for who pays it. */
const rate = { rateId: RateId, agencyId: AgencyId.nullable() };

/** A price holds from a day on. `businessId`: the one business that an agency's price is for; null: all of them. */
export const RateAdded = event('RateAdded', 1, z.object({ ...rate, businessId: BusinessId.nullable(), ...storedRate }));
/** It does not hold on this day any more, nor later. On its first day: it never held. */
export const RateEnded = event('RateEnded', 1, z.object({ ...rate, until: storedDay }));

/** The price that was to follow it was taken off the list before it began: it holds until further notice again. */
export const RateResumed = event('RateResumed', 1, z.object(rate));

export const rateEvents = [RateAdded, RateEnded, RateResumed] as const;
export type RateEvent = EventOf<(typeof rateEvents)[number]>;
