import { z } from 'zod';
import { event, type EventOf } from '../kernel/event.ts';

/** The proof of the ledger: all wallets add up to zero, are shown as they are, and agree with the payment provider. */

/** Of a night (UTC); null: someone asked for it. */
const night = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullable();

export const LedgerProofRequested = event('LedgerProofRequested', 1, z.object({ proofId: z.uuid() }));

/**
 * A payer whose money doesn't add up. `about`: the charge, refund, dispute, invoice or account. Amounts are in units of
 * the ledger.
 */
export const proofFault = z.object({
  walletId: z.uuid(),
  kind: z.enum([
    'sums-differ',
    'shown-differently',
    'charge-not-found',
    'refund-not-found',
    'dispute-not-found',
    'invoice-differs',
    'snapshot-differs',
  ]),
  about: z.string().max(300),
  expected: z.int().nullable(),
  found: z.int().nullable(),
});
export type ProofFault = z.output<typeof proofFault>;

/** A payment of the provider's that belongs to nothing here. `customerId`: whose it is there; `amount` in smallest units. */
export const unmatchedCharge = z.object({
  chargeId: z.string().max(300),
  customerId: z.string().max(300).nullable(),
  amount: z.int(),
  currency: z.string().max(3),
  at: z.iso.datetime(),
});
export type UnmatchedCharge = z.output<typeof unmatchedCharge>;

/**
 * What it looked at and found. `postings`: events that move money. `whole`: wallets that were read from their first
 * event, and not from where they were proven last. `charges`, `refunds`, `disputes`, `invoices`: of the last weeks, what
 * the provider says and was compared; null: payments are off; left out: they weren't compared then. `booked`: of them
 * those that no event had told, booked now.
 * `behind`: wallets that the read model did not show in time. `faults`: the first hundred of `faultCount`.
 * `unmatched`: payments that the provider took for us and that belong to no wallet, invoice or order; left out or null:
 * they weren't looked for.
 */
export const LedgerProofFinished = event(
  'LedgerProofFinished',
  1,
  z.object({
    proofId: z.uuid(),
    night,
    startedAt: z.iso.datetime(),
    durationMs: z.int().min(0),
    wallets: z.int().min(0),
    postings: z.int().min(0),
    whole: z.int().min(0).optional(),
    charges: z.int().min(0).nullable(),
    refunds: z.int().min(0).nullable().optional(),
    disputes: z.int().min(0).nullable().optional(),
    invoices: z.int().min(0).nullable().optional(),
    booked: z.int().min(0),
    behind: z.int().min(0),
    faultCount: z.int().min(0),
    faults: z.array(proofFault).max(100),
    unmatched: z
      .object({ count: z.int().min(0), charges: z.array(unmatchedCharge).max(100) })
      .nullable()
      .optional(),
  }),
);

export const proofEvents = [LedgerProofRequested, LedgerProofFinished] as const;
export type ProofEvent = EventOf<(typeof proofEvents)[number]>;
