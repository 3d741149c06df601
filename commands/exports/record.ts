import { z } from 'zod';
import { beginExport, endExport, Export } from '../../domain/exports/export.ts';
import { ExportedList, ExportFormat } from '../../domain/exports/fields.ts';
import { ExportId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { type Call, decision } from '../kernel/command.ts';
import { businessUserOf } from '../kernel/business-user.ts';

const natural = z.number().int().nonnegative();
const at = ({ context }: Call, { exportId }: { readonly exportId: ExportId }) => ({
  ...businessUserOf(context),
  stream: streams.export(exportId),
});

/** Somebody takes a list of their business along. */
export const beginListExport = decision({
  input: z.object({
    exportId: ExportId,
    list: ExportedList,
    ofId: z.uuid().nullable(),
    format: ExportFormat,
    columns: z.array(z.string().max(60)),
    narrowed: z.boolean(),
    count: natural,
  }),
  by: people,
  aggregate: Export,
  at,
  decide: (given, state, { businessId }) => beginExport({ businessId, ...given }, state),
});

/** It went out, as far as it did. */
export const endListExport = decision({
  input: z.object({ exportId: ExportId, rows: natural, complete: z.boolean() }),
  by: people,
  aggregate: Export,
  at,
  decide: (given, state, { businessId }) =>
    state.status !== 'none' && state.businessId !== businessId ? [] : endExport(given, state),
});
