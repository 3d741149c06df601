import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { type ReportExportEvent, ReportExportEnded, ReportExportStarted } from './report-events.ts';

/** A report that is written to a file in the background. */
export type ReportExport = { readonly status: 'none' | 'started' | 'ready' | 'over' };

export const ReportExport: Aggregate<ReportExport, ReportExportEvent> = {
  initial: { status: 'none' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ReportExportStarted':
        return { status: 'started' };
      case 'ReportExportEnded':
        return { status: event.data.outcome === 'ready' ? 'ready' : 'over' };
      default:
        return unchanged(state, event);
    }
  },
};

export const startReportExport = (
  given: Parameters<typeof ReportExportStarted.create>[0],
  { status }: ReportExport,
): readonly ReportExportEvent[] => (status === 'none' ? [ReportExportStarted.create(given)] : []);

/** A file that is ready can still be withdrawn; one that never began has nothing to end. */
export const endReportExport = (
  given: Parameters<typeof ReportExportEnded.create>[0],
  { status }: ReportExport,
): readonly ReportExportEvent[] =>
  status === 'started' || (status === 'ready' && given.outcome === 'withdrawn') ?
    [ReportExportEnded.create(given)]
  : [];
