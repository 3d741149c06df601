import { z } from 'zod';
import { reportScreens, viewFields } from '../../domain/reports/views/fields.ts';
import { calls } from './calls.ts';
import { Created, Done, IdParams, Uuid, wholeList } from './common.ts';

/** A way to look at a report. `query`: what the address of its screen says; `own`: the caller made it. */
export const ReportView = z.object({
  id: Uuid,
  screen: z.enum(reportScreens),
  name: z.string().meta({ examples: ['Failed texts'] }),
  query: z.string().meta({ examples: ['group_by=carrier&status=failed'] }),
  shared: z.boolean(),
  own: z.boolean(),
  is_default: z.boolean(),
});
export type ReportView = z.output<typeof ReportView>;
export const ReportViews = wholeList(ReportView);
export const ReportViewForm = z.object(viewFields);
/** `id` null: the report opens without a view. */
export const DefaultViewForm = z.object({ screen: viewFields.screen, id: Uuid.nullable() });

const example = { screen: 'texts', name: 'Failed texts', query: 'group_by=carrier&status=failed', shared: true };
export const reportViewCalls = calls('Reports', {
  'GET /reports/views': {
    id: 'listReportViews',
    who: 'any',
    summary: 'Saved views of reports: one’s own, and those that are shared in the business or agency.',
    reply: ReportViews,
  },
  'POST /reports/views': {
    id: 'createReportView',
    who: 'any',
    summary: 'Saves filters and grouping of a report under a name.',
    body: ReportViewForm,
    example,
    reply: Created,
  },
  'PUT /reports/views/{id}': {
    id: 'changeReportView',
    who: 'any',
    summary: 'Changes a view that the caller made.',
    params: IdParams,
    body: ReportViewForm,
    example,
    reply: Done,
  },
  'DELETE /reports/views/{id}': {
    id: 'deleteReportView',
    who: 'any',
    summary: 'Deletes a view that the caller made, or one that is shared.',
    params: IdParams,
    reply: Done,
  },
  'PUT /reports/default-view': {
    id: 'chooseDefaultReportView',
    who: 'any',
    summary: 'Chooses the view that a report opens with for the caller.',
    body: DefaultViewForm,
    reply: Done,
  },
});
