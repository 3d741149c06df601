import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AgencyBillingChanged } from '../../domain/agencies/events.ts';
import { BusinessBillingChanged } from '../../domain/businesses/events.ts';
import { SubscriptionChanged, SubscriptionStarted, TrialGranted } from '../../domain/subscriptions/events.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { lookAtEmailsAtOnce } from './handover/queue.ts';
import { lookAtOnce } from './text/queue.ts';

/** After one of these a payer may be in good standing again. */
const news = [SubscriptionStarted, SubscriptionChanged, TrialGranted, AgencyBillingChanged, BusinessBillingChanged];

/** What waits for a payment is looked at again as soon as something was paid, and not a quarter of an hour later. */
export const unpaidReleases = ({ now, wake }: { now(): Date; wake(): void }): RecordingWorker => ({
  kind: 'recording',
  name: 'unpaid-releases',
  handles: news.map(({ type }) => type),
  async record(events, trx) {
    const payers = events.flatMap(payerOf);
    const whose = sql`(agency_id = any(${payers}::uuid[]) or business_id = any(${payers}::uuid[]))`;
    const at = now();
    await lookAtOnce(trx, 'unpaid', whose, at);
    await lookAtEmailsAtOnce(trx, whose, at);
  },
  committed: wake,
});

const payerOf = ({ metadata: { tenant } }: StoredEvent): readonly string[] =>
  [tenant.businessId ?? tenant.agencyId].filter((id) => id !== null);
