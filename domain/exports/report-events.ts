import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId, BusinessId, ExportId, UserId } from '../kernel/ids.ts';
import { reportNames } from '../reports/fields.ts';

const report = { exportId: ExportId, userId: UserId, agencyId: AgencyId.nullable(), businessId: BusinessId.nullable() };

/**
 * A report is written to a file in the background: recorded before its first row is. `from` and `to` are days, both
 * included; `count`: how many rows it had; `narrowed`: whether by more than days.
 */
export const ReportExportStarted = event(
  'ReportExportStarted',
  1,
  z.object({
    ...report,
    report: z.enum(reportNames),
    from: z.iso.date(),
    to: z.iso.date(),
    narrowed: z.boolean(),
    count: z.number().int().nonnegative(),
  }),
);
/** `withdrawn`: it was canceled or deleted, or someone in it was erased. */
export const ReportExportEnded = event(
  'ReportExportEnded',
  1,
  z.object({ ...report, outcome: z.enum(['ready', 'failed', 'withdrawn']), rows: z.number().int().nonnegative() }),
);

export const reportExportEvents = [ReportExportStarted, ReportExportEnded] as const;
export type ReportExportEvent = EventOf<(typeof reportExportEvents)[number]>;
