import { z } from 'zod';
import type { Discount } from '../../adapters/payments/port.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { afterPeriod, discounted, quoteHoldsMs } from '../../domain/subscriptions/change.ts';
import { currentOf } from '../../domain/subscriptions/subscriptions.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask, paymentsOf } from '../payments/account.ts';
import { checkChange, checkedDate } from './change.ts';
import { lookedUp } from './place.ts';
import { priceOf, type Sold } from './prices.ts';
import { discountOf, soldNow, trialDaysOf, whatIsBought } from './subscribe.ts';

/** What a wish to subscribe costs, today and at the renewal. Amounts in the currency's smallest unit. */
export interface Quote {
  readonly kind: 'new' | 'upgrade' | 'downgrade' | 'unchanged';
  readonly sold: Sold;
  /** The change is reckoned for this instant; null: it is no change. */
  readonly prorationDate: Date | null;
  /** The amounts hold until then. */
  readonly holdsUntil: Date;
  readonly dueNow: number;
  readonly lines: readonly { readonly description: string; readonly amount: number }[];
  readonly nextAmount: number;
  readonly nextAt: Date;
  readonly discount: Discount | null;
}

const dayMs = 86_400_000;

/** Says before anything is bought what it costs now and at the renewal. Nothing changes. */
export const quote = command({
  input: z.object({
    payer: Payer,
    what: whatIsBought,
    coupon: z.string().trim().min(1).max(100).nullable().default(null),
  }),
  by: ['agency', 'business'],
  async run({ world, context }, { payer, what, coupon }) {
    const { place, state } = await lookedUp(world, context, payer);
    const sold = await soldNow(world, payer, what);
    const current = currentOf(state.all.values(), sold.section);
    const now = world.now();
    const held = { sold, holdsUntil: new Date(now.getTime() + quoteHoldsMs) };
    const { amount, interval, name } = sold.terms;
    const answer = (made: Quote) => startUnitOfWork(world, context, { tenant: place.tenant }).outcome(made);
    if (current === null || current.status === 'incomplete') {
      const discount = await discountOf(world, coupon);
      const trialDays = trialDaysOf(state, sold);
      const first = discounted(amount, discount);
      return answer({
        ...held,
        kind: 'new',
        prorationDate: null,
        dueNow: trialDays > 0 ? 0 : first,
        lines: trialDays > 0 ? [] : [{ description: name, amount: first }],
        nextAmount: trialDays > 0 || discount?.duration !== 'once' ? first : amount,
        nextAt: trialDays > 0 ? new Date(now.getTime() + trialDays * dayMs) : afterPeriod(now, interval),
        discount,
      });
    }
    const renewal = new Date(current.periodEnd);
    const none = { ...held, dueNow: 0, lines: [], discount: null, nextAmount: amount, nextAt: renewal };
    if (current.planId === sold.planId && current.version === sold.version)
      return answer({ ...none, kind: 'unchanged', prorationDate: null });
    if (checkChange(current, sold) === 'downgrade') return answer({ ...none, kind: 'downgrade', prorationDate: null });
    const prorationDate = checkedDate(null, now, current);
    const priceId = await priceOf(world, context, payer.kind, sold);
    const items = [{ itemId: current.itemId, priceId }];
    const change = { items, prorate: 'now', prorationDate } as const;
    const invoice = await ask(() => paymentsOf(world).subscriptions.preview(current.subscriptionId, change));
    const isNewInterval = current.terms.interval !== interval && current.status !== 'trialing';
    const isTrial = current.status === 'trialing';
    return answer({
      ...none,
      kind: 'upgrade',
      prorationDate,
      dueNow: isTrial ? 0 : invoice.amountDue,
      lines:
        isTrial ? [] : invoice.lines.map((line) => ({ description: line.description ?? name, amount: line.amount })),
      nextAt: isNewInterval ? afterPeriod(prorationDate, interval) : renewal,
    });
  },
});
