import type { Invoice } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { question } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { accountAt, ask, paymentsOf, placeOf } from '../payments/account.ts';

/** The provider's invoice, if it is the payer's own. Throws `not_found` otherwise. */
export async function ownInvoice(
  world: CommandServices,
  context: CommandContext,
  payer: Payer,
  invoiceId: string,
): Promise<Invoice> {
  const { customerId } = await accountAt(world, await placeOf(world, context, payer));
  const invoice = customerId === null ? null : await ask(() => paymentsOf(world).invoices.fetch(invoiceId));
  if (invoice === null || invoice.customerId !== customerId)
    throw new DomainError('not_found', 'This invoice does not exist.');
  return invoice;
}

/**
 * Where the provider shows an invoice now: its addresses are good for some weeks, so they aren't kept. `pdfUrl` null:
 * there is none of this one.
 */
export const invoiceDocuments = question(
  async (
    world: CommandServices,
    context: CommandContext,
    payer: Payer,
    invoiceId: string,
  ): Promise<{ readonly pdfUrl: string | null; readonly hostedUrl: string | null }> => {
    const { pdfUrl, hostedUrl } = await ownInvoice(world, context, payer, invoiceId);
    return { pdfUrl, hostedUrl };
  },
);
