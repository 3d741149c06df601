import { sql } from 'kysely';
import type { EventStore, StoredEvent } from '../../adapters/event-store/port.ts';
import {
  AutomationArchived,
  AutomationPublished,
  AutomationDeactivated,
  AutomationActivated,
  AutomationVersionCreated,
} from '../../domain/automations/events.ts';
import { causeText } from '../../domain/automations/trigger-events/causes.ts';
import { laterKindsOf, laterTrigger, laterTypes } from '../../domain/automations/trigger-events/later/index.ts';
import {
  causeKey,
  changesIn,
  comeInCrowds,
  triggerEventsOf,
  triggerEventTypes,
  inFull,
  overwritesOf,
  overwritingTypes,
} from '../../domain/automations/trigger-events/trigger-events.ts';
import { type TriggerEventDetail, starts } from '../../domain/automations/triggers/index.ts';
import { pointsAfter, scoredBy, scoringTypes } from '../../domain/automations/trigger-events/points.ts';
import {
  AutomationRunEnded,
  AutomationRunMigrated,
  AutomationRunStarted,
  AutomationStepOverridden,
} from '../../domain/automations/runs/run-events.ts';
import { wordsOf } from '../../domain/automations/runs/words.ts';
import { replyDays } from '../../domain/broadcasts/reply-window.ts';
import { ContactImportUndone, ContactOptedOut } from '../../domain/contacts/events.ts';
import { ContactErased, ContactSuppressionKept } from '../../domain/contacts/erasure-events.ts';
import { ContactMergedInto } from '../../domain/contacts/merge-events.ts';
import { is } from '../../domain/kernel/event.ts';
import { CampaignId, ContactId, MessageId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { setTimers } from '../engine/timers.ts';
import type { OpsTransaction, RecordingWorker } from '../engine/worker.ts';
import { forget } from './forget.ts';
import type { Entering, Told, TriggerRow } from './enrollment.ts';
import { givenDays } from './given-days.ts';
import { beforeAll, moveTimerOf } from './migrate-runs.ts';
import { joined, type News, noNews, writeNews } from './rows.ts';
import { nextOf } from './reevaluate-runs.ts';

export const triggerEventsWorker = 'automation-happenings';

/** After these a contact is to be left alone: its runs are looked at whatever they listen for. */
const exits = [ContactOptedOut, ContactErased, ContactMergedInto, ContactSuppressionKept, ContactImportUndone] as const;
/** Rare, and what comes after them means something else. */
const documents = [
  AutomationVersionCreated,
  AutomationPublished,
  AutomationDeactivated,
  AutomationActivated,
  AutomationArchived,
] as const;
const ofRuns = [AutomationRunStarted, AutomationStepOverridden, AutomationRunMigrated, AutomationRunEnded] as const;
const typesIn = (definitions: readonly { readonly type: string }[]) => definitions.map(({ type }) => type);
const exitTypes: ReadonlySet<string> = new Set(typesIn(exits));
const documentTypes: ReadonlySet<string> = new Set(typesIn(documents));

export const triggerEventsHandled: readonly string[] = [
  ...new Set([
    ...triggerEventTypes,
    ...overwritingTypes,
    ...laterTypes,
    ...scoringTypes,
    ...typesIn(exits),
    ...typesIn(documents),
    ...typesIn(ofRuns),
  ]),
];

interface Parts {
  readonly store: Pick<EventStore, 'readMany'>;
  readonly now: () => Date;
  readonly wake: () => void;
}

/**
 * Follows what happens to contacts, in the order of the log: whom triggers mean is written down to come in, what happens
 * to who is inside (or about to be) is kept for the look, and who listens for it is woken. One worker, so that between a
 * cause and the first look nothing is missed.
 */
export const automationTriggerEvents = (parts: Parts): RecordingWorker => ({
  kind: 'recording',
  name: triggerEventsWorker,
  handles: triggerEventsHandled,
  batchSize: 1_000,
  // Who looks at a run reads what lies between this and the end of the log: it is kept short.
  idleCheckpointMs: 500,
  async record(events, trx) {
    const news: News[] = [];
    for (let from = 0; from < events.length;) {
      let to = from;
      while (to < events.length && !documentTypes.has(events[to]!.type)) to += 1;
      news.push(await recordRuns(events.slice(from, to), trx, parts));
      if (to < events.length) news.push(await recordDocument(events[to]!, trx, parts));
      from = to + 1;
    }
    await writeNews(trx, joined(news), parts.now());
    await forget(
      trx,
      events.flatMap((event) => (is(event, AutomationRunEnded) ? [event.data.contactId] : [])),
    );
  },
  committed: parts.wake,
});

async function recordDocument(event: StoredEvent, trx: OpsTransaction, { now }: Parts): Promise<News> {
  if (is(event, AutomationVersionCreated)) {
    const { automationId, businessId, version, document } = event.data;
    for (const [nth, trigger] of document.triggers.entries())
      await sql`insert into ops.automation_triggers (automation_id, version, nth, business_id, kind, trigger)
        values (${automationId}::uuid, ${version}, ${nth}, ${businessId}::uuid, ${trigger.on.kind}, ${JSON.stringify(trigger)}::jsonb)
        on conflict do nothing`.execute(trx);
    return noNews;
  }
  const { automationId, businessId } = event.data as { readonly automationId: string; readonly businessId: string };
  const id = sql`${automationId}::uuid`;
  if (is(event, AutomationPublished)) {
    const { version } = event.data;
    await sql`insert into ops.automations (automation_id, business_id, version) values (${id}, ${businessId}::uuid, ${version})
      on conflict (automation_id) do update set version = excluded.version`.execute(trx);
    await sql`delete from ops.automation_triggers where automation_id = ${id} and version < ${version}`.execute(trx);
    const { agencyId } = event.metadata.tenant;
    const moving = { automationId, businessId, agencyId, version, cause: event.id, after: beforeAll, round: 0 };
    if (event.data.moves.length > 0) await setTimers(trx, [moveTimerOf(moving, now())]);
  } else if (is(event, AutomationDeactivated)) {
    await sql`update ops.automations set is_on = false where automation_id = ${id}`.execute(trx);
  } else if (is(event, AutomationActivated)) {
    await sql`update ops.automations set is_on = true where automation_id = ${id}`.execute(trx);
    return { ...noNews, woken: await nextOf(trx, { automationId, which: 'off', cause: event.id }, now()) };
  } else if (is(event, AutomationArchived)) {
    await sql`delete from ops.automations where automation_id = ${id}`.execute(trx);
    await sql`delete from ops.automation_triggers where automation_id = ${id}`.execute(trx);
    return { ...noNews, woken: await nextOf(trx, { automationId, which: 'all', cause: event.id }, now()) };
  }
  return noNews;
}

async function recordRuns(events: readonly StoredEvent[], trx: OpsTransaction, parts: Parts): Promise<News> {
  if (events.length === 0) return noNews;
  await addStarted(
    events.filter((event) => is(event, AutomationRunStarted)),
    trx,
  );
  const happened = [
    ...events.flatMap((event) => triggerEventsOf(event).map((happening, nth) => ({ event, happening, nth }))),
    ...(await crossings(events, trx, parts)),
  ];
  const { now } = parts;
  const byKind = await triggersOf(events, happened, trx);
  const days = await givenDays(events, (businessId) => byKind.get(keyOf(businessId, 'date')) ?? [], parts);
  await addEntering(
    [...(await meant(happened, byKind, parts)), ...laterEnrollments(events, byKind), ...days],
    now(),
    trx,
  );
  const overwritten = events.flatMap((event) => overwritesOf(event).map((happening) => ({ event, happening, nth: 0 })));
  const told = await ofThoseInside([...happened, ...overwritten], trx);
  await remember(told, trx, parts);
  const left = events.filter(({ type }) => exitTypes.has(type)).map(({ data }) => data['contactId'] as string);
  return {
    happened: heardOf(told, left),
    woken: events.flatMap((event) =>
      is(event, AutomationStepOverridden) || is(event, AutomationRunMigrated) ? [event.data.runId] : [],
    ),
    ended: events.flatMap((event) => (is(event, AutomationRunEnded) ? [event.data] : [])),
  };
}

/** Of published automations that are on, by business and kind. */
type Triggers = ReadonlyMap<string, readonly TriggerRow[]>;
const keyOf = (businessId: string, kind: string): string => `${businessId} ${kind}`;

async function triggersOf(
  events: readonly StoredEvent[],
  happened: readonly Told[],
  trx: OpsTransaction,
): Promise<Triggers> {
  const late = events
    .filter(({ type }) => laterKindsOf(type).length > 0)
    .map(({ data }) => data['businessId'] as string);
  const businesses = [...new Set([...happened.map(({ happening }) => happening.businessId), ...late])];
  if (businesses.length === 0) return new Map();
  const { rows } = await sql<TriggerRow>`
    select t.automation_id, t.business_id, t.nth, t.kind, t.trigger from ops.automation_triggers t
    join ops.automations a on a.automation_id = t.automation_id and a.version = t.version and a.is_on
    where t.business_id = any(${businesses}::uuid[])`.execute(trx);
  return Map.groupBy(rows, ({ business_id, kind }) => keyOf(business_id, kind));
}

/** What an event means for triggers at a later time: looked at again when that has come. */
function laterEnrollments(events: readonly StoredEvent[], triggers: Triggers): readonly Entering[] {
  return events.flatMap((event): readonly Entering[] => {
    const { businessId, contactId } = event.data as { readonly businessId: string; readonly contactId: string | null };
    if (contactId === null) return [];
    return laterKindsOf(event.type).flatMap((kind) =>
      (triggers.get(keyOf(businessId, kind)) ?? []).flatMap(({ automation_id, nth, trigger: { on } }): Entering[] => {
        const later = laterTrigger(kind)?.laterAt(event, on) ?? null;
        if (later === null) return [];
        const { at, cause } = later;
        return [
          {
            event,
            nth: 0,
            automationId: automation_id,
            trigger: String(nth),
            cause: typeof cause === 'string' ? cause : causeText(cause),
            dueAt: at,
            happening: { contactId, businessId, kind, at },
          },
        ];
      }),
    );
  });
}

/** Points of members before and after what they did, where somebody may ask. */
async function crossings(
  events: readonly StoredEvent[],
  trx: OpsTransaction,
  { store }: Parts,
): Promise<readonly Told[]> {
  const acts = events.flatMap((event) => {
    const scored = scoredBy(event);
    return scored === null ? [] : [{ event, ...scored, rules: streams.loopRules(CampaignId.parse(scored.campaignId)) }];
  });
  if (acts.length === 0) return [];
  const { rows } = await sql<{ business_id: string }>`select distinct business_id from ops.automations
    where business_id = any(${acts.map(({ businessId }) => businessId)}::uuid[])`.execute(trx);
  const asked = new Set(rows.map(({ business_id }) => business_id));
  const those = acts.filter(({ businessId }) => asked.has(businessId));
  if (those.length === 0) return [];
  const found = await store.readMany([...new Set(those.flatMap(({ event, rules }) => [event.stream, rules]))]);
  return those.flatMap(({ event, rules }) => {
    const happening = pointsAfter(event, found.get(event.stream) ?? [], found.get(rules) ?? []);
    return happening === null ? [] : [{ event, nth: 0, happening }];
  });
}

/** Which triggers of the contacts' businesses mean what has happened; their filters are asked when somebody comes in. */
async function meant(happened: readonly Told[], triggers: Triggers, parts: Parts): Promise<readonly Entering[]> {
  const wanted = happened.filter(({ happening }) => triggers.has(`${happening.businessId} ${happening.kind}`));
  const inWords = await full(wanted, parts);
  return wanted.flatMap((told) =>
    triggers.get(`${told.happening.businessId} ${told.happening.kind}`)!.flatMap(({ automation_id, nth, trigger }) => {
      const { on } = trigger;
      const does = inWords(told).some((one) => starts(on, one));
      return does ? [{ ...told, automationId: automation_id, trigger: String(nth) }] : [];
    }),
  );
}

/** What happened with the words of texts, and with what changed of contacts, where somebody asks. */
async function full(told: readonly Told[], { store }: Parts): Promise<(one: Told) => readonly TriggerEventDetail[]> {
  const texts = told.flatMap(({ happening: { kind, detail } }) =>
    kind === 'text-received' ? [MessageId.parse(detail['messageId'])] : [],
  );
  const people = told.flatMap(({ happening: { kind, contactId } }) =>
    kind === 'field-changed' ? [ContactId.parse(contactId)] : [],
  );
  const names = [...texts.map(streams.message), ...people.map(streams.contact)];
  const found =
    names.length === 0 ? new Map<string, readonly StoredEvent[]>() : await store.readMany([...new Set(names)]);
  return ({ event, happening }) => {
    if (happening.kind === 'text-received')
      return inFull(happening, wordsOf(found.get(streams.message(MessageId.parse(happening.detail['messageId'])))), []);
    if (happening.kind !== 'field-changed') return inFull(happening, null, []);
    const stored = found.get(event.stream) ?? [];
    const at = stored.findIndex(({ position }) => position === event.position);
    return at === -1 ? [] : inFull(happening, null, changesIn(stored.slice(0, at), stored[at]!));
  };
}

async function addEntering(entering: readonly Entering[], now: Date, trx: OpsTransaction): Promise<void> {
  if (entering.length === 0) return;
  await sql`insert into ops.automation_entering (automation_id, contact_id, position, trigger, business_id, agency_id, cause,
      correlation, at, due_at, lane)
    select * from unnest(
      ${entering.map((one) => one.automationId)}::uuid[], ${entering.map((one) => one.happening.contactId)}::uuid[],
      ${entering.map((one) => one.event.position.toString())}::bigint[], ${entering.map((one) => one.trigger)}::text[],
      ${entering.map((one) => one.happening.businessId)}::uuid[], ${entering.map((one) => one.event.metadata.tenant.agencyId)}::uuid[],
      ${entering.map((one) => one.cause ?? one.event.id)}::text[], ${entering.map((one) => one.correlation ?? causeKey(one.event))}::text[],
      ${entering.map((one) => one.happening.at)}::timestamptz[],
      ${entering.map((one) => one.dueAt ?? now.toISOString())}::timestamptz[],
      ${entering.map((one) => (comeInCrowds.has(one.happening.kind) ? 1 : 0))}::smallint[])
    on conflict do nothing`.execute(trx);
}

/** A crowd that comes at once, by a file for example, is hardly ever in an automation: one look tells who may be meant. */
async function ofThoseInside(happened: readonly Told[], trx: OpsTransaction): Promise<readonly Told[]> {
  if (happened.length < crowd) return happened;
  const contacts = new Set(happened.map(({ happening }) => happening.contactId));
  const { rows } = await sql<{ id: string }>`select id from unnest(${`{${[...contacts].join(',')}}`}::uuid[]) x (id)
    where exists (select from ops.automation_runs r where r.contact_id = id and r.state <> 'ended')
      or exists (select from ops.automation_entering e where e.contact_id = id)`.execute(trx);
  const inside = new Set(rows.map(({ id }) => id));
  return happened.filter(({ happening: { contactId, kind } }) => kind === 'text-received' || inside.has(contactId));
}
const crowd = 50;

/** Of who is inside, or about to be; whatever it is, since a run may come to listen for it. */
async function remember(happened: readonly Told[], trx: OpsTransaction, { now }: Parts): Promise<void> {
  if (happened.length === 0) return;
  const of = <T>(field: (told: Told) => T): T[] => happened.map(field);
  await sql`insert into ops.automation_happened (contact_id, position, kind, nth, at, detail)
    select c, p, k, n, w, d from unnest(${of(({ happening }) => happening.contactId)}::uuid[],
      ${of(({ event }) => event.position.toString())}::bigint[], ${of(({ happening }) => happening.kind)}::text[],
      ${of(({ nth }) => nth)}::int[], ${of(({ happening }) => happening.at)}::timestamptz[],
      ${of(({ happening }) => JSON.stringify(happening.detail))}::jsonb[]) x (c, p, k, n, w, d)
    where exists (select from ops.automation_runs r where r.contact_id = c and r.state <> 'ended')
      or exists (select from ops.automation_entering e where e.contact_id = c and e.due_at <= ${now()}::timestamptz + interval '1 minute')
    on conflict do nothing`.execute(trx);
  const texts = happened.filter(({ happening }) => happening.kind === 'text-received');
  if (texts.length === 0) return;
  // A text within days after a broadcast answers it, as far as anyone can tell.
  await sql`insert into ops.automation_happened (contact_id, position, kind, at, detail)
    select x.c, x.p, 'broadcast-answered', x.w, jsonb_build_object('broadcastId', b.id) from
      unnest(${texts.map(({ happening }) => happening.contactId)}::uuid[],
        ${texts.map(({ event }) => event.position.toString())}::bigint[],
        ${texts.map(({ happening }) => happening.at)}::timestamptz[]) x (c, p, w)
      cross join lateral (select h.detail ->> 'broadcastId' as id from ops.automation_happened h
        where h.contact_id = x.c and h.kind = 'broadcast-sent' and h.at between x.w - make_interval(days => ${replyDays}) and x.w
        order by h.at desc limit 1) b
    on conflict do nothing`.execute(trx);
}

/** Who listens for what happened to a contact; after `left` all of its runs are looked at. */
const heardOf = (happened: readonly Told[], left: readonly string[]): News['happened'] => [
  ...happened.flatMap(({ happening: { contactId, kind } }) =>
    (kind === 'text-received' ? [kind, 'broadcast-answered'] : [kind]).map((one) => [contactId, one] as const),
  ),
  ...left.map((contactId) => [contactId, null] as const),
];

/** From now on a run is found by this row; whoever was about to come in by an earlier cause has. */
async function addStarted(events: readonly StoredEvent[], trx: OpsTransaction): Promise<void> {
  const started = events.flatMap((event) => (is(event, AutomationRunStarted) ? [event] : []));
  if (started.length === 0) return;
  const of = <T>(field: (event: (typeof started)[number]) => T): T[] => started.map(field);
  const gone = await sql<{ automation_id: string; contact_id: string; lane: number }>`
    delete from ops.automation_entering e
    using unnest(${of(({ data }) => data.automationId)}::uuid[], ${of(({ data }) => data.contactId)}::uuid[],
      ${of(({ data }) => data.cause)}::text[]) x (automation_id, contact_id, cause)
    where e.automation_id = x.automation_id and e.contact_id = x.contact_id and e.cause = x.cause
    returning e.automation_id, e.contact_id, e.lane`.execute(trx);
  const lanes = new Map(gone.rows.map((row) => [`${row.automation_id} ${row.contact_id}`, row.lane]));
  await sql`insert into ops.automation_runs (run_id, automation_id, business_id, agency_id, contact_id, version, entry,
      position, lane, node, due_at)
    select * from unnest(${of(({ data }) => data.runId)}::uuid[], ${of(({ data }) => data.automationId)}::uuid[],
      ${of(({ data }) => data.businessId)}::uuid[], ${of(({ metadata }) => metadata.tenant.agencyId)}::uuid[],
      ${of(({ data }) => data.contactId)}::uuid[], ${of(({ data }) => data.version)}::int[], ${of(({ data }) => data.entry)}::int[],
      ${of(({ data }) => data.position)}::bigint[],
      ${of(({ data }) => lanes.get(`${data.automationId} ${data.contactId}`) ?? (comeInCrowds.has(data.trigger) ? 1 : 0))}::smallint[],
      ${of(({ data }) => data.start)}::uuid[], ${of(({ metadata }) => metadata.occurredAt)}::timestamptz[])
    on conflict do nothing`.execute(trx);
}
