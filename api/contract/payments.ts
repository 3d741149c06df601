import { z } from 'zod';
import { billingContactFields } from '../../domain/bills/fields.ts';
import { calls } from './calls.ts';
import { Created, Success, Uuid } from './common.ts';

const MethodId = z
  .string()
  .regex(/^pm_\w{1,100}$/, 'This is not a payment method.')
  .meta({ examples: ['pm_1PgafmB7WZ01zgkW6dKueIc5'] });

/** A card, or another way to pay, as people recognize it. The number itself never comes here. */
export const PaymentMethod = z.object({
  id: MethodId,
  /** `card`, or another kind of the payment provider. */
  type: z.string().meta({ examples: ['card'] }),
  brand: z
    .string()
    .nullable()
    .meta({ examples: ['visa'] }),
  last4: z
    .string()
    .nullable()
    .meta({ examples: ['4242'] }),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  /** `expiring`: it ends this month or the next. */
  state: z.enum(['valid', 'expiring', 'expired']),
  is_default: z.boolean(),
});
export type PaymentMethod = z.output<typeof PaymentMethod>;

/** What a browser saves a card with: at the payment provider, and never here. */
export const PaymentSecret = z.object({
  data: z.object({
    client_secret: z.string().meta({ examples: ['seti_1Pga_secret_Qk2v'] }),
    publishable_key: z.string().meta({ examples: ['pk_live_51Pga'] }),
    /** Where the sandbox's own form is; null: the payment provider's elements are to be used. */
    form_url: z
      .string()
      .nullable()
      .meta({ examples: ['http://127.0.0.1:3001/stripe/elements'] }),
  }),
});
export const PaymentMethods = z.object({ data: z.array(PaymentMethod), meta: z.object({ total: z.int() }) });
export const CreatePaymentMethod = z.object({ payment_method: MethodId });
/** `email` null: bills and the news of payments go to the owner. `copies`: further addresses that get them. */
export const BillingContact = z.object({
  name: z
    .string()
    .nullable()
    .meta({ examples: ['Dana Reyes'] }),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['books@northside.example'] }),
  copies: z.array(z.string().meta({ examples: ['tax@northside.example'] })),
});
export type BillingContact = z.output<typeof BillingContact>;
export const BillingContactReply = z.object({ data: BillingContact });
/** `business_id`: for agencies, one of its businesses; left out: your own. */
const ofBusiness = { business_id: Uuid.optional() };
export const ChangeBillingContact = z.object({
  ...ofBusiness,
  name: billingContactFields.name.meta({ examples: ['Dana Reyes'] }),
  email: billingContactFields.email.meta({ examples: ['books@northside.example'] }),
  copies: billingContactFields.copies.meta({ examples: [['tax@northside.example']] }),
});
const MethodParams = z.object({ id: MethodId });

export const paymentCalls = calls('Payment methods', {
  'GET /payment-methods': {
    id: 'listPaymentMethods',
    who: ['Agency', 'Business'],
    summary: 'The cards that you pay with, the oldest first. A business of an agency has none: its agency pays.',
    reply: PaymentMethods,
  },
  'GET /payment-methods/secret': {
    id: 'preparePaymentMethod',
    who: ['Agency', 'Business'],
    summary: 'A secret with which the browser saves a card at the payment provider.',
    reply: PaymentSecret,
    secret: true,
  },
  'POST /payment-methods': {
    id: 'createPaymentMethod',
    who: ['Agency', 'Business'],
    summary: 'Keep a card that the browser has saved. The first becomes the default.',
    body: CreatePaymentMethod,
    reply: Created,
  },
  'PUT /payment-methods/{id}/default': {
    id: 'makePaymentMethodDefault',
    who: ['Agency', 'Business'],
    summary: 'Charge this card from now on.',
    params: MethodParams,
    reply: Success,
  },
  'DELETE /payment-methods/{id}': {
    id: 'deletePaymentMethod',
    who: ['Agency', 'Business'],
    summary: 'Remove a card. The default can go only when it is the last.',
    params: MethodParams,
    reply: Success,
  },
  'GET /billing-contact': {
    id: 'getBillingContact',
    who: ['Agency', 'Business'],
    summary: 'Who gets bills and the news of payments: your own contact, or for agencies that of a business.',
    query: z.object(ofBusiness),
    reply: BillingContactReply,
  },
  'PUT /billing-contact': {
    id: 'changeBillingContact',
    who: ['Agency', 'Business'],
    summary: 'Says who gets bills and the news of payments. Without an address they go to the owner.',
    body: ChangeBillingContact,
    reply: BillingContactReply,
  },
});
