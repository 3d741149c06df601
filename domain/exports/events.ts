import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, ExportId } from '../kernel/ids.ts';
import { ExportedList, ExportFormat } from './fields.ts';

const ids = { exportId: ExportId, businessId: BusinessId };

/**
 * Somebody takes a list along as a file: said before its first row leaves, so that one that is broken off is known, too.
 * `ofId`: the broadcast whose recipients, the campaign
 * whose coupons or votes, the contact whose texts they are. `count`: how many rows the list had; `narrowed`: whether it was
 * narrowed by filters, a search or a choice. By which is not kept: what was searched for may be a person's name.
 */
export const ListExportStarted = event(
  'ListExportStarted',
  3,
  z.object({
    ...ids,
    list: ExportedList,
    ofId: z.uuid().nullable(),
    format: ExportFormat,
    columns: z.array(z.string().max(60)),
    narrowed: z.boolean(),
    count: z.number().int().nonnegative(),
  }),
);
/** So many rows went out. Not `complete`: whoever asked went away before the end, or it broke. */
export const ListExportEnded = event(
  'ListExportEnded',
  1,
  z.object({ ...ids, rows: z.number().int().nonnegative(), complete: z.boolean() }),
);

export const exportEvents = [ListExportStarted, ListExportEnded] as const;
export type ExportEvent = EventOf<(typeof exportEvents)[number]>;
