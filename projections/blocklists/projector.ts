import {
  BlocklistEntryAdded,
  listingEvents,
  BlocklistEntryNoteChanged,
  BlocklistEntryRemoved,
} from '../../domain/blocklists/events.ts';
import type { EntryKind, ListKind } from '../../domain/blocklists/fields.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { batch, col, createAll, key, maybe } from '../engine/table.ts';
import type { Projector, Statement } from '../engine-types.ts';
import { blocklistIndexes, blocklistModel, listingCountTable, listingTable } from '../tables/blocklists.ts';

/** What a batch says last of an entry. `whole`: it was put on the list; else only its note changed, or it went. */
const said = batch({
  id: key('uuid'),
  list: key('text').of<ListKind>(),
  businessId: col('uuid'),
  whole: col('boolean'),
  kind: maybe('text').of<EntryKind>(),
  value: maybe('text'),
  note: maybe('text'),
  noted: col('boolean'),
  gone: col('boolean'),
  at: maybe('timestamptz'),
  position: maybe('bigint'),
});
type Said = Parameters<typeof said.values>[0][number];

/** Tallies move by the difference between what rows said and say. */
const put = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${said.from('s')}),
  before as materialized (
    select t.business_id, t.list, t.kind, t.gone from ${listingTable.in(schema)} t join incoming using (id, list)
  ),
  changed as (
    update ${listingTable.in(schema)} t set
      kind = case when i.whole then i.kind else t.kind end,
      value = case when i.gone then null when i.whole then i.value else t.value end,
      note = case when i.gone then null when i.noted then i.note else t.note end,
      gone = i.gone,
      created_at = case when i.whole then i.at else t.created_at end,
      position = case when i.whole then i.position else t.position end
    from incoming i where t.id = i.id and t.list = i.list
    returning t.business_id, t.list, t.kind, t.gone
  ),
  made as (
    insert into ${listingTable.in(schema)} (id, list, business_id, kind, value, note, gone, created_at, position)
    select i.id, i.list, i.business_id, i.kind, case when not i.gone then i.value end,
      case when not i.gone then i.note end, i.gone, i.at, i.position
    from incoming i where i.whole and not exists (
      select from ${listingTable.in(schema)} t where t.id = i.id and t.list = i.list
    )
    returning business_id, list, kind, gone
  )
  ${listingCountTable.upsert(
    schema,
    'n',
    `select business_id, list, k.kind, sum(w)::bigint
      from (select 1 as w, * from changed union all select 1, * from made union all select -1, * from before) both_sides
        cross join lateral (values (''), (both_sides.kind)) k(kind)
      where not both_sides.gone group by 1, 2, 3 having sum(w) <> 0`,
  )}`,
);

/** What stands on the whitelists and blacklists of businesses. Nothing is decided by it: that is done on the streams. */
export const blocklists: Projector = {
  ...blocklistModel,
  byBusiness: true,
  handles: typesOf(listingEvents),
  create: createAll(listingTable, listingCountTable),
  empty: { listing_counts: 'count = 0' },
  index: blocklistIndexes,
  fold: (events, schema): readonly Statement[] => {
    const rows = new Map<string, Said>();
    for (const event of events) {
      const { entryId: id, businessId, list } = event.data as { entryId: string; businessId: string; list: ListKind };
      const name = `${id} ${list}`;
      const known = rows.get(name) ?? {
        id,
        list,
        businessId,
        whole: false,
        kind: null,
        value: null,
        note: null,
        noted: false,
        gone: false,
        at: null,
        position: null,
      };
      if (is(event, BlocklistEntryAdded)) {
        const { kind, value, note } = event.data;
        const at = event.metadata.occurredAt;
        rows.set(name, {
          ...known,
          kind,
          value,
          note,
          at,
          whole: true,
          noted: true,
          gone: false,
          position: event.position,
        });
      } else if (is(event, BlocklistEntryNoteChanged)) rows.set(name, { ...known, note: event.data.note, noted: true });
      else if (is(event, BlocklistEntryRemoved)) rows.set(name, { ...known, gone: true });
    }
    return rows.size === 0 ? [] : [{ text: put(schema), values: said.values([...rows.values()]) }];
  },
};
