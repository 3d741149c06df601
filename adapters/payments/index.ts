import type { Payments } from './port.ts';
import type { StripePaymentsOptions } from './stripe/payments.ts';

/** Payments through Stripe. The SDK is loaded by the first who needs it: a start that takes no payment does without. */
export async function createPayments(options: StripePaymentsOptions): Promise<Payments> {
  const { createStripePayments } = await import('./stripe/payments.ts');
  return createStripePayments(options);
}
