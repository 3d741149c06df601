import { z } from 'zod';
import { stateOf } from '../../domain/kernel/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId, ReportViewId, UserId } from '../../domain/kernel/ids.ts';
import { reportScreens, viewFields } from '../../domain/reports/views/fields.ts';
import * as decide from '../../domain/reports/views/views.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision, question } from '../kernel/command.ts';

interface Tenant {
  readonly agencyId: string | null;
  readonly businessId: string | null;
}
const streamOf = ({ agencyId, businessId }: Tenant) =>
  streams.reportViews(
    businessId !== null ? BusinessId.parse(businessId)
    : agencyId !== null ? AgencyId.parse(agencyId)
    : null,
  );

const ownViews = ({ context: { caller } }: Call) => {
  const { actor, tenant } = caller;
  if (actor.kind !== 'user') throw new DomainError('forbidden', 'Your account may not do this.');
  const viewer: decide.Viewer = {
    userId: UserId.parse(actor.userId),
    agencyId: AgencyId.nullable().parse(tenant.agencyId),
    businessId: BusinessId.nullable().parse(tenant.businessId),
  };
  return { stream: streamOf(tenant), tenant, viewer };
};
const common = { by: people, aggregate: decide.ReportViews, at: ownViews };

export const saveReportView = decision({
  ...common,
  input: z.object({ viewId: ReportViewId, ...viewFields }),
  decide: (given, views, { viewer }) => decide.saveView({ viewer, ...given }, views),
});

export const deleteReportView = decision({
  ...common,
  input: z.object({ viewId: ReportViewId }),
  decide: (given, views, { viewer }) => decide.deleteView({ viewer, ...given }, views),
});

export const chooseDefaultReportView = decision({
  ...common,
  input: z.object({ screen: z.enum(reportScreens), viewId: ReportViewId.nullable() }),
  decide: (given, views, { viewer }) => decide.chooseDefaultView({ viewer, ...given }, views),
});

/** What a person sees of the views of their business, their agency, or the platform. */
export const reportViewsOf = question(async (world, userId: string, tenant: Tenant) =>
  decide.viewsOf(userId, stateOf(decide.ReportViews, await world.events.read(streamOf(tenant)))),
);
