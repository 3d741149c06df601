import {
  AutomationRunEnded,
  AutomationRunMigrated,
  AutomationRunStarted,
  AutomationStepStarted,
  AutomationStepOverridden,
  AutomationStepCompleted,
  AutomationStepRetryScheduled,
  AutomationStepWaiting,
} from '../../domain/automations/runs/run-events.ts';
import type { HeldBack } from '../../commands/automations/known.ts';
import { type EventMetadata, is } from '../../domain/kernel/event.ts';
import type { AutomationDeed } from '../contract/automations.ts';
import { underscoredPath } from '../contract/underscored.ts';

interface Recorded {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Pick<EventMetadata, 'actor' | 'occurredAt'>;
}

const nothing = {
  node: null,
  visit: null,
  act: null,
  attempt: null,
  until: null,
  listening: null,
  exit: null,
  to: null,
  because: null,
  note: null,
  seen: null,
  said: null,
  version: null,
} as const;

/** The events of a run as its path, with what was said by the event that began it; of an answer, it stays in the conversation. */
export const deedsOf = (
  events: readonly Recorded[],
  said: ReadonlyMap<string, NonNullable<AutomationDeed['said']>>,
  held: ReadonlyMap<string, readonly HeldBack[]>,
): AutomationDeed[] =>
  events.flatMap((event) => [
    ...deedOf(event, said.get(event.id) ?? null),
    ...heldBack(event, newestOf(held.get(event.id) ?? [])),
  ]);

/** A text that is held again and again for the same is told of once, as it stands. */
const newestOf = (all: readonly HeldBack[]): readonly HeldBack[] =>
  all.filter(({ note }, at) => all[at + 1]?.note !== note);
const heldBack = (event: Recorded, all: readonly HeldBack[]): AutomationDeed[] =>
  is(event, AutomationStepStarted) ?
    all.map(({ at, until, note }) => {
      const { node, visit } = event.data;
      return { ...nothing, by: null, kind: 'held', at, node, visit, until, note };
    })
  : [];

function deedOf(event: Recorded, said: AutomationDeed['said']): AutomationDeed[] {
  const { actor, occurredAt } = event.metadata;
  const of = { ...nothing, at: occurredAt, by: actor.kind === 'user' ? actor.userId : null };
  if (is(event, AutomationRunStarted)) {
    const { at, start: to, version, trigger: because } = event.data;
    return [{ ...of, kind: 'started', at, to, version, because }];
  }
  if (is(event, AutomationStepStarted)) {
    const { node, visit, act, attempt } = event.data;
    return [{ ...of, kind: 'begun', node, visit, act, attempt, said }];
  }
  if (is(event, AutomationStepRetryScheduled)) {
    const { node, visit, until, note } = event.data;
    return [{ ...of, kind: 'put-off', node, visit, until, note }];
  }
  if (is(event, AutomationStepWaiting)) {
    const { node, visit, until, listening } = event.data;
    return [{ ...of, kind: 'waiting', node, visit, until, listening }];
  }
  if (is(event, AutomationStepOverridden)) {
    const { node, visit, act } = event.data;
    return [{ ...of, kind: 'forced', node, visit, act }];
  }
  if (is(event, AutomationStepCompleted)) {
    const { node, visit, exit, to, because, note, seen } = event.data;
    return [{ ...of, kind: 'passed', node, visit, exit: underscoredPath(exit), to, because, note, seen }];
  }
  if (is(event, AutomationRunMigrated)) {
    const { version, node: to, until } = event.data;
    return [{ ...of, kind: 'moved', version, to, until }];
  }
  if (is(event, AutomationRunEnded)) {
    const { node, reason: because, note } = event.data;
    return [{ ...of, kind: 'ended', node, because, note }];
  }
  return [];
}
