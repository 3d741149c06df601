import { z } from 'zod';
import { Buyer, pageFields } from '../../domain/orders/fields.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, Revision, Saved, Success, Uuid, wholeList } from './common.ts';
import { PlanTerms } from './plans.ts';

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
});
