import type { z } from 'zod';
import { namespaces, PlanId, PlanMoveId, uuidV5 } from '../../domain/kernel/ids.ts';
import { asked } from '../../domain/kernel/list.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { maxPlans, type PlanKind, type PlanSection } from '../../domain/plans/fields.ts';
import { planList } from '../../domain/plans/list.ts';
import { type CreatePlan, planCalls, type UpdatePlan } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { listQuery, listReply, wholeReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import {
  presentMove,
  presentMovePreview,
  presentMoveRecord,
  presentPlan,
  presentPlanRecord,
  presentPrice,
} from '../present/plans.ts';

const shown = ['plans'];
const missing = 'This plan does not exist.';

/** What the caller can subscribe to; null: nothing, since the agency of a business pays for it and sets its own prices. */
const kindFor = ({ role, agencyId }: Session): PlanKind | null =>
  role !== 'Business' ? 'agency'
  : agencyId === null ? 'business'
  : null;

/** A plan for agencies or for businesses, whichever has this id. */
async function eitherPlan({ parts, params }: Call<{ readonly id: string }>) {
  const { readModels } = parts;
  const found = (await readModels.plan('agency', params.id)) ?? (await readModels.plan('business', params.id));
  if (found === null) throw notFound(missing);
  return { ...found, planId: PlanId.parse(found.id) };
}

/** Subscribers that one page of a preview shows: each may be a request to the payment provider. */
const previewed = 20;

/** The fields of the form as the commands take them. */
const termsOf = (body: Omit<z.output<typeof CreatePlan>, 'section'>) => ({
  name: body.name,
  description: body.description,
  amount: body.amount,
  currency: body.currency,
  interval: body.interval,
  trialDays: body.trial_days,
  messages: body.messages,
  mms: body.mms,
  emails: body.emails,
  contacts: body.contacts,
  numbers: body.numbers,
  minutes: body.minutes,
  overageMessages: body.overage_messages,
  overageMms: body.overage_mms,
  overageEmails: body.overage_emails,
  overageContacts: body.overage_contacts,
  overageNumbers: body.overage_numbers,
  overageMinutes: body.overage_minutes,
  features: body.features,
});

async function record({ parts, params }: Call<{ readonly id: string }>, kind: PlanKind) {
  const [view, versions] = await Promise.all([
    parts.readModels.plan(kind, params.id),
    parts.readModels.planVersions(params.id),
  ]);
  if (view === null) throw notFound(missing);
  return { data: presentPlanRecord(view, versions) };
}

async function create(call: Call<unknown, unknown, z.output<typeof CreatePlan>>, kind: PlanKind) {
  const context = call.context();
  const planId = uuidV5(namespaces.command, context.commandId, 'plan');
  const { section } = call.body;
  const { position } = await call.parts.commands.plans.createPlan(context, {
    kind,
    planId,
    section,
    ...termsOf(call.body),
  });
  await call.settled(position, shown);
  return { success: true as const, message: `${call.body.name} is for sale.`, data: { id: planId } };
}

async function change(call: Call<{ readonly id: string }, unknown, z.output<typeof UpdatePlan>>, kind: PlanKind) {
  const { position, result } = await call.parts.commands.plans.changePlan(call.context(), {
    kind,
    planId: call.params.id,
    revision: call.body.revision,
    ...termsOf(call.body),
  });
  await call.settled(position, shown);
  return {
    success: true as const,
    message: `${call.body.name} is saved. Existing subscribers keep the version they bought.`,
    data: { revision: result.revision },
  };
}

/** The one add-on of a section that the caller can subscribe to. */
const addOn =
  (section: PlanSection) =>
  async ({ parts, session }: Pick<Call, 'parts' | 'session'>) => {
    const kind = kindFor(session);
    if (kind === null) return { data: null };
    const [view] = (await parts.readModels.plans(kind, asked(planList, { section, perPage: 1 }))).data;
    return { data: view === undefined ? null : presentPlan(view) };
  };

export const planRoutes = [
  route(planCalls['GET /subscriptions/plans'], async ({ parts, query, session }) => {
    const given = listQuery(query);
    const kind = kindFor(session);
    if (kind === null) return listReply({ data: [], total: 0 }, given, presentPlan);
    const section = given.section ?? (session.role === 'Admin' ? null : 'plan');
    return listReply(await parts.readModels.plans(kind, { ...given, section }), given, presentPlan);
  }),

  route(planCalls['GET /subscriptions/plans/{name}'], async ({ parts, params, session }) => {
    const kind = kindFor(session);
    const view = kind === null ? null : await parts.readModels.planByName(kind, params.name);
    if (view === null) throw notFound(missing);
    return { data: presentPlan(view) };
  }),

  route(planCalls['GET /subscriptions/prices'], async ({ parts, session }) => {
    const kind = kindFor(session);
    if (kind === null) return wholeReply([]);
    const { data } = await parts.readModels.plans(kind, asked(planList, { perPage: maxPlans }));
    return wholeReply(data.map(presentPrice));
  }),

  route(planCalls['GET /livechat/plan'], addOn('livechat')),
  route(planCalls['GET /loops/plan'], addOn('loop')),

  route(planCalls['POST /plans'], (call) => create(call, 'agency')),
  route(planCalls['GET /plans/{id}'], (call) => record(call, 'agency')),
  route(planCalls['PUT /plans/{id}'], (call) => change(call, 'agency')),
  route(planCalls['DELETE /plans/{id}'], async (call) => {
    const { position } = await call.parts.commands.plans.deletePlan(call.context(), {
      kind: 'agency',
      planId: call.params.id,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The plan is no longer for sale. Existing subscribers keep it.' };
  }),

  route(planCalls['GET /plans/{id}/subscribers'], async (call) => {
    const { id } = await eitherPlan(call);
    const { readModels } = call.parts;
    const [versions, moves] = await Promise.all([readModels.planSubscribers(id), readModels.planMoves(id)]);
    return { data: { versions: [...versions], moves: moves.map(presentMove) } };
  }),
  route(planCalls['GET /plans/{id}/moves/preview'], async (call) => {
    const { parts, query } = call;
    const { planId, kind } = await eitherPlan(call);
    const fromVersions = query.versions.split(',').map(Number);
    const found = await parts.readModels.moveCandidates(planId, fromVersions, { page: query.page, perPage: previewed });
    const prorationDate = new Date(Math.floor(parts.now().getTime() / 1000) * 1000);
    const { result } = await parts.commands.subscriptions.previewMove(call.context(), {
      kind,
      planId,
      fromVersions,
      when: query.when,
      payers: found.rows.map((row) => Payer.parse({ kind: row.kind, id: row.id })),
      prorationDate,
    });
    return { data: presentMovePreview(result, found, prorationDate) };
  }),
  route(planCalls['POST /plans/{id}/moves'], async (call) => {
    const { parts, body } = call;
    const { planId, kind } = await eitherPlan(call);
    const context = call.context();
    const moveId = PlanMoveId.parse(uuidV5(namespaces.command, context.commandId, 'plan-move'));
    const { position } = await parts.commands.subscriptions.startMove(context, {
      moveId,
      kind,
      planId,
      fromVersions: body.versions,
      version: body.version,
      when: body.when,
      prorationDate: body.proration_date === null ? null : new Date(body.proration_date),
      subscribers: body.subscribers,
    });
    await call.settled(position, ['subscriptions']);
    return { success: true as const, message: 'The move has begun. Subscribers are told.', data: { id: moveId } };
  }),
  route(planCalls['GET /plans/{id}/moves/{moveId}'], async (call) => {
    const { parts, params } = call;
    const { id } = await eitherPlan(call);
    const move = (await parts.readModels.planMoves(id)).find((one) => one.id === params.moveId);
    if (move === undefined) throw notFound('This move does not exist.');
    return { data: presentMoveRecord(move, await parts.readModels.skippedByMove(move.id)) };
  }),

  route(planCalls['GET /business-plans'], async ({ parts, query }) => {
    const given = listQuery(query);
    return listReply(await parts.readModels.plans('business', given), given, presentPlan);
  }),
  route(planCalls['POST /business-plans'], (call) => create(call, 'business')),
  route(planCalls['GET /business-plans/{id}'], (call) => record(call, 'business')),
  route(planCalls['PUT /business-plans/{id}'], (call) => change(call, 'business')),
];
