import type { TriggerOn } from '../../triggers/index.ts';
import type { LaterTrigger } from './later-trigger.ts';

/** Days of contacts are handed out by a timer of their own: no event sets them. */
export const date: LaterTrigger<Extract<TriggerOn, { kind: 'date' }>> = {
  follows: [],
  laterAt: () => null,
  // It may have been moved since it was handed out, or taken away: then another day is theirs, or none.
  stillHolds: (on, { cause }, { writtenDay }) => cause?.kind === 'day' && cause.written === writtenDay(on.when.day),
};
