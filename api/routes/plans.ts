import type { z } from 'zod';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { asked } from '../../domain/kernel/list.ts';
import { maxPlans, type PlanKind, type PlanSection } from '../../domain/plans/fields.ts';
import { planList } from '../../domain/plans/list.ts';
import { type CreatePlan, planCalls, type UpdatePlan } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { listQuery, listReply, wholeReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { presentPlan, presentPlanRecord, presentPrice } from '../present/plans.ts';

const shown = ['plans'];
const missing = 'This plan does not exist.';

/** What the caller can subscribe to; null: nothing, since the agency of a business pays for it and sets its own prices. */
const kindFor = ({ role, agencyId }: Session): PlanKind | null =>
  role !== 'Business' ? 'agency'
  : agencyId === null ? 'business'
  : null;

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

  route(planCalls['GET /business-plans'], async ({ parts, query }) => {
    const given = listQuery(query);
    return listReply(await parts.readModels.plans('business', given), given, presentPlan);
  }),
  route(planCalls['POST /business-plans'], (call) => create(call, 'business')),
  route(planCalls['GET /business-plans/{id}'], (call) => record(call, 'business')),
  route(planCalls['PUT /business-plans/{id}'], (call) => change(call, 'business')),
];
