import type { z } from 'zod';
import { AgencyId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { asked } from '../../domain/kernel/list.ts';
import type { Buyer } from '../../domain/orders/fields.ts';
import { maxPlans } from '../../domain/plans/fields.ts';
import { planList } from '../../domain/plans/list.ts';
import { brandUrl } from '../../domain/whitelabels/redemption-url.ts';
import type { OrderPageView } from '../../projections/orders/queries.ts';
import type { PlanView } from '../../projections/plans/queries.ts';
import { orderCalls, type UpdateOrderPage } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { wholeReply } from '../kernel/list.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentOffer, presentOrderPage } from '../present/orders.ts';

const shown = ['orders'];
const gone = () => notFound('This order page does not exist.');

/** The fields of the form as the commands take them. */
const fieldsOf = ({
  brand_id,
  terms_url,
  is_open,
  product,
  ...body
}: Omit<z.output<typeof UpdateOrderPage>, 'revision'>) => ({
  slug: body.slug,
  headline: body.headline,
  text: body.text,
  brandId: brand_id,
  termsUrl: terms_url,
  isOpen: is_open,
  product:
    product === null ? null : (
      {
        name: product.name,
        description: product.description,
        amount: product.amount,
        currency: product.currency,
        isFunds: product.is_funds,
      }
    ),
});

/** The address of each brand that has pages. */
async function brandUrls({ config, brands, readModels }: ApiParts, pages: readonly OrderPageView[]) {
  const place = { publicUrl: config.publicUrl, platformDomain: brands.platform.domain };
  const agencies = [...new Set(pages.flatMap(({ terms }) => terms.brandId ?? []))];
  const urls = new Map(
    await Promise.all(
      agencies.map(async (id) => [id, brandUrl(await readModels.whitelabel(AgencyId.parse(id)), place)] as const),
    ),
  );
  return (brandId: string | null) => (brandId === null ? config.publicUrl : urls.get(brandId)!);
}

const plansFor = async ({ readModels }: ApiParts, buyer: Buyer): Promise<ReadonlyMap<string, PlanView>> => {
  const { data } = await readModels.plans(buyer, asked(planList, { section: 'plan', perPage: maxPlans }));
  return new Map(data.map((plan) => [plan.id, plan]));
};

/** What a host sells at an address, or to all agencies or businesses. */
async function openPages({ parts, request, params }: Call<{ readonly id: string }>): Promise<readonly OrderPageView[]> {
  const brandId = await parts.brands.agencyOf(request.host);
  if (params.id === 'agency' || params.id === 'business') return parts.readModels.openPlanPages(brandId, params.id);
  const page = await parts.readModels.openOrderPage(brandId, params.id.toLowerCase());
  return page === null ? [] : [page];
}

export const orderRoutes = [
  route(orderCalls['GET /order-pages'], async ({ parts }) => {
    const pages = await parts.readModels.orderPages();
    const urlOf = await brandUrls(parts, pages);
    return wholeReply(pages.map((page) => presentOrderPage(page, `${urlOf(page.terms.brandId)}/p/${page.terms.slug}`)));
  }),

  route(orderCalls['POST /order-pages'], async (call) => {
    const context = call.context();
    const id = uuidV5(namespaces.command, context.commandId, 'order-page');
    const { buyer, plan_id: planId } = call.body;
    const page = { orderPageId: id, buyer, planId, ...fieldsOf(call.body) };
    const { position } = await call.parts.commands.orders.createPage(context, page);
    await call.settled(position, shown);
    return { success: true as const, message: 'The order page is ready.', data: { id } };
  }),

  route(orderCalls['PUT /order-pages/{id}'], async (call) => {
    const { position, result } = await call.parts.commands.orders.changePage(call.context(), {
      orderPageId: call.params.id,
      revision: call.body.revision,
      ...fieldsOf(call.body),
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The order page is saved.', data: { revision: result.revision } };
  }),

  route(orderCalls['DELETE /order-pages/{id}'], async (call) => {
    const { position } = await call.parts.commands.orders.deletePage(call.context(), { orderPageId: call.params.id });
    await call.settled(position, shown);
    return { success: true as const, message: 'The order page is gone.' };
  }),

  route(orderCalls['GET /order-page/{id}'], async (call) => {
    const { parts } = call;
    const pages = await openPages(call);
    const [first] = pages;
    if (first === undefined) throw gone();
    const plans = await plansFor(parts, first.buyer);
    const offers = pages.flatMap((page) => presentOffer(page, plans.get(page.planId ?? '') ?? null) ?? []);
    if (offers.length === 0) throw gone();
    const { headline, text, termsUrl } = first.terms;
    const { cardForm = null } = parts.config;
    return {
      data: {
        buyer: first.buyer,
        headline,
        text,
        terms_url: termsUrl,
        can_order: cardForm !== null,
        offers: offers.toSorted((one, other) => one.amount - other.amount),
      },
    };
  }),
];
