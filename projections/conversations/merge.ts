import type { Merge } from '../engine/merges.ts';
import { renamed } from '../engine/merges.ts';
import type { Statement } from '../engine-types.ts';
import { conversationTable, countedColumns, messageTable, moveTallies } from './table.ts';

const told = ['last_words', 'last_by_rule', 'last_answer', 'last_unsorted', 'last_automatic'];

/**
 * Two conversations become one: the messages go over, what was said last in either is the last, and what was unread of
 * both is unread. Whether it is closed and whose it is stays as it was with the survivor.
 */
export function mergeConversations(merge: Merge, schema: string): readonly Statement[] {
  const table = conversationTable.in(schema);
  const counted = countedColumns.join(', ');
  const isNewer = `coalesce(g.last_message_at > c.last_message_at, g.last_message_at is not null)`;
  const columns: Readonly<Record<string, string>> = {
    contact_id: '$2::uuid',
    business_id: 'g.business_id',
    phone: 'g.phone',
    listed: 'g.listed',
    closed: 'null',
    marked: 'g.marked',
    closed_to: 'null',
    read_to: 'g.read_to',
    received: 'coalesce(c.received, 0) + g.received',
    ...Object.fromEntries(told.map((name) => [name, `g.${name}`])),
    assignee_id: 'null',
    assigned_at: 'null',
    waiting_since: `(
      select m.at from ${messageTable.in(schema)} m where m.contact_id = $2::uuid and m.sorted = 'people'
        and m.position > greatest(g.last_answer, g.last_by_rule, c.last_answer, c.last_by_rule, 0)
      order by m.position limit 1
    )`,
    last_message_id: `case when ${isNewer} then g.last_message_id end`,
    last_message_at: `case when ${isNewer} then g.last_message_at end`,
    position: 'g.position',
  };
  const types: Readonly<Record<string, string>> = {
    closed: 'boolean',
    closed_to: 'bigint',
    assignee_id: 'uuid',
    assigned_at: 'bigint',
  };
  const values = conversationTable.names
    .split(', ')
    .map((name) => `(${columns[name]!})${types[name] === undefined ? '' : `::${types[name]}`}`)
    .join(', ');
  return [
    ...renamed(messageTable)(merge, schema),
    {
      text: `with gone as materialized (select * from ${table} where contact_id = $1::uuid),
      before as materialized (
        select ${counted} from gone
        union all select ${counted} from ${table} where contact_id = $2::uuid and exists (select from gone)
      ),
      after as (
        ${conversationTable.upsert(
          schema,
          'v',
          `select ${values} from gone g left join ${table} c on c.contact_id = $2::uuid`,
        )}
        returning ${countedColumns.map((column) => `v.${column}`).join(', ')}
      ),
      both_sides as materialized (
        select 1 as w, ${counted} from after union all select -1, ${counted} from before
      ),
      ${moveTallies(schema)} select`,
      values: [merge.id, merge.into],
    },
    { text: `delete from ${table} where contact_id = $1::uuid`, values: [merge.id] },
  ];
}
