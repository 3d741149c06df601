import type { Aggregate } from '../kernel/decider.ts';
import type { SubscriptionOpeningEvent } from './events.ts';

/** Since when this installation takes payments; null: it never did. */
export interface Opening {
  readonly at: string | null;
}

export const Opening: Aggregate<Opening, SubscriptionOpeningEvent> = {
  initial: { at: null },
  evolve: (_, event) => ({ at: event.data.at }),
};
