import { unregisteredCodes } from '../../domain/registrations/codes.ts';
import { sql } from 'kysely';
import { BusinessNumberAssigned } from '../../domain/businesses/events.ts';
import {
  A2pBrandReviewed,
  A2pCampaignReviewed,
  A2pCanceled,
  A2pNumberReviewed,
  RegistrationRequired,
} from '../../domain/registrations/a2p/events.ts';
import { TollfreeVerificationReviewed } from '../../domain/registrations/tollfree/events.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { lookAtOnce, senders } from './text/queue.ts';

/** After one of these the carriers may take texts of a number. */
const news = [
  A2pBrandReviewed,
  A2pCampaignReviewed,
  A2pNumberReviewed,
  A2pCanceled,
  RegistrationRequired,
  TollfreeVerificationReviewed,
  BusinessNumberAssigned,
];

/**
 * What waits for a registration is looked at again as soon as the carrier has said something, and not half an hour later.
 * A number that the carrier refused for want of one is tried again then, too.
 */
export const registrationReleases = ({ now, wake }: { now(): Date; wake(): void }): RecordingWorker => ({
  kind: 'recording',
  name: 'registration-releases',
  handles: news.map(({ type }) => type),
  async record(events, trx) {
    const businesses = events.map(({ data }) => data['businessId'] as string);
    await sql`update ops.senders s set blocked_at = null, blocked_code = null
      from ${senders.locked(sql`business_id = any(${businesses}::uuid[]) and blocked_code = any(${[...unregisteredCodes]}::int[])`)} own
      where ${senders.isOwn}`.execute(trx);
    await lookAtOnce(trx, 'unregistered', sql`business_id = any(${businesses}::uuid[])`, now());
  },
  committed: wake,
});
