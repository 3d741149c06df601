import { sql } from 'kysely';
import { BusinessNumberAssigned } from '../../domain/businesses/events.ts';
import {
  A2pBrandReviewed,
  A2pCampaignReviewed,
  A2pCanceled,
  A2pNumberReviewed,
} from '../../domain/registrations/a2p/events.ts';
import { TollfreeVerificationReviewed } from '../../domain/registrations/tollfree/events.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { lookAtOnce } from './text/queue.ts';

/** After one of these the carriers may take texts of a number. */
const news = [
  A2pBrandReviewed,
  A2pCampaignReviewed,
  A2pNumberReviewed,
  A2pCanceled,
  TollfreeVerificationReviewed,
  BusinessNumberAssigned,
];

/** What waits for a registration is looked at again as soon as the carrier has said something, and not half an hour later. */
export const registrationReleases = ({ now, wake }: { now(): Date; wake(): void }): RecordingWorker => ({
  kind: 'recording',
  name: 'registration-releases',
  handles: news.map(({ type }) => type),
  async record(events, trx) {
    const businesses = events.map(({ data }) => data['businessId'] as string);
    const waits = sql`note = 'unregistered' and business_id = any(${businesses}::uuid[])`;
    await lookAtOnce(trx, waits, now());
  },
  committed: wake,
});
