import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { After, PublishedEvent, PublishedPage } from '../../adapters/published-events/port.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { WebhookTestRequested } from '../../domain/webhooks/events.ts';
import {
  type DisabledReason,
  latestPayloadVersion,
  type PayloadVersion,
  publishedNames,
} from '../../domain/webhooks/fields.ts';
import { publicationNamed, publicationOf, publications } from '../../domain/publications/publications.ts';
import { testPayload } from '../../commands/webhooks/payload.ts';
import type { WebhookEndpointView } from '../../projections/webhooks/queries.ts';
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookEndpointCalls,
  type WebhookEvent,
} from '../contract/index.ts';
import { ApiError, withFieldNames } from '../kernel/errors.ts';
import { wholeReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import type { DeliveryRow, EndpointHealth } from '../kernel/webhook-log.ts';

const shown = ['webhook_endpoints'];
/** Of a preview: events that are counted, and that are shown. */
const previewed = { counted: 10_000, shown: 10, keptMs: 24 * 3_600_000 };
/** How long a request waits for the past to be read from the log, in ms. */
const pastMs = { most: 5_000, pause: 50 };

function present(view: WebhookEndpointView, health: EndpointHealth | undefined): WebhookEndpoint {
  const isOn = view.state === 'on';
  return {
    id: view.id,
    url: view.url ?? '',
    description: view.description ?? '',
    types: [...(view.types ?? [])],
    version: view.version ?? latestPayloadVersion,
    status: isOn ? 'enabled' : 'disabled',
    disabled_reason: isOn ? null : (view.state as DisabledReason),
    created_at: view.createdAt!,
    rotated_at: view.rotatedAt,
    previous_until: view.previousUntil,
    failures: health?.failures ?? 0,
    failing_since: health?.failingSince?.toISOString() ?? null,
    last_success_at: health?.lastSuccessAt?.toISOString() ?? null,
    pending: health?.pending ?? 0,
  };
}

const outerType = (type: string): string =>
  type === WebhookTestRequested.type ? 'test' : (publicationOf(type)?.name ?? type);

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.eventId,
  type: outerType(row.type),
  status: row.status,
  attempts: row.attempts,
  created_at: row.createdAt.toISOString(),
  due_at: row.status === 'pending' ? row.dueAt.toISOString() : null,
  ended_at: row.endedAt?.toISOString() ?? null,
  last_status: row.lastStatus,
  last_error: row.lastError,
});

/** The endpoint, as its list shows it. Throws `not_found`. */
async function ownEndpoint({ parts, businessId }: Call, endpointId: string): Promise<WebhookEndpointView> {
  const view = await parts.readModels.webhookEndpoint(businessId, endpointId);
  if (view === null) throw new ApiError('not_found', 'This webhook endpoint does not exist.');
  return view;
}

/** Names of the log for names of the API; none: all. */
const logTypes = (names: readonly string[]): readonly string[] =>
  Object.entries(publications)
    .filter(([, { name }]) => names.includes(name))
    .map(([type]) => type);

async function eventsOf(
  { parts }: Call,
  places: readonly PublishedEvent[],
  version: PayloadVersion,
): Promise<WebhookEvent[]> {
  const made = await parts.commands.webhooks.payloadsOf(places, version);
  return made.flatMap((one) => (one === null ? [] : [{ ...one, data: { ...one.data } }]));
}

/**
 * What can be sent of the business after a place. Where its past is being read from the log the request waits a moment, then
 * answers what there is.
 */
async function publishedAfter(
  { parts, businessId }: Call,
  from: After,
  { isEnough, keepUntil }: { readonly isEnough: (page: PublishedPage) => boolean; readonly keepUntil: Date | null },
): Promise<PublishedPage> {
  for (let waited = 0; ; waited += pastMs.pause) {
    const page = await parts.published.after(businessId, from);
    if (page !== null && (page.isWhole || isEnough(page))) return page;
    if (waited >= pastMs.most) return page ?? { events: [], reached: from.position ?? '0', isWhole: false };
    if (page === null) await parts.published.ask(businessId, from.since ?? new Date(0), keepUntil);
    await sleep(pastMs.pause);
  }
}

/** A place in the log, and from when on what stands there is wanted, as they travel. */
const cursorOf = (position: string, since: Date | null): string =>
  Buffer.from(since === null ? position : `${position}.${since.getTime()}`).toString('base64url');
function placeOf(cursor: string): { readonly position: string; readonly since: Date | null } {
  const [, position, since] =
    /^(\d{1,18})(?:\.(\d{1,15}))?$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (position !== undefined) return { position, since: since === undefined ? null : new Date(Number(since)) };
  const message = 'This cursor is not one of ours.';
  throw new ApiError('validation_failed', message, { fields: { cursor: [message] } });
}

async function acted(call: Call, position: bigint | null, message: string) {
  await call.settled(position, shown);
  return { success: true as const, message };
}

export const webhookEndpointRoutes = [
  route(webhookEndpointCalls['GET /webhook-endpoints'], async ({ parts, businessId }) => {
    const [views, health] = await Promise.all([
      parts.readModels.webhookEndpoints(businessId),
      parts.webhookLog.healthOf(businessId),
    ]);
    return wholeReply(views.map((view) => present(view, health.get(view.id))));
  }),

  route(webhookEndpointCalls['POST /webhook-endpoints'], async (call) => {
    const { parts, businessId, body } = call;
    const context = call.context();
    const endpointId = uuidV5(namespaces.command, context.commandId, 'webhook-endpoint');
    const held = (await parts.readModels.webhookEndpoints(businessId)).length;
    const { position, result } = await parts.commands.webhooks.create(context, { endpointId, held, ...body });
    const said = await acted(call, position, 'The endpoint was created.');
    return { ...said, data: { id: endpointId, secret: result.secret } };
  }),

  route(webhookEndpointCalls['GET /webhook-endpoints/{id}'], async (call) => {
    const view = await ownEndpoint(call, call.params.id);
    const health = await call.parts.webhookLog.healthOf(call.businessId);
    return { data: present(view, health.get(view.id)) };
  }),

  route(webhookEndpointCalls['PUT /webhook-endpoints/{id}'], async (call) => {
    const endpointId = call.params.id;
    const { position } = await call.parts.commands.webhooks.change(call.context(), { endpointId, ...call.body });
    return acted(call, position, 'Saved.');
  }),

  route(webhookEndpointCalls['DELETE /webhook-endpoints/{id}'], async (call) => {
    const { position } = await call.parts.commands.webhooks.remove(call.context(), { endpointId: call.params.id });
    return acted(call, position, 'The endpoint was deleted.');
  }),

  route(webhookEndpointCalls['POST /webhook-endpoints/{id}/rotate'], async (call) => {
    const endpointId = call.params.id;
    const overlapHours = call.body.overlap_hours;
    const { position, result } = await withFieldNames({ overlapHours: 'overlap_hours' }, () =>
      call.parts.commands.webhooks.rotate(call.context(), { endpointId, overlapHours }),
    );
    const said = await acted(call, position, 'The endpoint has a new secret.');
    return { ...said, data: { id: endpointId, secret: result.secret } };
  }),

  route(webhookEndpointCalls['POST /webhook-endpoints/{id}/toggle-status'], async (call) => {
    const endpointId = call.params.id;
    const isOn = call.body.is_on;
    const { position } = await call.parts.commands.webhooks.switchTo(call.context(), { endpointId, isOn });
    return acted(call, position, isOn ? 'The endpoint is on.' : 'The endpoint is off.');
  }),

  route(webhookEndpointCalls['POST /webhook-endpoints/{id}/test'], async (call) => {
    const context = call.context();
    const testId = uuidV5(namespaces.command, context.commandId, 'webhook-test');
    const { position } = await call.parts.commands.webhooks.test(context, { endpointId: call.params.id, testId });
    return { ...(await acted(call, position, 'A test event is on its way.')), data: { id: testId } };
  }),

  route(webhookEndpointCalls['POST /webhook-endpoints/{id}/replay'], async (call) => {
    const endpointId = call.params.id;
    const { position } = await call.parts.commands.webhooks.replay(call.context(), { endpointId, ...call.body });
    return acted(call, position, 'Everything since then is sent again.');
  }),

  route(webhookEndpointCalls['GET /webhook-endpoints/{id}/deliveries'], async (call) => {
    const { businessId, parts, query } = call;
    const { id: endpointId } = await ownEndpoint(call, call.params.id);
    const { page, per_page, status = null } = query;
    const { data, total } = await parts.webhookLog.deliveries(
      { businessId, endpointId },
      { page, perPage: per_page, status },
    );
    return { data: data.map(presentDelivery), meta: { total, page, per_page } };
  }),

  route(webhookEndpointCalls['GET /webhook-endpoints/{id}/deliveries/{eventId}'], async (call) => {
    const { businessId, parts } = call;
    const { eventId } = call.params;
    const { id: endpointId, version } = await ownEndpoint(call, call.params.id);
    const row = await parts.webhookLog.delivery({ businessId, endpointId }, eventId);
    if (row === null) throw new ApiError('not_found', 'This delivery does not exist.');
    const attempts = await parts.webhookLog.attempts({ businessId, endpointId }, eventId);
    const [event = null] =
      row.type === WebhookTestRequested.type ?
        [testPayload(eventId, row.createdAt)]
      : await parts.commands.webhooks.payloadsOf([row], version as PayloadVersion);
    return {
      data: {
        ...presentDelivery(row),
        event: event === null || row.status === 'skipped' ? null : { ...event, data: { ...event.data } },
        attempts_made: attempts.map(({ at, durationMs, ...one }) => ({
          at: at.toISOString(),
          duration_ms: durationMs,
          ...one,
        })),
      },
    };
  }),

  route(webhookEndpointCalls['POST /webhook-endpoints/{id}/deliveries/{eventId}/redeliver'], async (call) => {
    const { businessId, parts } = call;
    const { eventId, id: endpointId } = call.params;
    if ((await parts.webhookLog.delivery({ businessId, endpointId }, eventId)) === null)
      throw new ApiError('not_found', 'This delivery does not exist.');
    const { position } = await parts.commands.webhooks.redeliver(call.context(), { endpointId, eventId });
    return acted(call, position, 'It is sent again.');
  }),

  route(webhookEndpointCalls['GET /webhook-endpoints/{id}/events'], async (call) => {
    const { query } = call;
    const { types, version } = await ownEndpoint(call, call.params.id);
    const { position, since } =
      query.cursor === undefined ?
        { position: null, since: query.since === undefined ? null : new Date(query.since) }
      : placeOf(query.cursor);
    const { limit } = query;
    const from = { position, since, types: logTypes(types ?? []), limit: limit + 1 };
    const { events, isWhole, reached } = await publishedAfter(call, from, {
      isEnough: (page) => page.events.length > limit,
      keepUntil: null,
    });
    const page = events.slice(0, limit);
    const next = events.length > limit ? page.at(-1)!.position : reached;
    return {
      data: await eventsOf(call, page, version as PayloadVersion),
      meta: { next_cursor: cursorOf(next, since), has_more: events.length > limit || !isWhole },
    };
  }),

  route(webhookEndpointCalls['GET /webhook-event-types'], async ({ query }) =>
    wholeReply(
      publishedNames.map((type) => {
        const { summary, schema } = publicationNamed(type)!;
        return {
          type,
          summary,
          schema: z.toJSONSchema(schema(query.version), { io: 'output', unrepresentable: 'any' }),
        };
      }),
    ),
  ),

  route(webhookEndpointCalls['GET /webhook-preview'], async (call) => {
    const { businessId, parts, query } = call;
    const since = new Date(query.since);
    const types = logTypes(query.types);
    const from = { position: null, since, types, limit: previewed.shown };
    const { events, isWhole } = await publishedAfter(call, from, {
      isEnough: () => false,
      keepUntil: new Date(parts.now().getTime() + previewed.keptMs),
    });
    const all = await parts.published.counts(businessId, since, previewed.counted);
    const counts = all.filter(({ type }) => types.length === 0 || types.includes(type));
    return {
      data: {
        total: counts.reduce((sum, { count }) => sum + count, 0),
        is_capped: all.reduce((sum, { count }) => sum + count, 0) >= previewed.counted,
        counts: counts.map(({ type, count }) => ({ type: outerType(type), count })),
        is_complete: isWhole,
        first: await eventsOf(call, events, latestPayloadVersion),
      },
    };
  }),
];
