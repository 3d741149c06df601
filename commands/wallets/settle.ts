import { z } from 'zod';
import { BusinessId } from '../../domain/kernel/ids.ts';
import { LedgerAmount } from '../../domain/kernel/money.ts';
import { usageKey } from '../../domain/rates/measures.ts';
import { settle } from '../../domain/wallets/settle.ts';
import { inCurrency, walletCommand } from './wish.ts';

const line = z.object({
  businessId: BusinessId,
  ...usageKey,
  quantity: z.int(),
  included: z.int(),
  carrier: LedgerAmount,
  price: LedgerAmount,
  resale: LedgerAmount,
});

/** Books what a month's statement says and the wallet has not. The same statement again adds nothing. */
export const settleUsage = walletCommand({
  input: z.object({
    ...inCurrency,
    month: z.string().regex(/^\d{4}-\d{2}-01$/),
    lines: z.array(line),
    isClosed: z.boolean(),
  }),
  by: ['system'],
  decide: settle,
});
