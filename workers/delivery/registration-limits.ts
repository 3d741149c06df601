import { sql } from 'kysely';
import type { EventStore } from '../../adapters/event-store/port.ts';
import { Business } from '../../domain/businesses/business.ts';
import { BusinessNumberAssigned, BusinessNumberReleased } from '../../domain/businesses/events.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { BusinessId } from '../../domain/kernel/ids.ts';
import {
  A2pBrandSubmitted,
  A2pCampaignReviewed,
  A2pCanceled,
  A2pNumberReviewed,
} from '../../domain/registrations/a2p/events.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { limitsOf, type SenderLimits } from '../../domain/registrations/limits.ts';
import { streams } from '../../domain/streams.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker, Database } from '../engine/worker.ts';
import { lookAtOnce } from './text/queue.ts';

/** After one of these a number may send more or less. */
const news = [
  A2pBrandSubmitted,
  A2pCampaignReviewed,
  A2pNumberReviewed,
  A2pCanceled,
  BusinessNumberAssigned,
  BusinessNumberReleased,
];

/** Has the sender keep what a registration lets a number send. Made of the streams as they are now, so it can be made again. */
export const registrationLimits = ({
  db,
  store,
  now,
}: {
  readonly db: Database;
  readonly store: Pick<EventStore, 'readMany'>;
  readonly now: () => Date;
}): CommandingWorker => ({
  kind: 'commanding',
  name: 'registration-limits',
  handles: news.map(({ type }) => type),
  issue: (events) =>
    forEachBounded(
      [...new Set(events.map(({ data }) => BusinessId.parse(data['businessId'])))],
      8,
      async (businessId) => {
        const [registration, own] = [streams.registrations(businessId), streams.business(businessId)];
        const found = await store.readMany([registration, own]);
        const business = stateOf(Business, found.get(own));
        const number = business.status === 'none' ? null : business.number;
        const limits = limitsOf({ number, a2p: stateOf(A2pRegistration, found.get(registration)) }, now());
        await keepLimits(db, businessId, number, limits, now());
      },
    ),
});

/** Writes down what a business's registration lets its number send; null: it says nothing. */
async function keepLimits(
  db: Database,
  businessId: string,
  number: string | null,
  limits: SenderLimits | null,
  now: Date,
): Promise<void> {
  const isKept = number !== null && limits !== null;
  await sql`delete from ops.sender_limits
    where business_id = ${businessId}::uuid and (${!isKept} or sender <> ${number})`.execute(db);
  if (!isKept) return;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into ops.sender_limits as l (sender, business_id, brand_id, segments_per_second, day_most)
      values (${number}, ${businessId}::uuid, ${limits.brandId}::uuid, ${limits.segmentsPerSecond}, ${limits.dayMost})
      on conflict (sender) do update set business_id = excluded.business_id, brand_id = excluded.brand_id,
        segments_per_second = excluded.segments_per_second, day_most = excluded.day_most, bulk_after = null
      where (l.brand_id, l.segments_per_second, l.day_most)
        is distinct from (excluded.brand_id, excluded.segments_per_second, excluded.day_most)
      returning sender`.execute(trx);
    // There may be room where there was none.
    if (rows.length > 0) await lookAtOnce(trx, 'day-full', sql`sender = ${number}`, now);
  });
}
