import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AgencyBillingChanged } from '../../domain/agencies/events.ts';
import { BusinessBillingChanged } from '../../domain/businesses/events.ts';
import { SubscriptionChanged, SubscriptionStarted, TrialGranted } from '../../domain/subscriptions/events.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { emails } from './handover/queue.ts';
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
    const waits = sql`note = 'unpaid' and (agency_id = any(${payers}::uuid[]) or business_id = any(${payers}::uuid[]))`;
    const at = now();
    await lookAtOnce(trx, waits, at);
    await sql`update ops.mails m set due_at = ${at}::timestamptz
      from ${emails.locked(sql`state = 'pending' and ${waits}`)} own where ${emails.isOwn}`.execute(trx);
  },
  committed: wake,
});

const payerOf = ({ metadata: { tenant } }: StoredEvent): readonly string[] =>
  [tenant.businessId ?? tenant.agencyId].filter((id) => id !== null);
