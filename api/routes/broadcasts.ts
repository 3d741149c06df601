import type { SentStats } from '../contract/broadcasts.ts';
import { broadcastCalls } from '../contract/broadcasts.ts';
import { countsOf } from '../../projections/broadcasts/queries.ts';
import { notFound } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import { presentBroadcast, presentBroadcastRow, presentRecipient } from '../present/broadcasts.ts';

type Params = { readonly id: string };

async function found({ parts, businessId, params }: Call<Params>) {
  const view = await parts.readModels.broadcast(businessId, params.id);
  if (view === null) throw notFound();
  return view;
}

/** How fast it went within the last minutes, and when it is done at that. */
const paceMinutes = 15;
function paceOf(
  view: Awaited<ReturnType<typeof found>>,
  moments: readonly { readonly at: string; readonly sent: number }[],
  now: Date,
): SentStats['pace'] {
  if (view.status !== 'running') return null;
  const since = Math.max(now.getTime() - paceMinutes * 60_000, Date.parse(view.startedAt ?? view.createdAt));
  const minutes = Math.max(1, (now.getTime() - since) / 60_000);
  const sent = moments.reduce((sum, { at, sent: count }) => sum + (Date.parse(at) >= since - 300_000 ? count : 0), 0);
  const perMinute = Math.round(sent / minutes);
  const left = view.counts.waiting;
  return {
    per_minute: perMinute,
    done_at:
      perMinute === 0 || left === 0 ? null : new Date(now.getTime() + (left / perMinute) * 60_000).toISOString(),
  };
}

async function sentStats(call: Call<Params>) {
  const view = await found(call);
  const { tallies, deeds, moments } = await call.parts.readModels.broadcastReport(call.businessId, view.id);
  const variants = view.contents.length > 1 ? [...view.contents.keys(), -1] : [];
  const reasons = tallies.filter(({ reason, errorCode }) => reason !== '' || errorCode !== 0);
  return {
    data: {
      counts: view.counts,
      reasons: reasons.map(({ state, reason, errorCode, count }) => ({
        state,
        reason,
        error_code: errorCode === 0 ? null : errorCode,
        count,
      })),
      variants: variants.flatMap((variant) => {
        const own = tallies.filter((tally) => tally.variant === variant);
        if (own.length === 0 && variant === -1) return [];
        const did = deeds.find((deed) => deed.variant === variant);
        return [
          {
            variant,
            counts: countsOf(view.status, own),
            clicked: 0,
            replied: did?.replied ?? 0,
            opted_out: did?.optedOut ?? 0,
            redeemed: did?.redeemed ?? 0,
          },
        ];
      }),
      clicked: 0,
      replied: view.deeds.replied,
      opted_out: view.deeds.optedOut,
      redeemed: view.deeds.redeemed,
      over_time: [...moments],
      links: [],
      pace: paceOf(view, moments, call.parts.now()),
      skipped: reasons.reduce((sum, { reason, count }) => sum + (reason === 'too-often' ? count : 0), 0),
    },
  };
}

export const broadcastRoutes: readonly Route[] = [
  route(broadcastCalls['GET /broadcasts'], async (call) => {
    const query = listQuery(call.query);
    const rows = await call.parts.readModels.broadcasts(call.businessId, query);
    return listReply(rows, query, (view) => presentBroadcastRow(view, 0));
  }),
  route(broadcastCalls['GET /broadcasts/{id}'], async (call) => ({ data: presentBroadcast(await found(call), 0) })),
  route(broadcastCalls['GET /broadcasts/{id}/sent-stats'], sentStats),
  route(broadcastCalls['GET /broadcasts/{id}/redemptions'], async (call) => {
    const view = await found(call);
    const page = { page: call.query.page, perPage: call.query.per_page };
    const rows = await call.parts.readModels.broadcastRedemptions(call.businessId, view.id, page);
    return listReply(rows, page, (row) => ({
      coupon_id: row.couponId,
      contact_id: row.contactId,
      first_name: row.firstName,
      last_name: row.lastName,
      phone: row.phone,
      code: row.code,
      title: row.title,
      discount_type: row.discountType,
      amount: row.amount,
      till: row.till,
      redeemed_at: row.at,
    }));
  }),
  route(broadcastCalls['GET /broadcasts/{id}/recipients'], async (call) => {
    const { search = null, status, did, reason, after = null, per_page: limit } = call.query;
    const asked = { search, status, did, reason, after, limit };
    const rows = await call.parts.readModels.recipients(call.businessId, call.params.id, asked);
    if (rows === null) throw notFound();
    return { data: rows.data.map(presentRecipient), meta: { total: rows.total, next: rows.next } };
  }),
];
