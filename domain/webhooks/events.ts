import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, UserId, WebhookEndpointId } from '../kernel/ids.ts';
import { disabledReasons, storedEndpoint } from './fields.ts';

const endpoint = { businessId: BusinessId, endpointId: WebhookEndpointId };

/** `since`: it is sent what happened from then on; null: from now on. */
export const WebhookEndpointCreated = event(
  'WebhookEndpointCreated',
  1,
  z.object({ ...endpoint, createdBy: UserId, ...storedEndpoint, since: z.iso.datetime().nullable() }),
);
export const WebhookEndpointChanged = event('WebhookEndpointChanged', 1, z.object({ ...endpoint, ...storedEndpoint }));
/** It has a new secret, which is derived from the generation. The one before signs as well until the instant. */
export const WebhookEndpointRotated = event(
  'WebhookEndpointRotated',
  1,
  z.object({ ...endpoint, generation: z.number().int().min(1), previousUntil: z.iso.datetime() }),
);
/** Nothing is sent until it is enabled. Its place in the log stays. */
export const WebhookEndpointDisabled = event(
  'WebhookEndpointDisabled',
  1,
  z.object({ ...endpoint, reason: z.enum(disabledReasons) }),
);
export const WebhookEndpointEnabled = event('WebhookEndpointEnabled', 1, z.object(endpoint));
/** Everything from an instant on is sent again. */
export const WebhookEndpointReplayed = event(
  'WebhookEndpointReplayed',
  1,
  z.object({ ...endpoint, since: z.iso.datetime() }),
);
/** One event is sent again, whatever came of it before. */
export const WebhookRedeliveryRequested = event(
  'WebhookRedeliveryRequested',
  1,
  z.object({ ...endpoint, eventId: z.uuid() }),
);
/** A made-up event is sent once. */
export const WebhookTestRequested = event('WebhookTestRequested', 1, z.object({ ...endpoint, testId: z.uuid() }));
export const WebhookEndpointDeleted = event('WebhookEndpointDeleted', 1, z.object(endpoint));

export const webhookEndpointEvents = [
  WebhookEndpointCreated,
  WebhookEndpointChanged,
  WebhookEndpointRotated,
  WebhookEndpointDisabled,
  WebhookEndpointEnabled,
  WebhookEndpointReplayed,
  WebhookRedeliveryRequested,
  WebhookTestRequested,
  WebhookEndpointDeleted,
] as const;
export type WebhookEndpointEvent = EventOf<(typeof webhookEndpointEvents)[number]>;
