import { z } from 'zod';
import { type EventOf, event } from '../../kernel/event.ts';
import { AgencyId, BusinessId, ReportViewId, UserId } from '../../kernel/ids.ts';
import { reportScreens } from './fields.ts';

const view = { userId: UserId, agencyId: AgencyId.nullable(), businessId: BusinessId.nullable() };
const screen = z.enum(reportScreens);

/** From now on the view of a report is like this: a new one, or one that was there. Of its person, until it is `shared`. */
export const ReportViewSaved = event(
  'ReportViewSaved',
  1,
  z.object({
    ...view,
    viewId: ReportViewId,
    screen,
    name: z.string().max(60),
    query: z.string().max(1_000),
    shared: z.boolean(),
  }),
);
export const ReportViewDeleted = event('ReportViewDeleted', 1, z.object({ ...view, viewId: ReportViewId }));
/** What a report opens with for this person; null: without a view. */
export const DefaultReportViewChosen = event(
  'DefaultReportViewChosen',
  1,
  z.object({ ...view, screen, viewId: ReportViewId.nullable() }),
);

export const reportViewEvents = [ReportViewSaved, ReportViewDeleted, DefaultReportViewChosen] as const;
export type ReportViewEvent = EventOf<(typeof reportViewEvents)[number]>;
