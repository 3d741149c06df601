import { type z } from 'zod';
import { Currency, LedgerAmount } from '../../domain/kernel/money.ts';
import { Payer } from '../../domain/payments/payer.ts';
import type { Draft } from '../../domain/wallets/book.ts';
import type { Role } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { decideOnWallet } from './decider.ts';

export const ofPayer = { payer: Payer } as const;
export const inCurrency = { ...ofPayer, currency: Currency } as const;
/** More than nothing, in ledger units. */
export const someUnits = LedgerAmount.refine((given) => given > 0, 'Enter an amount above 0.');

/** A command that is one decision on one wallet. It answers how the wallet stands. */
export const walletCommand = <S extends z.ZodType<{ readonly payer: Payer }>>({
  input,
  by,
  decide,
}: {
  readonly input: S;
  readonly by: readonly Role[];
  readonly decide: (given: z.output<S>, draft: Draft) => void;
}) =>
  command({
    input,
    by,
    async run({ world, context }, given) {
      const { position, wallet } = await decideOnWallet(world, {
        payer: given.payer,
        context,
        decide: (draft) => decide(given, draft),
      });
      return { position, result: { wallet } };
    },
  });
