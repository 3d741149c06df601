import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, RateId } from '../kernel/ids.ts';
import { LedgerAmount } from '../kernel/money.ts';
import { Payer } from '../payments/payer.ts';
import { usageKey } from '../rates/measures.ts';
import { singleFees } from '../registrations/a2p/fields.ts';
import { storedMonth, storedUsageTerms } from './fields.ts';

/** Amounts in 1/10,000 of the currency's smallest unit; those of `late` may be negative. */
const line = {
  businessId: BusinessId,
  ...usageKey,
  rateId: RateId,
  quantity: z.int(),
  included: z.int(),
  carrier: LedgerAmount,
  price: LedgerAmount,
  resale: LedgerAmount,
} as const;

/** A fee of a registration; below 0: it was booked back. `entryId`: the wallet's event. `day`: of the business's zone. */
const fee = z.object({
  entryId: z.uuid(),
  businessId: BusinessId,
  what: z.enum(singleFees),
  day: z.iso.date(),
  units: LedgerAmount.refine((given) => given !== 0),
});
export type ChargedFee = z.output<typeof fee>;

/**
 * A payer's month is over: what was used in it and what that costs will be shown like this for ever. `position`: up to
 * where the log was measured. `listVersion`, `resaleVersion`: the price lists, the platform's and the agency's. `late`:
 * what became known of earlier months since they were closed, as the difference.
 */
export const StatementClosed = event(
  'StatementClosed',
  1,
  z.object({
    payer: Payer,
    month: storedMonth,
    currency: z.string().regex(/^[A-Z]{3}$/),
    position: z.string().regex(/^\d+$/),
    listVersion: z.int().min(0),
    resaleVersion: z.int().min(0),
    terms: storedUsageTerms,
    lines: z.array(z.object(line)),
    late: z.array(z.object({ month: storedMonth, ...line })),
    unrated: z.array(z.object({ businessId: BusinessId, ...usageKey, quantity: z.int() })),
    /** It is paid out of a wallet. `before`: what of the lines was used before there was one, and is not. */
    wallet: z.object({ before: z.array(z.object(line)) }).optional(),
    /** What the wallet was charged for registrations, and what of it went back; left out: nothing. */
    fees: z.array(fee).min(1).optional(),
  }),
);

export const statementEvents = [StatementClosed] as const;
export type StatementEvent = EventOf<(typeof statementEvents)[number]>;
