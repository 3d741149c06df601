import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, TillId } from '../kernel/ids.ts';

const till = { businessId: BusinessId, tillId: TillId };

/** A link that makes a device a till was made. Whoever has it can redeem there, and nothing else. */
export const TillOpened = event('TillOpened', 1, z.object({ ...till, name: z.string().min(1).max(60) }));
/** A device became it by its code, which is another one from then on. */
export const TillPaired = event('TillPaired', 1, z.object(till));
/** Its link is good for nothing any more. */
export const TillClosed = event('TillClosed', 1, z.object(till));

export const tillEvents = [TillOpened, TillPaired, TillClosed] as const;
export type TillEvent = EventOf<(typeof tillEvents)[number]>;
