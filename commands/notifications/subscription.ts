import { z } from 'zod';
import { type Currency, formatMoney } from '../../domain/kernel/money.ts';
import { PlanMoveId } from '../../domain/kernel/ids.ts';
import { Payer, payerKey } from '../../domain/payments/payer.ts';
import { PlanInterval, type PlanSection } from '../../domain/plans/fields.ts';
import { streams } from '../../domain/streams.ts';
import { moveWhens } from '../../domain/subscriptions/fields.ts';
import { currentOf, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import { standingOf } from '../directory/payer-standing.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { tell } from './notice.ts';
import { tellPayer, tenantOf } from './payer-notice.ts';

const placeOf = (payer: Payer, section: PlanSection): string =>
  `/${payer.kind}/${
    section === 'livechat' ? 'two-way'
    : section === 'loop' ? 'loop'
    : 'subscription'
  }`;

const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Until when the payer needs no subscription, and what to do until then. */
export const trialGranted = command({
  input: z.object({ payer: Payer, endsAt: z.iso.datetime() }),
  by: ['system'],
  run: ({ world, context }, { payer, endsAt }) =>
    tell(world, context, tenantOf(payer), [
      {
        of: ['trial-granted', payerKey(payer)],
        kind: 'subscription',
        audience: payer.kind,
        targetId: payer.id,
        title: 'Your 30-day trial has started',
        content: `Everything works as before until ${dayOf(endsAt)}. Choose a plan by then to keep sending.`,
        link: placeOf(payer, 'plan'),
      },
    ]),
});

/** What the payer's plan costs from when on, since the operator has changed it. */
export const planMoved = command({
  input: z.object({
    payer: Payer,
    moveId: PlanMoveId,
    name: z.string(),
    fromAmount: z.int(),
    amount: z.int(),
    currency: z.string(),
    interval: PlanInterval,
    when: z.enum(moveWhens),
    at: z.iso.datetime(),
  }),
  by: ['system'],
  run({ world, context }, { payer, moveId, name, fromAmount, amount, currency, interval, when, at }) {
    const price = (of: number) => `${formatMoney({ amount: of, currency: currency as Currency })} a ${interval}`;
    const costs =
      fromAmount === amount ?
        `It still costs ${price(amount)}.`
      : `It costs ${price(amount)} instead of ${price(fromAmount)}.`;
    return tellPayer(world, context, payer, {
      of: ['plan-moved', moveId, payerKey(payer)],
      kind: 'subscription',
      title: when === 'now' ? `Your plan ${name} has changed` : `Your plan ${name} changes on ${dayOf(at)}`,
      content: `${costs} See what it includes, or choose another plan, under Subscription.`,
      link: placeOf(payer, 'plan'),
    });
  },
});

/**
 * A renewal was declined, or a subscription has ended: the people of the payer are told, and its owner by email. Once
 * for each subscription and period, and only while it is so: of what was paid or bought again since, no one hears.
 * `refusal`: why the bank refused and what to do; null: no one knows.
 */
export const subscriptionTrouble = command({
  input: z.object({ payer: Payer, subscriptionId: z.string(), refusal: z.string().nullable() }),
  by: ['system'],
  async run({ world, context }, { payer, subscriptionId, refusal }) {
    const tenant = tenantOf(payer);
    const subscriptions = await world.loadState(streams.subscriptions(payer.id), Subscriptions);
    const own = subscriptions.all.get(subscriptionId);
    const failed = own?.status === 'past_due' || own?.status === 'unpaid';
    const ended =
      own !== undefined && own.endedAt !== null && currentOf(subscriptions.all.values(), own.section) === null;
    if (own === undefined || (!failed && !ended)) return startUnitOfWork(world, context, { tenant }).outcome(undefined);
    const { section, terms, periodStart } = own;
    const isBlocked = (await standingOf(world, tenant))?.isBlocked != null;
    const whatToDo =
      refusal === null ? 'Update your card, then pay the open invoice.' : `${refusal} Then pay the open invoice.`;
    const said =
      failed ?
        {
          of: ['payment-failed', payerKey(payer), subscriptionId, periodStart],
          title: 'Your last payment failed',
          content: `We couldn’t charge your card for ${terms.name}.${
            isBlocked ? ' Nothing is sent until it’s paid.' : ''
          } ${whatToDo}`,
        }
      : {
          of: ['subscription-ended', payerKey(payer), subscriptionId],
          title: `${terms.name} has ended`,
          content:
            isBlocked ?
              'Nothing is sent or published anymore. Your data stays, and you can export it. Choose a plan to continue.'
            : 'You’re no longer charged for it. You can subscribe again at any time.',
        };
    return tellPayer(world, context, payer, { ...said, kind: 'subscription', link: placeOf(payer, section) });
  },
});
