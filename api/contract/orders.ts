import { z } from 'zod';
import { Buyer, pageFields } from '../../domain/orders/fields.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, Revision, Saved, Success, Uuid, wholeList } from './common.ts';
import { EmailAddress, NewPassword } from './fields.ts';
import { PlanTerms } from './plans.ts';
import { userFields } from '../../domain/users/fields.ts';

const whole = z.int();
const slug = { examples: ['growth'] };
const headline = { examples: ['Start texting today'] };
const termsUrl = { examples: ['https://example.com/terms'] };
const productName = { examples: ['Setup'] };

/** Something that is paid once. `amount`: in the currency's smallest unit. `is_funds`: it goes into the buyer's wallet. */
export const OrderProduct = z.object({
  name: z.string().meta(productName),
  description: z.string().meta({ examples: ['We set up your number, your first campaign and your team.'] }),
  amount: whole,
  currency: z.string(),
  is_funds: z.boolean(),
});

/**
 * An order page. `buyer`: what someone who orders becomes. `plan_id` null: it sells `product`. `brand_id`: the agency on
 * whose host it is; null: the platform's own.
 */
export const OrderPage = z.object({
  id: z.string(),
  buyer: Buyer,
  plan_id: z.string().nullable(),
  product: OrderProduct.nullable(),
  slug: z.string().meta(slug),
  brand_id: z
    .string()
    .nullable()
    .meta({ examples: ['5f0c7f3e-7a4b-5d3a-9a51-2f6b1f6f8a10'] }),
  headline: z.string().meta(headline),
  text: z.string().meta({ examples: ['Cancel any time.'] }),
  terms_url: z.string().nullable().meta(termsUrl),
  is_open: z.boolean(),
  /** Where visitors find it. */
  url: z.string().meta({ examples: ['https://app.example.com/p/growth'] }),
  version: whole,
  revision: Revision,
  created_at: Instant,
});
export type OrderPage = z.output<typeof OrderPage>;
export const OrderPages = wholeList(OrderPage);

const PageFields = z.object({
  slug: pageFields.slug.meta(slug),
  brand_id: Uuid.nullable().default(null),
  headline: pageFields.headline.meta(headline),
  text: pageFields.text.default('').meta({ examples: ['Cancel any time.'] }),
  terms_url: pageFields.termsUrl.default(null).meta(termsUrl),
  is_open: pageFields.isOpen.default(true),
  product: z
    .object({
      name: pageFields.product.unwrap().shape.name.meta(productName),
      description: pageFields.product.unwrap().shape.description.default(''),
      amount: pageFields.product.unwrap().shape.amount,
      currency: pageFields.product.unwrap().shape.currency.meta({ examples: ['USD'] }),
      is_funds: z.boolean().default(false),
    })
    .nullable()
    .default(null),
});
/** A page sells a plan (`plan_id`) or something that is paid once (`product`), never both. */
export const CreateOrderPage = PageFields.extend({ buyer: Buyer, plan_id: Uuid.nullable().default(null) });
export const UpdateOrderPage = PageFields.extend({ revision: Revision });

/**
 * Something that can be ordered. `plan`: what it includes; null: it is paid once. `amount` is paid per `interval`, after
 * `trial_days`; null: once. `version` goes with the order, so that no one pays what they did not see.
 */
export const OrderOffer = z.object({
  page_id: z.string().meta({ examples: ['5f0c7f3e-7a4b-5d3a-9a51-2f6b1f6f8a11'] }),
  slug: z.string().meta(slug),
  version: whole,
  name: z.string().meta({ examples: ['Growth'] }),
  description: z.string().meta({ examples: ['For teams that text every week.'] }),
  amount: whole,
  currency: z.string(),
  /** How many digits of an amount stand behind the point. */
  decimals: whole,
  interval: z.enum(['month', 'year']).nullable(),
  trial_days: whole,
  plan: PlanTerms.pick({
    messages: true,
    mms: true,
    emails: true,
    contacts: true,
    numbers: true,
    minutes: true,
    features: true,
  }).nullable(),
});
export type OrderOffer = z.output<typeof OrderOffer>;

/** What visitors see. `can_order` false: payments are off here. */
export const PublicOrderPage = z.object({
  buyer: Buyer,
  headline: z.string().meta(headline),
  text: z.string().meta({ examples: ['Cancel any time.'] }),
  terms_url: z.string().nullable().meta(termsUrl),
  can_order: z.boolean(),
  offers: z.array(OrderOffer),
});
export type PublicOrderPage = z.output<typeof PublicOrderPage>;
export const PublicOrderPageReply = z.object({ data: PublicOrderPage });

/** `page`: the id of the page of the offer, and the `version` of it that was shown. Answers a secret to enter a card with. */
export const BeginOrder = z.object({
  page: Uuid,
  version: whole.min(1),
  first_name: userFields.firstName,
  last_name: userFields.lastName.default(''),
  email: EmailAddress,
  company: z
    .string()
    .max(200)
    .meta({ examples: ['North Beach Bakery'] }),
  password: NewPassword,
  coupon: z
    .string()
    .max(100)
    .nullable()
    .default(null)
    .meta({ examples: ['WELCOME20'] }),
  /** Default: that of New York. */
  timezone: z.string().max(60).default('America/New_York'),
});
/** Goes on with an order: pays with a card that the browser saved, or, without one, looks how it stands. */
export const ContinueOrder = z.object({
  order: z
    .string()
    .min(1)
    .max(100)
    .meta({ examples: ['kq3Z0n2rTkq9q0mJX0yW1c7rS1b4uV5e'] }),
  payment_method: z
    .string()
    .regex(/^pm_\w{1,100}$/, 'This is not a payment method.')
    .nullable()
    .default(null)
    .meta({ examples: ['pm_1PgafmB7WZ01zgkW6dKueIc5'] }),
  device: userFields.device,
});
export const OrderRequest = z.union([ContinueOrder, BeginOrder]);

/**
 * `card`: a card is to be entered with `client_secret`. `confirm`: the bank wants the cardholder, who confirms with
 * `client_secret`. `done`: there is an account, and `access_token` is its session; null: it is to be signed in to.
 * `refunded`: no account could be made, and the money is on its way back.
 */
export const OrderStatus = z.enum(['card', 'confirm', 'done', 'refunded', 'expired']);
export const OrderState = z.object({
  /** For the buyer alone. */
  order: z.string().meta({ examples: ['kq3Z0n2rTkq9q0mJX0yW1c7rS1b4uV5e'] }),
  status: OrderStatus,
  client_secret: z
    .string()
    .nullable()
    .meta({ examples: ['seti_1Pga_secret_Qk2v'] }),
  /** With `confirm`: the card that is confirmed. */
  payment_method: z
    .string()
    .nullable()
    .meta({ examples: ['pm_1PgafmB7WZ01zgkW6dKueIc5'] }),
  publishable_key: z.string().meta({ examples: ['pk_live_51Pga'] }),
  /** Where the sandbox's own form is; null: the payment provider's elements are to be used. */
  form_url: z
    .string()
    .nullable()
    .meta({ examples: ['http://127.0.0.1:3001/stripe/elements'] }),
  /** In the currency's smallest unit, with the discount. Null where nothing is to be paid any more. */
  due_today: whole.nullable(),
  due_later: whole.nullable(),
  access_token: z.string().nullable(),
});
export type OrderState = z.output<typeof OrderState>;
export const OrderReply = z.object({ data: OrderState });

const order = {
  page: '5f0c7f3e-7a4b-5d3a-9a51-2f6b1f6f8a11',
  version: 1,
  first_name: 'Mia',
  last_name: 'Chen',
  email: 'mia@example.com',
  company: 'North Beach Bakery',
  password: 'a new horse with a long name',
} as const;
const example = { slug: 'growth', headline: 'Start texting today', text: 'Cancel any time.' } as const;

export const orderCalls = calls('Orders', {
  'GET /order-pages': {
    id: 'listOrderPages',
    who: ['Admin'],
    summary: 'The pages where new agencies and businesses order, the oldest first.',
    reply: OrderPages,
  },
  'POST /order-pages': {
    id: 'createOrderPage',
    who: ['Admin'],
    summary: 'Create an order page for a plan, or for something that is paid once.',
    body: CreateOrderPage,
    example: { ...example, buyer: 'agency', plan_id: '5f0c7f3e-7a4b-5d3a-9a51-2f6b1f6f8a10' },
    reply: Created,
  },
  'PUT /order-pages/{id}': {
    id: 'updateOrderPage',
    who: ['Admin'],
    summary: 'Change an order page. What it sells stays. 409 with `changes` when someone else has since `revision`.',
    params: IdParams,
    body: UpdateOrderPage,
    example: { ...example, revision: 0 },
    reply: Saved,
  },
  'DELETE /order-pages/{id}': {
    id: 'deleteOrderPage',
    who: ['Admin'],
    summary: 'Delete an order page. Orders that are paid go on.',
    params: IdParams,
    reply: Success,
  },
  'GET /order-page/{id}': {
    id: 'getOrderPage',
    who: 'public',
    summary:
      'What can be ordered at a page, by its id or address on this host; `agency` or `business`: all plans that this host sells to them.',
    params: z.object({ id: z.string().min(1).max(100) }),
    reply: PublicOrderPageReply,
  },
  'POST /order': {
    id: 'orderAgencyPlan',
    who: 'public',
    summary: 'Order a plan for a new agency; the same call goes on with the order until it is paid and signed in.',
    body: OrderRequest,
    example: order,
    reply: OrderReply,
    secret: true,
  },
  'POST /business/order': {
    id: 'orderBusinessPlan',
    who: 'public',
    summary: 'Order a plan for a new business; the same call goes on with the order until it is paid and signed in.',
    body: OrderRequest,
    example: order,
    reply: OrderReply,
    secret: true,
  },
  'POST /order-onetime': {
    id: 'orderOnce',
    who: 'public',
    summary: 'Order something that is paid once, with a new account; the same call goes on until it is signed in.',
    body: OrderRequest,
    example: order,
    reply: OrderReply,
    secret: true,
  },
});
