import { type MergeTime, namingSurvivors } from '../engine/merges.ts';
import { replyDue } from './reply-times.ts';
import {
  conversationTable,
  countedColumns,
  messageTable,
  moveTallies,
  scheduledTextTable,
} from '../tables/livechat.ts';

const told = ['last_words', 'last_by_rule', 'last_answer', 'last_unsorted', 'last_automatic'];
const naming = namingSurvivors(messageTable, scheduledTextTable);

/**
 * Two conversations become one: the messages go over, what was said last in either is the last, and what was unread of
 * both is unread. Whether it is closed and whose it is stays as it was with the survivor. A text that came to the one
 * and is left to people late, when it is the survivor's already, is counted with the survivor's. For `underSurvivors`.
 */
export function mergeConversations(schema: string, absorbed: string, when: MergeTime): readonly string[] {
  const table = conversationTable.in(schema);
  const messages = messageTable.in(schema);
  const counted = countedColumns.join(', ');
  const isNewer = `coalesce(g.last_message_at > c.last_message_at, g.last_message_at is not null)`;
  const unreadOfBoth = 'coalesce(c.received, 0) + g.received';
  const hasAnsweredLater = 'coalesce(g.last_answer, 0) > coalesce(c.last_answer, 0)';
  const waitingSince = `(
    select m.at from ${messages} m where m.contact_id = g.survivor_id and m.sorted = 'people'
      and m.position > greatest(g.last_answer, g.last_by_rule, c.last_answer, c.last_by_rule, 0)
    order by m.position limit 1
  )`;
  const columns: Readonly<Record<string, string>> = {
    contact_id: 'g.survivor_id',
    business_id: 'g.business_id',
    phone: 'g.phone',
    listed: 'g.listed',
    closed: 'null',
    marked: 'g.marked',
    closed_to: 'null',
    read_to: 'g.read_to',
    // Late ones may have been read with the survivor's before it was said that they are for people.
    received:
      when === 'merged' ? unreadOfBoth : (
        `case when g.received = 0 then ${unreadOfBoth} else (
          select count(*) from ${messages} m where m.contact_id = g.survivor_id and m.sorted = 'people'
            and m.position > greatest(g.read_to, c.read_to, 0)) end`
      ),
    ...Object.fromEntries(told.map((name) => [name, `g.${name}`])),
    last_answer_id: `case when ${hasAnsweredLater} then g.last_answer_id else c.last_answer_id end`,
    fell_at: `case when ${hasAnsweredLater} then g.fell_at else c.fell_at end`,
    done_at: 'g.done_at',
    assignee_id: 'null',
    assigned_at: 'null',
    assigned_why: 'null',
    waiting_since: waitingSince,
    due_at: replyDue(schema, { since: waitingSince, businessId: 'g.business_id' }),
    last_message_id: `case when ${isNewer} then g.last_message_id end`,
    last_message_at: `case when ${isNewer} then g.last_message_at end`,
    position: 'g.position',
  };
  const types: Readonly<Record<string, string>> = {
    closed: 'boolean',
    closed_to: 'bigint',
    assignee_id: 'uuid',
    assigned_at: 'bigint',
    assigned_why: 'text',
  };
  const values = conversationTable.names
    .split(', ')
    .map((name) => `(${columns[name]!})${types[name] === undefined ? '' : `::${types[name]}`}`)
    .join(', ');
  const highest = [...told, 'read_to', 'done_at', 'position', 'last_message_at'].map(
    (name) => `max(g.${name}) as ${name}`,
  );
  return [
    ...naming(schema, absorbed),
    `with rows as materialized (
        select m.survivor_id, g.* from ${absorbed} m join ${table} g on g.contact_id = m.id
      ),
      gone as materialized (
        select survivor_id, (array_agg(business_id))[1] as business_id, (array_agg(phone) filter (where phone is not null))[1] as phone,
          bool_or(listed) as listed, bool_or(marked) as marked, sum(received)::int as received,
          (array_agg(last_message_id order by last_message_at desc nulls last))[1] as last_message_id,
          (array_agg(last_answer_id order by last_answer desc nulls last))[1] as last_answer_id,
          (array_agg(fell_at order by last_answer desc nulls last))[1] as fell_at, ${highest.join(', ')}
        from rows g group by survivor_id
      ),
      before as materialized (
        select ${counted} from rows
        union all select ${counted} from ${table} where contact_id in (select survivor_id from gone)
      ),
      after as (
        ${conversationTable.upsert(
          schema,
          'v',
          `select ${values} from gone g left join ${table} c on c.contact_id = g.survivor_id`,
        )}
        returning ${countedColumns.map((column) => `v.${column}`).join(', ')}
      ),
      both_sides as materialized (
        select 1 as w, ${counted} from after union all select -1, ${counted} from before
      ),
      ${moveTallies(schema)} select`,
    `delete from ${table} c using ${absorbed} m where c.contact_id = m.id`,
  ];
}
