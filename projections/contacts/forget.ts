import type { Forget } from '../engine/erasures.ts';
import {
  answerTable,
  apartTable,
  consentTable,
  contactCountTable,
  contactTable,
  countedAs,
  customValueTable,
  membershipTable,
} from '../tables/contacts.ts';

/**
 * Nobody is a contact any more who was erased. What they agreed to and took back stays, without their own words and the
 * address they came from: it proves that they were rightly written to, and that they no longer are.
 */
export const forgetContacts: Forget = (schema) => [
  contactCountTable.upsert(
    schema,
    'n',
    `select business_id, k.keyword, current, -count(*)::bigint from ${contactTable.in(schema)} ${countedAs}
      where id = any($1::uuid[]) group by 1, 2, 3`,
  ),
  // A tag that nobody of their business has any more may be a word about them.
  `delete from ${contactCountTable.in(schema)} where count = 0 and keyword like '#%' and business_id in (
    select business_id from ${contactTable.in(schema)} where id = any($1::uuid[])
    union select business_id from ${consentTable.in(schema)} where contact_id = any($1::uuid[]))`,
  `delete from ${contactTable.in(schema)} where id = any($1::uuid[])`,
  ...[membershipTable, answerTable, customValueTable].map(
    (of) => `delete from ${of.in(schema)} where contact_id = any($1::uuid[])`,
  ),
  `delete from ${apartTable.in(schema)} where one_id = any($1::uuid[]) or other_id = any($1::uuid[])`,
  `update ${consentTable.in(schema)} set ip_address = null, words = case when kind = 'optedOut' then null else words end
    where contact_id = any($1::uuid[])`,
];
