import type pg from 'pg';
import { broadcasts } from '../../../projections/broadcasts/projector.ts';
import { contacts } from '../../../projections/contacts/projector.ts';
import { countedAs } from '../../../projections/tables/contacts.ts';
import { conversations } from '../../../projections/livechat/projector.ts';
import { engagement } from '../../../projections/engagement/projector.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { links } from '../../../projections/links/projector.ts';
import { segments } from '../../../projections/segments/projector.ts';

export const businessId = '7d3f0f7e-0000-4000-8000-000000000001';
export const broadcastId = '7d3f0f7e-0000-4000-8000-000000000002';
/** Of two in five contacts, and of one in a thousand. */
export const segmentIds = ['7d3f0f7e-0000-4000-8000-000000000004', '7d3f0f7e-0000-4000-8000-000000000005'] as const;
const filters = [
  { field: 'keyword', has: 'any', values: ['PIZZA'] },
  { field: 'company_name', text: { is: 'equal', value: 'Company 20' } },
].map((condition) => JSON.stringify({ match: 'all', groups: [{ match: 'all', conditions: [condition] }] }));
const within = [`keywords && '{PIZZA}'`, `company_name = 'Company 20'`];
/** Where these tables live. */
export const at = {
  people: schemaOf(contacts),
  talks: schemaOf(conversations),
  engaged: schemaOf(engagement),
  links: schemaOf(links),
  sent: schemaOf(broadcasts),
  segments: schemaOf(segments),
} as const;

/** The id of the n-th contact, in SQL. */
const idOf = (n: string): string => `md5('contact ' || ${n})::uuid`;
const word = (words: readonly string[], of: string): string =>
  `(array['${words.join("','")}'])[1 + abs(hashtext(${of})) % ${words.length}]`;
const first = ['Ada', 'Bob', 'Cleo', 'Dario', 'Emma', 'Finn', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Kira', 'Leo'];
const last = ['Lovelace', 'Okafor', 'Rossi', 'Lindqvist', 'Castellano', 'Raman', 'Whitfield', 'Ferrer'];

/** What of the tables is filled: one business with so many contacts, and what three in ten have been told and answered. */
const contents = (count: number): readonly string[] => [
  `insert into ${at.people}.contacts (id, business_id, phone, status, opted_in_at, unreachable_said, named_at, first_name,
      last_name, email, email_status, source, birthday, company_name, keywords_since, tags_chosen, created_at, position,
      revision)
    select ${idOf('n')}, '${businessId}', case when n % 50 <> 0 then '+1415' || lpad(n::text, 7, '0') end,
      case when n % 10 < 8 then 'subscribed' when n % 10 = 8 then 'optedOut' end,
      case when n % 10 < 9 then now() - make_interval(secs => (${count} - n) * 60) end, n % 97 = 0, n + 1000,
      case when n % 20 <> 3 then ${word(first, `'first' || n`)} end,
      case when n % 20 <> 3 then ${word(last, `'last' || n`)} || ' ' || n % 4000 end,
      case when n % 10 < 7 then 'guest' || n || '@example.com' end, case when n % 10 < 5 then 'subscribed' end,
      case when n % 3 = 0 then 'import' else 'form' end,
      case when n % 3 = 0 then to_char(date '2024-01-01' + (n % 366), 'MM-DD') end,
      case when n % 10 = 0 then 'Company ' || n % 900 end,
      array_remove(array[case when n % 10 < 4 then 'PIZZA' end, case when n % 10 = 5 then 'DEALS' end,
        case when n % 1000 = 7 then 'VIP' end], null),
      array_remove(array[case when n % 5 = 0 then 'regular' end, case when n % 200 = 3 then 'gold' end], null),
      now() - make_interval(secs => (${count} - n) * 60), n + 1000, 1
    from generate_series(1, ${count}) n`,
  `insert into ${at.talks}.conversations (contact_id, business_id, listed, received, position, last_message_at)
    select ${idOf('n')}, '${businessId}', n % 7 = 0, 0, n + 2000000,
      now() - make_interval(secs => abs(hashtext('talk' || n)) % 20000000)
    from generate_series(1, ${count}) n where n % 10 < 3`,
  `insert into ${at.engaged}.engagement (contact_id, business_id, text_sent, text_delivered, text_replied, mail_sent)
    select ${idOf('n')}, '${businessId}', now() - make_interval(days => n % 90), now() - make_interval(days => n % 90),
      case when n % 33 = 0 then now() - make_interval(days => n % 60) end, null
    from generate_series(1, ${count}) n where n % 10 < 8`,
  `insert into ${at.links}.clicks (number, contact_id, person_id, business_id, source_kind, source_id, variant, clicked_at)
    select 1, ${idOf('n')}, ${idOf('n')}, '${businessId}', 'broadcast', '${broadcastId}', 0, now() - make_interval(secs => n % 400000)
    from generate_series(1, ${count}) n where n % 25 = 0`,
  `insert into ${at.sent}.broadcasts (id, position, business_id, created_at, name, type, contents, audience, schedule,
      valid_hours, short_links, status, started_at, ended_at, frozen, revision)
    values ('${broadcastId}', 1, '${businessId}', now(), 'To everybody', 'sms', '[]', '{}', '{}', 24, true, 'completed',
      now() - interval '3 hours', now(), true, 3)`,
  `insert into ${at.sent}.recipients (id, broadcast_id, business_id, contact_id, channel, place, variant, state, rank,
      reason, error_code, at, sent_at, sent_position, delivered_at, replied_at, opted_out_at, clicked_at, clicks, redeemed)
    select md5('message ' || n)::uuid, '${broadcastId}', '${businessId}', ${idOf('n')}, 'text', n, 0,
      case when n % 50 = 0 then 'suppressed' when n % 20 = 3 then 'undelivered' else 'delivered' end, 6,
      case when n % 50 = 0 then 'opted-out' when n % 20 = 3 then 'carrier' else '' end,
      case when n % 20 = 3 then 30003 + n % 4 else 0 end, now(), now(), n + 3000000, now(),
      case when n % 33 = 0 then now() end, case when n % 250 = 0 then now() end,
      case when n % 25 = 0 then now() end, case when n % 25 = 0 then 1 else 0 end, case when n % 400 = 0 then 1 else 0 end
    from generate_series(1, ${count}) n`,
  `insert into ${at.sent}.tallies (broadcast_id, variant, state, reason, error_code, business_id, count)
    select broadcast_id, variant, state, reason, error_code, business_id, count(*) from ${at.sent}.recipients
    group by 1, 2, 3, 4, 5, 6`,
  `insert into ${at.sent}.deeds (broadcast_id, variant, business_id, replied, opted_out, redeemed, clicked)
    select broadcast_id, 0, business_id, count(replied_at), count(opted_out_at), sum(redeemed), count(clicked_at) from ${at.sent}.recipients
    group by 1, 3`,
  `insert into ${at.sent}.moments (broadcast_id, at, business_id, sent, delivered, failed)
    select '${broadcastId}', date_trunc('hour', now()) + make_interval(mins => 5 * n), '${businessId}', 1000, 900, 10
    from generate_series(1, 36) n`,
];

/** Counters and members, as the projector and the worker would have kept them. */
const counters: readonly string[] = [
  `insert into ${at.people}.contact_counts (business_id, keyword, status, count)
    select business_id, k.keyword, current, count(*) from ${at.people}.contacts ${countedAs} group by 1, 2, 3`,
  ...segmentIds.flatMap((id, index) => [
    `insert into ${at.segments}.segments (id, business_id, name, filter, created_at, position)
      values ('${id}', '${businessId}', 'Segment ${index}', '${filters[index]}', now(), ${index + 5})`,
    `insert into ops.segment_members select '${id}', id, position from ${at.people}.contacts where ${within[index]}`,
    `insert into ops.segment_counts (segment_id, business_id, filter, count, counted_at, filled_at)
      select '${id}', '${businessId}', '${filters[index]}', count(*), now(), now() from ops.segment_members
      where segment_id = '${id}'`,
  ]),
  'analyze ops.segment_members',
];

/** Fills the read models straight, without their indexes, which come back afterwards. Answers how long it took, in s. */
export async function fillContacts(sql: pg.Client, count: number): Promise<number> {
  const began = performance.now();
  const schemas = Object.values(at);
  const { rows } = await sql.query<{ name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(c.oid) as definition from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and not i.indisprimary`,
    [schemas],
  );
  for (const { name } of rows) await sql.query(`drop index ${name}`);
  await sql.query(`set maintenance_work_mem = '512MB'; set work_mem = '64MB'`);
  for (const statement of [...contents(count), ...counters]) await sql.query(statement);
  for (const { definition } of rows) await sql.query(definition);
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)`,
    [schemas],
  );
  for (const { name } of tables) await sql.query(`vacuum analyze ${name}`);
  await sql.query('reset maintenance_work_mem; reset work_mem');
  return (performance.now() - began) / 1000;
}
