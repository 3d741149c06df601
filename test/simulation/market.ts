import type { Commands } from '../../commands/catalogue.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import { OrderPageId, PlanId, UserId } from '../../domain/kernel/ids.ts';
import { usd } from '../../domain/kernel/money.ts';
import type { PlanKind, PlanSection } from '../../domain/plans/fields.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { Chance } from './engine/chance.ts';

/** Something that is for sale. */
export interface SimulatedPlan {
  readonly planId: PlanId;
  readonly kind: PlanKind;
  readonly section: PlanSection;
  readonly name: string;
  readonly amount: number;
  readonly interval: 'month' | 'year';
  readonly trialDays: number;
  /** It charges for contacts beyond these; null: it doesn't ask how many there are. */
  readonly contacts: number | null;
}
/** Where someone new orders; without a plan something that is paid once. */
export interface SimulatedOrderPage {
  readonly orderPageId: OrderPageId;
  readonly buyer: PlanKind;
  readonly plan: SimulatedPlan | null;
  readonly amount: number;
}
/** Who works at the bakery, and signs in with a password. */
export interface SimulatedMember {
  readonly userId: UserId;
  readonly email: string;
  readonly password: string;
}
/** What a story of subscriptions is about besides its payers. */
export interface Market {
  readonly plans: readonly SimulatedPlan[];
  readonly pages: readonly SimulatedOrderPage[];
  readonly member: SimulatedMember;
}

/** `contacts`: so many are included in plans, and more are charged; null: nobody counts them. */
export function createMarket(chance: Chance, contacts: number | null): Market {
  const planOf = (
    kind: PlanKind,
    section: PlanSection,
    name: string,
    amount: number,
    { interval = 'month', trialDays = 0 }: { readonly interval?: 'month' | 'year'; readonly trialDays?: number } = {},
  ): SimulatedPlan => ({
    planId: PlanId.parse(chance.uuid()),
    kind,
    section,
    name,
    amount,
    interval,
    trialDays,
    contacts: section === 'plan' ? contacts : null,
  });
  const plans = (['agency', 'business'] as const).flatMap((kind) => [
    planOf(kind, 'plan', 'Starter', 4_900),
    planOf(kind, 'plan', 'Growth', 9_900, { trialDays: kind === 'agency' ? 14 : 0 }),
    planOf(kind, 'plan', 'Growth for a year', 99_000, { interval: 'year' }),
    planOf(kind, 'livechat', 'Live chat', 1_900),
  ]);
  const pageOf = (buyer: PlanKind, plan: SimulatedPlan | null): SimulatedOrderPage => ({
    orderPageId: OrderPageId.parse(chance.uuid()),
    buyer,
    plan,
    amount: plan?.amount ?? 25_000,
  });
  return {
    plans,
    pages: [
      pageOf(
        'business',
        plans.find(({ kind }) => kind === 'business')!,
      ),
      pageOf('agency', plans[1]!),
      pageOf('business', null),
    ],
    member: { userId: UserId.parse(chance.uuid()), email: 'dora@example.test', password: 'four words of Dora' },
  };
}

/** Of one contact more, in ledger units. */
const contactPrice = 30_000;

export async function settleMarket(
  { plans, orders, agencies, businesses, users }: Commands,
  market: Market,
  payers: readonly { readonly payer: Payer }[],
  context: () => CommandContext,
): Promise<void> {
  const unlimited = { messages: null, mms: null, emails: null, contacts: null, numbers: null, minutes: null };
  const noMore = {
    overageMessages: null,
    overageMms: null,
    overageEmails: null,
    overageContacts: null,
    overageNumbers: null,
    overageMinutes: null,
  };
  for (const plan of market.plans)
    await plans.createPlan(context(), {
      ...unlimited,
      ...noMore,
      ...plan,
      overageContacts: plan.contacts === null ? null : contactPrice,
      description: '',
      currency: usd,
      features: [],
    });
  for (const [nth, { orderPageId, buyer, plan, amount }] of market.pages.entries())
    await orders.createPage(context(), {
      orderPageId,
      buyer,
      planId: plan?.planId ?? null,
      slug: `page-${nth}`,
      brandId: null,
      headline: 'Start today',
      text: '',
      termsUrl: null,
      isOpen: true,
      product: plan === null ? { name: 'Setup', description: '', amount, currency: usd, isFunds: false } : null,
    });
  for (const { payer } of payers)
    if (payer.kind === 'agency')
      await agencies.setBilling(context(), {
        agencyId: payer.id,
        revision: null,
        freeFee: false,
        freeNumbers: 0,
        freeMessages: 0,
        freeCalls: 0,
      });
    else {
      await businesses.setBilling(context(), {
        businessId: payer.id,
        revision: null,
        monthlyMessages: null,
        contactLimit: null,
        freeFee: false,
      });
      const { password, ...member } = market.member;
      await users.registerUser(context(), {
        ...member,
        role: 'Business',
        agencyId: null,
        businessId: payer.id,
        firstName: 'Dora',
        lastName: 'Lee',
        password,
      });
    }
}
