import { z } from 'zod';
import { LedgerAmount } from '../../domain/kernel/money.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { streams } from '../../domain/streams.ts';
import { contradiction, type PostingEvent, postingEvents } from '../../domain/wallets/events.ts';
import { reasonField } from '../../domain/wallets/fields.ts';
import * as funds from '../../domain/wallets/funds.ts';
import { platform } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { decideOnWallet } from './decider.ts';
import { inCurrency, ofPayer, someUnits, walletCommand } from './wish.ts';

const providerId = z.string().regex(/^[\w-]{1,255}$/);
const ofCharge = { ...inCurrency, chargeId: providerId, units: someUnits } as const;

/** What the provider says is booked or contradicts the ledger: then the wallet is parked. Never refused. */
export const addFunds = walletCommand({
  input: z.object({ ...ofCharge, crossing: z.int().min(1).nullable() }),
  by: ['system'],
  decide: funds.addFunds,
});
export const refundFunds = walletCommand({
  input: z.object({ ...ofCharge, refundId: providerId }),
  by: ['system'],
  decide: funds.refundFunds,
});
export const recordDispute = walletCommand({
  input: z.object({ ...ofCharge, disputeId: providerId, status: z.enum(['open', 'won', 'lost']) }),
  by: ['system'],
  decide: funds.recordDispute,
});

/** The wallet's `byHand` that the person has seen; left out: the platform does it by itself. */
const seen = z.int().min(0).optional();

export const grantCredit = walletCommand({
  input: z.object({ ...inCurrency, grantId: z.uuid(), units: someUnits, reason: reasonField, seen }),
  by: platform,
  decide: funds.grantCredit,
});
export const adjustWallet = walletCommand({
  input: z.object({
    ...inCurrency,
    adjustmentId: z.uuid(),
    units: LedgerAmount.refine((given) => given !== 0, 'Enter an amount other than 0.'),
    reason: reasonField,
    seen,
  }),
  by: platform,
  decide: funds.adjustWallet,
});
/** What the proof of the ledger found is kept for a person. */
export const parkWallet = walletCommand({
  input: z.object({ ...ofPayer, contradiction }),
  by: ['system'],
  decide: ({ payer, contradiction: found }, draft) => {
    draft.park(payer, found);
  },
});
export const resolveWallet = walletCommand({
  input: z.object({ ...ofPayer, reason: reasonField, seen }),
  by: platform,
  decide: funds.resolve,
});

const canBeReversed = new Set<string>(postingEvents.map(({ type }) => type));
/** Books an event of the wallet back by its own legs, which are read from the log. */
export const reversePosting = command({
  input: z.object({ ...ofPayer, reversalId: z.uuid(), eventId: z.uuid(), reason: reasonField, seen }),
  by: platform,
  async run({ world, context }, { payer, reversalId, eventId, reason, seen: seenBefore }) {
    const stored = await world.events.read(streams.wallet(payer));
    const original = stored.find(({ id, type }) => id === eventId && canBeReversed.has(type));
    if (original === undefined) throw new DomainError('not_found', 'This posting does not exist.');
    const { position, wallet } = await decideOnWallet(world, {
      payer,
      context,
      decide: (draft) =>
        funds.reverse(
          {
            payer,
            reversalId,
            reason,
            seen: seenBefore,
            original: original as unknown as PostingEvent & { id: string },
          },
          draft,
        ),
    });
    return { position, result: { wallet } };
  },
});
