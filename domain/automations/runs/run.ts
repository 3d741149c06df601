import { type Aggregate, unchanged } from '../../kernel/decider.ts';
import { DomainError } from '../../kernel/errors.ts';
import {
  type AutomationId,
  AutomationRunId,
  type BusinessId,
  type ContactId,
  namespaces,
  uuidV5,
} from '../../kernel/ids.ts';
import { type Document, type EventKind, isOff, type Node, nodeOf, planOf, type Reentry } from '../document/document.ts';
import {
  type StepAction,
  AutomationRunEnded,
  AutomationRunMigrated,
  AutomationRunStarted,
  AutomationStepOverridden,
  type EndReason,
  type RunEvent,
} from './run-events.ts';
import { deadline, wakeAt, type Days, type Zones } from './time.ts';

/** One contact on its way through one version of an automation. */
export interface RunIds {
  readonly runId: AutomationRunId;
  readonly automationId: AutomationId;
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
}
/** A step at which a run is. */
export interface At {
  readonly node: string;
  readonly visit: number;
}
interface Doing {
  readonly act: StepAction;
  readonly round: number;
  readonly attempt: number;
  readonly answer: string | null;
}
export type Place =
  /** It comes to this step next; null: its way is over. */
  | { readonly kind: 'due'; readonly node: string | null }
  /** Something is to be done, or being done: how it went is not known. */
  | ({ readonly kind: 'acting' } & At & Doing)
  /** It did not work and is tried again then. */
  | ({ readonly kind: 'put-off'; readonly until: string; readonly forced: Forced | null } & At & Doing)
  /** `from`: when the wait began. `round`: of the question whose answer it waits for, 0: it asked nothing. */
  | ({
      readonly kind: 'waiting';
      readonly until: string;
      readonly listening: boolean;
      readonly from: string;
      readonly round: number;
      readonly forced: Forced | null;
    } & At);
/** What somebody has said by hand that is to become of it. */
export type Forced = 'go-on' | 'skip';

export interface RunningRun extends RunIds {
  readonly status: 'running';
  readonly version: number;
  readonly entry: number;
  readonly cause: string;
  /** Where its cause stands in the log. */
  readonly position: string;
  readonly startedAt: string;
  /** When it last did something, or something ended a wait: what it waits for has to happen after that. */
  readonly since: string;
  /** When the contact last texted what this run was brought by or asked for; null: not yet. */
  readonly heardAt: string | null;
  readonly visits: ReadonlyMap<string, number>;
  /** How many steps it has come to. */
  readonly steps: number;
  readonly place: Place;
}
export interface EndedRun extends RunIds {
  readonly status: 'ended';
  readonly version: number;
  readonly entry: number;
  readonly cause: string;
  readonly position: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly reason: EndReason;
  readonly note: string | null;
}
export type Run = { readonly status: 'none' } | RunningRun | EndedRun;

/** Triggers that are a text of the contact: what the run says then may be its answer. */
const texts: ReadonlySet<string> = new Set<EventKind>(['text-received', 'broadcast-answered']);

const evolve = (run: Run, event: RunEvent): Run => {
  if (event.type === 'AutomationRunStarted') {
    const { start, at, trigger, ...data } = event.data;
    if (run.status !== 'none') return run;
    const place: Place = { kind: 'due', node: start };
    const heardAt = texts.has(trigger) ? at : null;
    return { ...data, status: 'running', startedAt: at, since: at, heardAt, visits: new Map(), steps: 0, place };
  }
  if (run.status !== 'running') return run;
  switch (event.type) {
    case 'AutomationStepStarted': {
      const { node, visit, act, round, attempt, answer, at } = event.data;
      const place: Place = { kind: 'acting', node, visit, act, round, attempt, answer };
      // What is done to a question before its time was over follows upon an answer, and only that is kept.
      const { place: before } = run;
      const isHeard = before.kind === 'waiting' && before.round > 0 && (act === 'keep' || at < before.until);
      return { ...arrived(run, { node, visit }), place, since: at, heardAt: isHeard ? at : run.heardAt };
    }
    case 'AutomationStepRetryScheduled':
      return run.place.kind === 'acting' ?
          { ...run, place: { ...run.place, kind: 'put-off', until: event.data.until, forced: null } }
        : run;
    case 'AutomationStepWaiting': {
      const { node, visit, until, listening, at } = event.data;
      const round = run.place.kind === 'acting' ? run.place.round : 0;
      return {
        ...arrived(run, { node, visit }),
        place: { kind: 'waiting', node, visit, until, listening, from: at, round, forced: null },
      };
    }
    case 'AutomationStepOverridden':
      return stands(run, event.data) ? { ...run, place: { ...run.place, forced: event.data.act } } : run;
    case 'AutomationStepCompleted': {
      const { node, visit, to, at, because } = event.data;
      const since = because === 'happened' ? at : run.since;
      return { ...arrived(run, { node, visit }), place: { kind: 'due', node: to }, since };
    }
    case 'AutomationRunMigrated': {
      const { version, node, until } = event.data;
      const place: Place =
        until !== null && (run.place.kind === 'waiting' || run.place.kind === 'put-off') ?
          { ...run.place, until }
        : { kind: 'due', node };
      return { ...run, version, place };
    }
    case 'AutomationRunEnded': {
      const { runId, automationId, businessId, contactId, version, entry, cause, position, startedAt } = run;
      const { at: endedAt, reason, note } = event.data;
      const ids = { runId, automationId, businessId, contactId };
      return { ...ids, status: 'ended', version, entry, cause, position, startedAt, endedAt, reason, note };
    }
    default:
      return unchanged(run, event);
  }
};

/** Whether it waits, or is put off, in this visit of a step. */
const stands = (run: Run, { node, visit }: At): run is RunningRun & { place: { kind: 'waiting' | 'put-off' } } =>
  run.status === 'running' &&
  (run.place.kind === 'waiting' || run.place.kind === 'put-off') &&
  run.place.node === node &&
  run.place.visit === visit;

/** It is at a step: for the first time in this visit, or still. */
const arrived = (run: RunningRun, { node, visit }: At): RunningRun =>
  (run.visits.get(node) ?? 0) >= visit ?
    run
  : { ...run, visits: new Map(run.visits).set(node, visit), steps: run.steps + 1 };

export const Run: Aggregate<Run, RunEvent> = {
  initial: { status: 'none' },
  evolve,
  isOver: ({ status }) => status === 'ended',
};

/** What it has asked for and has not left yet never does: it is over, and not since its way was. */
export const saysNoMore = (run: Run): boolean => run.status === 'ended' && run.reason !== 'completed';

export const idsOf = ({ runId, automationId, businessId, contactId }: RunIds): RunIds => ({
  runId,
  automationId,
  businessId,
  contactId,
});

/** Whether what a run says now is an answer: the contact has texted within so many minutes. */
export const isAnswering = ({ heardAt }: RunningRun, now: string): boolean =>
  heardAt !== null && Date.parse(now) - Date.parse(heardAt) <= answerMinutes * 60_000;
const answerMinutes = 10;

/** The run of the how manieth time that a contact comes into an automation: two who start it start one. */
export const runIdOf = (automationId: AutomationId, contactId: ContactId, entry: number): AutomationRunId =>
  AutomationRunId.parse(uuidV5(namespaces.automation, 'run', automationId, contactId, String(entry)));

/** Names what comes of a step: its message, its coupon, its call. Done twice by one name, it is done once. */
export const effectIdOf = (
  runId: AutomationRunId,
  { node, visit, act, round, attempt }: At & Omit<Doing, 'answer'>,
): string => uuidV5(namespaces.automation, 'effect', runId, node, String(visit), act, String(round), String(attempt));

/** What brought somebody: an event of the log, or a day. `at`: when it was. */
export interface Cause {
  readonly trigger: string;
  readonly key: string;
  readonly position: bigint;
  readonly at: string;
}
export type Entry =
  | { readonly kind: 'started'; readonly runId: AutomationRunId; readonly events: readonly RunEvent[] }
  | { readonly kind: 'ignored'; readonly because: 'already' | 'inside' | 'once' | 'too-soon' };

/**
 * Whether a contact comes in. `last`: its latest run of the automation; `absorbed`: the latest of each contact that was
 * merged into it, who is the same person. The new run's stream must not exist when its first
 * event is appended; who loses that race looks again. What has been seen once, or lies before it, brings nobody again.
 */
export function enter(
  command: Omit<RunIds, 'runId'> & {
    readonly version: number;
    readonly start: string | null;
    readonly reentry: Reentry;
    readonly cause: Cause;
  },
  last: Run,
  absorbed: readonly Run[] = [],
): Entry {
  const { automationId, businessId, contactId, version, start, reentry, cause } = command;
  if (last.status !== 'none') {
    const { key, position } = cause;
    if (last.cause === key || BigInt(last.position) > position) return { kind: 'ignored', because: 'already' };
    if (last.status === 'running') return { kind: 'ignored', because: 'inside' };
  }
  const before = [last, ...absorbed].flatMap((run) => (run.status === 'none' ? [] : [Date.parse(run.startedAt)]));
  if (reentry.kind === 'once' && before.length > 0) return { kind: 'ignored', because: 'once' };
  if (reentry.kind === 'after' && Date.parse(cause.at) < Math.max(...before) + reentry.days * 86_400_000)
    return { kind: 'ignored', because: 'too-soon' };
  const entry = last.status === 'none' ? 1 : last.entry + 1;
  const runId = runIdOf(automationId, contactId, entry);
  const { trigger, key, position, at } = cause;
  const ids = { runId, automationId, businessId, contactId };
  const what = { version, entry, trigger, cause: key, position: String(position), at, start };
  return { kind: 'started', runId, events: [AutomationRunStarted.create({ ...ids, ...what })] };
}

/** What waiting runs are found by when something happens to their contact: no run is looked at without need. */
export function listensFor(run: Run, document: Document): ReadonlySet<EventKind> {
  if (run.status !== 'running') return new Set();
  const kinds = goalsOf(document).map(({ event }) => event.kind);
  const node = run.place.kind === 'waiting' ? nodeOf(document, run.place.node) : null;
  const plan = node === null ? null : planOf(node);
  // Who waits for a day of the contact hears when that is another.
  if (plan?.kind === 'wait' && plan.until.kind === 'date') kinds.push('field-changed');
  if (run.place.kind !== 'waiting' || !run.place.listening) return new Set(kinds);
  if (plan?.kind === 'wait' && plan.until.kind === 'event') kinds.push(plan.until.event.kind);
  if (plan?.kind === 'ask') kinds.push('text-received');
  return new Set(kinds);
}

/** A document is read often and never changes: its goals are looked for once. */
const goals = new WeakMap<Document, ReturnType<typeof findGoals>>();
const findGoals = ({ nodes }: Document) =>
  Object.entries(nodes).flatMap(([id, node]) => {
    const plan = planOf(node);
    return plan.kind === 'goal' && !isOff(node) ? [{ id, event: plan.event }] : [];
  });
export function goalsOf(document: Document): ReturnType<typeof findGoals> {
  const known = goals.get(document) ?? findGoals(document);
  goals.set(document, known);
  return known;
}

/** Somebody ends it. Ended already, nothing more is said. */
export const stop = (
  { reason, now }: { readonly reason: Exclude<EndReason, 'completed' | 'goal' | 'failed'>; readonly now: string },
  run: Run,
): readonly RunEvent[] =>
  run.status !== 'running' ?
    []
  : [AutomationRunEnded.create({ ...idsOf(run), at: now, reason, node: run.place.node, note: null })];

/** Somebody has it go on at a step where it waits, or passes the step over. Not there any more, or said already: nothing. */
export const force = (
  { at, act, now }: { readonly at: At; readonly act: Forced; readonly now: string },
  run: Run,
): readonly RunEvent[] =>
  stands(run, at) && run.place.forced === null ?
    [AutomationStepOverridden.create({ ...idsOf(run), node: at.node, visit: at.visit, at: now, act })]
  : [];

/**
 * What becomes of who is inside when another version is published. `keep`: as it stands; `recompute`: as if the wait had
 * begun then by the new version; `go`: to another step, now.
 */
export type Moving =
  { readonly kind: 'keep' } | { readonly kind: 'recompute' } | { readonly kind: 'go'; readonly node: string | null };

/** Who is doing something is moved when that is over: nothing happens until then, and nothing is said. */
export function move(
  {
    version,
    document,
    how,
    now,
    zones,
    days,
  }: {
    readonly version: number;
    readonly document: Document;
    readonly how: Moving;
    readonly now: string;
    readonly zones: Zones;
    readonly days: Days;
  },
  run: Run,
): readonly RunEvent[] {
  if (run.status !== 'running' || run.version >= version || run.place.kind === 'acting') return [];
  const { place } = run;
  const node = how.kind === 'go' ? how.node : place.node;
  if (node !== null && nodeOf(document, node) === null)
    throw new DomainError('conflict', 'The new version has no such step. Choose another one for who waits there.');
  const moved = (until: string | null) => [
    AutomationRunMigrated.create({ ...idsOf(run), at: now, version, node, until }),
  ];
  if (how.kind === 'go' || place.kind === 'due') return moved(null);
  const step = nodeOf(document, place.node)!;
  if (!canStand(place, step))
    throw new DomainError(
      'conflict',
      'This step is another one in the new version. Choose where to go for who waits there.',
    );
  const plan = planOf(step);
  if (how.kind === 'keep' || place.kind === 'put-off' || plan.kind !== 'wait') return moved(place.until);
  if (plan.until.kind === 'event') return moved(deadline(place.from, plan.until.timeout, zones.business));
  const wake = wakeAt(plan.until, place.from, zones, days);
  return moved(wake.kind === 'at' ? wake.at : now);
}

/** Whether what a run does at a step is what such a step does. */
function canStand(place: Extract<Place, { kind: 'waiting' | 'put-off' }>, step: Node): boolean {
  const plan = planOf(step);
  if (place.kind === 'put-off') return place.act === 'do' ? plan.kind === 'act' : plan.kind === 'ask';
  if (place.round > 0) return plan.kind === 'ask';
  return plan.kind === 'wait' && (plan.until.kind === 'event') === place.listening;
}
