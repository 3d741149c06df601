import { sql } from 'kysely';
import type { EventStore, StoredEvent } from '../../adapters/event-store/port.ts';
import { wordsOf } from '../../commands/automations/look.ts';
import {
  AutomationArchived,
  AutomationPublished,
  AutomationSwitchedOff,
  AutomationSwitchedOn,
  AutomationVersionMade,
} from '../../domain/automation/events.ts';
import type { Trigger } from '../../domain/automation/fields.ts';
import {
  changesIn,
  comeInCrowds,
  type Happening,
  happeningsOf,
  happeningTypes,
  inFull,
} from '../../domain/automation/happenings.ts';
import { type Happened, matches } from '../../domain/automation/occurrence.ts';
import {
  AutomationRunEnded,
  AutomationRunMoved,
  AutomationRunStarted,
  AutomationStepForced,
} from '../../domain/automation/run-events.ts';
import { ContactImportUndone, ContactOptedOut } from '../../domain/contact/events.ts';
import { ContactErased, ContactSuppressionKept } from '../../domain/contact/erasure-events.ts';
import { ContactMergedInto } from '../../domain/contact/merge-events.ts';
import { is } from '../../domain/kernel/event.ts';
import { ContactId, MessageId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { OpsTransaction, RecordingWorker } from '../engine/worker.ts';

export const happeningsName = 'automation-happenings';

/** After these a contact is to be left alone: its runs are looked at whatever they listen for. */
const exits = [ContactOptedOut, ContactErased, ContactMergedInto, ContactSuppressionKept, ContactImportUndone] as const;
/** Rare, and what comes after them means something else. */
const documents = [
  AutomationVersionMade,
  AutomationPublished,
  AutomationSwitchedOff,
  AutomationSwitchedOn,
  AutomationArchived,
] as const;
const ofRuns = [AutomationRunStarted, AutomationStepForced, AutomationRunMoved, AutomationRunEnded] as const;
const typesIn = (definitions: readonly { readonly type: string }[]) => definitions.map(({ type }) => type);
const exitTypes: ReadonlySet<string> = new Set(typesIn(exits));
const documentTypes: ReadonlySet<string> = new Set(typesIn(documents));

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
export const automationHappenings = (parts: Parts): RecordingWorker => ({
  kind: 'recording',
  name: happeningsName,
  handles: [...happeningTypes, ...typesIn(exits), ...typesIn(documents), ...typesIn(ofRuns)],
  batchSize: 1_000,
  // Who looks at a run waits until this has passed all that there was.
  idleCheckpointMs: 50,
  async record(events, trx) {
    for (let from = 0; from < events.length;) {
      let to = from;
      while (to < events.length && !documentTypes.has(events[to]!.type)) to += 1;
      await recordRuns(events.slice(from, to), trx, parts);
      if (to < events.length) await recordDocument(events[to]!, trx, parts);
      from = to + 1;
    }
  },
  committed: parts.wake,
});

async function recordDocument(event: StoredEvent, trx: OpsTransaction, { now }: Parts): Promise<void> {
  if (is(event, AutomationVersionMade)) {
    const { automationId, businessId, version, document } = event.data;
    for (const [nth, trigger] of document.triggers.entries())
      await sql`insert into ops.automation_triggers (automation_id, version, nth, business_id, kind, trigger)
        values (${automationId}::uuid, ${version}, ${nth}, ${businessId}::uuid, ${trigger.on.kind}, ${JSON.stringify(trigger)}::jsonb)
        on conflict do nothing`.execute(trx);
    return;
  }
  const { automationId, businessId } = event.data as { readonly automationId: string; readonly businessId: string };
  const id = sql`${automationId}::uuid`;
  if (is(event, AutomationPublished)) {
    const { version } = event.data;
    await sql`insert into ops.automations (automation_id, business_id, version) values (${id}, ${businessId}::uuid, ${version})
      on conflict (automation_id) do update set version = excluded.version`.execute(trx);
    await sql`delete from ops.automation_triggers where automation_id = ${id} and version < ${version}`.execute(trx);
  } else if (is(event, AutomationSwitchedOff)) {
    await sql`update ops.automations set is_on = false where automation_id = ${id}`.execute(trx);
  } else if (is(event, AutomationSwitchedOn)) {
    await sql`update ops.automations set is_on = true where automation_id = ${id}`.execute(trx);
    await sql`update ops.automation_runs set due_at = ${now()}::timestamptz, woken = woken + 1
      where automation_id = ${id} and state = 'off'`.execute(trx);
  } else if (is(event, AutomationArchived)) {
    await sql`delete from ops.automations where automation_id = ${id}`.execute(trx);
    await sql`delete from ops.automation_triggers where automation_id = ${id}`.execute(trx);
    await sql`update ops.automation_runs set due_at = ${now()}::timestamptz, woken = woken + 1
      where automation_id = ${id} and state <> 'ended'`.execute(trx);
  }
}

async function recordRuns(events: readonly StoredEvent[], trx: OpsTransaction, parts: Parts): Promise<void> {
  if (events.length === 0) return;
  await addStarted(
    events.filter((event) => is(event, AutomationRunStarted)),
    trx,
  );
  const happened = events.flatMap((event) => happeningsOf(event).map((happening) => ({ event, happening })));
  await addEntering(await meant(happened, trx, parts), trx, parts);
  await remember(happened, trx);
  const left = events.filter(({ type }) => exitTypes.has(type)).map(({ data }) => data['contactId'] as string);
  await wakeContacts(happened, left, trx, parts);
  await wakeRuns(
    events.flatMap((event) =>
      is(event, AutomationStepForced) || is(event, AutomationRunMoved) ? [event.data.runId] : [],
    ),
    trx,
    parts,
  );
  await end(
    events.filter((event) => is(event, AutomationRunEnded)),
    trx,
  );
}

interface Told {
  readonly event: StoredEvent;
  readonly happening: Happening;
}
interface Entering extends Told {
  readonly automationId: string;
  readonly trigger: string;
}

/** Which triggers of the contacts' businesses mean what has happened; their filters are asked when somebody comes in. */
async function meant(happened: readonly Told[], trx: OpsTransaction, parts: Parts): Promise<readonly Entering[]> {
  if (happened.length === 0) return [];
  const businesses = [...new Set(happened.map(({ happening }) => happening.businessId))];
  const kinds = [...new Set(happened.map(({ happening }) => happening.kind))];
  const { rows } = await sql<{
    automation_id: string;
    business_id: string;
    nth: number;
    kind: string;
    trigger: Trigger;
  }>`
    select t.automation_id, t.business_id, t.nth, t.kind, t.trigger from ops.automation_triggers t
    join ops.automations a on a.automation_id = t.automation_id and a.version = t.version and a.is_on
    where t.business_id = any(${businesses}::uuid[]) and t.kind = any(${kinds}::text[])`.execute(trx);
  if (rows.length === 0) return [];
  const triggers = Map.groupBy(rows, (row) => `${row.business_id} ${row.kind}`);
  const wanted = happened.filter(({ happening }) => triggers.has(`${happening.businessId} ${happening.kind}`));
  const inWords = await full(wanted, parts);
  return wanted.flatMap((told) =>
    triggers.get(`${told.happening.businessId} ${told.happening.kind}`)!.flatMap(({ automation_id, nth, trigger }) => {
      const { on } = trigger;
      const does = inWords(told).some((one) => matches(on as never, one));
      return does ? [{ ...told, automationId: automation_id, trigger: String(nth) }] : [];
    }),
  );
}

/** What happened with the words of texts, and with what changed of contacts, where somebody asks. */
async function full(told: readonly Told[], { store }: Parts): Promise<(one: Told) => readonly Happened[]> {
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

async function addEntering(entering: readonly Entering[], trx: OpsTransaction, { now }: Parts): Promise<void> {
  if (entering.length === 0) return;
  const dueAt = now();
  await sql`insert into ops.automation_entering (automation_id, contact_id, position, trigger, business_id, agency_id, cause,
      correlation, at, due_at, lane)
    select a, c, p, t, b, g, k, o, w, ${dueAt}::timestamptz, l from unnest(
      ${entering.map((one) => one.automationId)}::uuid[], ${entering.map((one) => one.happening.contactId)}::uuid[],
      ${entering.map((one) => one.event.position.toString())}::bigint[], ${entering.map((one) => one.trigger)}::text[],
      ${entering.map((one) => one.happening.businessId)}::uuid[], ${entering.map((one) => one.event.metadata.tenant.agencyId)}::uuid[],
      ${entering.map((one) => one.event.id)}::text[], ${entering.map((one) => one.event.metadata.correlationId)}::text[],
      ${entering.map((one) => one.happening.at)}::timestamptz[],
      ${entering.map((one) => (comeInCrowds.has(one.happening.kind) ? 1 : 0))}::smallint[]) x (a, c, p, t, b, g, k, o, w, l)
    on conflict do nothing`.execute(trx);
}

/** Of who is inside, or about to be; whatever it is, since a run may come to listen for it. */
async function remember(happened: readonly Told[], trx: OpsTransaction): Promise<void> {
  if (happened.length === 0) return;
  const of = <T>(field: (told: Told) => T): T[] => happened.map(field);
  await sql`insert into ops.automation_happened (contact_id, position, kind, at, detail)
    select c, p, k, w, d from unnest(${of(({ happening }) => happening.contactId)}::uuid[],
      ${of(({ event }) => event.position.toString())}::bigint[], ${of(({ happening }) => happening.kind)}::text[],
      ${of(({ happening }) => happening.at)}::timestamptz[],
      ${of(({ happening }) => JSON.stringify(happening.detail))}::jsonb[]) x (c, p, k, w, d)
    where exists (select from ops.automation_runs r where r.contact_id = c and r.state <> 'ended')
      or exists (select from ops.automation_entering e where e.contact_id = c)
    on conflict do nothing`.execute(trx);
}

async function wakeContacts(
  happened: readonly Told[],
  left: readonly string[],
  trx: OpsTransaction,
  { now }: Parts,
): Promise<void> {
  if (happened.length + left.length === 0) return;
  const contacts = [...happened.map(({ happening }) => happening.contactId), ...left];
  const kinds = [...happened.map(({ happening }) => happening.kind), ...left.map(() => null)];
  await sql`update ops.automation_runs r set due_at = least(due_at, ${now()}::timestamptz), woken = woken + 1
    from unnest(${contacts}::uuid[], ${kinds}::text[]) x (contact_id, kind)
    where r.contact_id = x.contact_id and r.state <> 'ended' and (x.kind is null or x.kind = any(r.listens))`.execute(
    trx,
  );
}

async function wakeRuns(runs: readonly string[], trx: OpsTransaction, { now }: Parts): Promise<void> {
  if (runs.length === 0) return;
  await sql`update ops.automation_runs set due_at = least(due_at, ${now()}::timestamptz), woken = woken + 1
    where run_id = any(${runs}::uuid[]) and state <> 'ended'`.execute(trx);
}

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
      ${of(({ data }) => lanes.get(`${data.automationId} ${data.contactId}`) ?? 0)}::smallint[],
      ${of(({ data }) => data.start)}::uuid[], ${of(({ metadata }) => metadata.occurredAt)}::timestamptz[])
    on conflict do nothing`.execute(trx);
}

async function end(events: readonly StoredEvent[], trx: OpsTransaction): Promise<void> {
  const ended = events.flatMap((event) => (is(event, AutomationRunEnded) ? [event.data] : []));
  if (ended.length === 0) return;
  await sql`update ops.automation_runs r set state = 'ended', due_at = 'infinity', ended_at = x.at, listens = '{}'
    from unnest(${ended.map(({ runId }) => runId)}::uuid[], ${ended.map(({ at }) => at)}::timestamptz[]) x (run_id, at)
    where r.run_id = x.run_id and r.state <> 'ended'`.execute(trx);
  // Nobody asks any more what happened to who is in no automation.
  await sql`delete from ops.automation_happened h where h.contact_id = any(${ended.map(({ contactId }) => contactId)}::uuid[])
    and not exists (select from ops.automation_runs r where r.contact_id = h.contact_id and r.state <> 'ended')
    and not exists (select from ops.automation_entering e where e.contact_id = h.contact_id)`.execute(trx);
}
