import { z } from 'zod';
import { type EventOf, event } from '../../kernel/event.ts';
import { personal } from '../../kernel/personal.ts';
import { AutomationId, AutomationRunId, BusinessId, ContactId } from '../../kernel/ids.ts';
import { endReasons } from '../list.ts';

const run = { runId: AutomationRunId, automationId: AutomationId, businessId: BusinessId, contactId: ContactId };
const instant = z.iso.datetime();
/** A step, and the how manieth time the run is there: 1 is the first. */
const step = { ...run, node: z.uuid(), visit: z.number().int().min(1), at: instant };

/** What is done at a step: what it is for, ask for something, keep the answer. */
export const StepAction = z.enum(['do', 'ask', 'keep']);
export type StepAction = z.output<typeof StepAction>;

/** Why a step was left by that exit. */
export const Because = z.enum([
  'done',
  /** It was refused, or failed too often; `note` says by which reason. */
  'refused',
  'failed',
  'off',
  /** A condition held, or not; chance; a jump; a goal that is not reached yet. */
  'checked',
  'chance',
  'jump',
  'no-goal-yet',
  /** What a wait was for: the time came, it happened, or not in time; there is no such day, or it is over. */
  'time',
  'happened',
  'not-in-time',
  'unknown-day',
  'over',
  /** Nobody understood any of the answers, or none came. */
  'not-understood',
  'no-answer',
  /** Somebody said so. */
  'by-hand',
]);
export type Because = z.output<typeof Because>;

export const EndReason = z.enum(endReasons);
export type EndReason = z.output<typeof EndReason>;

/**
 * A contact is in. `entry`: the how manieth time; the run's id is made of automation, contact and it. `cause`: what it came
 * by, an event's id or words that name a day; `at`: when that was; `position`: where it stands in the log.
 */
export const AutomationRunStarted = event(
  'AutomationRunStarted',
  1,
  z.object({
    ...run,
    version: z.number().int().min(1),
    entry: z.number().int().min(1),
    trigger: z.string().max(40),
    cause: z.string().max(120),
    position: z.string().max(19),
    at: instant,
    start: z.uuid().nullable(),
  }),
);
/** Something is to be done now. Whoever does it names what comes of it by `effectIdOf`. `answer`: what is to be kept. */
export const AutomationStepStarted = event(
  'AutomationStepStarted',
  1,
  z.object({
    ...step,
    act: StepAction,
    /** Of questions: the how manieth time. */
    round: z.number().int().min(1),
    /** 1 is the first try. */
    attempt: z.number().int().min(1),
    answer: personal(z.string().max(2_000).nullable()),
  }),
  { subject: 'contactId' },
);
/** It did not work and is tried again. */
export const AutomationStepRetryScheduled = event(
  'AutomationStepRetryScheduled',
  1,
  z.object({ ...step, until: instant, note: z.string().max(200) }),
);
/** It waits: until then, or (`listening`) for something that happens before. */
export const AutomationStepWaiting = event(
  'AutomationStepWaiting',
  1,
  z.object({ ...step, until: instant, listening: z.boolean() }),
);
/** Somebody has it go on now, as if what it waits for were there, or passes the step over: it does when it is looked at. */
export const AutomationStepOverridden = event(
  'AutomationStepOverridden',
  1,
  z.object({ ...step, act: z.enum(['go-on', 'skip']) }),
);
/** It went on by an exit. `seen`: what was looked at, and what it was then. */
export const AutomationStepCompleted = event(
  'AutomationStepCompleted',
  1,
  z.object({
    ...step,
    exit: z.string().max(20),
    to: z.uuid().nullable(),
    because: Because,
    note: z.string().max(200).nullable(),
    seen: personal(
      z.array(z.object({ what: z.string().max(40), saw: z.string().nullable(), holds: z.boolean() })).nullable(),
    ),
  }),
  { subject: 'contactId' },
);
/** It follows another version from here: at this step, until then where it waits (null: it goes there now). */
export const AutomationRunMigrated = event(
  'AutomationRunMigrated',
  1,
  z.object({
    ...run,
    at: instant,
    version: z.number().int().min(1),
    node: z.uuid().nullable(),
    until: instant.nullable(),
  }),
);
/** Nothing more happens. `node`: where it was, null: nowhere yet; of a goal, the goal. */
export const AutomationRunEnded = event(
  'AutomationRunEnded',
  1,
  z.object({ ...run, at: instant, reason: EndReason, node: z.uuid().nullable(), note: z.string().max(200).nullable() }),
);

export const automationRunEvents = [
  AutomationRunStarted,
  AutomationStepStarted,
  AutomationStepRetryScheduled,
  AutomationStepWaiting,
  AutomationStepOverridden,
  AutomationStepCompleted,
  AutomationRunMigrated,
  AutomationRunEnded,
] as const;
export type RunEvent = EventOf<(typeof automationRunEvents)[number]>;
