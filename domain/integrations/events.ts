import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, IntegrationId, IntegrationSyncId, UploadId, UserId } from '../kernel/ids.ts';
import { IntegrationType, SyncFailure, Trouble } from './fields.ts';
import { Intake } from './intake.ts';

const integration = { businessId: BusinessId, integrationId: IntegrationId };
/** The provider's own name of the account: digits and letters, about no one. */
const account = z.string().max(100);
const name = z.string().max(60);
const count = z.number().int().nonnegative();

export const IntegrationConnected = event(
  'IntegrationConnected',
  1,
  z.object({
    ...integration,
    type: IntegrationType,
    name,
    account,
    /** What the vault calls its credentials. */
    secretRef: z.string().max(100),
    connectedBy: UserId,
  }),
);
export const IntegrationRenamed = event('IntegrationRenamed', 1, z.object({ ...integration, name }));
/** Signed in again, or with another key. */
export const IntegrationReconnected = event(
  'IntegrationReconnected',
  1,
  z.object({ ...integration, account, connectedBy: UserId }),
);
/** Nothing is asked of it or done with it until it is switched on again. */
export const IntegrationSwitchedOff = event('IntegrationSwitchedOff', 1, z.object(integration));
export const IntegrationSwitchedOn = event('IntegrationSwitchedOn', 1, z.object(integration));
/** The provider doesn't let us in, said once until it is connected again. */
export const IntegrationRefused = event('IntegrationRefused', 1, z.object({ ...integration, trouble: Trouble }));
/** The key that programs send contacts with; the one before is refused. `keyHash`: SHA-256 in hex. */
export const IntegrationKeyIssued = event(
  'IntegrationKeyIssued',
  1,
  z.object({ ...integration, keyHash: z.string().regex(/^[\da-f]{64}$/) }),
);
/** Which field comes from where, and which campaigns contacts enter. */
export const IntegrationIntakeChanged = event(
  'IntegrationIntakeChanged',
  1,
  z.object({ ...integration, ...Intake.shape }),
);
export const IntegrationRemoved = event('IntegrationRemoved', 1, z.object(integration));

const sync = { ...integration, syncId: IntegrationSyncId };
/** Someone wants its people as a file of contacts. */
export const IntegrationSyncRequested = event(
  'IntegrationSyncRequested',
  1,
  z.object({ ...sync, requestedBy: UserId }),
);
/** So many have been fetched so far. */
export const IntegrationSyncProgressed = event('IntegrationSyncProgressed', 1, z.object({ ...sync, records: count }));
/** They wait as an upload, for someone to look at them and to import them. */
export const IntegrationSyncCompleted = event(
  'IntegrationSyncCompleted',
  1,
  z.object({ ...sync, records: count, uploadId: UploadId }),
);
export const IntegrationSyncFailed = event('IntegrationSyncFailed', 1, z.object({ ...sync, reason: SyncFailure }));

export const integrationEvents = [
  IntegrationConnected,
  IntegrationRenamed,
  IntegrationReconnected,
  IntegrationSwitchedOff,
  IntegrationSwitchedOn,
  IntegrationRefused,
  IntegrationRemoved,
  IntegrationKeyIssued,
  IntegrationIntakeChanged,
  IntegrationSyncRequested,
  IntegrationSyncProgressed,
  IntegrationSyncCompleted,
  IntegrationSyncFailed,
] as const;
export type IntegrationEvent = EventOf<(typeof integrationEvents)[number]>;
