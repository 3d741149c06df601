import Stripe from 'stripe';
import { PaymentOutcomeUnknown, PaymentRefused, PaymentsUnavailable, type RefusalKind } from '../port.ts';

/** Failures before a connection stood: Stripe has certainly not seen the request. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const codeOf = (error: unknown): string | null => {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause, detail } = current as { code?: unknown; cause?: unknown; detail?: unknown };
    if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return code;
    current = cause ?? detail;
  }
  return null;
};

/** What a failed request means. `writes`: it could have changed something, so that a lost answer leaves it open. */
export function refusalOf(error: unknown, writes: boolean): Error {
  if (!(error instanceof Stripe.errors.StripeError))
    return writes ? new PaymentOutcomeUnknown(wordsOf(error)) : new PaymentsUnavailable(wordsOf(error));
  const status = error.statusCode ?? null;
  if (status === null || error instanceof Stripe.errors.StripeConnectionError) {
    const code = codeOf(error);
    return writes && (code === null || !neverConnected.has(code)) ?
        new PaymentOutcomeUnknown('The payment provider did not answer.')
      : new PaymentsUnavailable('The payment provider could not be reached.');
  }
  if (status >= 500)
    return writes ?
        new PaymentOutcomeUnknown(`The payment provider failed (${status}).`)
      : new PaymentsUnavailable(`The payment provider failed (${status}).`);
  if (status === 401 || status === 403)
    return new PaymentsUnavailable(`The payment provider does not accept our key (${status}).`);
  return new PaymentRefused(kindOf(error, status), error.message, {
    code: error.code ?? null,
    declineCode: error.decline_code ?? null,
    param: error.param ?? null,
    intent: intentOf(error),
  });
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>, status: number): RefusalKind {
  const { code } = error;
  if (status === 429 || code === 'rate_limit') return 'rate-limited';
  if (status === 409 || code === 'idempotency_key_in_use' || code === 'lock_timeout') return 'in-progress';
  if (error.rawType === 'idempotency_error') return 'key-reused';
  if (
    code === 'authentication_required' ||
    code === 'invoice_payment_intent_requires_action' ||
    code === 'subscription_payment_intent_requires_action' ||
    error.decline_code === 'authentication_required'
  )
    return 'authentication-required';
  // Stripe says 402 also of a card number that was sent to it by a server: that is a fault of the asker.
  if (error.rawType === 'card_error') return 'declined';
  if (status === 404 || code === 'resource_missing') return 'not-found';
  return 'invalid';
}

function intentOf(error: InstanceType<typeof Stripe.errors.StripeError>): PaymentRefused['intent'] {
  const found = error.payment_intent ?? error.setup_intent;
  return found === undefined ? null : { id: found.id, clientSecret: found.client_secret };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
