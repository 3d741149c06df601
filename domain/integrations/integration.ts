import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { same } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, IntegrationId, IntegrationSyncId, UploadId, UserId } from '../kernel/ids.ts';
import {
  IntegrationConnected,
  IntegrationIntakeChanged,
  IntegrationKeyIssued,
  type IntegrationEvent,
  IntegrationReconnected,
  IntegrationRefused,
  IntegrationRemoved,
  IntegrationRenamed,
  IntegrationSwitchedOff,
  IntegrationSwitchedOn,
  IntegrationSyncCompleted,
  IntegrationSyncFailed,
  IntegrationSyncProgressed,
  IntegrationSyncRequested,
} from './events.ts';
import {
  type IntegrationType,
  isInbound,
  maxSyncRecords,
  serviceNames,
  signInOf,
  type SyncFailure,
  type Trouble,
} from './fields.ts';
import { checkIntake, type Intake, noIntake } from './intake.ts';

export interface LiveIntegration {
  readonly status: 'connected' | 'removed';
  readonly businessId: BusinessId;
  readonly type: IntegrationType;
  readonly name: string;
  readonly account: string;
  readonly isOn: boolean;
  /** Why the provider doesn't let us in; null: it does, as far as we know. */
  readonly trouble: Trouble | null;
  /** The sync under way; null: there is none. */
  readonly syncing: { readonly id: IntegrationSyncId; readonly records: number } | null;
  /** SHA-256 of the key that contacts are sent with; null: none are. */
  readonly keyHash: string | null;
  readonly intake: Intake;
}
export type Integration = { readonly status: 'none' } | LiveIntegration;

const evolve = (integration: Integration, event: IntegrationEvent): Integration => {
  if (event.type === 'IntegrationConnected') {
    const { businessId, type, name, account } = event.data;
    const fresh = { isOn: true, trouble: null, syncing: null, keyHash: null, intake: noIntake };
    return { status: 'connected', businessId, type, name, account, ...fresh };
  }
  if (integration.status === 'none') return integration;
  switch (event.type) {
    case 'IntegrationRenamed':
      return { ...integration, name: event.data.name };
    case 'IntegrationReconnected':
      return { ...integration, account: event.data.account, trouble: null };
    case 'IntegrationSwitchedOff':
      return { ...integration, isOn: false };
    case 'IntegrationSwitchedOn':
      return { ...integration, isOn: true };
    case 'IntegrationRefused':
      return { ...integration, trouble: event.data.trouble };
    case 'IntegrationKeyIssued':
      return { ...integration, keyHash: event.data.keyHash };
    case 'IntegrationIntakeChanged': {
      const { mapping, campaigns } = event.data;
      return { ...integration, intake: { mapping, campaigns } };
    }
    case 'IntegrationRemoved':
      return { ...integration, status: 'removed', syncing: null };
    case 'IntegrationSyncRequested':
      return { ...integration, syncing: { id: event.data.syncId, records: 0 } };
    case 'IntegrationSyncProgressed':
      return { ...integration, syncing: { id: event.data.syncId, records: event.data.records } };
    case 'IntegrationSyncCompleted':
    case 'IntegrationSyncFailed':
      return { ...integration, syncing: null };
    default:
      return unchanged(integration, event);
  }
};
export const Integration: Aggregate<Integration, IntegrationEvent> = { initial: { status: 'none' }, evolve };

interface Of {
  readonly businessId: BusinessId;
  readonly integrationId: IntegrationId;
}

/** A connection of the business that was not removed. Throws `not_found`. */
export function existingIntegration(businessId: string, integration: Integration): LiveIntegration {
  if (integration.status !== 'connected' || integration.businessId !== businessId)
    throw new DomainError('not_found', 'This integration does not exist.');
  return integration;
}

/** One that can be asked now. Throws `conflict` for one that is off, or that the provider no longer lets in. */
export function usable(businessId: string, integration: Integration): LiveIntegration {
  const found = existingIntegration(businessId, integration);
  if (!found.isOn) throw new DomainError('conflict', `${found.name} is off. Turn it on first.`);
  if (found.trouble !== null) throw new DomainError('conflict', reconnectNote(found));
  return found;
}

/** What to do about one that the provider refuses, in words. */
export const reconnectNote = ({ name, type }: Pick<LiveIntegration, 'name' | 'type'>): string =>
  signInOf[type] === 'key' ?
    `${name} no longer accepts the key. Enter another one.`
  : `${name} no longer lets us in. Sign in there again.`;

/** What the vault calls the credentials of a connection. */
export const credentialsRef = (integrationId: IntegrationId): string => `integration/${integrationId}`;

export function connect(
  {
    businessId,
    integrationId,
    ...given
  }: Of & {
    readonly type: IntegrationType;
    readonly name: string;
    readonly account: string;
    readonly connectedBy: UserId;
  },
  integration: Integration,
): readonly IntegrationEvent[] {
  if (integration.status !== 'none') throw new DomainError('conflict', 'This integration exists already.');
  return [
    IntegrationConnected.create({ businessId, integrationId, secretRef: credentialsRef(integrationId), ...given }),
  ];
}

export function rename(
  { businessId, integrationId, name }: Of & { readonly name: string },
  integration: Integration,
): readonly IntegrationEvent[] {
  const found = existingIntegration(businessId, integration);
  return found.name === name ? [] : [IntegrationRenamed.create({ businessId, integrationId, name })];
}

/** Another account of the provider is another connection: what hangs on this one means the account that it was made with. */
export function reconnect(
  { businessId, integrationId, account, connectedBy }: Of & { readonly account: string; readonly connectedBy: UserId },
  integration: Integration,
): readonly IntegrationEvent[] {
  const found = existingIntegration(businessId, integration);
  if (found.account !== account)
    throw new DomainError('conflict', 'This is another account. Add it as an integration of its own.');
  return [IntegrationReconnected.create({ businessId, integrationId, account, connectedBy })];
}

export function switchTo(
  isOn: boolean,
  { businessId, integrationId }: Of,
  integration: Integration,
): readonly IntegrationEvent[] {
  const found = existingIntegration(businessId, integration);
  if (found.isOn === isOn) return [];
  return [(isOn ? IntegrationSwitchedOn : IntegrationSwitchedOff).create({ businessId, integrationId })];
}

export function issueKey(
  { businessId, integrationId, keyHash }: Of & { readonly keyHash: string },
  integration: Integration,
): readonly IntegrationEvent[] {
  const found = existingIntegration(businessId, integration);
  if (!isInbound(found.type)) throw new DomainError('conflict', `${serviceNames[found.type]} has no key of ours.`);
  return found.keyHash === keyHash ? [] : [IntegrationKeyIssued.create({ businessId, integrationId, keyHash })];
}

export function changeIntake(
  { businessId, integrationId, intake }: Of & { readonly intake: Intake },
  integration: Integration,
): readonly IntegrationEvent[] {
  const found = existingIntegration(businessId, integration);
  checkIntake(intake);
  if (same(intake, found.intake)) return [];
  return [IntegrationIntakeChanged.create({ businessId, integrationId, ...intake })];
}

/** Said once: until it is connected again it is known. */
export function refuse(
  { businessId, integrationId, trouble }: Of & { readonly trouble: Trouble },
  integration: Integration,
): readonly IntegrationEvent[] {
  if (integration.status !== 'connected' || integration.trouble !== null) return [];
  return [IntegrationRefused.create({ businessId, integrationId, trouble })];
}

/** Removing twice is removing once. */
export function remove({ businessId, integrationId }: Of, integration: Integration): readonly IntegrationEvent[] {
  if (integration.status === 'removed' && integration.businessId === businessId) return [];
  existingIntegration(businessId, integration);
  return [IntegrationRemoved.create({ businessId, integrationId })];
}

export function requestSync(
  {
    businessId,
    integrationId,
    syncId,
    requestedBy,
  }: Of & { readonly syncId: IntegrationSyncId; readonly requestedBy: UserId },
  integration: Integration,
): readonly IntegrationEvent[] {
  const found = usable(businessId, integration);
  if (isInbound(found.type))
    throw new DomainError('conflict', `${serviceNames[found.type]} sends contacts to us. There is nothing to fetch.`);
  if (found.syncing !== null)
    throw new DomainError('conflict', `The people of ${found.name} are being fetched already.`);
  return [IntegrationSyncRequested.create({ businessId, integrationId, syncId, requestedBy })];
}

interface OfSync extends Of {
  readonly syncId: IntegrationSyncId;
}
/** Whether it is still the sync under way: one that ended, or whose connection was removed, says nothing more. */
const isUnderWay = (syncId: IntegrationSyncId, integration: Integration): boolean =>
  integration.status === 'connected' && integration.syncing?.id === syncId;

export const progress = (
  { records, ...of }: OfSync & { readonly records: number },
  integration: Integration,
): readonly IntegrationEvent[] =>
  isUnderWay(of.syncId, integration) ?
    [IntegrationSyncProgressed.create({ ...of, records: Math.min(records, maxSyncRecords) })]
  : [];
export const completeSync = (
  given: OfSync & { readonly records: number; readonly uploadId: UploadId },
  integration: Integration,
): readonly IntegrationEvent[] =>
  isUnderWay(given.syncId, integration) ? [IntegrationSyncCompleted.create(given)] : [];
export const failSync = (
  given: OfSync & { readonly reason: SyncFailure },
  integration: Integration,
): readonly IntegrationEvent[] => (isUnderWay(given.syncId, integration) ? [IntegrationSyncFailed.create(given)] : []);
