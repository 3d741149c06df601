import { ReportExportEnded, ReportExportStarted } from '../../domain/exports/report-events.ts';
import { endReportExport, ReportExport, startReportExport } from '../../domain/exports/report-export.ts';
import { streams } from '../../domain/streams.ts';
import { peopleAndSystem } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';

/** A report is about to be written to a file. The worker says so as the person who asked. */
export const startReport = decision({
  input: ReportExportStarted.schema,
  by: peopleAndSystem,
  aggregate: ReportExport,
  at: ({ context }, { exportId }) => ({ stream: streams.reportExport(exportId), tenant: context.caller.tenant }),
  decide: startReportExport,
});

/** The file is ready, could not be written, or is withdrawn. */
export const endReport = decision({
  input: ReportExportEnded.schema,
  by: peopleAndSystem,
  aggregate: ReportExport,
  at: ({ context }, { exportId }) => ({ stream: streams.reportExport(exportId), tenant: context.caller.tenant }),
  decide: endReportExport,
});
