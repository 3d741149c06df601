import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { AgencyId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { asked } from '../../domain/kernel/list.ts';
import type { Buyer } from '../../domain/orders/fields.ts';
import { maxPlans } from '../../domain/plans/fields.ts';
import { planList } from '../../domain/plans/list.ts';
import { brandUrl } from '../../domain/whitelabels/redemption-url.ts';
import type { OrderPageView } from '../../projections/orders/queries.ts';
import type { PlanView } from '../../projections/plans/queries.ts';
import {
  type BeginOrder,
  type ContinueOrder,
  orderCalls,
  type OrderRequest,
  type OrderState,
  type UpdateOrderPage,
} from '../contract/index.ts';
import { clientOf, deviceOf } from '../kernel/client-address.ts';
import { commandContext, correlationIdOf, publicCaller } from '../kernel/context.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { wholeReply } from '../kernel/list.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { type Call, route } from '../kernel/route.ts';
import { openSession } from './open-session.ts';
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

type OrderCall = Call<unknown, unknown, z.output<typeof OrderRequest>>;
type Sells = 'agency' | 'business' | 'once';

const reply = (
  { config }: ApiParts,
  state: Pick<OrderState, 'order' | 'status'> & Partial<OrderState>,
): { data: OrderState } => {
  const form = config.cardForm!;
  return {
    data: {
      client_secret: null,
      payment_method: null,
      due_today: null,
      due_later: null,
      access_token: null,
      publishable_key: form.publishableKey,
      form_url: form.sandboxUrl === null ? null : `${form.sandboxUrl}/stripe/elements`,
      ...state,
    },
  };
};

/**
 * Buyers are told before they enter a card that their address has an account. A client that tries more addresses than
 * a person has is told only after a card, like all clients beyond what they may try together.
 */
async function mayTellTaken({ parts, ip }: OrderCall): Promise<boolean> {
  const hour = 60 * 60_000;
  try {
    await parts.rateLimits.take([
      { key: `order-address:${clientOf(ip)}`, max: 5, windowMs: hour },
      { key: 'order-address', max: 300, windowMs: hour },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** Begins an order at a page of this host that sells what the call is for. */
async function begin(call: OrderCall, sells: Sells, body: z.output<typeof BeginOrder>) {
  const { parts, request, ip } = call;
  const page = await parts.readModels.openOrderPage(await parts.brands.agencyOf(request.host), body.page);
  if (page === null || (page.planId === null ? 'once' : page.buyer) !== sells) throw gone();
  // Each is a customer at the payment provider.
  await parts.rateLimits.take([
    { key: `order:${clientOf(ip)}`, max: 20, windowMs: 10 * 60_000 },
    { key: `order-for:${body.email.toLowerCase()}`, max: 20, windowMs: 60 * 60_000 },
  ]);
  const { result } = await parts.commands.orders.start(call.context(), {
    orderPageId: page.id,
    version: body.version,
    tellsTaken: await mayTellTaken(call),
    email: body.email,
    firstName: body.first_name,
    lastName: body.last_name,
    company: body.company,
    password: body.password,
    timezone: body.timezone,
    coupon: body.coupon,
  });
  const { orderId, clientSecret, due } = result;
  return reply(parts, {
    order: parts.identifiers.token('order', orderId),
    status: 'card',
    client_secret: clientSecret,
    due_today: due.today,
    due_later: due.later,
  });
}

/** Goes on with an order. Whoever has its token is its buyer. */
async function goOn(call: OrderCall, { order, payment_method, device }: z.output<typeof ContinueOrder>) {
  const { parts, ip, request } = call;
  const orderId = parts.identifiers.idOf('order', order);
  if (orderId === null) throw notFound('This order does not exist.');
  // Each card is a try at a bank.
  await parts.rateLimits.take([
    { key: `order-look:${orderId}`, max: 120, windowMs: 60 * 60_000 },
    ...(payment_method === null ?
      []
    : [
        { key: `order-card:${orderId}`, max: 10, windowMs: 60 * 60_000 },
        { key: `order-cards:${clientOf(ip)}`, max: 20, windowMs: 60 * 60_000 },
      ]),
  ]);
  const paid = await parts.commands.orders.pay(call.context(), { orderId, methodId: payment_method });
  const standing = paid.result;
  if (standing.kind === 'refused') throw refusalOf(standing);
  if (standing.kind === 'confirm')
    return reply(parts, {
      order,
      status: 'confirm',
      client_secret: standing.clientSecret,
      payment_method: standing.methodId,
    });
  if (standing.kind === 'open') {
    const secret = await parts.commands.orders.cardSecret(call.context(), { orderId });
    return reply(parts, { order, status: 'card', client_secret: secret.result.clientSecret });
  }
  if (standing.kind !== 'completed') return reply(parts, { order, status: standing.kind });
  const sessionId = randomUUID();
  const context = commandContext(publicCaller('order'), correlationIdOf(request));
  const signed = await parts.commands.orders.signIn(context, {
    orderId,
    sessionId,
    ipAddress: ip,
    device: deviceOf(device, ip),
  });
  if (signed.result === null) return reply(parts, { order, status: 'done' });
  const setupOnly = await parts.commands.users.secondFactorRequired(signed.result.role);
  const position = signed.position;
  const { access_token: token } = await openSession(call, { sessionId, ...signed.result }, position, { setupOnly });
  if (position !== null)
    await parts.waitFor(position, {
      timeoutMs: parts.config.readModelWaitMs ?? 2_000,
      projectors: ['users', 'agencies', 'businesses'],
    });
  return reply(parts, { order, status: 'done', access_token: token });
}

const refusalOf = ({
  field,
  message,
}: {
  readonly field: 'email' | 'payment_method' | 'page';
  readonly message: string;
}) =>
  field === 'page' ?
    new ApiError('overtaken', message)
  : new ApiError(field === 'email' ? 'email_taken' : 'provider_refused', message, { fields: { [field]: [message] } });

const order = (sells: Sells) => async (call: OrderCall) => {
  if ((call.parts.config.cardForm ?? null) === null)
    throw new ApiError('provider_unavailable', 'Orders can’t be taken right now.');
  return 'order' in call.body ? goOn(call, call.body) : begin(call, sells, call.body);
};

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
    const offers = pages
      .flatMap((page) => presentOffer(page, plans.get(page.planId ?? '') ?? null) ?? [])
      .toSorted((one, other) => one.amount - other.amount);
    const [cheapest] = offers;
    if (cheapest === undefined) throw gone();
    // Of several pages the first that is shown speaks for all.
    const { headline, text, termsUrl } = pages.find(({ id }) => id === cheapest.page_id)!.terms;
    const { cardForm = null } = parts.config;
    return { data: { buyer: first.buyer, headline, text, terms_url: termsUrl, can_order: cardForm !== null, offers } };
  }),

  route(orderCalls['POST /order'], order('agency')),
  route(orderCalls['POST /business/order'], order('business')),
  route(orderCalls['POST /order-onetime'], order('once')),
];
