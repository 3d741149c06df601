import { registrationA2pCalls } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Route, route } from '../kernel/route.ts';
import { presentA2pRecord, presentA2pRequest } from '../present/registrations-a2p.ts';
import { brandFormOf, campaignFormOf, underApiNames } from '../present/registrations.ts';
import { type Act, workOnRequest } from './registrations-desk.ts';

const shown = ['registrations', 'registration_desk'];
const missing = 'This request does not exist.';

export const registrationA2pRoutes: readonly Route[] = [
  route(registrationA2pCalls['GET /admin/a2p'], async ({ parts, query: params }) => {
    const query = listQuery(params);
    return listReply(await parts.readModels.a2pRequests(query), query, presentA2pRequest);
  }),

  route(registrationA2pCalls['GET /admin/a2p/{id}'], async (call) => {
    const { readModels, commands } = call.parts;
    const found = await readModels.a2pRequestById(call.params.id);
    if (found === null) throw notFound(missing);
    const stored = await commands.registrations.a2pRequest(call.context(), { businessId: found.businessId });
    const actors = new Set(stored.timeline.flatMap(({ by }) => (by === null ? [] : [by])));
    return { data: presentA2pRecord(found, stored, await readModels.namesOfActors([...actors])) };
  }),

  route(registrationA2pCalls['PUT /admin/a2p/{id}'], async (call) => {
    const { parts, params, body } = call;
    const found = await parts.readModels.a2pRequestById(params.id);
    if (found === null) throw notFound(missing);
    const { businessId, id: requestId } = found;
    const { registrations } = parts.commands;
    const { brand, campaign } = body;
    const submit: Act[] = [];
    if (brand !== undefined)
      submit.push((at) => underApiNames(() => registrations.submitBrand(at, { businessId, ...brandFormOf(brand) })));
    if (campaign !== undefined)
      submit.push((at) =>
        underApiNames(() => registrations.submitCampaign(at, { businessId, ...campaignFormOf(campaign) })),
      );
    await workOnRequest(call, { requestId, businessId }, shown, {
      submit,
      check: (at) => registrations.advanceA2p(at, { businessId }),
    });
    return { success: true as const, message: 'The request has been saved.' };
  }),

  route(registrationA2pCalls['GET /registration-policy'], async ({ parts }) => {
    const { requiredFrom } = await parts.commands.registrations.registrationPolicy();
    return { data: { required_from: requiredFrom } };
  }),

  route(registrationA2pCalls['PUT /registration-policy'], async (call) => {
    const requiredFrom = call.body.required_from;
    await call.parts.commands.registrations.changeRegistrationPolicy(call.context(), { requiredFrom });
    return { success: true as const, message: 'The day has been saved.' };
  }),
];
