import { cardState } from '../../domain/payments/account.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { paymentCalls } from '../contract/index.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';

/** Who pays where this account works; null: no one, or its agency. */
export function payerIn({ role, agencyId, businessId }: Session): Payer | null {
  const payer =
    role === 'Agency' ? Payer.safeParse({ kind: 'agency', id: agencyId })
    : role === 'Business' && agencyId === null ? Payer.safeParse({ kind: 'business', id: businessId })
    : null;
  return payer?.data ?? null;
}

/** Who pays is whoever is signed in: nobody names a payer. */
export function payerOf({ role, agencyId, businessId }: Session): Payer {
  const payer =
    role === 'Agency' ? Payer.safeParse({ kind: 'agency', id: agencyId })
    : role === 'Business' ? Payer.safeParse({ kind: 'business', id: businessId })
    : null;
  if (payer === null || !payer.success) throw new ApiError('forbidden', 'Your account may not do this.');
  return payer.data;
}

export const paymentRoutes = [
  route(paymentCalls['GET /payment-methods'], async (call) => {
    const { parts, session } = call;
    const { methods, defaultMethodId } = await parts.commands.payments.account(call.context(), payerOf(session));
    return {
      data: methods.map(({ methodId, kind, brand, last4, expMonth, expYear }) => ({
        id: methodId,
        type: kind,
        brand,
        last4,
        exp_month: expMonth,
        exp_year: expYear,
        state: cardState({ expMonth, expYear }, parts.now()),
        is_default: methodId === defaultMethodId,
      })),
      meta: { total: methods.length },
    };
  }),

  route(paymentCalls['GET /payment-methods/secret'], async (call) => {
    const { parts, session } = call;
    const { cardForm } = parts.config;
    if (cardForm === undefined || cardForm === null)
      throw new ApiError('provider_unavailable', 'Payments are not set up here.');
    // Each is a request to the payment provider.
    await parts.rateLimits.take([{ key: `payment-setup:${session.userId}`, max: 30, windowMs: 10 * 60_000 }]);
    const { result } = await parts.commands.payments.setup(call.context(), { payer: payerOf(session) });
    return {
      data: {
        client_secret: result.clientSecret,
        publishable_key: cardForm.publishableKey,
        form_url: cardForm.sandboxUrl === null ? null : `${cardForm.sandboxUrl}/stripe/elements`,
      },
    };
  }),

  route(paymentCalls['POST /payment-methods'], async (call) => {
    const { parts, session, body } = call;
    const methodId = body.payment_method;
    await parts.commands.payments.add(call.context(), { payer: payerOf(session), methodId });
    return { success: true as const, message: 'The card was saved.', data: { id: methodId } };
  }),

  route(paymentCalls['PUT /payment-methods/{id}/default'], async (call) => {
    const { parts, session, params } = call;
    await parts.commands.payments.makeDefault(call.context(), { payer: payerOf(session), methodId: params.id });
    return { success: true as const, message: 'This card is charged from now on.' };
  }),

  route(paymentCalls['DELETE /payment-methods/{id}'], async (call) => {
    const { parts, session, params } = call;
    await parts.commands.payments.remove(call.context(), { payer: payerOf(session), methodId: params.id });
    return { success: true as const, message: 'The card was removed.' };
  }),

  route(paymentCalls['GET /billing-contact'], async (call) => ({
    data: await contactOf(call, payerNamed(call.session, call.query.business_id)),
  })),

  route(paymentCalls['PUT /billing-contact'], async (call) => {
    const { parts, session, body } = call;
    const { business_id: businessId, name, email, copies } = body;
    const of = payerNamed(session, businessId);
    await parts.commands.payments.changeContact(call.context(), { of, name, email, copies });
    return { data: await contactOf(call, of) };
  }),
];

/** An agency may name one of its businesses; the command says whether it is one. */
function payerNamed(session: Session, businessId: string | undefined): Payer {
  if (businessId === undefined) return payerOf(session);
  const isForeign = session.role !== 'Agency' && session.businessId !== businessId;
  const named = Payer.safeParse({ kind: 'business', id: businessId });
  if (isForeign || !named.success) throw notFound('This business does not exist.');
  return named.data;
}
async function contactOf(call: Pick<Call, 'parts' | 'context'>, of: Payer) {
  const { name, email, copies } = await call.parts.commands.payments.billingContact(call.context(), of);
  return { name, email, copies: [...copies] };
}
