import { z } from 'zod';
import { tillFields } from '../../domain/tills/fields.ts';
import { couponStanding, redemptionList } from '../../domain/coupons/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Success, Uuid } from './common.ts';
import { listParams } from './lists.ts';

const CouponStatus = z.enum(couponStanding);
/** As it is typed at a counter: in either case, with or without hyphens and spaces. */
const Code = z
  .string()
  .trim()
  .min(2, 'Enter the code.')
  .max(40, 'This is not a code.')
  .meta({ examples: ['7K2MQ-XN4RT'] });
const UniqueId = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .meta({ examples: ['bellas-pizzeria'] });
const Token = z
  .string()
  .max(60)
  .meta({ examples: ['EjRWeJq83vASNFZ4mrze8MyOtkqvZ5Qe'] });
/** Minted with the button: the same press sent again is answered as it was the first time. */
const Press = z.uuid('This is not a valid id.').toLowerCase();

const example = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';
const campaignId = z.string().meta({ examples: [example] });
const campaignName = z.string().meta({ examples: ['Free slice'] });
const ShownCode = z.string().meta({ examples: ['7K2MQ-XN4RT'] });
const PressId = z.string().meta({ examples: [example] });
const TillName = z.string().meta({ examples: ['Front counter'] });
const Day = z.string().meta({ examples: ['2026-11-21'] });

/** A coupon that somebody holds (the specification calls it a redemption). `coupon_id` is its campaign's. */
export const Redemption = z.object({
  id: z.string(),
  coupon_id: campaignId,
  campaign_name: campaignName.nullable(),
  /** Null: nobody's; a code that everybody has was redeemed without saying whose it is. */
  contact_id: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['ada@example.com'] }),
  code: ShownCode,
  code_type: z.enum(['dynamic', 'static']),
  discount_type: z.enum(['percentage', 'money', 'bogo', 'free', 'none']),
  amount: z.number().int().nullable(),
  title: z.string(),
  status: CouponStatus,
  because: z.string().meta({ examples: ['keyword'] }),
  issued_at: Instant,
  /** The last moment of its last day in `timezone`; null: it never expires. */
  expires_at: Instant.nullable(),
  timezone: z
    .string()
    .nullable()
    .meta({ examples: ['America/New_York'] }),
  redeemed_at: Instant.nullable(),
  redeemed_by: z.enum(['till', 'holder', 'screen']).nullable(),
  till: TillName.nullable(),
  redemption_id: PressId.nullable(),
  /** Until when its redemption can be taken back; null: there is none, or it is too late. */
  undo_until: Instant.nullable(),
});
export type Redemption = z.output<typeof Redemption>;
export const RedemptionReply = z.object({ data: Redemption });

const Figures = z.object({
  issued: z.number().int(),
  redeemed: z.number().int(),
  revoked: z.number().int(),
  /** Could be redeemed now. */
  outstanding: z.number().int(),
  expired: z.number().int(),
});
const Liability = z.object({
  campaign_id: campaignId,
  campaign_name: campaignName.nullable(),
  count: z.number().int(),
  /** Of discounts in money, in the smallest unit of the business's currency. */
  amount: z.number().int(),
});

/** Days and times as the business writes them, in its zone: a till, a page and a text say the same. */
const Worded = {
  expires: z
    .string()
    .nullable()
    .meta({ examples: ['12/07/2026'] }),
  redeemed: z
    .string()
    .nullable()
    .meta({ examples: ['12/01/2026, 4:14pm'] }),
};

/** What a till shows of a coupon. Without a till's link it says nothing of who holds it. */
export const TillCoupon = z.object({
  id: z.string(),
  code: ShownCode,
  title: z.string(),
  status: CouponStatus,
  ...Worded,
  expires_at: Instant.nullable(),
  /** “Ada B. · …0187”. */
  holder: z
    .string()
    .nullable()
    .meta({ examples: ['Ada B. · …0187'] }),
  redeemed_at: Instant.nullable(),
  /** The time of that day, for a list of one day. */
  redeemed_time: z
    .string()
    .nullable()
    .meta({ examples: ['4:14pm'] }),
  /** Where it was redeemed, in words. */
  place: z
    .string()
    .nullable()
    .meta({ examples: ['Front counter'] }),
  redemption_id: PressId.nullable(),
  /** Until when this till can take it back; null: not here, or not any more. */
  undo_until: Instant.nullable(),
});
export type TillCoupon = z.output<typeof TillCoupon>;

/** One shape for every code, also for those that nobody has. */
export const CodeReply = z.object({
  data: z.object({
    status: z.enum([...couponStanding, 'everybody', 'unknown']),
    /** What it is good for. */
    title: z.string().nullable(),
    ...Worded,
    expires_at: Instant.nullable(),
    redeemed_at: Instant.nullable(),
    /** Whether whoever asks may redeem it. */
    redeemable: z.boolean(),
    /** At a till only. */
    coupon: TillCoupon.nullable(),
    /** Of a code that everybody has, at a till only: whose it may be is asked next. */
    campaigns: z.array(z.object({ id: z.string(), name: z.string(), title: z.string(), anonymous: z.boolean() })),
  }),
});
export type CodeReply = z.output<typeof CodeReply>;

/** What everybody may know who opens the redemption page. `till`: null where this device is none. */
export const Counter = z.object({
  company: z.string().meta({ examples: ['Bella’s Pizzeria'] }),
  till: TillName.nullable(),
  today: z.array(TillCoupon),
});
const AtTill = z.object({ unique_id: UniqueId, till: Token });

const TillCode = z.string().meta({ examples: ['9F3TD-0WQ7B'] });
export const Till = z.object({
  id: z.string(),
  name: TillName,
  /** What makes a device this till: its address, to be opened there or scanned. */
  link: z.string().meta({ examples: ['https://go.northwind.example/bellas-pizzeria/redemption#till=EjRWeJq83vAS'] }),
  /** The same, to be typed on the redemption page. */
  code: TillCode,
  opened_at: Instant,
  /** The latest redemption there that stands; null: none yet. */
  last_redeemed_at: Instant.nullable(),
  redeemed_today: z.number().int(),
});
export type Till = z.output<typeof Till>;
/** 409 `coupon_used`: when and where it was used. */
export const CouponUsedFailure = z.object({
  redeemed: z.object({
    at: Instant,
    when: Worded.redeemed,
    by: z.enum(['till', 'holder', 'screen']),
    till: TillName.nullable(),
  }),
});

export const RedemptionList = list(Redemption);
export const CouponLiability = z.object({
  data: z.object({ date: Day, figures: Figures, campaigns: z.array(Liability) }),
});
export const StaticCodeCheck = z.object({
  data: z.object({
    code: ShownCode,
    available: z.boolean(),
    /** Whose it is. */
    campaign: z.object({ id: z.string(), name: z.string() }).nullable(),
  }),
});
export const TillCouponReply = z.object({ data: TillCoupon });
export const TillCouponsReply = z.object({ data: z.array(TillCoupon) });
export const TillList = z.object({ data: z.array(Till) });
export const TillReply = z.object({ data: Till });
export const CounterReply = z.object({ data: Counter });
export type CounterReply = z.output<typeof CounterReply>;
export const IssueCoupon = z.object({ coupon_id: Uuid, contact_id: Uuid });
export const UpdateRedemption = z.discriminatedUnion('action', [
  z.object({ action: z.literal('redeem'), redemption_id: Press }),
  z.object({ action: z.literal('undo'), redemption_id: Press }),
  /** `expires_at`: a day, or an instant on it. The coupon is good through that day in the business’s zone. */
  z.object({ action: z.literal('extend'), expires_at: z.union([z.iso.date(), Instant]).nullable() }),
]);
export const CheckStaticCode = z.object({
  code: z
    .string()
    .trim()
    .max(40)
    .meta({ examples: ['SAVE10'] })
    .optional(),
  coupon_id: Uuid.optional(),
});
export const RedeemCode = z.object({
  unique_id: UniqueId,
  code: Code,
  redemption_id: Press,
  till: Token.optional(),
  /** Of a code that everybody has: whose coupon it is, or (`campaign_id`) nobody’s. */
  id: Uuid.optional(),
  campaign_id: Uuid.optional(),
});
export const RedeemOwnCoupon = z.object({ redemption_id: Press });
export const OpenTill = z.object({ name: tillFields.name.meta({ examples: ['Front counter'] }) });
export const PairTill = z.object({ unique_id: UniqueId, code: Code.meta({ examples: ['9F3TD-0WQ7B'] }) });
export const PairedTill = z.object({ data: z.object({ till: Token }) });
export const OpenCounter = z.object({ unique_id: UniqueId, till: Token.nullable() });
export const FindHolders = AtTill.extend({
  campaign_id: Uuid,
  search: z.string().trim().min(3, 'Enter three letters or four digits.').max(60),
});
export const UndoAtTill = AtTill.extend({ id: Uuid, redemption_id: Press });

export const redemptionCalls = calls('Coupons and redemption', {
  'GET /redemptions': {
    id: 'listRedemptions',
    who: ['Business'],
    summary:
      'The coupons that people hold; filters: coupon_id (the campaign), contact_id, till_id, status, date_range ' +
      '(issued then; with a status redeemed then, or expiring then).',
    query: listParams(redemptionList),
    reply: RedemptionList,
  },
  'POST /redemptions': {
    id: 'issueCoupon',
    who: ['Business'],
    summary: 'Give a contact a coupon of a campaign by hand. A contact that has one keeps it.',
    body: IssueCoupon,
    reply: RedemptionReply,
  },
  'GET /redemptions/liability': {
    id: 'getCouponLiability',
    who: ['Business'],
    summary:
      'What each campaign owed at the end of a day of the business’s zone; figures of all coupons as they stand now.',
    query: z.object({
      date: z.iso
        .date('Give a day: 2026-11-21.')
        .meta({ examples: ['2026-11-21'] })
        .optional(),
      coupon_id: Uuid.optional(),
    }),
    reply: CouponLiability,
  },
  'PUT /redemptions/{id}': {
    id: 'updateRedemption',
    who: ['Business'],
    summary: 'Redeem a coupon, take its redemption back, or let it expire at another time.',
    params: IdParams,
    body: UpdateRedemption,
    reply: RedemptionReply,
  },
  'DELETE /redemptions/{id}': {
    id: 'revokeRedemption',
    who: ['Business'],
    summary: 'Withdraw a coupon: it can’t be redeemed anymore.',
    params: IdParams,
    reply: RedemptionReply,
  },
  'POST /coupons/{uniqueId}/static-code': {
    id: 'checkStaticCode',
    who: ['Business'],
    summary: 'Whether a shared code is free in this business, or a free one.',
    params: z.object({ uniqueId: UniqueId }),
    body: CheckStaticCode,
    reply: StaticCodeCheck,
  },
  'GET /coupons/{uniqueId}/code/{code}': {
    id: 'lookUpCode',
    who: 'public',
    summary: 'What a coupon’s code is good for. At a till (header `x-till`) also whose it is.',
    params: z.object({ uniqueId: UniqueId, code: Code }),
    reply: CodeReply,
  },
  'POST /coupons/redemption': {
    id: 'redeemCode',
    who: 'public',
    summary: 'Redeem by code: at a till, or by its holder where the campaign lets them.',
    body: RedeemCode,
    reply: TillCouponReply,
  },
  'POST /coupons/{id}/redeem': {
    id: 'redeemOwnCoupon',
    who: 'public',
    summary: 'Its holder redeems a coupon, by the token of its page, where the campaign lets them.',
    params: z.object({ id: Token }),
    body: RedeemOwnCoupon,
    reply: TillCouponReply,
  },
  'GET /tills': {
    id: 'listTills',
    who: ['Business'],
    summary: 'The devices on which coupons are taken, each with the link that makes a device that till.',
    reply: TillList,
    secret: true,
  },
  'POST /tills': {
    id: 'openTill',
    who: ['Business'],
    summary: 'Make a link that makes a device a till.',
    body: OpenTill,
    reply: TillReply,
    secret: true,
  },
  'DELETE /tills/{id}': {
    id: 'closeTill',
    who: ['Business'],
    summary: 'Take a till’s link back: from now on it redeems nothing.',
    params: IdParams,
    reply: Success,
  },
  'POST /tills/pair': {
    id: 'pairTill',
    who: 'public',
    summary:
      'What makes the device a till whose code was typed on it. A code is good for one device; the till then has another.',
    body: PairTill,
    reply: PairedTill,
    secret: true,
  },
  'POST /tills/counter': {
    id: 'openCounter',
    who: 'public',
    summary: 'What the redemption page of a business begins with: its name, and on a till what it has redeemed today.',
    body: OpenCounter,
    reply: CounterReply,
  },
  'POST /tills/holders': {
    id: 'findHolders',
    who: 'public',
    summary: 'At a till: who holds a campaign’s coupon, by name or the last digits of a number.',
    body: FindHolders,
    reply: TillCouponsReply,
  },
  'POST /tills/undo': {
    id: 'undoAtTill',
    who: 'public',
    summary: 'At a till: take a redemption back, within minutes.',
    body: UndoAtTill,
    reply: TillCouponReply,
  },
});
