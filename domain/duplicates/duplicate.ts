import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { BusinessId, ContactId } from '../kernel/ids.ts';
import { type DuplicateEvent, DuplicateDismissed, DuplicateRestored } from './events.ts';

/** Two contacts of a business, and whether somebody has said that they are two people. */
export interface Pair {
  readonly dismissed: boolean;
}

export const Pair: Aggregate<Pair, DuplicateEvent> = {
  initial: { dismissed: false },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DuplicateDismissed':
        return { dismissed: true };
      case 'DuplicateRestored':
        return { dismissed: false };
      default:
        return unchanged(state, event);
    }
  },
};

/** Said once, however often it is asked for. */
export const tellApart = (
  {
    dismissed,
    ...pair
  }: {
    readonly dismissed: boolean;
    readonly pairId: string;
    readonly businessId: BusinessId;
    readonly oneId: ContactId;
    readonly otherId: ContactId;
  },
  state: Pair,
): readonly DuplicateEvent[] =>
  dismissed === state.dismissed ? [] : [(dismissed ? DuplicateDismissed : DuplicateRestored).create(pair)];
