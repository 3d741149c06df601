import { z } from 'zod';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { LedgerAmount } from '../../domain/kernel/money.ts';
import { quantity, usageKey } from '../../domain/rates/measures.ts';
import * as holds from '../../domain/wallets/holds.ts';
import { inCurrency, ofPayer, someUnits, walletCommand } from './wish.ts';

const ofHold = { ...ofPayer, holdId: z.uuid() } as const;
const atLeastNothing = LedgerAmount.refine((given) => given >= 0);

/** Throws `insufficient_funds` and `wallet_parked`. The same hold again is no second one. */
export const holdFunds = walletCommand({
  input: z.object({ ...inCurrency, holdId: z.uuid(), units: someUnits, expiresAt: z.iso.datetime() }),
  by: ['system'],
  decide: holds.hold,
});
export const captureHold = walletCommand({
  input: z.object({
    ...inCurrency,
    holdId: z.uuid(),
    businessId: BusinessId,
    totals: z
      .array(
        z.object({ ...usageKey, quantity, carrier: atLeastNothing, price: atLeastNothing, resale: atLeastNothing }),
      )
      .min(1),
  }),
  by: ['system'],
  decide: holds.capture,
});
export const releaseHold = walletCommand({ input: z.object(ofHold), by: ['system'], decide: holds.release });
export const expireHold = walletCommand({ input: z.object(ofHold), by: ['system'], decide: holds.expire });
