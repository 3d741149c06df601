import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  AutomationArchived,
  AutomationCreated,
  AutomationDrafted,
  automationEvents,
  AutomationPublished,
  AutomationRenamed,
  AutomationDeactivated,
  AutomationActivated,
} from '../../domain/automations/events.ts';
import { holdBy } from '../../domain/automations/list.ts';
import {
  AutomationRunEnded,
  automationRunEvents,
  AutomationRunMigrated,
  AutomationRunStarted,
  AutomationStepStarted,
  AutomationStepCompleted,
  AutomationStepRetryScheduled,
  AutomationStepWaiting,
} from '../../domain/automations/runs/run-events.ts';
import type { EventOf } from '../../domain/kernel/event.ts';
import { MessageDeferred } from '../../domain/messages/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { type Change, changes, changingNames, changingValues, RecordFold, recordsFrom } from '../engine/records.ts';
import { createAll, type WrittenOf } from '../engine/table.ts';
import type { Announcement, Projector } from '../engine-types.ts';
import {
  automationCountTable,
  automationIndexes,
  automationModel,
  automationTable,
  automationVersionTable,
  nowhere,
  runTable,
  tallyBatch,
} from '../tables/automations.ts';

const insert = perSchema(
  (schema) => `
  insert into ${automationTable.in(schema)} (id, position, revision, ${changingNames(automationTable)})
    select i.id, i.position, i.revision, ${changingValues(automationTable)} from ${recordsFrom} where i.created
  on conflict (id) do nothing`,
);
const update = perSchema(
  (schema) => `
  update ${automationTable.in(schema)} a set revision = coalesce(i.revision, a.revision), ${changes(automationTable, 'a')}
    from ${recordsFrom} where a.id = i.id and not i.created`,
);
const publish = perSchema((schema) => automationVersionTable.upsert(schema, 'v'));

/** Before the runs themselves change: a run that the batch does not name a version of follows the one that it did. */
const tally = perSchema((schema) =>
  automationCountTable.upsert(
    schema,
    't',
    `select p.automation_id, coalesce(p.version, r.version) as version, p.node, p.what, p.business_id, count(*)
      from ${tallyBatch.from('p')} left join ${runTable.in(schema)} r on r.id = p.run_id
      where coalesce(p.version, r.version) is not null group by 1, 2, 3, 4, 5`,
  ),
);
/** Writes where runs are now, and moves the counts of who is where by the difference to where they were. */
const move = perSchema(
  (schema) => `
  with news as materialized (select * from ${recordsFrom}),
  before as materialized (
    select r.automation_id, r.version, r.node, r.state, r.business_id
      from news n join ${runTable.in(schema)} r on r.id = n.id where not n.created
  ),
  made as (
    insert into ${runTable.in(schema)} (id, position, revision, ${changingNames(runTable)})
      select i.id, i.position, i.revision, ${changingValues(runTable)} from news i where i.created
    on conflict (id) do nothing
    returning automation_id, version, node, state, business_id
  ),
  moved as (
    update ${runTable.in(schema)} r set revision = coalesce(i.revision, r.revision), ${changes(runTable, 'r')}
      from news i where r.id = i.id and not i.created
    returning r.automation_id, r.version, r.node, r.state, r.business_id
  )
  ${automationCountTable.upsert(
    schema,
    't',
    `select automation_id, version, coalesce(node, '${nowhere}'), 'at:' || state, business_id, sum(w)::bigint
      from (select -1 as w, * from before union all select 1, * from made union all select 1, * from moved) both_sides
      where state <> 'ended' group by 1, 2, 3, 4, 5 having sum(w) <> 0`,
  )}`,
);

/** What an event changes of an automation that is there. */
function changeOf(event: StoredEvent): Change<typeof automationTable.columns> {
  const { occurredAt: at } = event.metadata;
  if (is(event, AutomationRenamed)) return { name: event.data.name };
  if (is(event, AutomationDrafted))
    return { changedAt: at, changedBy: byOf(event), ...(event.data.triggers && { triggers: event.data.triggers }) };
  if (is(event, AutomationPublished)) return { version: event.data.version, publishedAt: at };
  if (is(event, AutomationDeactivated)) return { isOff: true };
  if (is(event, AutomationActivated)) return { isOff: false };
  if (is(event, AutomationArchived)) return { deletedAt: at };
  return {};
}
const byOf = ({ metadata: { actor } }: StoredEvent): string | null => (actor.kind === 'user' ? actor.userId : null);

/** What an event changes of a run that is there. */
function runChangeOf(event: StoredEvent): Change<typeof runTable.columns> {
  if (is(event, AutomationStepStarted)) {
    const { node, visit, at } = event.data;
    return { state: 'acting', node, visit, since: at, until: null, held: null, heldUntil: null, listening: false };
  }
  if (is(event, AutomationStepRetryScheduled)) return { state: 'put-off', until: event.data.until };
  if (is(event, AutomationStepWaiting)) {
    const { node, visit, at, until, listening } = event.data;
    return { state: 'waiting', node, visit, since: at, until, listening };
  }
  if (is(event, AutomationStepCompleted)) {
    const { to: node, at } = event.data;
    return { state: 'due', node, since: at, until: null, listening: false };
  }
  if (is(event, AutomationRunMigrated)) {
    const { version, node, until } = event.data;
    return until === null ? { version, state: 'due', node, until, listening: false } : { version, node, until };
  }
  if (is(event, AutomationRunEnded)) {
    const { at, reason, node, note } = event.data;
    return { state: 'ended', node, endedAt: at, since: at, until: null, listening: false, reason, note };
  }
  return {};
}

type Tally = WrittenOf<typeof tallyBatch>;
/** What of a step's text is counted: that it waits for the morning. */
function talliesOfText({ data }: { readonly data: EventOf<typeof MessageDeferred>['data'] }): Tally[] {
  const { automation, businessId, reason } = data;
  if (automation === null || reason !== 'quiet-hours') return [];
  const { automationId, runId, node, version } = automation;
  return [{ automationId, runId, businessId, version, node, what: 'held:quiet-hours' }];
}
/** What of a run is counted. */
function talliesOf(event: StoredEvent, version: number | null): Tally[] {
  const { runId, automationId, businessId } = event.data as Record<'runId' | 'automationId' | 'businessId', string>;
  const of = { runId, automationId, businessId, version };
  if (is(event, AutomationRunStarted)) return [{ ...of, node: nowhere, what: 'entered' }];
  if (is(event, AutomationRunEnded)) {
    const { node, reason } = event.data;
    const whole = { ...of, node: nowhere, what: `ended:${reason}` };
    return node === null ? [whole] : [whole, { ...of, node, what: `left:${reason}` }];
  }
  if (!is(event, AutomationStepCompleted)) return [];
  const { node, exit, to, because, note } = event.data;
  const hold = because === 'refused' ? holdBy(note) : null;
  const why = because !== 'failed' && because !== 'refused' ? [] : [hold === null ? because : `held:${hold}`];
  // Whose way goes on nowhere leaves by it: that they have come to the end is said without a step.
  return [`exit:${exit}`, ...why, ...(to === null ? ['left:completed'] : [])].map((what) => ({ ...of, node, what }));
}

const ofRuns: ReadonlySet<string> = new Set(automationRunEvents.map(({ type }) => type));

/** Automations, their versions, everybody who goes through them, and what that adds up to. */
export const automations: Projector = {
  ...automationModel,
  byBusiness: true,
  handles: typesOf([...automationEvents, ...automationRunEvents, MessageDeferred]),
  empty: { counts: 'count = 0' },
  create: createAll(automationTable, automationVersionTable, runTable, automationCountTable),
  index: automationIndexes,
  fold: (events, schema) => {
    const records = new RecordFold(automationTable);
    const runs = new RecordFold(runTable);
    const versions = automationVersionTable.rows();
    const tallies: Tally[] = [];
    /** Which version a run follows, as far as the batch has said. */
    const follows = new Map<string, number>();
    for (const event of events) {
      const at = event.metadata.occurredAt;
      if (is(event, MessageDeferred)) {
        tallies.push(...talliesOfText(event));
        const { automation, reason, until } = event.data;
        // So the run stands while it is at that step.
        if (automation !== null) runs.say(event, automation.runId, { held: reason, heldUntil: until }, { own: false });
        continue;
      }
      if (ofRuns.has(event.type)) {
        const runId = event.data['runId'] as string;
        if (is(event, AutomationRunStarted) || is(event, AutomationRunMigrated)) follows.set(runId, event.data.version);
        tallies.push(...talliesOf(event, follows.get(runId) ?? null));
        if (!is(event, AutomationRunStarted)) runs.say(event, runId, runChangeOf(event));
        else {
          const { automationId, businessId, contactId, version, entry, trigger, at: startedAt, start } = event.data;
          const ids = { automationId, businessId, contactId, version, entry, trigger, startedAt };
          const place = { state: 'due' as const, node: start, visit: 0, since: startedAt, until: null };
          const open = { held: null, heldUntil: null, listening: false, endedAt: null, reason: null, note: null };
          runs.say(event, runId, { ...ids, ...place, ...open }, { created: true });
        }
        continue;
      }
      const { automationId, businessId } = event.data as Record<'automationId' | 'businessId', string>;
      if (is(event, AutomationCreated)) {
        const { name, origin } = event.data;
        const by = byOf(event);
        const first = { triggers: [], version: null, publishedAt: null, isOff: false, deletedAt: null };
        const made = { businessId, name, createdAt: at, createdBy: by, changedAt: at, changedBy: by, ...first };
        const from = { originKind: origin.kind, originId: origin.id };
        records.say(event, automationId, { ...made, ...from }, { created: true });
        continue;
      }
      records.say(event, automationId, changeOf(event));
      if (is(event, AutomationPublished)) {
        const { version, moves } = event.data;
        versions.merge({ automationId, version, businessId, publishedAt: at, publishedBy: byOf(event), moves });
      }
    }
    return [
      ...records.into(insert(schema), update(schema)),
      ...versions.toStatements(publish(schema)),
      ...(tallies.length === 0 ? [] : [{ text: tally(schema), values: tallyBatch.values(tallies) }]),
      ...runs.into(move(schema)),
    ];
  },
  announce: (events) => {
    const changed = new Map<string, Announcement>();
    for (const event of events) {
      const { type, data, position } = event;
      const isText = is(event, MessageDeferred);
      const held = isText ? event.data.automation : null;
      if (isText && held === null) continue;
      const { businessId } = data as { readonly businessId: string };
      const automationId = held?.automationId ?? (data['automationId'] as string);
      const what = isText || ofRuns.has(type) ? ('runs' as const) : ('automation' as const);
      const said: LiveAnnouncement = { type: 'automation-changed', what, automationId, position: position.toString() };
      changed.set(`${automationId} ${what}`, { businessId, event: said });
    }
    return [...changed.values()];
  },
};
