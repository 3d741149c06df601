import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { SafeHttp } from '../../adapters/http/port.ts';
import type { PublishedEvents } from '../../adapters/published-events/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type Payload, testPayload } from '../../commands/webhooks/payload.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { PayloadVersion } from '../../domain/webhooks/fields.ts';
import { WebhookTestRequested } from '../../domain/webhooks/events.ts';
import { publishedTypes, publicationOf } from '../../domain/publications/publications.ts';
import { afterFailure, isHopeless, noTrouble, retryAfter, type Trouble } from '../../domain/webhooks/retries.ts';
import { workerContext } from '../context.ts';
import { pollLoop } from '../engine/poll-loop.ts';
import { backoff } from '../engine/retry-policy.ts';
import { createSetAside } from '../engine/set-aside.ts';
import { type Bell, forEachBounded } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';
import { type Answer, send } from './send.ts';
import { signedHeaders } from './sign.ts';

export interface DeliveryParts {
  readonly db: Database;
  readonly commands: Pick<Commands, 'webhooks'>;
  readonly published: Pick<PublishedEvents, 'after' | 'behind'>;
  readonly http: Pick<SafeHttp, 'request'>;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1: spreads what failed together. */
  readonly chance: () => number;
}

interface Endpoint extends Trouble {
  readonly endpointId: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly url: string;
  readonly types: readonly string[];
  readonly version: PayloadVersion;
  readonly generation: number;
  readonly previousUntil: Date | null;
  /** Null: to be found from `since`. */
  readonly position: string | null;
  readonly since: Date | null;
}
interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly contactId: string | null;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Endpoints that are worked on at the same time, and how many of them may be such as fail. */
const atOnce = { all: 64, failing: 16 };
/** What waits for an endpoint at most: the rest stays in the log. */
const mostWaiting = 500;
const requestsAtOnce = 16;
/** Between looks for what no one rang for while there are endpoints, and while there is none; in ms. */
const lookMs = 500;
const idleMs = 60_000;
/** How long an endpoint waits at least for its past to be read, in ms. */
const pastMs = 1_000;
/** Between the tries of an endpoint that fails, in ms. */
const pace = { firstMs: 5_000, longestMs: 5 * 60_000 };

const columns = sql`e.endpoint_id as "endpointId", e.business_id as "businessId", e.agency_id as "agencyId", e.url, e.types,
  e.version, e.generation, e.previous_until as "previousUntil", e.position::text as position, e.since, e.failures,
  e.failing_since as "failingSince", e.spells, e.spell_at as "spellAt"`;

/** Sends until the signal fires, in one process at a time. */
export async function deliverAll(parts: DeliveryParts, signal: AbortSignal): Promise<void> {
  const { bell, clock, log } = parts;
  const inHand = new Map<string, { readonly failing: boolean; readonly done: Promise<void> }>();
  const aside = createSetAside({ clock, log, part: 'webhook endpoint' });
  const begin = (endpoint: Endpoint): void => {
    const { endpointId, businessId, failures } = endpoint;
    const done = aside
      .attempt(endpointId, { endpointId, businessId }, () => deliverTo(parts, endpointId, signal))
      .then(
        () => {},
        (error: unknown) => log.warn({ err: error, endpointId }, 'deliveries to a webhook endpoint were cut off'),
      )
      .finally(() => {
        inHand.delete(endpointId);
        bell.ring();
      });
    inHand.set(endpointId, { failing: failures > 0, done });
  };
  const work = async (): Promise<number> => {
    const { some, due } = await dueEndpoints(parts, [...inHand.keys()]);
    let failing = [...inHand.values()].filter((one) => one.failing).length;
    for (const endpoint of due) {
      if (inHand.size >= atOnce.all) break;
      if (endpoint.failures > 0 && failing >= atOnce.failing) continue;
      if (endpoint.failures > 0) failing++;
      begin(endpoint);
    }
    return some ? lookMs : idleMs;
  };
  await pollLoop({ name: 'webhook deliveries', work, bell, clock, log }, signal);
  await Promise.all([...inHand.values()].map(({ done }) => done));
}

/** Endpoints for which something is due, or stands in the log behind their place. */
async function dueEndpoints(
  { db, clock, published }: DeliveryParts,
  inHand: readonly string[],
): Promise<{ readonly some: boolean; readonly due: readonly Endpoint[] }> {
  const now = clock.now();
  const { rows } = await sql<Endpoint & { isDue: boolean; isResting: boolean }>`select ${columns},
      e.next_due_at <= ${now}::timestamptz as "isDue", e.next_due_at = 'infinity' as "isResting"
    from ops.webhook_endpoints e where e.is_on and e.endpoint_id <> all(${inHand}::uuid[])`.execute(db);
  // One that failed waits for its next try; where nothing is left to try (its contact was erased), it rests like the others.
  const resting = rows.flatMap(({ endpointId, businessId, position, isDue, isResting, failures }) =>
    isDue || (failures > 0 && !isResting) || position === null ? [] : [{ endpointId, businessId, position }],
  );
  const behind = resting.length === 0 ? [] : await published.behind(resting);
  const wanted = new Set(behind);
  return {
    some: rows.length > 0 || inHand.length > 0,
    due: rows.filter(({ isDue, endpointId }) => isDue || wanted.has(endpointId)),
  };
}

/** Sends what is due to one endpoint, until nothing is or it has to rest. */
async function deliverTo(parts: DeliveryParts, endpointId: string, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  while (!signal.aborted) {
    const { rows } = await sql<Endpoint>`select ${columns} from ops.webhook_endpoints e
      where e.endpoint_id = ${endpointId}::uuid and e.is_on`.execute(db);
    const endpoint = rows[0];
    if (endpoint === undefined) return;
    const taken = await takeFromLog(parts, endpoint);
    const seen = await sql<{ xmin: string }>`select e.xmin::text as xmin from ops.webhook_endpoints e
      where e.endpoint_id = ${endpointId}::uuid`.execute(db);
    const { next, due } = await heads(parts, endpoint);
    if (due.length === 0) {
      const again =
        taken === 'more' ? clock.now()
        : taken === 'not yet' ? new Date(clock.now().getTime() + pastMs)
        : null;
      const until = earlier(next, again) ?? 'infinity';
      // Only where no one has touched the row since: a test or a redelivery that was asked for in between would wait for good,
      // and so would a replay, which takes the place away.
      const rested = await sql`update ops.webhook_endpoints set next_due_at = ${until}::timestamptz
        where endpoint_id = ${endpointId}::uuid and xmin::text = ${seen.rows[0]?.xmin ?? ''}
          and (position is not null or ${taken === 'not yet'})`.execute(db);
      if (rested.numAffectedRows === 1n) return;
      continue;
    }
    if (!(await deliverBatch(parts, endpoint, due, signal))) return;
  }
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

/**
 * Moves what stands behind the endpoint's place into what waits for it, in one transaction with the place. `more`: there may
 * be more at once. `not yet`: its past is being read from the log.
 */
async function takeFromLog(
  { db, clock, published }: DeliveryParts,
  endpoint: Endpoint,
): Promise<'all' | 'more' | 'not yet'> {
  const { endpointId, businessId, since } = endpoint;
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from ops.webhook_deliveries
    where endpoint_id = ${endpointId}::uuid and status = 'pending'`.execute(db);
  const room = mostWaiting - rows[0]!.waiting;
  if (room <= 0) return 'all';
  const { position } = endpoint;
  const page = await published.after(businessId, { position, since, types: [], limit: room });
  if (page === null) return 'not yet';
  const found = page.events;
  const isFull = found.length === room;
  const last = isFull ? found.at(-1)!.position : page.reached;
  const rest = isFull ? 'more' : 'all';
  if (last === position) return rest;
  const taken = found.filter(({ type }) => isWanted(endpoint, type));
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // Someone may have asked for a replay since: then the place is theirs to say.
    const moved = await sql`update ops.webhook_endpoints set position = ${last}::bigint
      where endpoint_id = ${endpointId}::uuid and position is not distinct from ${endpoint.position}::bigint
        and since is not distinct from ${since}::timestamptz`.execute(trx);
    if (moved.numAffectedRows !== 1n || taken.length === 0) return;
    await sql`insert into ops.webhook_deliveries as d
        (endpoint_id, event_id, business_id, contact_id, position, type, stream, revision, order_key, due_at, created_at)
      select ${endpointId}::uuid, t.event_id, ${businessId}::uuid, t.contact_id, t.position, t.type, t.stream, t.revision,
        coalesce(t.contact_id::text, t.stream), ${now}::timestamptz, ${now}::timestamptz
      from unnest(${taken.map((one) => one.eventId)}::uuid[], ${taken.map((one) => one.contactId)}::uuid[],
        ${taken.map((one) => one.position)}::bigint[], ${taken.map((one) => one.type)}::text[],
        ${taken.map((one) => one.stream)}::text[], ${taken.map((one) => one.revision)}::int[])
        as t (event_id, contact_id, position, type, stream, revision)
      on conflict (endpoint_id, event_id) do update set status = 'pending', attempts = 0, due_at = excluded.due_at, ended_at = null
        where d.status <> 'pending'`.execute(trx);
  });
  return rest;
}

const isWanted = ({ types }: Endpoint, type: string): boolean =>
  types.length === 0 ? publishedTypes.includes(type) : types.some((one) => one === publicationOf(type)?.name);

/**
 * What may go now: of each contact the oldest that waits, and only that, so that what happened to one arrives in order.
 * `next`: when the first of the others is due.
 */
async function heads({ db, clock }: DeliveryParts, { endpointId, failures }: Endpoint) {
  const now = clock.now();
  const { rows } = await sql<Delivery & { dueAt: Date }>`select * from (
      select distinct on (order_key) event_id as "eventId", type, stream, revision, contact_id as "contactId", attempts,
        due_at as "dueAt", created_at as "createdAt", position
      from ops.webhook_deliveries where endpoint_id = ${endpointId}::uuid and status = 'pending' order by order_key, position) h
    order by h."dueAt", h.position limit ${failures > 0 ? 1 : mostWaiting}`.execute(db);
  return { next: rows.find(({ dueAt }) => dueAt > now)?.dueAt ?? null, due: rows.filter(({ dueAt }) => dueAt <= now) };
}

interface Outcome {
  readonly delivery: Delivery;
  /** Null: it is not sent. */
  readonly answer: Answer | null;
  readonly at: Date;
  readonly durationMs: number;
}

/** Sends these and notes what came of it. False: the endpoint rests, or is off. */
async function deliverBatch(
  parts: DeliveryParts,
  endpoint: Endpoint,
  due: readonly Delivery[],
  signal: AbortSignal,
): Promise<boolean> {
  const { commands, http, clock } = parts;
  const { endpointId, version, generation, previousUntil, url } = endpoint;
  const isOverlap = previousUntil !== null && clock.now() < previousUntil;
  const secrets = await commands.webhooks.signingSecrets(
    endpointId,
    isOverlap ? [generation, generation - 1] : [generation],
  );
  const payloads = await payloadsFor(parts, due, version);
  const outcomes: Outcome[] = [];
  let [failed, succeeded] = [0, 0];
  await forEachBounded(due, requestsAtOnce, async (delivery) => {
    // Where all that were tried have failed, the others wait: a receiver that is away is not asked 500 times.
    if (signal.aborted || (succeeded === 0 && failed >= requestsAtOnce)) return;
    const payload = payloads.get(delivery.eventId);
    const at = clock.now();
    if (payload === undefined) return void outcomes.push({ delivery, answer: null, at, durationMs: 0 });
    const { id, ...content } = payload;
    const body = JSON.stringify(content);
    const began = clock.elapsed();
    const answer = await send(http, { url, headers: signedHeaders({ id, body, secrets, now: at }), body }, () =>
      clock.now(),
    );
    if (answer.kind === 'delivered') succeeded++;
    else failed++;
    outcomes.push({ delivery, answer, at, durationMs: Math.round(clock.elapsed() - began) });
  });
  return note(parts, endpoint, outcomes);
}

async function payloadsFor(
  { commands }: DeliveryParts,
  due: readonly Delivery[],
  version: PayloadVersion,
): Promise<ReadonlyMap<string, Payload>> {
  const events = due.filter(({ type }) => type !== WebhookTestRequested.type);
  const made = await commands.webhooks.payloadsOf(events, version);
  const tests = due
    .filter(({ type }) => type === WebhookTestRequested.type)
    .map(({ eventId, createdAt }) => testPayload(eventId, createdAt));
  return new Map([...made, ...tests].flatMap((one) => (one === null ? [] : [[one.id, one]])));
}

async function note(parts: DeliveryParts, endpoint: Endpoint, outcomes: readonly Outcome[]): Promise<boolean> {
  const { db, commands, clock, chance } = parts;
  const { endpointId, businessId } = endpoint;
  if (outcomes.length === 0) return false;
  const now = clock.now();
  const rows = outcomes.map(({ delivery, answer }) => {
    const attempts = delivery.attempts + (answer === null ? 0 : 1);
    const waitMs = answer?.kind === 'failed' ? retryAfter(attempts, answer.waitMs, chance()) : null;
    const status =
      answer === null ? 'skipped'
      : answer.kind === 'delivered' ? 'delivered'
        // It is off from now on: what it refused waits until it is on again.
      : waitMs !== null || answer.kind === 'gone' ? 'pending'
      : 'failed';
    return { eventId: delivery.eventId, attempts, status, dueAt: new Date(now.getTime() + (waitMs ?? 0)) };
  });
  const tried = outcomes.flatMap((one) => (one.answer === null ? [] : [{ ...one, answer: one.answer }]));
  const succeeded = tried.some(({ answer }) => answer.kind === 'delivered');
  const failed = tried.filter(({ answer }) => answer.kind !== 'delivered');
  const trouble =
    succeeded ? noTrouble
    : failed.length > 0 ? afterFailure(endpoint, now)
    : endpoint;
  const asked = Math.max(0, ...failed.map(({ answer }) => answer.waitMs ?? 0));
  const restMs =
    asked > 0 ? Math.min(asked, 24 * 3_600_000)
    : succeeded || failed.length === 0 ? 0
    : backoff(trouble.failures - 1, pace.firstMs, pace.longestMs);
  await db.transaction().execute(async (trx) => {
    await sql`update ops.webhook_deliveries d set status = t.status, attempts = t.attempts, due_at = t.due_at,
        ended_at = case when t.status = 'pending' then null else ${now}::timestamptz end
      from unnest(${rows.map((one) => one.eventId)}::uuid[], ${rows.map((one) => one.status)}::text[],
        ${rows.map((one) => one.attempts)}::int[], ${rows.map((one) => one.dueAt)}::timestamptz[])
        as t (event_id, status, attempts, due_at)
      where d.endpoint_id = ${endpointId}::uuid and d.event_id = t.event_id and d.status = 'pending'`.execute(trx);
    await sql`insert into ops.webhook_attempts
        (attempt_id, endpoint_id, event_id, business_id, contact_id, at, duration_ms, status, error, response)
      select gen_random_uuid(), ${endpointId}::uuid, t.event_id, ${businessId}::uuid, t.contact_id, t.at, t.duration_ms, t.status,
        t.error, t.response
      from unnest(${tried.map((one) => one.delivery.eventId)}::uuid[], ${tried.map((one) => one.delivery.contactId)}::uuid[],
        ${tried.map((one) => one.at)}::timestamptz[], ${tried.map((one) => one.durationMs)}::int[],
        ${tried.map((one) => one.answer.status)}::int[], ${tried.map((one) => one.answer.error)}::text[],
        ${tried.map((one) => one.answer.response)}::text[])
        as t (event_id, contact_id, at, duration_ms, status, error, response)`.execute(trx);
    await sql`update ops.webhook_endpoints set failures = ${trouble.failures},
        failing_since = ${trouble.failingSince}::timestamptz, spells = ${trouble.spells}, spell_at = ${trouble.spellAt}::timestamptz,
        next_due_at = ${new Date(now.getTime() + restMs)}::timestamptz
        ${succeeded ? sql`, last_success_at = ${now}::timestamptz` : sql``}
      where endpoint_id = ${endpointId}::uuid`.execute(trx);
  });
  const reason =
    failed.some(({ answer }) => answer.kind === 'gone') ? 'gone'
    : isHopeless(trouble, now) ? 'failing'
    : null;
  if (reason !== null) {
    const context = workerContext('webhook-deliveries', endpoint, 'give-up', [endpointId, now.toISOString()], {
      correlationId: uuidV5(namespaces.command, endpointId, 'give-up'),
      causationId: null,
    });
    await commands.webhooks.giveUp(context, { endpointId, reason });
    await sql`update ops.webhook_endpoints set is_on = false where endpoint_id = ${endpointId}::uuid`.execute(db);
    return false;
  }
  return restMs === 0;
}
