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
import { MessageDeferred } from '../../domain/messages/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, type Stored } from '../engine/events.ts';
import { handlers } from '../engine/handlers.ts';
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

const byOf = ({ metadata: { actor } }: StoredEvent): string | null => (actor.kind === 'user' ? actor.userId : null);

type Tally = WrittenOf<typeof tallyBatch>;

const begin = () => ({
  records: new RecordFold(automationTable),
  runs: new RecordFold(runTable),
  versions: automationVersionTable.rows(),
  tallies: [] as Tally[],
  /** Which version a run follows, as far as the batch has said. */
  follows: new Map<string, number>(),
});
type Fold = ReturnType<typeof begin>;

type OfRun = Stored<(typeof automationRunEvents)[number]>;
/** Counts that something happened to a run at a step, or as a whole. */
function count({ follows, tallies }: Fold, { data }: OfRun, node: string, what: string): void {
  const { runId, automationId, businessId } = data;
  tallies.push({ runId, automationId, businessId, version: follows.get(runId) ?? null, node, what });
}

const table = handlers<Fold>((on, rest) => {
  /** What an event changes of an automation that is there. */
  const change = <D extends (typeof automationEvents)[number]>(
    definition: D,
    changeOf: (event: Stored<D>) => Change<typeof automationTable.columns>,
  ) =>
    on(definition, (event, { records }) => records.say(event, event.data['automationId'] as string, changeOf(event)));
  /** What an event changes of a run that is there. */
  const changeRun = <D extends (typeof automationRunEvents)[number]>(
    definition: D,
    changeOf: (event: Stored<D>) => Change<typeof runTable.columns>,
  ) => on(definition, (event, { runs }) => runs.say(event, event.data['runId'] as string, changeOf(event)));

  on(AutomationCreated, (event, { records }) => {
    const { automationId, businessId, name, origin } = event.data;
    const [at, by] = [event.metadata.occurredAt, byOf(event)];
    const first = { triggers: [], version: null, publishedAt: null, isOff: false, deletedAt: null };
    const made = { businessId, name, createdAt: at, createdBy: by, changedAt: at, changedBy: by, ...first };
    records.say(event, automationId, { ...made, originKind: origin.kind, originId: origin.id }, { created: true });
  });
  change(AutomationRenamed, ({ data: { name } }) => ({ name }));
  change(AutomationDrafted, (event) => ({
    changedAt: event.metadata.occurredAt,
    changedBy: byOf(event),
    ...(event.data.triggers && { triggers: event.data.triggers }),
  }));
  on(AutomationPublished, (event, { records, versions }) => {
    const { automationId, businessId, version, moves } = event.data;
    const publishedAt = event.metadata.occurredAt;
    records.say(event, automationId, { version, publishedAt });
    versions.merge({ automationId, version, businessId, publishedAt, publishedBy: byOf(event), moves });
  });
  change(AutomationDeactivated, () => ({ isOff: true }));
  change(AutomationActivated, () => ({ isOff: false }));
  change(AutomationArchived, ({ metadata }) => ({ deletedAt: metadata.occurredAt }));
  rest(automationEvents, (event, { records }) => records.say(event, event.data.automationId, {}));

  on(AutomationRunStarted, (event, fold) => {
    const { runId, automationId, businessId, contactId, version, entry, trigger, at: startedAt, start } = event.data;
    fold.follows.set(runId, version);
    count(fold, event, nowhere, 'entered');
    const ids = { automationId, businessId, contactId, version, entry, trigger, startedAt };
    const place = { state: 'due' as const, node: start, visit: 0, since: startedAt, until: null };
    const open = { held: null, heldUntil: null, listening: false, endedAt: null, reason: null, note: null };
    fold.runs.say(event, runId, { ...ids, ...place, ...open }, { created: true });
  });
  changeRun(AutomationStepStarted, ({ data: { node, visit, at: since } }) => ({
    state: 'acting',
    node,
    visit,
    since,
    until: null,
    held: null,
    heldUntil: null,
    listening: false,
  }));
  changeRun(AutomationStepRetryScheduled, ({ data: { until } }) => ({ state: 'put-off', until }));
  changeRun(AutomationStepWaiting, ({ data: { node, visit, at: since, until, listening } }) => ({
    state: 'waiting',
    node,
    visit,
    since,
    until,
    listening,
  }));
  on(AutomationStepCompleted, (event, fold) => {
    const { runId, node, exit, to, because, note, at: since } = event.data;
    count(fold, event, node, `exit:${exit}`);
    const hold = because === 'refused' ? holdBy(note) : null;
    if (because === 'failed' || because === 'refused')
      count(fold, event, node, hold === null ? because : `held:${hold}`);
    // A step that leads to no other ends its run as completed, which no event says of the step.
    if (to === null) count(fold, event, node, 'left:completed');
    fold.runs.say(event, runId, { state: 'due', node: to, since, until: null, listening: false });
  });
  on(AutomationRunMigrated, (event, { follows, runs }) => {
    const { runId, version, node, until } = event.data;
    follows.set(runId, version);
    const place = { version, node, until };
    runs.say(event, runId, until === null ? { ...place, state: 'due', listening: false } : place);
  });
  on(AutomationRunEnded, (event, fold) => {
    const { runId, at, reason, node, note } = event.data;
    count(fold, event, nowhere, `ended:${reason}`);
    if (node !== null) count(fold, event, node, `left:${reason}`);
    const end = { state: 'ended' as const, endedAt: at, since: at, until: null, listening: false };
    fold.runs.say(event, runId, { ...end, node, reason, note });
  });
  rest(automationRunEvents, (event, { runs }) => runs.say(event, event.data.runId, {}));

  on(MessageDeferred, (event, { runs, tallies }) => {
    const { automation, businessId, reason, until } = event.data;
    if (automation === null) return;
    const { automationId, runId, node, version } = automation;
    // What is counted is that the text waits for the morning.
    if (reason === 'quiet-hours')
      tallies.push({ automationId, runId, businessId, version, node, what: 'held:quiet-hours' });
    runs.say(event, runId, { held: reason, heldUntil: until }, { own: false });
  });
});

const ofRuns: ReadonlySet<string> = new Set(automationRunEvents.map(({ type }) => type));

/** Automations, their versions, everybody who goes through them, and what that adds up to. */
export const automations: Projector = {
  ...automationModel,
  byBusiness: true,
  handles: table.types,
  empty: { counts: 'count = 0' },
  create: createAll(automationTable, automationVersionTable, runTable, automationCountTable),
  index: automationIndexes,
  fold: (events, schema) => {
    const fold = begin();
    for (const event of events) table.handle(event, fold);
    const { records, versions, tallies, runs } = fold;
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
