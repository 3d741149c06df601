import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  couponEvents,
  CouponExtended,
  CouponIssued,
  CouponRedeemed,
  CouponRedemptionUndone,
  CouponRevoked,
} from '../../domain/coupons/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { followingMerges, renamed } from '../engine/merges.ts';
import { type Change, changes, changingNames, changingValues, RecordFold, recordsFrom } from '../engine/records.ts';
import { createAll, type WrittenOf } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  couponFlowTable,
  couponIndexes,
  couponIndexesAtOnce,
  couponModel,
  couponTable,
  couponTallyTable,
  flowOf,
} from '../tables/coupons.ts';

const insert = perSchema(
  (schema) => `
  insert into ${couponTable.in(schema)} (id, position, ${changingNames(couponTable)})
    select i.id, i.position, ${changingValues(couponTable)} from ${recordsFrom} where i.created
  on conflict (id) do nothing`,
);
const update = perSchema(
  (schema) => `
  update ${couponTable.in(schema)} c set ${changes(couponTable, 'c')} from ${recordsFrom}
    where c.id = i.id and not i.created`,
);
const tally = perSchema((schema) => couponTallyTable.upsert(schema, 't'));
/** Runs after the coupons are there: they say how much each is. */
const flow = perSchema((schema) =>
  couponFlowTable.upsert(
    schema,
    'f',
    `select c.campaign_id, s.at, c.business_id, sum(s.count),
        sum(s.count * case when c.discount_type = 'money' then coalesce(c.amount, 0) else 0 end)
      from ${flowOf.from('s')} join ${couponTable.in(schema)} c on c.id = s.coupon_id
      group by c.campaign_id, s.at, c.business_id having sum(s.count) <> 0`,
  ),
);

const open = { redemptionId: null, redeemedAt: null, redeemedBy: null, tillId: null, till: null };

function changeOf(event: StoredEvent): Change<typeof couponTable.columns> {
  if (is(event, CouponRedeemed)) {
    const { redemptionId, at: redeemedAt, redeemer } = event.data;
    const { by: redeemedBy, tillId, till } = redeemer;
    return { status: 'redeemed', redemptionId, redeemedAt, redeemedBy, tillId, till };
  }
  if (is(event, CouponRedemptionUndone)) return { status: 'open', ...open };
  if (is(event, CouponExtended)) return { expiresAt: event.data.expiresAt, timezone: event.data.timezone ?? null };
  if (is(event, CouponRevoked)) return { status: 'revoked' };
  return {};
}

export const quarterMs = 900_000;
const quarterOf = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / quarterMs) * quarterMs).toISOString();

/** When the number of outstanding coupons changes by an event: now, and at the expiry that it plans or cancels. */
function flowsOf(event: StoredEvent): readonly { readonly at: string; readonly count: number }[] {
  const at = event.metadata.occurredAt;
  const opens = (until: string | null, count: 1 | -1) => [
    { at, count },
    ...(until === null ? [] : [{ at: until, count: -count }]),
  ];
  const over = (until: string | null): boolean => until !== null && until <= at;
  if (is(event, CouponIssued)) return opens(event.data.expiresAt, 1);
  if (is(event, CouponRedeemed)) return opens(event.data.expiresAt, -1);
  if (is(event, CouponRedemptionUndone)) return over(event.data.expiresAt) ? [] : opens(event.data.expiresAt, 1);
  if (is(event, CouponRevoked)) return over(event.data.expiresAt) ? [] : opens(event.data.expiresAt, -1);
  if (is(event, CouponExtended)) {
    const { formerly, expiresAt } = event.data;
    return [...(over(formerly) ? [] : opens(formerly, -1)), ...opens(expiresAt, 1)];
  }
  return [];
}

const held: Projector = {
  ...couponModel,
  handles: typesOf(couponEvents),
  empty: { flow: 'count = 0 and amount = 0' },
  create: (schema) =>
    `${createAll(couponTable, couponTallyTable, couponFlowTable)(schema)};${couponIndexesAtOnce(schema)}`,
  index: couponIndexes,
  fold: (events, schema) => {
    const records = new RecordFold(couponTable);
    const tallies = couponTallyTable.rows();
    const flows: WrittenOf<typeof flowOf>[] = [];
    for (const event of events) {
      const { couponId, campaignId, businessId } = event.data as Record<
        'couponId' | 'campaignId' | 'businessId',
        string
      >;
      for (const { at, count } of flowsOf(event)) flows.push({ couponId, at: quarterOf(at), count });
      const of = { campaignId, businessId };
      if (is(event, CouponIssued)) {
        const { contactId, code, codeType, offer, expiresAt, timezone = null, because } = event.data;
        const { occurredAt: issuedAt } = event.metadata;
        const issued = { ...of, contactId, code, codeType, ...offer, expiresAt, timezone, because, issuedAt };
        records.say(event, couponId, { ...issued, status: 'open', ...open }, { created: true });
        tallies.merge({ ...of, issued: 1 });
        continue;
      }
      records.say(event, couponId, changeOf(event));
      if (is(event, CouponRedeemed)) tallies.merge({ ...of, redeemed: 1 });
      else if (is(event, CouponRedemptionUndone)) tallies.merge({ ...of, redeemed: -1 });
      else if (is(event, CouponRevoked)) tallies.merge({ ...of, revoked: 1 });
    }
    return [
      ...records.into(insert(schema), update(schema)),
      ...tallies.toStatements(tally(schema)),
      ...(flows.length === 0 ? [] : [{ text: flow(schema), values: flowOf.values(flows) }]),
    ];
  },
};

/** The coupons that people hold, and what they add up to. */
export const coupons: Projector = followingMerges(held, renamed(couponTable));
