import { z } from 'zod';
import {
  disabledReasons,
  endpointFields,
  latestPayloadVersion,
  payloadVersions,
  publishedNames,
  secretOverlapField,
  secretOverlapHours,
} from '../../domain/webhooks/fields.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Success, Uuid, wholeList } from './common.ts';

export type { PublishedName } from '../../domain/webhooks/fields.ts';

const exampleTypes = { examples: [['contact.opted_in', 'message.received']] };
const exampleUrl = { examples: ['https://example.com/webhooks'] };
const exampleAbout = { examples: ['Our data warehouse'] };
const since = { examples: ['2026-11-01T00:00:00.000Z'] };
const Type = z.enum(publishedNames, 'This event type does not exist.');
export const PayloadVersion = z.enum(payloadVersions);

/** An address that events of the business are sent to. */
export const WebhookEndpoint = z.object({
  id: z.string(),
  url: z.string().meta(exampleUrl),
  description: z.string().meta(exampleAbout),
  /** Event types that it is sent; empty: all. */
  types: z.array(z.string()).meta(exampleTypes),
  /** The shape of payloads. It stays until you choose another one. */
  version: z.string().meta({ examples: [latestPayloadVersion] }),
  status: z.enum(['enabled', 'disabled']),
  /** Why it is off. */
  disabled_reason: z.enum(disabledReasons).nullable(),
  created_at: Instant,
  rotated_at: Instant.nullable(),
  /** Until when the secret before signs too. */
  previous_until: Instant.nullable(),
  /** Failures in a row since the last success. */
  failures: z.number().int(),
  failing_since: Instant.nullable(),
  last_success_at: Instant.nullable(),
  /** Events that wait to be sent or sent again. */
  pending: z.number().int(),
});
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;
export const WebhookEndpoints = wholeList(WebhookEndpoint);
export const WebhookEndpointReply = z.object({ data: WebhookEndpoint });

const written = {
  url: endpointFields.url.meta(exampleUrl),
  description: endpointFields.description.default('').meta(exampleAbout),
  types: z.array(Type).max(publishedNames.length).default([]).meta(exampleTypes),
  version: PayloadVersion.default(latestPayloadVersion).meta({ examples: [latestPayloadVersion] }),
};
export const WriteWebhookEndpoint = z.object(written);
export const CreateWebhookEndpoint = z.object({
  ...written,
  /** Send what happened from then on; null: from now on. */
  since: endpointFields.since.default(null).meta(since),
});
const example = {
  url: 'https://example.com/webhooks',
  description: 'Our data warehouse',
  types: ['contact.opted_in'],
  version: latestPayloadVersion,
};
export const RotateWebhookSecret = z.object({
  /** For how many more hours the secret before signs too; 0 when it leaked. */
  overlap_hours: secretOverlapField.default(secretOverlapHours.usual),
});
/** The secret is shown this one time. */
export const WebhookSecret = Success.extend({
  data: z.object({ id: z.string(), secret: z.string().meta({ examples: ['whsec_'] }) }),
});
export const WebhookTestSent = Success.extend({ data: z.object({ id: z.string() }) });
export const SwitchWebhookEndpoint = z.object({ is_on: z.boolean() });
export const ReplayWebhookEndpoint = z.object({ since: z.iso.datetime('Enter a date and time.').meta(since) });

/** What is sent (Standard Webhooks 1.0.0), with its ID. */
export const WebhookEvent = z.object({
  id: z.string(),
  type: z.string().meta({ examples: ['contact.opted_in'] }),
  timestamp: Instant,
  data: z.record(z.string(), z.unknown()).meta({ examples: [{ contact_id: '5f0c4d0e-6f0e-5b1c-9a3b-0a4c1d2e3f40' }] }),
});
export type WebhookEvent = z.output<typeof WebhookEvent>;

export const deliveryStates = ['pending', 'delivered', 'failed', 'skipped'] as const;
/** One event on its way to an endpoint. */
export const WebhookDelivery = z.object({
  /** The event's ID, which the receiver sees as webhook-id. */
  id: z.string(),
  type: z.string().meta({ examples: ['contact.opted_in'] }),
  status: z.enum(deliveryStates),
  attempts: z.number().int(),
  created_at: Instant,
  /** When it is tried again, while it is pending. */
  due_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** What the last attempt was answered: the HTTP status, or why there was none. */
  last_status: z.number().int().nullable(),
  last_error: z
    .string()
    .nullable()
    .meta({ examples: ['timeout'] }),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;
export const WebhookDeliveries = list(WebhookDelivery);
export const WebhookAttempt = z.object({
  at: Instant,
  duration_ms: z.number().int(),
  status: z.number().int().nullable(),
  error: z
    .string()
    .nullable()
    .meta({ examples: ['timeout'] }),
  /** The first 2,000 characters of the answer. Gone once the contact is erased. */
  response: z
    .string()
    .nullable()
    .meta({ examples: ['ok'] }),
});
export const WebhookDeliveryDetail = z.object({
  data: WebhookDelivery.extend({
    /** Made of the log again. Null: it is no longer sent, since the contact was erased. */
    event: WebhookEvent.nullable(),
    attempts_made: z.array(WebhookAttempt),
  }),
});

/** A page of what an endpoint is sent, to be asked for. */
export const WebhookEventPage = z.object({
  data: z.array(WebhookEvent),
  /** Pass it as cursor to go on. */
  meta: z.object({ next_cursor: z.string().meta({ examples: ['MTA0Mg'] }), has_more: z.boolean() }),
});
export const WebhookEventType = z.object({
  type: z.string().meta({ examples: ['contact.opted_in'] }),
  summary: z.string().meta({ examples: ['A contact agreed to texts.'] }),
  /** JSON Schema of data. */
  schema: z.record(z.string(), z.unknown()).meta({ examples: [{ type: 'object' }] }),
});
export const WebhookEventTypes = wholeList(WebhookEventType);
export const WebhookPreview = z.object({
  data: z.object({
    total: z.number().int(),
    /** There were more than are counted. */
    is_capped: z.boolean(),
    /** False: the past is still being read. Ask again. */
    is_complete: z.boolean(),
    counts: z.array(z.object({ type: z.string().meta({ examples: ['contact.opted_in'] }), count: z.number().int() })),
    /** The first of them, as they would be sent. */
    first: z.array(WebhookEvent),
  }),
});

const DeliveryParams = IdParams.extend({ eventId: Uuid });
const typeList = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(z.array(Type))
  .default([])
  .meta({ examples: ['contact.opted_in,message.received'] });

// None of these is in the specification's list: they are how programs hear of what happens.
export const webhookEndpointCalls = calls('Webhooks', {
  'GET /webhook-endpoints': {
    id: 'listWebhookEndpoints',
    who: ['Business'],
    summary: 'The addresses that events of the business are sent to, and how they fare.',
    reply: WebhookEndpoints,
  },
  'POST /webhook-endpoints': {
    id: 'createWebhookEndpoint',
    who: ['Business'],
    summary: 'Send events to an address, from now on or from a date. The signing secret is in this answer alone.',
    body: CreateWebhookEndpoint,
    example: { ...example, since: null },
    reply: WebhookSecret,
    secret: true,
  },
  'GET /webhook-endpoints/{id}': {
    id: 'getWebhookEndpoint',
    who: ['Business'],
    summary: 'One endpoint.',
    params: IdParams,
    reply: WebhookEndpointReply,
  },
  'PUT /webhook-endpoints/{id}': {
    id: 'updateWebhookEndpoint',
    who: ['Business'],
    summary: 'Another address, other event types or another payload version. Secret and place in the log stay.',
    params: IdParams,
    body: WriteWebhookEndpoint,
    example,
    reply: Success,
  },
  'DELETE /webhook-endpoints/{id}': {
    id: 'deleteWebhookEndpoint',
    who: ['Business'],
    summary: 'Delete an endpoint with its log of deliveries.',
    params: IdParams,
    reply: Success,
  },
  'POST /webhook-endpoints/{id}/rotate': {
    id: 'rotateWebhookSecret',
    who: ['Business'],
    summary: 'A new signing secret. The one before signs too for some hours.',
    params: IdParams,
    body: RotateWebhookSecret,
    reply: WebhookSecret,
    secret: true,
  },
  'POST /webhook-endpoints/{id}/toggle-status': {
    id: 'switchWebhookEndpoint',
    who: ['Business'],
    summary: 'Turn an endpoint on or off. What happens while it is off is sent once it is on.',
    params: IdParams,
    body: SwitchWebhookEndpoint,
    reply: Success,
  },
  'POST /webhook-endpoints/{id}/test': {
    id: 'testWebhookEndpoint',
    who: ['Business'],
    summary: 'Send a test event. Answers its ID, to look for it among the deliveries.',
    params: IdParams,
    reply: WebhookTestSent,
  },
  'POST /webhook-endpoints/{id}/replay': {
    id: 'replayWebhookEndpoint',
    who: ['Business'],
    summary: 'Send everything from a date on again, under the same IDs.',
    params: IdParams,
    body: ReplayWebhookEndpoint,
    reply: Success,
  },
  'GET /webhook-endpoints/{id}/deliveries': {
    id: 'listWebhookDeliveries',
    who: ['Business'],
    summary: 'Deliveries to an endpoint in the last two weeks, newest first.',
    params: IdParams,
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      per_page: z.coerce.number().int().min(1).max(100).default(25),
      status: z.enum(deliveryStates).optional(),
    }),
    reply: WebhookDeliveries,
  },
  'GET /webhook-endpoints/{id}/deliveries/{eventId}': {
    id: 'getWebhookDelivery',
    who: ['Business'],
    summary: 'One delivery: the body sent, and the response to each attempt.',
    params: DeliveryParams,
    reply: WebhookDeliveryDetail,
  },
  'POST /webhook-endpoints/{id}/deliveries/{eventId}/redeliver': {
    id: 'redeliverWebhookEvent',
    who: ['Business'],
    summary: 'Send one event again, under the same ID.',
    params: DeliveryParams,
    reply: Success,
  },
  'GET /webhook-endpoints/{id}/events': {
    id: 'pollWebhookEvents',
    who: ['Business'],
    summary: 'What the endpoint is sent, asked for in place of being sent: from a cursor on, oldest first.',
    params: IdParams,
    query: z.object({
      cursor: z
        .string()
        .max(100)
        .optional()
        .meta({ examples: ['MTA0Mg'] }),
      since: z.iso.datetime('Enter a date and time.').optional().meta(since),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: WebhookEventPage,
  },
  'GET /webhook-event-types': {
    id: 'listWebhookEventTypes',
    who: ['Business'],
    summary: 'Every type of event that can be sent, with the schema of its data.',
    query: z.object({ version: PayloadVersion.default(latestPayloadVersion) }),
    reply: WebhookEventTypes,
  },
  'GET /webhook-preview': {
    id: 'previewWebhook',
    who: ['Business'],
    summary: 'What an endpoint would have been sent since a date. Nothing is sent. Ask again until it is complete.',
    query: z.object({ since: z.iso.datetime('Enter a date and time.').meta(since), types: typeList }),
    reply: WebhookPreview,
  },
});
