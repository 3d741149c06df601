import type { EventKind, TriggerKind, TriggerOn } from '../../triggers/index.ts';
import { broadcastAnswered } from './broadcast-answered.ts';
import { broadcastNotClicked } from './broadcast-not-clicked.ts';
import { couponExpiring } from './coupon-expiring.ts';
import { date } from './date.ts';
import type { LaterTrigger } from './later-trigger.ts';

export { answeredSince } from './broadcast-answered.ts';

/** All triggers that no event of the log sets off by itself, but those of people. */
const laterTriggers = {
  date,
  'coupon-expiring': couponExpiring,
  'broadcast-not-clicked': broadcastNotClicked,
  'broadcast-answered': broadcastAnswered,
} satisfies {
  [Kind in Exclude<TriggerKind, EventKind | 'by-hand'> | 'broadcast-answered']: LaterTrigger<
    Extract<TriggerOn, { kind: Kind }>
  >;
};
const laterKinds = Object.keys(laterTriggers) as readonly (keyof typeof laterTriggers)[];

/** Null: it starts when it happens. */
export const laterTrigger = (kind: TriggerKind): LaterTrigger<TriggerOn> | null =>
  kind in laterTriggers ? (laterTriggers[kind as keyof typeof laterTriggers] as LaterTrigger<TriggerOn>) : null;

/** The kinds whose time an event of a type sets. */
const byType = new Map<string, readonly TriggerKind[]>();
for (const kind of laterKinds)
  for (const type of laterTriggers[kind].follows) byType.set(type, [...(byType.get(type) ?? []), kind]);
export const laterTypes: readonly string[] = [...byType.keys()];
export const laterKindsOf = (type: string): readonly TriggerKind[] => byType.get(type) ?? [];
