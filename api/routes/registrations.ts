import { DomainError } from '../../domain/kernel/errors.ts';
import { registrationCalls } from '../contract/index.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import {
  brandFormOf,
  campaignFormOf,
  presentProposal,
  underApiNames,
  presentBrandRow,
  presentCampaignRow,
  presentRequest,
} from '../present/registrations.ts';

const shown = ['registrations'];
/** What asks the carrier or costs a fee is counted. */
const limited = (call: Call, what: string, max: number) =>
  call.parts.rateLimits.take([{ key: `a2p-${what}:${call.businessId}`, max, windowMs: 10 * 60_000 }]);

export const registrationRoutes: readonly Route[] = [
  route(registrationCalls['GET /businesses/a2p/request'], async (call) => {
    const { businessId } = call;
    const found = await call.parts.commands.registrations.a2pRequest(call.context(), { businessId });
    return { data: presentRequest(found) };
  }),

  route(registrationCalls['GET /businesses/a2p/brand-by-ein/{ein}'], async ({ parts, businessId, params }) => {
    const found = await parts.readModels.brandByEin(businessId, params.ein);
    if (found === null) throw new DomainError('not_found', 'You have no brand with this EIN.');
    return { data: presentBrandRow(found) };
  }),

  route(
    registrationCalls['GET /businesses/a2p/campaigns-by-brand/{brandId}'],
    async ({ parts, businessId, params }) => {
      const found = await parts.readModels.campaignsByBrand(businessId, params.brandId);
      if (found === null) throw new DomainError('not_found', 'This brand does not exist.');
      return { data: found.map(presentCampaignRow), meta: { total: found.length } };
    },
  ),

  route(registrationCalls['GET /businesses/a2p/proposal'], async (call) => {
    const { businessId } = call;
    const place = await call.parts.commands.registrations.a2pPlace(call.context(), { businessId });
    const ways = await call.parts.readModels.waysIn({ businessId });
    if (ways === null) throw new DomainError('not_found', 'This business does not exist.');
    return { data: presentProposal(place, ways) };
  }),

  route(registrationCalls['GET /businesses/a2p/use-cases'], async (call) => {
    await limited(call, 'use-cases', 60);
    const { businessId } = call;
    const found = await call.parts.commands.registrations.a2pUseCases(call.context(), { businessId });
    return { data: found.map(({ needsMore, ...one }) => ({ ...one, needs_more: needsMore })) };
  }),

  route(registrationCalls['POST /businesses/a2p/brand'], async (call) => {
    await limited(call, 'submit', 30);
    const { businessId, body } = call;
    const { position, result } = await underApiNames(() =>
      call.parts.commands.registrations.submitBrand(call.context(), { businessId, ...brandFormOf(body) }),
    );
    await call.settled(position, shown);
    return {
      success: true as const,
      message: 'Submitted. We tell you what the carrier says.',
      data: { id: result.brandId },
    };
  }),

  route(registrationCalls['POST /businesses/a2p/campaign'], async (call) => {
    await limited(call, 'submit', 30);
    const { businessId, body } = call;
    const { position, result } = await underApiNames(() =>
      call.parts.commands.registrations.submitCampaign(call.context(), { businessId, ...campaignFormOf(body) }),
    );
    await call.settled(position, shown);
    return {
      success: true as const,
      message: 'Submitted. We tell you what the carrier says.',
      data: { id: result.campaignId },
    };
  }),

  route(registrationCalls['POST /businesses/a2p/code'], async (call) => {
    const { businessId, body } = call;
    await limited(call, 'code', 5);
    const given = { businessId, brandId: body.id };
    const { position } = await call.parts.commands.registrations.resendA2pCode(call.context(), given);
    await call.settled(position, shown);
    return { success: true as const, message: 'The code is on its way.' };
  }),

  route(registrationCalls['POST /businesses/a2p/cancel'], async (call) => {
    const { businessId, body } = call;
    const given = { businessId, part: body.part, partId: body.id };
    const { position } = await call.parts.commands.registrations.cancelA2p(call.context(), given);
    await call.settled(position, shown);
    return { success: true as const, message: 'Canceled.' };
  }),

  route(registrationCalls['POST /businesses/a2p/draft'], async (call) => {
    const { businessId, body } = call;
    await call.parts.commands.registrations.saveA2pDraft(call.context(), { businessId, ...body });
    return { success: true as const };
  }),

  route(registrationCalls['POST /businesses/a2p/prefix'], async (call) => {
    const { businessId, body } = call;
    await call.parts.commands.registrations.changeA2pPrefix(call.context(), { businessId, prefix: body.prefix });
    return { success: true as const, message: 'Saved.' };
  }),
];
