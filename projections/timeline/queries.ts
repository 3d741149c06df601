import { sql } from 'kysely';
import type { TimelineKind } from '../../domain/contacts/fields.ts';
import { broadcastModel, broadcastTable } from '../tables/broadcasts.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { type Dated, dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { uploadModel, uploadTable } from '../tables/uploads.ts';
import { userModel, userTable } from '../tables/users.ts';
import { pointerTable, timelineModel } from '../tables/timeline.ts';

const pointers = tablesIn(timelineModel)(pointerTable);
const pointer = pointerTable.select('p', 'contactId', 'kind', 'position', 'stream', 'leftOut', 'at');
export type Pointer = Dated<SelectedOf<typeof pointer>>;

/** Larger than any position there can be. */
const newest = '9223372036854775807';

export const timelineQueries = {
  /**
   * Of each kind the newest before a place, then the newest of those: every branch is a walk down the key, so that ten
   * thousand texts are not looked through for one coupon.
   */
  timelinePointers: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      contactIds: readonly string[],
      asked: { readonly kinds: readonly TimelineKind[]; readonly before: string | null; readonly limit: number },
    ): Promise<readonly Pointer[]> => {
      const { kinds, before, limit } = asked;
      const below = before !== null && BigInt(before) < BigInt(newest) ? before : newest;
      const rows = await db.ask(sql<SelectedOf<typeof pointer>>`select ${pointer}
        from unnest(${contactIds}::uuid[]) c(id) cross join unnest(${kinds}::text[]) k(kind) cross join lateral (
          select * from ${pointers} o where o.contact_id = c.id and o.kind = k.kind and o.business_id = ${businessId}
            and o.position < ${below}::bigint order by o.position desc limit ${limit}
        ) p order by p.position desc limit ${limit}`);
      return rows.map(dated);
    },
  }),

  /** What those things are called that a timeline names; what is not the business's own is not there. */
  timelineNames: query({
    reads: 'business',
    run: async (db, businessId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (ids.length === 0) return new Map();
      const rows = await db.ask(sql<{ id: string; name: string }>`
        select id, name from ${tablesIn(campaignModel)(campaignTable)}
          where id = any(${ids}::uuid[]) and business_id = ${businessId}
        union all select id, name from ${tablesIn(broadcastModel)(broadcastTable)}
          where id = any(${ids}::uuid[]) and business_id = ${businessId}
        union all select id, file_name from ${tablesIn(uploadModel)(uploadTable)}
          where id = any(${ids}::uuid[]) and business_id = ${businessId} and file_name is not null
        union all select id, trim(concat(first_name, ' ', last_name)) from ${tablesIn(userModel)(userTable)}
          where id = any(${ids}::uuid[]) and business_id = ${businessId}`);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  }),
};
