import type { Merge } from '../engine/merges.ts';
import { renamed } from '../engine/merges.ts';
import type { Statement } from '../engine-types.ts';
import { conversationCountTable, conversationTable, messageTable } from './table.ts';

const told = ['last_words', 'last_by_rule', 'last_answer', 'last_unsorted', 'last_automatic'];

/**
 * Two conversations become one: the messages go over, what was said last in either is the last, and what was unread of
 * both is unread. Whether it is closed and whose it is stays as it was with the survivor.
 */
export function mergeConversations(merge: Merge, schema: string): readonly Statement[] {
  const table = conversationTable.in(schema);
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
        select business_id, state, unread, needs_reply from gone
        union all select business_id, state, unread, needs_reply from ${table}
          where contact_id = $2::uuid and exists (select from gone)
      ),
      after as (
        ${conversationTable.upsert(
          schema,
          'v',
          `select ${values} from gone g left join ${table} c on c.contact_id = $2::uuid`,
        )}
        returning v.business_id, v.state, v.unread, v.needs_reply
      )
      ${conversationCountTable.upsert(
        schema,
        'k',
        `select business_id, coalesce(sum(w) filter (where state = 'open'), 0),
            coalesce(sum(w) filter (where state = 'closed'), 0), coalesce(sum(w) filter (where needs_reply), 0),
            coalesce(sum(w * unread) filter (where state = 'open'), 0)
          from (select 1 as w, * from after union all select -1, * from before) both_sides group by business_id`,
      )}`,
      values: [merge.id, merge.into],
    },
    { text: `delete from ${table} where contact_id = $1::uuid`, values: [merge.id] },
  ];
}
