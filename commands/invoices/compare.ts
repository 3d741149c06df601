import type { Invoice as ProviderInvoice } from '../../adapters/payments/port.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { PaymentAccount } from '../../domain/payments/account.ts';
import { streams } from '../../domain/streams.ts';
import { question } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/dependencies.ts';
import { ask, paymentsOf } from '../payments/account.ts';

/** An invoice that the log and the provider say differently, in smallest units of its currency; null: it isn't there. */
export interface InvoiceDifference {
  readonly invoiceId: string;
  readonly here: number | null;
  readonly there: number | null;
}
export interface ComparedInvoices {
  readonly compared: number;
  readonly differences: readonly InvoiceDifference[];
  /** Charges that paid an invoice, and refunds of them that are in the log. */
  readonly chargeIds: ReadonlySet<string>;
  readonly refundIds: ReadonlySet<string>;
  /** The payer's at the provider, and every payment that the provider made or tries for an invoice of it. */
  readonly customerId: string;
  readonly paymentIds: readonly string[];
}

const pageSize = 100;

/**
 * A payer's invoices since an instant as the provider has them, against what the log says: what they come to, and what
 * was paid of them. Drafts aren't final and don't count. Null: the payer has no customer. Throws `provider_unavailable`.
 */
export const compareInvoices = question(
  async (world, payer: Payer, since: Date, until: Date): Promise<ComparedInvoices | null> => {
    const { customerId } = await world.loadState(streams.payments(payer.id), PaymentAccount);
    if (customerId === null) return null;
    const there = await listed(world, customerId, since);
    const { totals, issued, paid, chargeIds, refundIds } = await inLog(world, payer);
    const differences: InvoiceDifference[] = [];
    const differ = (invoiceId: string, here: number | null, now: number | null) => {
      if (here !== now) differences.push({ invoiceId, here, there: now });
    };
    let compared = 0;
    for (const one of there) {
      if (one.status === 'draft' || one.status === 'unknown' || (one.finalizedAt ?? one.createdAt) > until) continue;
      compared += 1;
      if (totals.get(one.id) !== one.total) differ(one.id, totals.get(one.id) ?? null, one.total);
      // One that was paid a moment ago is on its way.
      else if (one.paidAt === null || one.paidAt <= until)
        differ(one.id, paid.get(one.id) ?? 0, one.status === 'paid' ? one.amountPaid : 0);
    }
    // An invoice is a draft for hours at most, so that one of a day later was made since then.
    const edge = new Date(since.getTime() + 86_400_000).toISOString();
    const ids = new Set(there.map(({ id }) => id));
    for (const [id, issuedAt] of issued) if (issuedAt >= edge && !ids.has(id)) differ(id, totals.get(id)!, null);
    const paymentIds = there.flatMap((one) => one.paymentIntentIds);
    return { compared, differences, chargeIds, refundIds, customerId, paymentIds };
  },
);

async function listed(world: CommandServices, customerId: string, since: Date): Promise<readonly ProviderInvoice[]> {
  const { invoices } = paymentsOf(world);
  const found: ProviderInvoice[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last === undefined ? {} : { after: last.id };
    const page = await ask(() => invoices.list({ customerId, limit: pageSize, ...after }));
    found.push(...page.data);
    if (!page.hasMore || page.data.length === 0 || page.data.at(-1)!.createdAt < since) break;
  }
  return found.filter(({ createdAt }) => createdAt >= since);
}

/** Read from the events themselves, not by what decides on them. */
async function inLog(world: CommandServices, payer: Payer) {
  const [totals, paid] = [new Map<string, number>(), new Map<string, number>()];
  const issued = new Map<string, string>();
  const [chargeIds, refundIds] = [new Set<string>(), new Set<string>()];
  for (const { type, data } of await world.events.read(streams.invoices(payer.id))) {
    const invoiceId = String(data['invoiceId']);
    if (type === 'InvoiceIssued') {
      totals.set(invoiceId, Number(data['total']));
      issued.set(invoiceId, String(data['issuedAt']));
    }
    if (type === 'InvoicePaid') {
      paid.set(invoiceId, Number(data['paid']));
      for (const id of data['chargeIds'] as readonly string[]) chargeIds.add(id);
    }
    if (type === 'InvoiceRefunded') refundIds.add(String(data['refundId']));
  }
  return { totals, issued, paid, chargeIds, refundIds };
}
