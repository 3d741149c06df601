import type { Commands } from '../../commands/catalogue.ts';
import type { KnownPayments } from '../../commands/payments/index.ts';
import { unitsPerSmallest } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { AccountBook, Movement } from '../../domain/proofs/account-book.ts';
import type { ProofFault } from '../../domain/proofs/events.ts';
import type { FinishedProof } from '../../domain/proofs/proofs.ts';
import { payerContext } from '../engine/payer-context.ts';

export interface Comparing {
  readonly commands: Pick<Commands, 'payments' | 'paymentEvents' | 'invoices'>;
  readonly now: () => Date;
}

/** Movements of so many days are compared with the provider; the newest minutes are on their way. */
const compareDays = 40;
const settlesMs = 10 * 60_000;
const dayMs = 86_400_000;

/** What went back since then; fetched once for all payers. Null: payments are off. */
export type Returns = Awaited<ReturnType<Commands['payments']['returnedSince']>>;
type Return = NonNullable<Returns>['refunds'][number];

const since = (now: Date): Date => new Date(now.getTime() - compareDays * dayMs);
export const returnsOf = ({ commands, now }: Comparing): Promise<Returns> =>
  commands.payments.returnedSince(since(now()));

/** How many the provider has; null: it wasn't asked. `booked`: of them those that no event had told. */
export interface Compared {
  readonly charges: number | null;
  readonly refunds: number | null;
  readonly disputes: number | null;
  readonly invoices: number | null;
  readonly booked: number;
  readonly faults: readonly ProofFault[];
  /** Payments that belong to the wallet or to invoices, and whose they are at the provider. */
  readonly chargeIds: readonly string[];
  readonly customerId: string | null;
}
const nothing: Compared = {
  charges: null,
  refunds: null,
  disputes: null,
  invoices: null,
  booked: 0,
  faults: [],
  chargeIds: [],
  customerId: null,
};

/** What was told late is heard now; told with another amount, it parks the wallet. */
const hear = ({ commands }: Comparing, payer: Payer, type: 'payment_intent' | 'refund' | 'dispute', id: string) =>
  commands.paymentEvents.hear(payerContext('ledger-proofs', payer, 'hear', [type, id]), {
    object: { type, id },
    customerId: null,
    previousCustomerId: null,
  });

/** What the provider has received and given back is what the ledger says, one by one. */
export async function compareLedger(
  parts: Comparing,
  payer: Payer,
  book: AccountBook,
  returns: Returns,
): Promise<Compared> {
  const { commands, now } = parts;
  const received = returns === null ? null : await commands.payments.paidIn(payer, since(now()));
  if (returns === null || received === null) return nothing;
  const settled = now().getTime() - settlesMs;
  let booked = 0;
  const faults: ProofFault[] = [];
  const compare = async (
    type: 'payment_intent' | 'refund' | 'dispute',
    there: readonly Omit<Return, 'chargeId'>[],
    here: ReadonlyMap<string, Movement>,
  ) => {
    for (const { id, amount, at, outcome } of there) {
      const known = here.get(id);
      if (known?.units === amount * unitsPerSmallest && (known.outcome === outcome || outcome === null)) continue;
      if (known === undefined && at.getTime() > settled) continue;
      await hear(parts, payer, type, id);
      if (known === undefined) booked += 1;
    }
  };
  const missing = (kind: ProofFault['kind'], about: string, units: number) =>
    faults.push({ walletId: payer.id, kind, about, expected: units, found: null });

  await compare(
    'payment_intent',
    received.map((one) => ({ ...one, outcome: null })),
    book.charges,
  );
  const own = ({ chargeId }: Return): boolean =>
    chargeId !== null && (book.charges.has(chargeId) || received.some(({ id }) => id === chargeId));
  const [refunds, disputes] = [returns.refunds.filter(own), returns.disputes.filter(own)];
  await compare('refund', refunds, book.refunds);
  await compare('dispute', disputes, book.disputes);

  // A day of its own at the edge: our clock and the provider's differ.
  const edge = new Date(since(now()).getTime() + dayMs).toISOString();
  const recent = (here: ReadonlyMap<string, Movement>, there: readonly { readonly id: string }[]) => {
    const ids = new Set(there.map(({ id }) => id));
    return [...here].filter(([id, { at }]) => at >= edge && !ids.has(id));
  };
  for (const [id, { units }] of recent(book.charges, received)) missing('charge-not-found', id, units);
  // What was booked late is older at the provider than its list goes back.
  for (const [id, { units }] of recent(book.refunds, refunds))
    if ((await commands.payments.returnedAs('refund', id)) === null) missing('refund-not-found', id, units);
  for (const [id, { units }] of recent(book.disputes, disputes))
    if ((await commands.payments.returnedAs('dispute', id)) === null) missing('dispute-not-found', id, units);
  return {
    ...nothing,
    charges: received.length,
    refunds: refunds.length,
    disputes: disputes.length,
    booked,
    faults,
    chargeIds: [...book.charges.keys(), ...received.map(({ id }) => id)],
  };
}

/** A payer's invoices say what the provider's do. What no event told is written first. */
export async function compareInvoices(parts: Comparing, payer: Payer, returns: Returns): Promise<Compared> {
  const { commands, now } = parts;
  if (returns === null) return nothing;
  const settled = new Date(now().getTime() - settlesMs);
  const compare = () => commands.invoices.compare(payer, since(now()), settled);
  let found = await compare();
  if (found === null) return nothing;
  let booked = 0;
  if (found.differences.length > 0) {
    const before = found.differences.length;
    const context = payerContext('ledger-proofs', payer, 'follow-invoices', [settled.toISOString()]);
    await commands.invoices.follow(context, { payer });
    found = (await compare())!;
    booked += before - found.differences.length;
  }
  const { chargeIds, refundIds, compared, differences, customerId, paymentIds } = found;
  const refunds = returns.refunds.filter(({ chargeId }) => chargeId !== null && chargeIds.has(chargeId));
  for (const { id, at } of refunds)
    if (!refundIds.has(id) && at <= settled) {
      await hear(parts, payer, 'refund', id);
      booked += 1;
    }
  const inUnits = (amount: number | null) => (amount === null ? null : amount * unitsPerSmallest);
  const faults = differences.map(({ invoiceId, here, there }): ProofFault => ({
    walletId: payer.id,
    kind: 'invoice-differs',
    about: invoiceId,
    expected: inUnits(here),
    found: inUnits(there),
  }));
  return {
    ...nothing,
    refunds: refunds.length,
    invoices: compared,
    booked,
    faults,
    chargeIds: [...chargeIds, ...paymentIds],
    customerId,
  };
}

/** What the provider took for us and no one here knows of; null: payments are off, or it can't be asked now. */
export async function findUnmatched(
  { commands, now }: Comparing,
  known: Pick<KnownPayments, 'chargeIds' | 'customerIds' | 'skippedPayers'>,
  returns: Returns,
): Promise<FinishedProof['unmatched']> {
  const refunded = new Map<string, number>();
  for (const { chargeId, amount } of returns?.refunds ?? [])
    if (chargeId !== null) refunded.set(chargeId, (refunded.get(chargeId) ?? 0) + amount);
  const settled = new Date(now().getTime() - settlesMs);
  const found = await commands.payments.unmatchedCharges(since(now()), settled, { ...known, refunded });
  return found === null ? null : { count: found.length, charges: found.slice(0, mostUnmatched) };
}
const mostUnmatched = 100;
