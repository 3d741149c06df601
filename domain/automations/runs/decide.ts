import { uuidV5, namespaces } from '../../kernel/ids.ts';
import { type AnswerField, readAnswer } from './answer.ts';
import { evaluate, type Facts, type Seen } from './condition.ts';
import { type Document, exitOf, isOff, type Node, nodeOf, planOf, sameField, ways } from '../document/document.ts';
import { otherExit } from '../document/exits.ts';
import type { Plan } from '../steps/step.ts';
import { type TriggerEventDetail, isText } from '../triggers/index.ts';
import { allAfter, firstAfter } from '../triggers/event-log.ts';
import { type At, effectIdOf, goalsOf, idsOf, type Place, Run, type RunningRun } from './run.ts';
import {
  type StepAction,
  AutomationRunEnded,
  AutomationStepStarted,
  AutomationStepCompleted,
  AutomationStepRetryScheduled,
  AutomationStepWaiting,
  type Because,
  type EndReason,
  type RunEvent,
} from './run-events.ts';
import { deadline, wakeAt, type Zones } from './time.ts';
import type { ContactFilter } from '../../contacts/filter.ts';

/** All that a run is held against. It is read anew for every decision, by who carries it out as well. */
export interface RunInputs {
  /** An ISO instant. */
  readonly now: string;
  /**
   * All texts that arrived up to this instant are among `happened`: who waits for one does not give up before that. Never
   * later than `now`.
   */
  readonly textsUpTo: string;
  /** Why the contact is to be left alone from now on, whatever the run would do; null: nothing is said against it. */
  readonly exit: Extract<EndReason, 'opted-out' | 'erased' | 'merged' | 'archived' | 'stopped'> | null;
  /** The automation is switched off: nothing is begun, who waits stays. */
  readonly paused: boolean;
  /** What has happened to the contact since the run began, of the kinds that it listens for (`listensFor`). */
  readonly happened: readonly TriggerEventDetail[];
  readonly facts: Facts;
  readonly zones: Zones;
  readonly segments: ReadonlyMap<string, ContactFilter>;
  readonly fields: readonly AnswerField[];
}

/**
 * How something went. `note` of what is done: what of it was not. `refused`: a word that stands (no consent, no such
 * coupon). `failed`: it may work another time.
 */
export type Outcome =
  | { readonly kind: 'done'; readonly note?: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly again: boolean };

export type Input =
  /** Something may be different: a time came, something happened, a worker started. As often as one likes. */
  | { readonly kind: 'look' }
  | { readonly kind: 'outcome'; readonly effectId: string; readonly outcome: Outcome }
  /** Somebody lets it go on now, as if what it waits for were there, or passes the step over. */
  | { readonly kind: 'hand'; readonly at: At; readonly act: 'go-on' | 'skip' };

/** So often something is tried; between tries it is waited, longer each time. */
export const maxAttempts = 5;
const pauseMinutes = [1, 5, 30, 120] as const;
/** A run that has come to so many steps does not end by itself: it fails, visibly. */
export const maxSteps = 5_000;

/**
 * What happens next, as events; none: nothing, also for what comes twice, late or out of order. The order of the
 * questions is the law: whoever is to be left alone is, whoever reached a goal is done, and only then anything else.
 */
export function decide(run: Run, document: Document, input: Input, look: RunInputs): readonly RunEvent[] {
  if (run.status !== 'running') return [];
  const { now } = look;
  const events: RunEvent[] = [];
  let state: Run = run;
  const say = (event: RunEvent): void => {
    events.push(event);
    state = Run.evolve(state, event);
  };
  const over = verdict(run, document, look);
  if (over !== null) return [ended(run, now, over)];
  for (const event of received(run, document, forcedIn(run) ?? input, look)) say(event);
  if (look.paused) return events;
  // Each step once is enough for any way without a cycle; a cycle takes time somewhere (`check.ts`).
  const most = Object.keys(document.nodes).length + 1;
  for (let passed = 0; state.status === 'running'; passed += 1) {
    if (passed > most) say(ended(state, now, { reason: 'failed', note: 'no-wait' }));
    else {
      const next = advance(state, document, look);
      if (next === null) break;
      say(next);
    }
  }
  return events;
}

/** What is to be done with a run as it stands. */
export type Next =
  | {
      readonly kind: 'act';
      readonly effectId: string;
      readonly at: At;
      readonly act: StepAction;
      readonly node: Node;
      /** Of questions: the how manieth time it is asked. */
      readonly round: number;
      readonly answer: string | null;
    }
  | { readonly kind: 'sleep'; readonly until: string; readonly listening: boolean }
  | { readonly kind: 'decide' };

/**
 * The same look once more, right before something is done: who has opted out since, or reached a goal, gets nothing.
 * Null: there is nothing to do, now or ever.
 */
export function nextOf(run: Run, document: Document, look: RunInputs): Next | null {
  if (run.status !== 'running') return null;
  if (verdict(run, document, look) !== null) return { kind: 'decide' };
  const { place } = run;
  if (forcedIn(run) !== null) return { kind: 'decide' };
  switch (place.kind) {
    case 'due':
      return look.paused ? null : { kind: 'decide' };
    case 'acting': {
      const node = nodeOf(document, place.node);
      if (look.paused || node === null) return look.paused ? null : { kind: 'decide' };
      const { visit, act, round, answer } = place;
      const effectId = effectIdOf(run.runId, place);
      return { kind: 'act', effectId, at: { node: place.node, visit }, act, node, round, answer };
    }
    case 'put-off':
      return { kind: 'sleep', until: place.until, listening: false };
    case 'waiting':
      return { kind: 'sleep', until: place.until, listening: place.listening };
    default:
      return place satisfies never;
  }
}

/**
 * It has failed by our own fault as often as it is tried: what was being done could not be, and the run goes on from
 * there; where nothing was, the run can not go on.
 */
export function giveUp(run: Run, document: Document | null, now: string): readonly RunEvent[] {
  if (run.status !== 'running') return [];
  const { place } = run;
  const node = document === null || place.node === null ? null : nodeOf(document, place.node);
  return place.kind === 'acting' && node !== null ?
      [passed(run, place, node, 'failed', now, { because: 'failed', note: 'our-fault' })]
    : [ended(run, now, { reason: 'failed', note: 'our-fault' })];
}

/** What somebody has said by hand, as long as nothing has come of it. */
function forcedIn({ place }: RunningRun): Input | null {
  if ((place.kind !== 'waiting' && place.kind !== 'put-off') || place.forced === null) return null;
  return { kind: 'hand', at: { node: place.node, visit: place.visit }, act: place.forced };
}

interface Ending {
  readonly reason: EndReason;
  readonly node?: string;
  readonly note?: string;
}
const ended = (run: RunningRun, at: string, { reason, node, note }: Ending): RunEvent =>
  AutomationRunEnded.create({ ...idsOf(run), at, reason, node: node ?? run.place.node, note: note ?? null });

/** Whether it is over whatever it is doing: the contact is to be left alone, or has reached a goal. */
function verdict(run: RunningRun, document: Document, look: RunInputs): Ending | null {
  if (look.exit !== null) return { reason: look.exit };
  const reached = goalsOf(document).find(({ event }) => firstAfter(event, look.happened, run.startedAt) !== null);
  return reached === undefined ? null : { reason: 'goal', node: reached.id };
}

type Passing = { readonly because: Because; readonly note?: string; readonly seen?: readonly Seen[] };
function passed(run: RunningRun, { node, visit }: At, of: Node, exit: string, now: string, why: Passing): RunEvent {
  const { because, note, seen } = why;
  return AutomationStepCompleted.create({
    ...idsOf(run),
    node,
    visit,
    at: now,
    exit,
    to: exitOf(of, exit),
    because,
    note: note?.slice(0, 200) ?? null,
    seen: seen === undefined ? null : [...seen],
  });
}
function begun(
  run: RunningRun,
  at: At,
  act: StepAction,
  now: string,
  round = 1,
  attempt = 1,
  answer: string | null = null,
) {
  return AutomationStepStarted.create({ ...idsOf(run), ...at, at: now, act, round, attempt, answer });
}
const waiting = (run: RunningRun, { node, visit }: At, now: string, until: string, listening: boolean): RunEvent =>
  AutomationStepWaiting.create({ ...idsOf(run), node, visit, at: now, until, listening });

type PlanOf<Kind extends Plan['kind']> = Extract<Plan, { kind: Kind }>;

/** What an input says by itself. What does not fit the place where the run is, was said before or too late. */
function received(run: RunningRun, document: Document, input: Input, look: RunInputs): readonly RunEvent[] {
  const { place } = run;
  const { now } = look;
  const node = place.node === null ? null : nodeOf(document, place.node);
  if (input.kind === 'look' || node === null || place.kind === 'due') return [];
  const at = { node: place.node, visit: place.visit };
  if (input.kind === 'outcome') {
    if (place.kind !== 'acting' || effectIdOf(run.runId, place) !== input.effectId) return [];
    return [after(run, place, at, node, input.outcome, look)];
  }
  if (input.at.node !== at.node || input.at.visit !== at.visit) return [];
  const because = { because: 'by-hand' } as const;
  switch (place.kind) {
    case 'acting':
      return [];
    case 'put-off':
      return input.act === 'go-on' ?
          [begun(run, at, place.act, now, place.round, place.attempt + 1, place.answer)]
        : [passed(run, at, node, 'failed', now, because)];
    case 'waiting':
      return [passed(run, at, node, input.act === 'go-on' ? 'next' : otherExit(planOf(node)), now, because)];
    default:
      return place satisfies never;
  }
}

function after(
  run: RunningRun,
  place: Extract<Place, { kind: 'acting' }>,
  at: At,
  node: Node,
  outcome: Outcome,
  { now, zones }: RunInputs,
): RunEvent {
  switch (outcome.kind) {
    case 'done': {
      const plan = planOf(node);
      return place.act === 'ask' && plan.kind === 'ask' ?
          waiting(run, at, now, deadline(now, plan.patience, zones.business), true)
        : passed(run, at, node, 'next', now, { because: 'done', ...(outcome.note && { note: outcome.note }) });
    }
    case 'refused':
      return passed(run, at, node, 'failed', now, { because: 'refused', note: outcome.reason });
    case 'failed': {
      const pause = pauseMinutes[place.attempt - 1];
      if (!outcome.again || place.attempt >= maxAttempts || pause === undefined)
        return passed(run, at, node, 'failed', now, { because: 'failed', note: outcome.reason });
      const until = deadline(now, { amount: pause, unit: 'minutes' }, 'UTC');
      return AutomationStepRetryScheduled.create({
        ...idsOf(run),
        ...at,
        at: now,
        until,
        note: outcome.reason.slice(0, 200),
      });
    }
    default:
      return outcome satisfies never;
  }
}

/** One step further; null: it stays where it is. */
function advance(run: RunningRun, document: Document, look: RunInputs): RunEvent | null {
  const { place } = run;
  const { now } = look;
  if (place.node === null) return ended(run, now, { reason: 'completed' });
  const node = nodeOf(document, place.node);
  if (node === null) return ended(run, now, { reason: 'failed', note: 'missing-step' });
  switch (place.kind) {
    case 'due':
      if (run.steps >= maxSteps) return ended(run, now, { reason: 'failed', note: 'too-many-steps' });
      return entered(run, { node: place.node, visit: (run.visits.get(place.node) ?? 0) + 1 }, node, look);
    case 'acting':
      return null;
    case 'put-off':
      return place.until > now ? null : begun(run, place, place.act, now, place.round, place.attempt + 1, place.answer);
    case 'waiting':
      return waited(run, place, node, look);
    default:
      return place satisfies never;
  }
}

/** A run comes to a step. */
function entered(run: RunningRun, at: At, node: Node, look: RunInputs): RunEvent {
  const { now } = look;
  const pass = (exit: string, why: Passing): RunEvent => passed(run, at, node, exit, now, why);
  if (isOff(node)) return pass('next', { because: 'off' });
  const plan = planOf(node);
  switch (plan.kind) {
    case 'act':
      return begun(run, at, 'do', now);
    case 'ask':
      return begun(run, at, 'ask', now);
    case 'wait':
      return waitBegins(run, at, node, plan, look);
    case 'branch': {
      const { holds, seen } = evaluate(plan.checks, look);
      return pass(holds ? 'yes' : 'no', { because: 'checked', seen });
    }
    case 'split':
      return pass(wayOf(run, at, plan), { because: 'chance' });
    case 'jump':
      return pass('next', { because: 'jump' });
    case 'goal':
      return pass('next', { because: 'no-goal-yet' });
    case 'end':
      return ended(run, now, { reason: 'completed', node: at.node });
    default:
      return plan satisfies never;
  }
}

/** By chance, and yet the same whenever it is looked at: drawn from the run, the step and the visit. */
function wayOf({ runId }: RunningRun, { node, visit }: At, { shares }: PlanOf<'split'>): string {
  const drawn = Number.parseInt(uuidV5(namespaces.automation, 'split', runId, node, String(visit)).slice(0, 8), 16);
  const total = shares.reduce((sum, share) => sum + share, 0);
  let left = (drawn / 2 ** 32) * total;
  const way = shares.findIndex((share) => (left -= share) < 0);
  return ways[way === -1 ? shares.length - 1 : way]!;
}

function waitBegins(run: RunningRun, at: At, node: Node, { until }: PlanOf<'wait'>, look: RunInputs): RunEvent {
  const { now, zones, facts, happened } = look;
  if (until.kind === 'event')
    return firstAfter(until.event, happened, run.since) === null ?
        waiting(run, at, now, deadline(now, until.timeout, zones.business), true)
      : passed(run, at, node, 'next', now, { because: 'happened' });
  const wake = wakeAt(until, now, zones, facts);
  return wake.kind === 'at' ?
      waiting(run, at, now, wake.at, false)
    : passed(run, at, node, 'otherwise', now, { because: wake.why });
}

/** A run waits: whether it has waited long enough, or what it waits for has happened. */
function waited(
  run: RunningRun,
  place: Extract<Place, { kind: 'waiting' }>,
  node: Node,
  look: RunInputs,
): RunEvent | null {
  const { now, happened } = look;
  const at = { node: place.node, visit: place.visit };
  const pass = (exit: string, because: Because): RunEvent => passed(run, at, node, exit, now, { because });
  const plan = planOf(node);
  if (plan.kind === 'ask') return answered(run, place, node, plan, look);
  if (!place.listening || plan.kind !== 'wait' || plan.until.kind !== 'event') {
    if (plan.kind === 'wait' && plan.until.kind === 'date' && hasMoved(plan.until, place, look)) {
      const wake = wakeAt(plan.until, now, look.zones, look.facts);
      return wake.kind === 'at' ? waiting(run, at, now, wake.at, false) : pass('otherwise', wake.why);
    }
    return place.until <= now ? pass('next', 'time') : null;
  }
  // What happened in time counts, also when it is seen late.
  const found = firstAfter(plan.until.event, happened, run.since);
  if (found !== null && found.at <= place.until) return pass('next', 'happened');
  const seenUpTo = isText(plan.until.event.kind) ? look.textsUpTo : now;
  return place.until <= seenUpTo ? pass('otherwise', 'not-in-time') : null;
}

/** Whether the contact's own day was given anew since the wait for it began, and comes at another time. */
function hasMoved(
  until: Extract<PlanOf<'wait'>['until'], { kind: 'date' }>,
  place: Extract<Place, { kind: 'waiting' }>,
  { happened, zones, facts }: RunInputs,
): boolean {
  const { day } = until.when;
  const own = day.of === 'custom' ? day : ({ of: 'contact', name: day.of } as const);
  const isGiven = happened.some(
    (one) => one.kind === 'field-changed' && one.at >= place.from && sameField(own, one.field),
  );
  if (!isGiven) return false;
  const wake = wakeAt(until, place.from, zones, facts);
  return wake.kind !== 'at' || wake.at !== place.until;
}

function answered(
  run: RunningRun,
  place: Extract<Place, { kind: 'waiting' }>,
  node: Node,
  { wanted, tries }: PlanOf<'ask'>,
  { now, textsUpTo, happened, fields }: RunInputs,
): RunEvent | null {
  const { visit, round, until } = place;
  const at = { node: place.node, visit };
  // What comes in several texts at once is one answer: the first that is understood.
  const texts = allAfter('text-received', happened, run.since).filter(({ at: said }) => said <= until);
  if (texts.length > 0) {
    const answer = texts.map((text) => readAnswer(wanted, text, fields)).find((one) => one !== null);
    if (answer !== undefined) return begun(run, at, 'keep', now, round, 1, answer);
    if (round < tries) return begun(run, at, 'ask', now, round + 1);
    return passed(run, at, node, 'givenUp', now, { because: 'not-understood' });
  }
  if (until > textsUpTo) return null;
  return round < tries ?
      begun(run, at, 'ask', now, round + 1)
    : passed(run, at, node, 'givenUp', now, { because: 'no-answer' });
}
