import type { Position } from '../../adapters/event-store/port.ts';
import { forecast, type ForecastQuestion } from '../../domain/broadcasts/forecast.ts';
import { withDuring } from '../../domain/broadcasts/list.ts';
import { nextTmobileDay } from '../../domain/registrations/limits.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { SentStats } from '../contract/broadcasts.ts';
import { broadcastCalls } from '../contract/broadcasts.ts';
import { countsOf } from '../../projections/broadcasts/queries.ts';
import { notFound, notShownYet } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import { presentBroadcast, presentBroadcastRow, presentRecipient, setupOf } from '../present/broadcasts.ts';
import { channelOf, limitsOfNumber, peopleADay, presentHeld, recipientsOf } from './broadcast-forecast.ts';
import { ownMedia } from './media.ts';

type Params = { readonly id: string };

async function found({ parts, businessId, params }: Call<Params>) {
  const view = await parts.readModels.broadcast(businessId, params.id);
  if (view === null) throw notFound();
  return view;
}

/** How fast it went within the last minutes, and when it is done at that: told as it was before it was sent. */
const paceMinutes = 15;
function paceOf(
  view: Awaited<ReturnType<typeof found>>,
  moments: readonly { readonly at: string; readonly sent: number }[],
  { now, zone, day }: { readonly now: Date; readonly zone: string; readonly day: ForecastQuestion['day'] | null },
): SentStats['pace'] {
  if (view.status !== 'running') return null;
  const since = Math.max(now.getTime() - paceMinutes * 60_000, Date.parse(view.startedAt ?? view.createdAt));
  const minutes = Math.max(1, (now.getTime() - since) / 60_000);
  const sent = moments.reduce((sum, { at, sent: count }) => sum + (Date.parse(at) >= since - 300_000 ? count : 0), 0);
  const perMinute = Math.round(sent / minutes);
  const { waiting } = view.counts;
  if (waiting === 0) return { per_minute: perMinute, done_at: null, held: null };
  if (perMinute === 0) {
    const held = day?.left === 0 ? { count: waiting, until: nextTmobileDay(now) } : undefined;
    return { per_minute: perMinute, done_at: null, held: presentHeld(held) };
  }
  const ends = Date.parse(view.expiresAt ?? '') || now.getTime();
  const { doneAt, held } = forecast({
    groups: [{ people: waiting, phone: null }],
    perMinute,
    startAt: now,
    validHours: Math.max(0, (ends - now.getTime()) / 3_600_000),
    channel: channelOf(view.type),
    zone,
    ...(day != null && { day }),
  });
  return { per_minute: perMinute, done_at: doneAt?.toISOString() ?? null, held: presentHeld(held) };
}

async function sentStats(call: Call<Params>) {
  const view = await found(call);
  const { readModels } = call.parts;
  const [{ tallies, deeds, moments }, clicks, business, emails] = await Promise.all([
    readModels.broadcastReport(call.businessId, view.id),
    readModels.clicksOf(call.businessId, view.id),
    readModels.business(call.businessId),
    view.type === 'email' ? readModels.emailFigures(call.businessId) : null,
  ]);
  const number = view.type === 'email' || view.status !== 'running' ? null : (business?.phoneNumber ?? null);
  const registered = number === null ? null : await limitsOfNumber(call.parts, number);
  const day = registered === null ? null : peopleADay(registered.day, 1);
  const variants = view.contents.length > 1 ? [...view.contents.keys(), -1] : [];
  const reasons = tallies.filter(({ reason, errorCode }) => reason !== '' || errorCode !== 0);
  const countOf = (which: string): number =>
    reasons.reduce((sum, { reason, state, count }) => {
      const counts = reason === which && (which === 'too-often' || which === 'daily-limit' || state === 'delivered');
      return sum + (counts ? count : 0);
    }, 0);
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
            clicked: did?.clicked ?? 0,
            replied: did?.replied ?? 0,
            opted_out: did?.optedOut ?? 0,
            redeemed: did?.redeemed ?? 0,
          },
        ];
      }),
      clicked: view.deeds.clicked,
      replied: view.deeds.replied,
      opted_out: view.deeds.optedOut,
      redeemed: view.deeds.redeemed,
      over_time: [...moments],
      links: clicks.links.map(({ url, variant, clickers, clicks: times, scanned }) => ({
        url,
        variant,
        clickers,
        clicks: times,
        scanned,
      })),
      pace: paceOf(view, moments, { now: call.parts.now(), zone: business?.timezone ?? 'UTC', day }),
      skipped: countOf('too-often') + countOf('daily-limit'),
      mail: emails === null ? null : { complained: countOf('complained'), taken: countOf('taken'), business: emails },
    },
  };
}

/** The broadcast as a command has left it. */
async function settled(call: Call, position: Position | null, id: string) {
  await call.settled(position, shown);
  const view = await call.parts.readModels.broadcast(call.businessId, id);
  if (view === null) throw notShownYet();
  return { data: presentBroadcast(view) };
}
const shown = ['broadcasts'];

/** Without what was left out. */
const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]?: Exclude<T[F], undefined>;
  };

/** A command on one broadcast that takes nothing more. */
type Plain = 'unschedule' | 'pause' | 'stop';
const plainly = (act: Plain) => async (call: Call<Params>) => {
  const { id } = call.params;
  const { position } = await call.parts.commands.broadcasts[act](call.context(), { broadcastId: id });
  return settled(call, position, id);
};
/** A new draft made from another one. */
const copy = async (
  call: Call<Params>,
  make: (ids: { readonly broadcastId: string; readonly of: string }) => Promise<{ readonly position: Position | null }>,
) => {
  const broadcastId = newId(call);
  return settled(call, (await make({ broadcastId, of: call.params.id })).position, broadcastId);
};
/** What is attached was uploaded here and is taken by carriers, in each variant; said again when it is sent. */
async function checkMedia(
  { parts, businessId }: Call,
  contents: readonly { readonly kind: string; readonly media?: readonly { readonly url: string }[] }[] | undefined,
): Promise<void> {
  for (const [variant, { media }] of (contents ?? []).entries())
    if (media !== undefined && media.length > 0) {
      const urls = media.map(({ url }) => url);
      await ownMedia({ ...parts, businessId }, urls, `contents.${variant}.media`);
    }
}
const newId = (call: Call) => uuidV5(namespaces.command, call.context().commandId, 'broadcast');

export const broadcastRoutes: readonly Route[] = [
  route(broadcastCalls['POST /broadcasts'], async (call) => {
    const { name, type, test, schedule, ...given } = call.body;
    await checkMedia(call, given.contents);
    const broadcastId = newId(call);
    const setup = { name, type, ...setupOf(given), ...(test === undefined ? {} : { test }) };
    const { position } = await call.parts.commands.broadcasts.create(call.context(), {
      broadcastId,
      ...setup,
      ...(schedule === undefined ? {} : { schedule }),
    });
    return settled(call, position, broadcastId);
  }),
  route(broadcastCalls['POST /broadcasts/{id}/duplicate'], (call) =>
    copy(call, (ids) => call.parts.commands.broadcasts.duplicate(call.context(), { ...ids, name: call.body.name })),
  ),
  route(broadcastCalls['POST /broadcasts/{id}/resend'], (call) => {
    const { name, ends } = call.body;
    const given = ends === undefined ? { name } : { name, ends };
    return copy(call, (ids) => call.parts.commands.broadcasts.resend(call.context(), { ...ids, ...given }));
  }),
  route(broadcastCalls['POST /broadcasts/{id}/skipped'], (call) =>
    copy(call, (ids) => call.parts.commands.broadcasts.sendToSkipped(call.context(), { ...ids, name: call.body.name })),
  ),
  route(broadcastCalls['PUT /broadcasts/{id}'], async (call) => {
    const { revision, name, type, test, schedule, ...given } = call.body;
    await checkMedia(call, given.contents);
    const changes = { ...defined({ name, type, test, schedule }), ...setupOf(given) };
    const { id } = call.params;
    const { position } = await call.parts.commands.broadcasts.change(call.context(), {
      broadcastId: id,
      revision,
      changes,
    });
    return settled(call, position, id);
  }),
  route(broadcastCalls['DELETE /broadcasts/{id}'], async (call) => {
    const view = await found(call);
    const { position } = await call.parts.commands.broadcasts.delete(call.context(), { broadcastId: view.id });
    await call.settled(position, shown);
    return { success: true as const, message: `${view.name} has been deleted.` };
  }),
  route(broadcastCalls['POST /broadcasts/{id}/schedule'], async (call) => {
    const view = await found(call);
    await checkMedia(call, view.contents);
    const { recipients } = await recipientsOf(call, view);
    const { position } = await call.parts.commands.broadcasts.schedule(call.context(), {
      broadcastId: view.id,
      recipients,
    });
    return settled(call, position, view.id);
  }),
  route(broadcastCalls['POST /broadcasts/{id}/unschedule'], plainly('unschedule')),
  route(broadcastCalls['POST /broadcasts/{id}/pause'], plainly('pause')),
  route(broadcastCalls['POST /broadcasts/{id}/resume'], async (call) => {
    const { id } = call.params;
    const figures = await call.parts.readModels.emailFigures(call.businessId);
    const given = { broadcastId: id, seen: call.body.seen, figures };
    const { position } = await call.parts.commands.broadcasts.resume(call.context(), given);
    return settled(call, position, id);
  }),
  route(broadcastCalls['PUT /broadcasts/{id}/stop'], plainly('stop')),
  route(broadcastCalls['GET /broadcasts'], async (call) => {
    const query = listQuery(call.query);
    const rows = await call.parts.readModels.broadcasts(call.businessId, query);
    return listReply(rows, query, (view) => presentBroadcastRow(view));
  }),
  route(broadcastCalls['GET /broadcasts/{id}'], async (call) => ({ data: presentBroadcast(await found(call)) })),
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
    const { search = null, after = null, per_page: limit, ...narrowed } = call.query;
    const asked = { search, ...withDuring(narrowed), after, limit };
    const rows = await call.parts.readModels.recipients(call.businessId, call.params.id, asked);
    if (rows === null) throw notFound();
    return { data: rows.data.map(presentRecipient), meta: { total: rows.total, next: rows.next } };
  }),
];
