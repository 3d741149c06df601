import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';

const payer = { payerKind: z.enum(['agency', 'business']), payerId: z.uuid().toLowerCase() };

/** The payer is this customer of the payment provider, once and for all. */
export const PaymentCustomerLinked = event(
  'PaymentCustomerLinked',
  1,
  z.object({ ...payer, customerId: z.string().min(1) }),
);
/** A card, or another way to pay, can be charged; or what is known of it has changed, as when a bank renews it. */
export const PaymentMethodSaved = event(
  'PaymentMethodSaved',
  1,
  z.object({
    ...payer,
    methodId: z.string().min(1),
    kind: z.string().min(1),
    brand: z.string().nullable(),
    last4: z.string().nullable(),
    /** 1 to 12. */
    expMonth: z.int().nullable(),
    expYear: z.int().nullable(),
  }),
);
export const PaymentMethodRemoved = event(
  'PaymentMethodRemoved',
  1,
  z.object({ ...payer, methodId: z.string().min(1) }),
);
/** Null: none is charged unless it is named. */
export const DefaultPaymentMethodChanged = event(
  'DefaultPaymentMethodChanged',
  1,
  z.object({ ...payer, methodId: z.string().min(1).nullable() }),
);

export const paymentEvents = [
  PaymentCustomerLinked,
  PaymentMethodSaved,
  PaymentMethodRemoved,
  DefaultPaymentMethodChanged,
] as const;
export type PaymentEvent = EventOf<(typeof paymentEvents)[number]>;
