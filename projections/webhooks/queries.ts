import { type RawBuilder, sql } from 'kysely';
import { ContactErased } from '../../domain/contacts/erasure-events.ts';
import { type Dated, dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import {
  erasedTable,
  publishedModel,
  publishedTable,
  webhookEndpointModel,
  webhookEndpointTable,
} from '../tables/webhooks.ts';

const t = tablesIn(webhookEndpointModel);
const p = tablesIn(publishedModel);
const columns = webhookEndpointTable.select(
  'w',
  'id',
  'url',
  'description',
  'types',
  'version',
  'createdBy',
  'createdAt',
  'rotatedAt',
  'previousUntil',
  'state',
  'stateAt',
);
type Row = SelectedOf<typeof columns>;
export type WebhookEndpointView = Dated<Row>;

/** Where something that can be sent stands. `type`: as it is called in the log. */
export interface PublishedEvent {
  readonly position: string;
  readonly eventId: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly contactId: string | null;
  readonly at: Date;
}
interface After {
  readonly position: string;
  /** Nothing that happened before; null: whatever comes after the position. */
  readonly since: Date | null;
  /** Empty: all. */
  readonly types: readonly string[];
  readonly limit: number;
}

/** Of those who were erased nothing is sent, but that they were. */
const isSent = (): RawBuilder<unknown> => sql`(e.type = ${ContactErased.type} or e.contact_id is null
  or not exists (select 1 from ${p(erasedTable)} gone where gone.contact_id = e.contact_id))`;

export const webhookQueries = {
  /** The newest first. */
  webhookEndpoints: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly WebhookEndpointView[]> => {
      const rows = await db.ask(sql<Row>`select ${columns} from ${t(webhookEndpointTable)} w
        where w.business_id = ${businessId} and w.deleted_at is null order by w.created_at desc, w.id limit 200`);
      return rows.map(dated);
    },
  }),
  webhookEndpoint: query({
    reads: 'business',
    run: async (db, businessId: string, endpointId: string): Promise<WebhookEndpointView | null> => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${t(webhookEndpointTable)} w
        where w.business_id = ${businessId} and w.id = ${endpointId} and w.deleted_at is null`);
      return row === undefined ? null : dated(row);
    },
  }),
  /** What can be sent after a place in the log, in order. */
  publishedAfter: query({
    reads: 'business',
    run: (db, businessId: string, { position, since, types, limit }: After): Promise<readonly PublishedEvent[]> =>
      db.ask(sql<PublishedEvent>`
        select e.position::text as position, e.event_id as "eventId", e.type, e.stream, e.revision,
          e.contact_id as "contactId", e.at
        from ${p(publishedTable)} e
        where e.business_id = ${businessId} and e.position > ${position}::bigint
          and (${since}::timestamptz is null or e.at >= ${since}::timestamptz)
          and (cardinality(${types}::text[]) = 0 or e.type = any(${types}::text[])) and ${isSent()}
        order by e.position limit ${limit}`),
  }),
  /** The place behind which everything stands that happened from an instant on. */
  publishedBefore: query({
    reads: 'business',
    run: async (db, businessId: string, at: Date): Promise<string> => {
      const [row] = await db.ask(sql<{ position: string | null }>`
        select coalesce(
          (select min(e.position) - 1 from ${p(publishedTable)} e where e.business_id = ${businessId} and e.at >= ${at}::timestamptz),
          (select max(e.position) from ${p(publishedTable)} e where e.business_id = ${businessId}))::text as position`);
      return row?.position ?? '0';
    },
  }),
  /** How many events of each type there were since an instant, counted up to a bound. */
  publishedCounts: query({
    reads: 'business',
    run: (db, businessId: string, since: Date, atMost: number) =>
      db.ask(sql<{ readonly type: string; readonly count: number }>`
        select c.type, count(*)::int as count from (
          select e.type from ${p(publishedTable)} e where e.business_id = ${businessId} and e.at >= ${since}::timestamptz
            and ${isSent()} limit ${atMost}) c
        group by c.type`),
  }),
  /** Of these places those after which something stands. As operator: one question for the endpoints of all businesses. */
  publishedBehind: query({
    reads: 'operator',
    run: async (
      db,
      places: readonly { readonly endpointId: string; readonly businessId: string; readonly position: string }[],
    ): Promise<readonly string[]> => {
      const rows = await db.ask(sql<{ id: string }>`
        select a.id from unnest(${places.map((one) => one.endpointId)}::uuid[], ${places.map((one) => one.businessId)}::uuid[],
          ${places.map((one) => one.position)}::bigint[]) as a (id, business_id, position)
        where exists (select 1 from ${p(publishedTable)} e where e.business_id = a.business_id and e.position > a.position)`);
      return rows.map(({ id }) => id);
    },
  }),
};
