import {
  type Invoice,
  PaymentOutcomeUnknown,
  PaymentRefused,
  type Payments,
  PaymentsUnavailable,
} from '../../adapters/payments/port.ts';
import type { InvoiceLine } from '../../domain/invoices/events.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { PlanSection } from '../../domain/plans/fields.ts';
import { streams } from '../../domain/streams.ts';
import { afterPeriod } from '../../domain/subscriptions/change.ts';
import {
  isLive,
  type ScheduledChange,
  type Subscription,
  Subscriptions,
} from '../../domain/subscriptions/subscriptions.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { question } from '../kernel/command.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';
import { type Place, placeOf } from '../payments/account.ts';

/** What a subscription is charged next. Amounts in the currency's smallest unit. */
export interface NextInvoice {
  readonly subscriptionId: string;
  readonly section: PlanSection;
  /** Of the plan that is charged. */
  readonly name: string;
  /** `estimate`: the provider didn't answer; it is the price of the plan, without discounts and tax. */
  readonly source: 'provider' | 'estimate';
  readonly at: string;
  readonly currency: string;
  readonly lines: readonly Omit<InvoiceLine, 'lineId' | 'priceId'>[];
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  /** After what the payer has left over, or with what it owes from before. */
  readonly due: number;
}

/** A preview changes only with the subscription, except for what an operator adds at the provider. */
const keptMs = 10 * 60_000;
/** So long no one waits again for a provider that didn't answer. */
const missedMs = 30_000;
const kept = 1_000;
interface Kept {
  readonly until: number;
  readonly found: Promise<Invoice | null | 'missed'>;
}
const previews = new WeakMap<Payments, Map<string, Kept>>();

const iso = (date: Date): string => date.toISOString();
/** Nothing is charged for these before the payer has paid or resumed. */
const waits: ReadonlySet<string> = new Set(['incomplete', 'paused', 'unpaid']);

/** The next invoice of each subscription of a payer, the soonest first: by the provider's preview. */
export const nextInvoices = question(
  async (world: CommandServices, context: CommandContext, payer: Payer): Promise<readonly NextInvoice[]> => {
    const place = await placeOf(world, context, payer);
    const payments = world.payments ?? null;
    if (payments === null) return [];
    const { state, revision } = await accountOf(world, place);
    const live = [...state.all.values()].filter((one) => isLive(one) && !waits.has(one.status));
    const found = await Promise.all(
      live.map(async (one) => {
        const preview = await previewOf(payments, one.subscriptionId, revision, world.now().getTime());
        const next = state.scheduled.get(one.subscriptionId);
        return (
          preview === 'missed' ? estimateOf(one, next)
          : preview === null ? null
          : invoiceOf(preview, one, next)
        );
      }),
    );
    return found.filter((one) => one !== null).toSorted((one, other) => (one.at < other.at ? -1 : 1));
  },
);

async function accountOf(world: CommandServices, { payer }: Place) {
  const events = await world.events.read(streams.subscriptions(payer.id));
  return { state: stateOf(Subscriptions, events), revision: events.length };
}

/** The provider's preview, asked for once per subscription and state of the payer's subscriptions. */
async function previewOf(payments: Payments, subscriptionId: string, revision: number, now: number) {
  const own = previews.get(payments) ?? new Map<string, Kept>();
  previews.set(payments, own);
  const key = `${subscriptionId} ${revision}`;
  const before = own.get(key);
  if (before !== undefined && before.until > now) return before.found;
  const found = asked(payments, subscriptionId);
  own.delete(key);
  own.set(key, { until: now + keptMs, found });
  for (const oldest of own.keys()) {
    if (own.size <= kept) break;
    own.delete(oldest);
  }
  try {
    if ((await found) === 'missed') own.set(key, { until: now + missedMs, found });
  } catch (error) {
    own.delete(key);
    throw error;
  }
  return found;
}

async function asked(payments: Payments, subscriptionId: string): Promise<Invoice | null | 'missed'> {
  try {
    return await payments.invoices.next(subscriptionId);
  } catch (error) {
    const isMissed =
      error instanceof PaymentsUnavailable || error instanceof PaymentOutcomeUnknown || error instanceof PaymentRefused;
    if (isMissed) return 'missed';
    throw error;
  }
}

function invoiceOf(
  { currency, lines, subtotal, tax, total, amountDue, periodEnd }: Invoice,
  one: Subscription,
  next: ScheduledChange | undefined,
): NextInvoice {
  return {
    ...headOf(one, next),
    source: 'provider',
    at: iso(periodEnd),
    currency: currency.toUpperCase(),
    lines: lines.map(({ description, quantity, amount, isProration, periodStart, periodEnd: end }) => ({
      description: description ?? one.terms.name,
      quantity,
      amount,
      isProration,
      periodStart: iso(periodStart),
      periodEnd: iso(end),
    })),
    subtotal,
    discount: total - tax - subtotal,
    tax,
    total,
    due: amountDue,
  };
}

const headOf = ({ subscriptionId, section, terms }: Subscription, next: ScheduledChange | undefined) => ({
  subscriptionId,
  section,
  name: (next?.terms ?? terms).name,
});

/** Null: it ends before. */
function estimateOf(one: Subscription, next: ScheduledChange | undefined): NextInvoice | null {
  if (one.cancelAt !== null) return null;
  const { name, amount, currency, interval } = next?.terms ?? one.terms;
  const at = one.status === 'trialing' ? (one.trialEnd ?? one.periodEnd) : one.periodEnd;
  const periodEnd = iso(afterPeriod(new Date(at), interval));
  return {
    ...headOf(one, next),
    source: 'estimate',
    at,
    currency,
    lines: [{ description: name, quantity: 1, amount, isProration: false, periodStart: at, periodEnd }],
    subtotal: amount,
    discount: 0,
    tax: 0,
    total: amount,
    due: amount,
  };
}
