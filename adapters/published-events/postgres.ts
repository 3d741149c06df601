import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Bus, subjects } from '../bus/port.ts';
import type { PublishedEvent, PublishedEvents } from './port.ts';

/** Of those who were erased nothing is sent, but that they were. */
const isSent = (erasure: string): RawBuilder<unknown> => sql`(e.type = ${erasure} or e.contact_id is null
  or not exists (select from ops.subject_keys k where k.subject = e.contact_id::text and k.destroyed_at is not null))`;

/** The tables that workers/webhooks/log-index.ts fills. `erasure`: the event that says that a contact was erased. */
export function createPublishedEvents({
  db,
  bus,
  erasure,
}: {
  readonly db: Kysely<unknown>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly erasure: string;
}): PublishedEvents {
  return {
    async after(businessId, { position, since, types, limit }) {
      const from = position ?? '0';
      // Asked before the events: what has been reached by then is all there.
      const { rows } = await sql<{ reached: string; isWhole: boolean }>`
        select greatest(case when w.whole then t.position else b.past_to end, ${from}::bigint)::text as reached, w.whole as "isWhole"
        from ops.published_businesses b cross join ops.published_tail t
          cross join lateral (select b.past_to >= b.live_after or ${from}::bigint >= b.live_after as whole) w
        where b.business_id = ${businessId}::uuid and not b.closing and b.live_after is not null
          and (${from}::bigint >= b.whole_after or b.past_since <= coalesce(${since}::timestamptz, 'epoch'))`.execute(
        db,
      );
      const [known] = rows;
      if (known === undefined) return null;
      const found = await sql<PublishedEvent>`
        select e.position::text as position, e.event_id as "eventId", e.type, e.stream, e.revision,
          e.contact_id as "contactId", e.at
        from ops.published_events e
        where e.business_id = ${businessId}::uuid and e.position > ${from}::bigint and e.position <= ${known.reached}::bigint
          and (${since}::timestamptz is null or e.at >= ${since}::timestamptz)
          and (cardinality(${types}::text[]) = 0 or e.type = any(${types}::text[])) and ${isSent(erasure)}
        order by e.position limit ${limit}`.execute(db);
      return { ...known, events: found.rows };
    },
    async counts(businessId, since, atMost) {
      const { rows } = await sql<{ type: string; count: number }>`select c.type, count(*)::int as count from (
          select e.type from ops.published_events e
          where e.business_id = ${businessId}::uuid and e.at >= ${since}::timestamptz and ${isSent(erasure)} limit ${atMost}) c
        group by c.type`.execute(db);
      return rows;
    },
    async behind(places) {
      const { rows } = await sql<{ id: string }>`
        select a.id from unnest(${places.map((one) => one.endpointId)}::uuid[], ${places.map((one) => one.businessId)}::uuid[],
          ${places.map((one) => one.position)}::bigint[]) as a (id, business_id, position)
        where exists (select from ops.published_businesses b
          join ops.published_events e on e.business_id = b.business_id and e.position > a.position
            and (b.past_to >= b.live_after or a.position >= b.live_after or e.position <= b.past_to)
          where b.business_id = a.business_id and not b.closing)`.execute(db);
      return rows.map(({ id }) => id);
    },
    async ask(businessId, since, keepUntil) {
      await sql`insert into ops.published_businesses as b (business_id, past_since, keep_until)
        values (${businessId}::uuid, ${since}::timestamptz, ${keepUntil}::timestamptz)
        on conflict (business_id) do update set keep_until = greatest(b.keep_until, excluded.keep_until),
          past_to = case when b.past_since <= excluded.past_since then b.past_to else 0 end,
          past_since = least(b.past_since, excluded.past_since)
        where not b.closing`.execute(db);
      bus.publish(subjects.published, {});
    },
  };
}
