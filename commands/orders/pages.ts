import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { AgencyId, OrderPageId, PlanId } from '../../domain/kernel/ids.ts';
import { Buyer, pageFields } from '../../domain/orders/fields.ts';
import * as pages from '../../domain/orders/pages.ts';
import { Plans } from '../../domain/plans/plans.ts';
import { streams } from '../../domain/streams.ts';
import { platform } from '../kernel/caller.ts';
import { type Call, decision, edit } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

const refuse = (field: string, message: string) =>
  new DomainError('validation_failed', message, { [field]: [message] });
const place = { stream: streams.orderPages(), tenant: platformTenant };

async function checkBrand({ world }: Call, brandId: string | null): Promise<void> {
  if (brandId === null) return;
  if (stateOf(Agency, await world.events.read(streams.agency(AgencyId.parse(brandId)))).status !== 'active')
    throw refuse('brand_id', 'This agency does not exist.');
}

/** Add-ons are bought by those who have an account; a page sells a plan. */
async function checkPlan({ world }: Call, buyer: Buyer, planId: PlanId | null): Promise<void> {
  if (planId === null) return;
  const plan = stateOf(Plans, await world.events.read(streams.plans(buyer))).get(planId);
  if (plan?.isForSale !== true || plan.section !== 'plan') throw refuse('plan_id', 'This plan is not for sale.');
}

const common = { by: platform, aggregate: pages.OrderPages } as const;

export const createOrderPage = decision({
  ...common,
  input: z.object({ orderPageId: OrderPageId, buyer: Buyer, planId: PlanId.nullable(), ...pageFields }),
  async at(call, { brandId, buyer, planId }) {
    await checkBrand(call, brandId);
    await checkPlan(call, buyer, planId);
    return place;
  },
  decide: pages.createPage,
});

/** Orders under way pay what the page said when they began, or are told that it has changed. */
export const changeOrderPage = edit({
  ...common,
  input: z.object({ orderPageId: OrderPageId, ...pageFields, revision: revision.nullable() }),
  async at(call, { brandId }) {
    await checkBrand(call, brandId);
    return place;
  },
  form: ({ orderPageId }) => pages.pageForm(orderPageId),
  decide: ({ revision: _, ...written }, state) => pages.changePage(written, state),
});

export const deleteOrderPage = decision({
  ...common,
  input: z.object({ orderPageId: OrderPageId }),
  at: () => place,
  decide: pages.deletePage,
});
