import { PlanId } from '../../domain/kernel/ids.ts';
import type { Currency } from '../../domain/kernel/money.ts';
import { usageCurrency } from '../../domain/subscriptions/usage-terms.ts';
import { Payer } from '../../domain/payments/payer.ts';
import type { PlanSection } from '../../domain/plans/fields.ts';
import { Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import { subscriptionCalls } from '../contract/index.ts';
import { notFound, validationFailed } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentDiscount, presentStanding, presentSubscriptions } from '../present/subscriptions.ts';
import { originOf } from '../public/site.ts';
import { payerOf } from './payments.ts';

type AddOn = Exclude<PlanSection, 'plan'>;

/** Each wish is several requests to the payment provider. */
const paced = ({ parts, session }: Pick<Call, 'parts' | 'session'>) =>
  parts.rateLimits.take([{ key: `subscriptions:${session.userId}`, max: 60, windowMs: 10 * 60_000 }]);

const messages = {
  subscribed: 'You’re subscribed.',
  changed: 'Your plan has changed.',
  scheduled: 'Your plan changes at the renewal.',
  unchanged: 'You have this plan already.',
  incomplete: 'Confirm the payment with your bank.',
} as const;

async function subscribe(
  call: Call,
  what: { readonly planId: string; readonly version: number | null } | { readonly section: AddOn },
  coupon: string | null = null,
  prorationDate: Date | null = null,
) {
  await paced(call);
  const { parts, session } = call;
  const { result } = await parts.commands.subscriptions.subscribe(call.context(), {
    payer: payerOf(session),
    what,
    coupon,
    prorationDate,
  });
  return {
    success: true as const,
    message: messages[result.outcome],
    data: {
      subscription_id: result.subscriptionId,
      status: result.status,
      outcome: result.outcome,
      client_secret: result.clientSecret,
    },
  };
}

async function checkout(call: Call, what: { readonly planId: string } | { readonly section: AddOn }) {
  await paced(call);
  const { parts, session, request } = call;
  const payer = payerOf(session);
  const back = `${originOf(request)}/${payer.kind}/${'section' in what ? 'two-way' : 'subscription'}`;
  const { result } = await parts.commands.subscriptions.checkout(call.context(), {
    payer,
    what,
    successUrl: `${back}?paid={CHECKOUT_SESSION_ID}`,
    cancelUrl: back,
  });
  return { data: { url: result.url } };
}

async function checkCoupon(call: Call, section: AddOn, code: string) {
  await paced(call);
  const { parts, session } = call;
  const given = { payer: payerOf(session), what: { section }, code };
  const { result } = await parts.commands.subscriptions.checkCoupon(call.context(), given);
  return { data: presentDiscount(code, result.discount, result.sold.terms) };
}

/** The tenant that a user belongs to, as far as the caller may know of it. */
async function payerOfUser({ parts, session }: Call, userId: string): Promise<Payer> {
  const missing = notFound('This user does not exist.');
  const user = await parts.readModels.user(userId);
  if (user === null) throw missing;
  const isOwn =
    session.role === 'Admin' ||
    (session.role === 'Agency' && user.businessId === null && user.agencyId === session.agencyId) ||
    (session.role === 'Business' && user.businessId !== null && user.businessId === session.businessId);
  const payer = Payer.safeParse(
    user.businessId === null ? { kind: 'agency', id: user.agencyId } : { kind: 'business', id: user.businessId },
  );
  if (!isOwn || !payer.success) throw missing;
  return payer.data;
}

export const subscriptionRoutes = [
  route(subscriptionCalls['GET /subscriptions'], async (call) => {
    const { parts, session } = call;
    const { agencyId, businessId } = session;
    const payer = payerOf(session);
    const isPaidFor = payer.kind === 'business' && agencyId !== null;
    const [standing, account] = await Promise.all([
      parts.commands.subscriptions.standingOf({ agencyId, businessId }),
      isPaidFor ? Subscriptions.initial : parts.commands.subscriptions.account(call.context(), payer),
    ]);
    return {
      data: {
        standing: presentStanding(standing, (parts.config.cardForm ?? null) !== null),
        subscriptions: presentSubscriptions(account),
      },
    };
  }),

  route(subscriptionCalls['GET /subscriptions/alerts'], async ({ parts, session }) => {
    const payer = payerOf(session);
    const [thresholds, usage, wallet, standing] = await Promise.all([
      parts.commands.limits.payerAlerts(payer),
      parts.readModels.payerUsage(payer),
      parts.readModels.wallet(payer),
      parts.commands.subscriptions.standingOf({
        agencyId: payer.kind === 'agency' ? payer.id : null,
        businessId: payer.kind === 'business' ? payer.id : null,
      }),
    ]);
    const { messages, mms, emails, contacts, minutes } = usage;
    const currency = usageCurrency((wallet?.currency ?? null) as Currency | null, standing);
    return { data: { thresholds, used: { messages, mms, emails, contacts, minutes }, currency } };
  }),

  route(subscriptionCalls['PUT /subscriptions/alerts'], async (call) => {
    const { parts, session, body: thresholds } = call;
    const payer = payerOf(session);
    const { position } = await parts.commands.limits.changePayerAlerts(call.context(), { payer, thresholds });
    await call.settled(position, ['subscriptions']);
    return { success: true as const, message: 'Your alerts have been saved.' };
  }),

  route(subscriptionCalls['GET /subscriptions/quote'], async (call) => {
    await paced(call);
    const { parts, session, query } = call;
    const { plan, section, coupon = null } = query;
    if ((plan === undefined) === (section === undefined))
      throw validationFailed({ plan: ['Name a plan or a section.'] });
    const what = section === undefined ? { planId: PlanId.parse(plan) } : { section };
    const given = { payer: payerOf(session), what, coupon };
    const { result } = await parts.commands.subscriptions.quote(call.context(), given);
    const { kind, sold, prorationDate, holdsUntil, dueNow, lines, nextAmount, nextAt } = result;
    return {
      data: {
        kind,
        plan_id: sold.planId,
        version: sold.version,
        proration_date: prorationDate?.toISOString() ?? null,
        holds_until: holdsUntil.toISOString(),
        currency: sold.terms.currency,
        due_now: dueNow,
        lines: [...lines],
        next_amount: nextAmount,
        next_at: nextAt.toISOString(),
      },
    };
  }),

  route(subscriptionCalls['POST /subscriptions/{plan}'], (call) => {
    const { version, coupon, proration_date: date } = call.body;
    const at = date === null ? null : new Date(date);
    return subscribe(call, { planId: call.params.plan, version }, coupon, at);
  }),
  route(subscriptionCalls['POST /subscriptions/{id}/checkout'], (call) => checkout(call, { planId: call.params.id })),
  route(subscriptionCalls['POST /subscriptions/subscribe-unlimited'], (call) =>
    subscribe(call, { section: 'unlimited' }),
  ),
  route(subscriptionCalls['POST /subscriptions/a2p'], (call) => subscribe(call, { section: 'a2p' })),

  route(subscriptionCalls['POST /subscriptions/resume'], async (call) => {
    await paced(call);
    const { parts, session, body } = call;
    const given = { payer: payerOf(session), section: body.section };
    const { result } = await parts.commands.subscriptions.resume(call.context(), given);
    const outcome = result.clientSecret === null ? ('subscribed' as const) : ('incomplete' as const);
    return {
      success: true as const,
      message: outcome === 'subscribed' ? 'Your subscription goes on.' : messages.incomplete,
      data: {
        subscription_id: result.subscriptionId,
        status: result.status,
        outcome,
        client_secret: result.clientSecret,
      },
    };
  }),

  route(subscriptionCalls['DELETE /subscriptions/{userId}/cancel'], async (call) => {
    await paced(call);
    const { parts, params, query } = call;
    const payer = await payerOfUser(call, params.userId);
    const given = { payer, section: query.section, when: query.when };
    const { result } = await parts.commands.subscriptions.cancel(call.context(), given);
    const hasEnded = result.endsAt !== null && Date.parse(result.endsAt) <= parts.now().getTime();
    return {
      success: true as const,
      message: hasEnded ? 'The subscription has ended.' : 'The subscription ends with its period.',
      data: { ends_at: result.endsAt },
    };
  }),

  route(subscriptionCalls['POST /livechat/subscription'], (call) =>
    subscribe(call, { section: 'livechat' }, call.query.coupon ?? null),
  ),
  route(subscriptionCalls['POST /livechat/business-subscription'], (call) => checkout(call, { section: 'livechat' })),
  route(subscriptionCalls['POST /livechat/check-coupon'], (call) => checkCoupon(call, 'livechat', call.query.code)),
  route(subscriptionCalls['POST /loops/subscription'], (call) =>
    subscribe(call, { section: 'loop' }, call.query.coupon ?? null),
  ),
  route(subscriptionCalls['POST /loops/check-coupon'], (call) => checkCoupon(call, 'loop', call.query.code)),
];
