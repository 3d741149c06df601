import type { Forget } from '../engine/erasures.ts';
import {
  conversationTable,
  countedColumns,
  messageTable,
  moveTallies,
  scheduledTextTable,
} from '../tables/livechat.ts';

/**
 * That there were messages stays, since they were paid for and are counted; what was said in them, and to whom, does
 * not. `about_id`: what people of the business were told of somebody.
 */
export const forgetConversations: Forget = (schema) => [
  `update ${messageTable.in(schema)} set body = null, media = null, media_ended = '[]'
    where contact_id = any($1::uuid[])`,
  `update ${messageTable.in(schema)} set body = null, media = null where about_id = any($1::uuid[])`,
  `delete from ${scheduledTextTable.in(schema)} where contact_id = any($1::uuid[])`,
  `with gone as (
    delete from ${conversationTable.in(schema)} where contact_id = any($1::uuid[])
    returning ${countedColumns.join(', ')}
  ),
  both_sides as materialized (select -1 as w, * from gone),
  ${moveTallies(schema)} select`,
];
