import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { BusinessId, ExportId } from '../kernel/ids.ts';
import { type ExportEvent, ListExportStarted, ListExportEnded } from './events.ts';
import type { ExportedList, ExportFormat } from './fields.ts';

/** A list on its way out of the house, once. */
export type Export =
  | { readonly status: 'none' }
  | { readonly status: 'begun' | 'ended'; readonly exportId: ExportId; readonly businessId: BusinessId };

export const Export: Aggregate<Export, ExportEvent> = {
  initial: { status: 'none' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ListExportStarted': {
        const { exportId, businessId } = event.data;
        return { status: 'begun', exportId, businessId };
      }
      case 'ListExportEnded':
        return state.status === 'none' ? state : { ...state, status: 'ended' };
      default:
        return unchanged(state, event);
    }
  },
};

export const beginExport = (
  given: {
    readonly exportId: ExportId;
    readonly businessId: BusinessId;
    readonly list: ExportedList;
    readonly ofId: string | null;
    readonly format: ExportFormat;
    readonly columns: readonly string[];
    readonly narrowed: boolean;
    readonly count: number;
  },
  state: Export,
): readonly ExportEvent[] =>
  state.status === 'none' ? [ListExportStarted.create({ ...given, columns: [...given.columns] })] : [];

/** An end is said once. */
export const endExport = (
  { rows, complete }: { readonly rows: number; readonly complete: boolean },
  state: Export,
): readonly ExportEvent[] =>
  state.status === 'begun' ?
    [ListExportEnded.create({ exportId: state.exportId, businessId: state.businessId, rows, complete })]
  : [];
