import type { Redeemer } from '../../domain/coupons/events.ts';
import type { Offer } from '../../domain/campaigns/fields.ts';
import { added, latest } from '../engine/merge-policy.ts';
import { batch, col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const couponModel = { name: 'coupons', version: 4 } as const;

export const couponTable = table(
  'coupons',
  {
    id: key('uuid'),
    position: col('bigint'),
    businessId: col('uuid', latest),
    campaignId: col('uuid', latest),
    /** Null: nobody's. */
    contactId: maybe('uuid', latest),
    code: col('text', latest),
    codeType: col('text', latest).of<Offer['codeType']>(),
    discountType: col('text', latest).of<Offer['discountType']>(),
    amount: maybe('int', latest),
    title: col('text', latest),
    because: col('text', latest),
    issuedAt: col('timestamptz', latest),
    expiresAt: maybe('timestamptz', latest),
    /** The zone whose day ends then; null: a coupon of the first days, or one that never expires. */
    timezone: maybe('text', latest),
    status: col('text', latest).of<'open' | 'redeemed' | 'revoked'>(),
    redemptionId: maybe('uuid', latest),
    redeemedAt: maybe('timestamptz', latest),
    redeemedBy: maybe('text', latest).of<Redeemer['by']>(),
    tillId: maybe('uuid', latest),
    till: maybe('text', latest),
    /** As codes are looked for: no hyphens. */
    plainCode: made('text', `replace(code, '-', '')`),
  },
  { fillfactor: 80 },
);

/** How many coupons of a campaign were issued, and stand as redeemed or withdrawn. */
export const couponTallyTable = table(
  'tallies',
  {
    campaignId: key('uuid'),
    businessId: col('uuid'),
    issued: col('bigint', added),
    redeemed: col('bigint', added),
    revoked: col('bigint', added),
  },
  { fillfactor: 50 },
);

/**
 * By how many the outstanding coupons of a campaign grow or shrink in a quarter of an hour, planned expiries included:
 * summed up to an instant it is what is outstanding then. `amount`: of discounts in money, the smallest unit.
 */
export const couponFlowTable = table(
  'flow',
  {
    campaignId: key('uuid'),
    at: key('timestamptz'),
    businessId: col('uuid'),
    count: col('bigint', added),
    amount: col('bigint', added),
  },
  { fillfactor: 50 },
);
/** As events say it: how much the discount is stands in the coupon. */
export const flowOf = batch({ couponId: col('uuid'), at: col('timestamptz'), count: col('int') });

export const couponIndexesAtOnce = (schema: string): string => `
  create index coupons_by_code on ${schema}.coupons (business_id, plain_code text_pattern_ops);
  create index coupons_by_contact on ${schema}.coupons (contact_id, position)`;
export const couponIndexes = (schema: string): string => `
  create index coupons_newest on ${schema}.coupons (business_id, position);
  create index coupons_by_status on ${schema}.coupons (business_id, status, position);
  create index coupons_by_expiry on ${schema}.coupons (business_id, status, expires_at, position);
  create index coupons_issued on ${schema}.coupons (business_id, issued_at, position);
  create index coupons_redeemed on ${schema}.coupons (business_id, redeemed_at, position);
  create index coupons_of_campaign on ${schema}.coupons (campaign_id, position);
  create index coupons_of_campaign_by_status on ${schema}.coupons (campaign_id, status, position);
  create index coupons_of_campaign_by_expiry on ${schema}.coupons (campaign_id, status, expires_at, position);
  create index coupons_of_campaign_issued on ${schema}.coupons (campaign_id, issued_at, position);
  create index coupons_of_campaign_redeemed on ${schema}.coupons (campaign_id, redeemed_at, position);
  create index coupons_of_till on ${schema}.coupons (till_id, redeemed_at) where till_id is not null;
  create index flow_of_business on ${schema}.flow (business_id, at)`;
