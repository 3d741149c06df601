import { type EventKind, type EventMatcher, matches, type TriggerEventDetail } from './index.ts';

/** The earliest of what happened after an instant and is waited for; null: none. */
export const firstAfter = (
  wanted: EventMatcher,
  happened: readonly TriggerEventDetail[],
  since: string,
): TriggerEventDetail | null =>
  happened
    .filter((one) => one.at > since && matches(wanted, one))
    .reduce<TriggerEventDetail | null>((first, one) => (first === null || one.at < first.at ? one : first), null);

/** What happened of a kind after an instant, the earliest first. */
export const allAfter = <Kind extends EventKind>(
  kind: Kind,
  happened: readonly TriggerEventDetail[],
  since: string,
): Extract<TriggerEventDetail, { kind: Kind }>[] =>
  happened
    .filter((one): one is Extract<TriggerEventDetail, { kind: Kind }> => one.kind === kind && one.at > since)
    .toSorted((one, other) =>
      one.at < other.at ? -1
      : one.at > other.at ? 1
      : 0,
    );
