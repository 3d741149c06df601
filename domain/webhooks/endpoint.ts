import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, UserId, WebhookEndpointId } from '../kernel/ids.ts';
import * as events from './events.ts';
import type { WebhookEndpointEvent } from './events.ts';
import type { DisabledReason } from './fields.ts';

export interface LiveWebhookEndpoint {
  readonly status: 'enabled' | 'disabled' | 'deleted';
  readonly businessId: BusinessId;
  readonly url: string;
  readonly description: string;
  readonly types: readonly string[];
  readonly version: string;
  /** Of its secret; 0: the first. */
  readonly generation: number;
}
export type WebhookEndpoint = { readonly status: 'none' } | LiveWebhookEndpoint;

const evolve = (endpoint: WebhookEndpoint, event: WebhookEndpointEvent): WebhookEndpoint => {
  if (event.type === 'WebhookEndpointCreated') {
    const { businessId, url, description, types, version } = event.data;
    return { status: 'enabled', businessId, url, description, types, version, generation: 0 };
  }
  if (endpoint.status === 'none') return endpoint;
  switch (event.type) {
    case 'WebhookEndpointChanged': {
      const { url, description, types, version } = event.data;
      return { ...endpoint, url, description, types, version };
    }
    case 'WebhookEndpointRotated':
      return { ...endpoint, generation: event.data.generation };
    case 'WebhookEndpointDisabled':
      return { ...endpoint, status: 'disabled' };
    case 'WebhookEndpointEnabled':
      return { ...endpoint, status: 'enabled' };
    case 'WebhookEndpointDeleted':
      return { ...endpoint, status: 'deleted' };
    case 'WebhookEndpointReplayed':
    case 'WebhookRedeliveryRequested':
    case 'WebhookTestRequested':
      return endpoint;
    default:
      return unchanged(endpoint, event);
  }
};
export const WebhookEndpoint: Aggregate<WebhookEndpoint, WebhookEndpointEvent> = {
  initial: { status: 'none' },
  evolve,
};

interface Of {
  readonly businessId: BusinessId;
  readonly endpointId: WebhookEndpointId;
}
interface Written {
  readonly url: string;
  readonly description: string;
  readonly types: readonly string[];
  readonly version: string;
}

/** An endpoint of the business that was not deleted. Throws `not_found`. */
export function existingEndpoint(
  { businessId }: Pick<Of, 'businessId'>,
  endpoint: WebhookEndpoint,
): LiveWebhookEndpoint {
  if (endpoint.status === 'none' || endpoint.status === 'deleted' || endpoint.businessId !== businessId)
    throw new DomainError('not_found', 'This webhook endpoint does not exist.');
  return endpoint;
}

export function createEndpoint(
  { now, types, since, ...command }: Of & Written & { createdBy: UserId; since: string | null; now: Date },
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  if (endpoint.status !== 'none') throw new DomainError('conflict', 'This webhook endpoint exists already.');
  checkPast(since, now);
  return [events.WebhookEndpointCreated.create({ ...command, types: [...types], since })];
}

function checkPast(since: string | null, now: Date): void {
  if (since === null || Date.parse(since) <= now.getTime()) return;
  const message = 'Choose a time in the past.';
  throw new DomainError('validation_failed', message, { since: [message] });
}

const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((one) => right.includes(one));

export function changeEndpoint(
  { businessId, endpointId, url, description, types, version }: Of & Written,
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  const before = existingEndpoint({ businessId }, endpoint);
  if (
    before.url === url &&
    before.description === description &&
    before.version === version &&
    same(before.types, types)
  )
    return [];
  const written = { url, description, types: [...types], version };
  return [events.WebhookEndpointChanged.create({ businessId, endpointId, ...written })];
}

export function rotateEndpoint(
  { businessId, endpointId, overlapHours, now }: Of & { overlapHours: number; now: Date },
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  const { generation } = existingEndpoint({ businessId }, endpoint);
  const previousUntil = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  return [events.WebhookEndpointRotated.create({ businessId, endpointId, generation: generation + 1, previousUntil })];
}

/** Who is off already stays off for the first reason. */
export function disableEndpoint(
  { businessId, endpointId, reason }: Of & { reason: DisabledReason },
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  return existingEndpoint({ businessId }, endpoint).status === 'disabled' ?
      []
    : [events.WebhookEndpointDisabled.create({ businessId, endpointId, reason })];
}

export function enableEndpoint(
  { businessId, endpointId }: Of,
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  return existingEndpoint({ businessId }, endpoint).status === 'enabled' ?
      []
    : [events.WebhookEndpointEnabled.create({ businessId, endpointId })];
}

const off = (): DomainError => new DomainError('conflict', 'This webhook endpoint is off. Turn it on first.');

export function replayEndpoint(
  { businessId, endpointId, since, now }: Of & { since: string; now: Date },
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  if (existingEndpoint({ businessId }, endpoint).status === 'disabled') throw off();
  checkPast(since, now);
  return [events.WebhookEndpointReplayed.create({ businessId, endpointId, since })];
}

export function redeliver(
  { businessId, endpointId, eventId }: Of & { eventId: string },
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  if (existingEndpoint({ businessId }, endpoint).status === 'disabled') throw off();
  return [events.WebhookRedeliveryRequested.create({ businessId, endpointId, eventId })];
}

export function testEndpoint(
  { businessId, endpointId, testId }: Of & { testId: string },
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  if (existingEndpoint({ businessId }, endpoint).status === 'disabled') throw off();
  return [events.WebhookTestRequested.create({ businessId, endpointId, testId })];
}

/** Deleting twice is deleting once. */
export function deleteEndpoint(
  { businessId, endpointId }: Of,
  endpoint: WebhookEndpoint,
): readonly WebhookEndpointEvent[] {
  if (endpoint.status === 'deleted' && endpoint.businessId === businessId) return [];
  existingEndpoint({ businessId }, endpoint);
  return [events.WebhookEndpointDeleted.create({ businessId, endpointId })];
}
