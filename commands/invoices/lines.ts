import type { ExplainedLine } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { question } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { ask, paymentsOf } from '../payments/account.ts';
import { ownInvoice } from './documents.ts';

/** An invoice line by line, as the provider explains it: price of one, discounts, and tax. */
export const invoiceLines = question(
  async (
    world: CommandServices,
    context: CommandContext,
    payer: Payer,
    invoiceId: string,
  ): Promise<{ readonly currency: string; readonly lines: readonly ExplainedLine[] }> => {
    const { currency } = await ownInvoice(world, context, payer, invoiceId);
    const lines = await ask(() => paymentsOf(world).invoices.lines(invoiceId));
    if (lines === null) throw new DomainError('not_found', 'This invoice does not exist.');
    return { currency: currency.toUpperCase(), lines };
  },
);
