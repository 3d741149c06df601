import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, UserId } from '../kernel/ids.ts';
import { storedMonth } from '../statements/fields.ts';
import { storedBillNote } from './fields.ts';

/** Whether an agency's businesses are sent their bills by email. `from`: the first month that is sent automatically. */
export const BillSettingsChanged = event(
  'BillSettingsChanged',
  1,
  z.object({ agencyId: AgencyId, isOn: z.boolean(), note: storedBillNote, from: storedMonth }),
);

/**
 * A business's bill of a month was handed to email for the `nth` time. `mailId`: in whose stream what became of it
 * stands; null: no one at the business reads email.
 */
export const BillQueued = event(
  'BillQueued',
  1,
  z.object({
    agencyId: AgencyId,
    businessId: BusinessId,
    month: storedMonth,
    nth: z.int().min(1),
    mailId: z.uuid().nullable(),
    userId: UserId.nullable(),
  }),
);

export const billEvents = [BillSettingsChanged, BillQueued] as const;
export type BillEvent = EventOf<(typeof billEvents)[number]>;
