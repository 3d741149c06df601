import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext, CommandOutcome } from '../../commands/kernel/caller.ts';
import { namespaces, OrderPageId, uuidV5 } from '../../domain/kernel/ids.ts';
import { usd } from '../../domain/kernel/money.ts';
import { planIdOf } from './plans.ts';

const plans = [
  { buyer: 'agency', plan: 'Starter', slug: 'starter', headline: 'Start your texting agency' },
  { buyer: 'agency', plan: 'Growth', slug: 'growth', headline: 'Grow under your own brand' },
  { buyer: 'business', plan: 'Counter', slug: 'counter', headline: 'Texts that bring guests back' },
  { buyer: 'business', plan: 'Main Street', slug: 'main-street', headline: 'Texts that bring guests back' },
  { buyer: 'business', plan: 'Main Street, yearly', slug: 'main-street-yearly', headline: 'Two months free' },
] as const;
const common = { text: 'Cancel any time. No setup fee.', termsUrl: null, isOpen: true } as const;

/**
 * The order pages of the demo: plans on the platform's own host, one for businesses on the host of the demo's agency,
 * and a setup that is paid once.
 */
export async function orderDemo(
  { orders }: Pick<Commands, 'orders'>,
  context: (...of: string[]) => CommandContext,
  agencyId: string,
): Promise<readonly CommandOutcome<unknown>[]> {
  const outcomes: CommandOutcome<unknown>[] = [];
  const open = async (page: Omit<Parameters<typeof orders.createPage>[1], 'orderPageId'>) => {
    const place = `${page.brandId ?? 'platform'}/${page.slug}`;
    const orderPageId = OrderPageId.parse(uuidV5(namespaces.command, 'demo', 'order-page', place));
    outcomes.push(await orders.createPage(context('order-page', place), { ...page, orderPageId }));
  };
  for (const { buyer, plan, slug, headline } of plans)
    await open({ ...common, buyer, planId: planIdOf(buyer, plan), slug, headline, brandId: null, product: null });
  await open({
    ...common,
    buyer: 'business',
    planId: planIdOf('business', 'Main Street'),
    slug: 'main-street',
    headline: 'Texts that bring guests back',
    brandId: agencyId,
    product: null,
  });
  await open({
    ...common,
    buyer: 'business',
    planId: null,
    slug: 'setup',
    headline: 'We set it all up for you',
    text: 'Pay once. Choose a plan when you’re ready to send.',
    brandId: null,
    product: {
      name: 'Guided setup',
      description: 'Your number, your first campaign and your team, in one call.',
      amount: 29_900,
      currency: usd,
      isFunds: false,
    },
  });
  return outcomes;
}
