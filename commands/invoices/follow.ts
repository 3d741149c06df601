import { z } from 'zod';
import type { Invoice as ProviderInvoice } from '../../adapters/payments/port.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { Currency } from '../../domain/kernel/money.ts';
import {
  type FoundInvoice,
  followInvoices,
  followRefund,
  Invoices,
  refundedInvoice,
} from '../../domain/invoices/invoices.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { platform } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { accountAt, ask, paymentsOf, type Place, placeOf } from '../payments/account.ts';
import { followStream } from '../payments/follow.ts';

/** The newest invoices of a payer that are looked at when no hint says which. */
const newest = 100;
const iso = (date: Date): string => date.toISOString();

const found = (one: ProviderInvoice): FoundInvoice => ({
  invoiceId: one.id,
  number: one.number,
  subscriptionId: one.subscriptionId,
  reason: one.reason,
  currency: Currency.parse(one.currency.toUpperCase()),
  subtotal: one.subtotal,
  ...(one.tax > 0 ? { tax: one.tax } : {}),
  total: one.total,
  due: one.amountDue,
  issuedAt: iso(one.finalizedAt ?? one.createdAt),
  periodStart: iso(one.periodStart),
  periodEnd: iso(one.periodEnd),
  lines: one.lines.map((line) => ({
    lineId: line.id,
    description: (line.description ?? '').slice(0, 1000),
    quantity: line.quantity,
    amount: line.amount,
    isProration: line.isProration,
    priceId: line.priceId,
    periodStart: iso(line.periodStart),
    periodEnd: iso(line.periodEnd),
  })),
  status: one.status,
  paid: one.amountPaid,
  paidAt: one.paidAt === null ? null : iso(one.paidAt),
  chargeIds: one.paymentIntentIds,
  attempts: one.attemptCount,
  nextAttemptAt: one.nextAttemptAt === null ? null : iso(one.nextAttemptAt),
});

const at = ({ payer, tenant }: Place) => ({ stream: streams.invoices(payer.id), tenant });

async function fetchInvoices(world: CommandServices, place: Place, ids: readonly string[] | null) {
  const { invoices } = paymentsOf(world);
  const { customerId } = await accountAt(world, place);
  if (customerId === null) return null;
  const there =
    ids === null ?
      [...(await ask(() => invoices.list({ customerId, limit: newest }))).data].reverse()
    : await Promise.all(ids.map((id) => ask(() => invoices.fetch(id))));
  return there.flatMap((one) => (one?.customerId === customerId ? [found(one)] : []));
}

/** Fetches these invoices, or without ids the payer's newest, and writes the difference. */
export const refreshInvoices = (
  world: CommandServices,
  context: CommandContext,
  place: Place,
  ids: readonly string[] | null = null,
): Promise<CommandOutcome<undefined>> =>
  followStream(world, context, {
    ...at(place),
    aggregate: Invoices,
    look: () => fetchInvoices(world, place, ids),
    decide: (now, before) => followInvoices(place.payer, now, before),
  });

/** Fetches a refund and writes it if it is of an invoice, whether or not we have heard that the invoice was paid. */
export const refreshRefund = (
  world: CommandServices,
  context: CommandContext,
  place: Place,
  { id, chargeId }: { readonly id: string; readonly chargeId: string },
): Promise<CommandOutcome<undefined>> =>
  followStream(world, context, {
    ...at(place),
    aggregate: Invoices,
    look: async (known) => {
      const refund = await ask(() => paymentsOf(world).charges.fetchRefund(id));
      if (refund === null) return null;
      const isKnown = refundedInvoice(chargeId, known) !== null;
      return { refund, invoices: isKnown ? [] : ((await fetchInvoices(world, place, null)) ?? []) };
    },
    decide: ({ refund, invoices }, before) => {
      const followed = followInvoices(place.payer, invoices, before);
      const now = fold(Invoices, followed, before);
      // An invoice that only the refund led to is its own news; one of the wallet's charges is not ours.
      if (refundedInvoice(chargeId, now) === null) return [];
      const { status, amount, createdAt } = refund;
      const told = { refundId: id, chargeId, status, amount, refundedAt: iso(createdAt) };
      return [...followed, ...followRefund(place.payer, told, now)];
    },
  });

/** Looks at a payer's newest invoices, for when no event told of them. */
export const followPayer = command({
  input: z.object({ payer: Payer }),
  by: platform,
  run: async ({ world, context }, { payer }) => refreshInvoices(world, context, await placeOf(world, context, payer)),
});
