import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { ContactImportUndone } from '../../domain/contacts/events.ts';
import { is } from '../engine/events.ts';
import type { Statement } from '../engine-types.ts';
import {
  contactCountTable,
  contactTable,
  countedAs,
  countedBy,
  customValueTable,
  membershipTable,
} from '../tables/contacts.ts';

/** Contacts that are none any more. What they agreed to stays as it was recorded. */
export const removed = (schema: string): readonly string[] => [
  `with gone as (
    delete from ${contactTable.in(schema)} where id = any($1::uuid[]) returning ${countedBy('')}
  )
  ${contactCountTable.upsert(
    schema,
    'n',
    `select business_id, k.keyword, current, -count(*)::bigint from gone ${countedAs} group by 1, 2, 3`,
  )}`,
  ...[membershipTable, customValueTable].map((of) => `delete from ${of.in(schema)} where contact_id = any($1::uuid[])`),
];

/** Members of campaigns who are none any more ($1, $2), and their keywords ($3). */
const left = (schema: string): readonly string[] => [
  `with lost as (select distinct id, keyword from unnest($1::uuid[], $2::uuid[], $3::text[]) l(id, campaign, keyword)
    where keyword <> ''),
  had as (
    select c.business_id, c.current, l.keyword from lost l join ${contactTable.in(schema)} c using (id)
    where l.keyword = any(c.keywords)
  ),
  less as (
    update ${contactTable.in(schema)} c set keywords_since = '{}', keywords_kept = array(
      select k from unnest(c.keywords) with ordinality e(k, o)
      where not exists (select from lost l where l.id = c.id and l.keyword = k) order by o)
    where c.id in (select id from lost)
  )
  ${contactCountTable.upsert(
    schema,
    'n',
    'select business_id, keyword, current, -count(*)::bigint from had group by 1, 2, 3',
  )}`,
  `delete from ${membershipTable.in(schema)} m using unnest($1::uuid[], $2::uuid[], $3::text[]) l(id, campaign, keyword)
    where m.contact_id = l.id and m.campaign_id = l.campaign`,
];

const arrayOf = (items: readonly (string | null)[]): string => `{${items.map((item) => item ?? '""').join(',')}}`;

/**
 * Folds a batch in pieces, each cut behind imports that were undone: what was said of those contacts before goes, what
 * comes after stays, however the feed is cut into batches.
 */
export function betweenUndoings(
  events: readonly StoredEvent[],
  schema: string,
  fold: (events: readonly StoredEvent[]) => readonly Statement[],
): readonly Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < events.length;) {
    let begin = from;
    while (begin < events.length && !is(events[begin]!, ContactImportUndone)) begin += 1;
    let end = begin;
    while (end < events.length && is(events[end]!, ContactImportUndone)) end += 1;
    statements.push(...fold(events.slice(from, end)));
    const undone = events.slice(begin, end).flatMap((event) => (is(event, ContactImportUndone) ? [event.data] : []));
    const gone = undone.filter(({ removed: isGone }) => isGone).map(({ contactId }) => contactId);
    if (gone.length > 0)
      statements.push(...removed(schema).map((text): Statement => ({ text, values: [arrayOf(gone)] })));
    const lost = undone.flatMap(({ contactId, left: campaigns, removed: isGone }) =>
      isGone ? [] : campaigns.map((campaign) => ({ contactId, ...campaign })),
    );
    if (lost.length > 0) {
      const values = [
        arrayOf(lost.map(({ contactId }) => contactId)),
        arrayOf(lost.map(({ campaignId }) => campaignId)),
        arrayOf(lost.map(({ keyword }) => keyword)),
      ];
      statements.push(...left(schema).map((text): Statement => ({ text, values })));
    }
    from = end;
  }
  return statements;
}
