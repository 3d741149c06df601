import { DomainError } from '../../domain/kernel/errors.ts';
import { registrationCalls } from '../contract/index.ts';
import { type Route, route } from '../kernel/route.ts';
import { presentBrandRow, presentCampaignRow, presentRequest } from '../present/registrations.ts';

export const registrationRoutes: readonly Route[] = [
  route(registrationCalls['GET /businesses/a2p/request'], async (call) => {
    const { businessId } = call;
    const found = await call.parts.commands.registrations.a2pRequest(call.context(), { businessId });
    return { data: presentRequest(found.registration, found.timeline) };
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
