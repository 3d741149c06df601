import type { Aggregate } from '../kernel/decider.ts';
import { planQuantities } from '../plans/fields.ts';
import { PayerAlertsChanged, type PayerAlertEvent } from './events.ts';
import { type AlertKind, alertKinds, type Thresholds } from './fields.ts';
import { alertPercents } from './alerts.ts';

/** Of what the plan includes, until a payer chooses others. A balance has no whole that a per cent could be of. */
const unchosen: Thresholds = Object.fromEntries(
  alertKinds.map((kind) => [kind, { percents: kind === 'balance' ? [] : [...alertPercents], numbers: [] }]),
) as unknown as Thresholds;

/** When the people of a payer are told of its usage. */
export const PayerAlerts: Aggregate<Thresholds, PayerAlertEvent> = {
  initial: unchosen,
  evolve: (_, event) => event.data.thresholds,
};

const sorted = (given: readonly number[]): number[] => [...new Set(given)].toSorted((one, other) => one - other);
const inOrder = (thresholds: Thresholds): Thresholds =>
  Object.fromEntries(
    alertKinds.map((kind) => {
      const { percents, numbers } = thresholds[kind];
      return [kind, { percents: kind === 'balance' ? [] : sorted(percents), numbers: sorted(numbers) }];
    }),
  ) as unknown as Thresholds;

/** What is so already is no news. */
export function changeAlerts(
  { payer, thresholds }: Pick<PayerAlertEvent['data'], 'payer' | 'thresholds'>,
  before: Thresholds,
): readonly PayerAlertEvent[] {
  const wanted = inOrder(thresholds);
  if (JSON.stringify(wanted) === JSON.stringify(inOrder(before))) return [];
  return [PayerAlertsChanged.create({ payer, thresholds: wanted })];
}

/**
 * How much of each kind was used this month, or is had now. `included`: in the plan; null: without bound; of nothing there is no per cent.
 * `balance`: what can be spent, in the smallest unit; null: there is no wallet.
 */
export interface PayerFigures {
  readonly used: Readonly<Record<Exclude<AlertKind, 'balance'>, number>>;
  readonly included: Readonly<Record<Exclude<AlertKind, 'balance'>, number | null>>;
  readonly balance: number | null;
}
/** A threshold that was reached. */
export interface Reached {
  readonly kind: AlertKind;
  readonly by: 'percent' | 'number';
  readonly threshold: number;
}

/** Of each kind the highest per cent and the highest number that was reached, of the balance the lowest it is below. */
export function reached(thresholds: Thresholds, { used, included, balance }: PayerFigures): readonly Reached[] {
  const found = planQuantities.flatMap((kind): Reached[] => {
    if (kind === 'numbers') return [];
    const { percents, numbers } = thresholds[kind];
    const limit = included[kind];
    const percent =
      limit === null || limit === 0 ? undefined : sorted(percents).findLast((one) => used[kind] * 100 >= limit * one);
    const number = sorted(numbers).findLast((one) => used[kind] >= one);
    return [
      ...(percent === undefined ? [] : [{ kind, by: 'percent' as const, threshold: percent }]),
      ...(number === undefined ? [] : [{ kind, by: 'number' as const, threshold: number }]),
    ];
  });
  const below = balance === null ? undefined : sorted(thresholds.balance.numbers).find((one) => balance < one);
  return below === undefined ? found : [...found, { kind: 'balance', by: 'number', threshold: below }];
}

/** What the month's limit of a business that pays for itself says already at 90 and at 100 per cent. */
export const saidByLimit = (
  { kind, by, threshold }: Reached,
  limits: { readonly messages: number | null; readonly contacts: number | null },
): boolean =>
  by === 'percent' &&
  (alertPercents as readonly number[]).includes(threshold) &&
  ((kind === 'contacts' && limits.contacts !== null) ||
    ((kind === 'messages' || kind === 'mms') && limits.messages !== null));

const nouns = {
  messages: 'text segments',
  mms: 'picture messages',
  emails: 'emails',
  contacts: 'contacts',
  minutes: 'call minutes',
} as const;
const count = (of: number): string => of.toLocaleString('en-US');

/** What people of the payer are told. `money`: writes an amount of the wallet's currency. */
export function payerAlertWords(
  { kind, by, threshold }: Reached,
  { used, included, balance }: PayerFigures,
  money: (amount: number) => string,
): { readonly title: string; readonly content: string } {
  if (kind === 'balance')
    return {
      title: `Your wallet is below ${money(threshold)}`,
      content: `Your balance is ${money(balance ?? 0)}. Add funds so that texts keep going out.`,
    };
  const [noun, limit] = [nouns[kind], included[kind]];
  const ofPlan = limit === null ? '' : ` of the ${count(limit)} in your plan`;
  return {
    title:
      by === 'number' ? `You’ve reached ${count(threshold)} ${noun}`
      : threshold === 100 ? `You’ve used all the ${noun} in your plan`
      : `You’ve used ${threshold}% of the ${noun} in your plan`,
    content:
      kind === 'contacts' ?
        `You have ${count(used[kind])} contacts${ofPlan}. See what more costs under Subscription.`
      : `You’ve used ${count(used[kind])} ${noun}${ofPlan} this month. See what more costs under Subscription.`,
  };
}
