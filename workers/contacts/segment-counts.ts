import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Bus, subjects } from '../../adapters/bus/port.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import { createOutage } from '../../adapters/database/outage.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import { contactEvents } from '../../domain/contact/events.ts';
import type { ContactFilter } from '../../domain/contact/filter.ts';
import { CouponIssued, CouponRedeemed, CouponRedemptionUndone, CouponRevoked } from '../../domain/coupon/events.ts';
import { MailAccepted } from '../../domain/mail/events.ts';
import { MessageAccepted, MessageDelivered, MessageReceived } from '../../domain/message/events.ts';
import { segmentEvents } from '../../domain/segment/events.ts';
import { backoff } from '../engine/wait.ts';
import type { Database, RecordingWorker } from '../engine/worker.ts';

/** What a segment may depend on. */
const counted = [
  ...contactEvents,
  ...segmentEvents,
  ...[CouponIssued, CouponRedeemed, CouponRedemptionUndone, CouponRevoked],
  ...[MessageAccepted, MessageDelivered, MessageReceived, MailAccepted],
].map(({ type }) => type);

/** Notes whose segments are to be counted anew: one row for each business, however much happens. */
export const segmentsToCount = (): RecordingWorker => ({
  kind: 'recording',
  name: 'segments-to-count',
  handles: counted,
  async record(events, trx) {
    const newest = new Map<string, { position: bigint; at: string }>();
    for (const event of events) {
      const { businessId } = event.data;
      if (typeof businessId === 'string')
        newest.set(businessId, { position: event.position, at: event.metadata.occurredAt });
    }
    const rows = [...newest].toSorted(([one], [other]) => (one < other ? -1 : 1));
    if (rows.length === 0) return;
    await sql`insert into ops.segments_to_count as held (business_id, position, due_at)
      select * from unnest(${rows.map(([id]) => id)}::uuid[], ${rows.map(([, { position }]) => position.toString())}::bigint[],
        ${rows.map(([, { at }]) => at)}::timestamptz[])
      on conflict (business_id) do update set position = greatest(held.position, excluded.position),
        due_at = least(held.due_at, excluded.due_at)`.execute(trx);
  },
});

/** What the read models know of segments. */
export interface SegmentContacts {
  /** Whether the read models that segments look into show everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  segments(businessId: string): Promise<readonly { readonly id: string; readonly filter: ContactFilter }[]>;
  count(businessId: string, filter: ContactFilter): Promise<number>;
}

/** Counting takes at most this part of the time, whatever a count costs: the next comes after so many times as long. */
const restFactor = 10;
const pollMs = 500;
/** How long a business waits whose read models are behind, being rebuilt perhaps. */
const behindMs = 5_000;
/** What depends on days that pass is counted again after so long, though nothing has happened. */
const atLeastEveryMs = 15 * 60_000;

/**
 * Counts the segments of one business that is due; false: nobody is. A business whose read models are behind waits. What
 * happens while it is counted is counted the next time: the row goes only if nothing newer was noted.
 */
export async function countNextSegments({
  db,
  contacts,
  bus,
  clock,
}: {
  db: Database;
  contacts: SegmentContacts;
  bus: Bus;
  clock: Clock;
}): Promise<boolean> {
  const now = clock.now();
  const { rows } = await sql<{ business_id: string; position: string }>`
    select business_id, position from ops.segments_to_count where due_at <= ${now}::timestamptz
    order by due_at limit 1`.execute(db);
  const due = rows[0];
  if (due === undefined) return false;
  const { business_id: businessId, position } = due;
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  if (!(await contacts.reached(BigInt(position)))) {
    await sql`update ops.segments_to_count set due_at = ${later(behindMs)}::timestamptz
      where business_id = ${businessId}::uuid`.execute(db);
    return true;
  }
  const begun = clock.elapsed();
  const segments = await contacts.segments(businessId);
  for (const { id, filter } of segments) {
    const count = await contacts.count(businessId, filter);
    await sql`insert into ops.segment_counts (segment_id, business_id, filter, count, counted_at)
      values (${id}::uuid, ${businessId}::uuid, ${JSON.stringify(filter)}::jsonb, ${count}, ${clock.now()}::timestamptz)
      on conflict (segment_id) do update
        set filter = excluded.filter, count = excluded.count, counted_at = excluded.counted_at`.execute(db);
  }
  await sql`delete from ops.segment_counts where business_id = ${businessId}::uuid
    and segment_id <> all(${segments.map(({ id }) => id)}::uuid[])`.execute(db);
  const rest = Math.max(1_000, (clock.elapsed() - begun) * restFactor);
  if (segments.length === 0)
    await sql`delete from ops.segments_to_count where business_id = ${businessId}::uuid
      and position = ${position}::bigint`.execute(db);
  else
    await sql`update ops.segments_to_count
      set due_at = case when position = ${position}::bigint then ${later(atLeastEveryMs)} else ${later(rest)} end::timestamptz
      where business_id = ${businessId}::uuid`.execute(db);
  bus.publish(subjects.live(businessId), { type: 'contacts-changed', what: 'segments', position });
  return true;
}

/** Keeps segments counted, in one process at a time, until the signal fires. */
export async function runSegmentCounts(
  parts: {
    readonly db: Database;
    readonly contacts: SegmentContacts;
    readonly bus: Bus;
    readonly leases: Leases;
    readonly clock: Clock;
    readonly log: Logger;
  },
  signal: AbortSignal,
): Promise<void> {
  const outage = createOutage(parts.log, 'the counts of segments');
  for (let failures = 0; !signal.aborted;) {
    const lease = await parts.leases.acquire('segment-counts', signal);
    if (lease === null) return;
    const until = AbortSignal.any([signal, lease.signal]);
    try {
      while (!until.aborted) {
        if (!(await countNextSegments(parts))) await parts.clock.sleep(pollMs, until);
        failures = 0;
        outage.works();
      }
    } catch (error) {
      outage.failed(error);
      await parts.clock.sleep(backoff(failures++, 100, 10_000), signal);
    }
    await lease.release();
  }
}
