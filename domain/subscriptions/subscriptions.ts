import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { held, same } from '../kernel/edit.ts';
import type { PlanId } from '../kernel/ids.ts';
import type { Payer } from '../payments/payer.ts';
import type { PlanSection } from '../plans/fields.ts';
import {
  type Subscription,
  SubscriptionChanged,
  SubscriptionEnded,
  type SubscriptionEvent,
  SubscriptionStarted,
  storedSubscription,
} from './events.ts';

export type { Subscription };

/** A request that the payment provider has not answered yet. */
export interface SubscriptionRequest {
  readonly requestId: string;
  readonly planId: PlanId;
  readonly version: number;
}
/** What a payer subscribes to. */
export interface Subscriptions {
  /** By the provider's id, ended ones too. */
  readonly all: ReadonlyMap<string, Subscription>;
  readonly requests: ReadonlyMap<PlanSection, SubscriptionRequest>;
  /** Until then the payer needs no subscription; null: it never was granted a trial. */
  readonly trialEndsAt: string | null;
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

export const Subscriptions: Aggregate<Subscriptions, SubscriptionEvent> = {
  initial: { all: new Map(), requests: new Map(), trialEndsAt: null },
  evolve: (before, event) => {
    switch (event.type) {
      case 'SubscriptionStarted':
      case 'SubscriptionChanged':
      case 'SubscriptionEnded': {
        const now = held(event.data, storedSubscription);
        const isAnswer = before.requests.get(now.section)?.requestId === now.requestId;
        return {
          ...before,
          all: new Map(before.all).set(now.subscriptionId, now),
          requests: isAnswer ? without(before.requests, now.section) : before.requests,
        };
      }
      case 'SubscriptionRequested': {
        const { section, requestId, planId, version } = event.data;
        return { ...before, requests: new Map(before.requests).set(section, { requestId, planId, version }) };
      }
      case 'SubscriptionRequestClosed': {
        const isOpen = before.requests.get(event.data.section)?.requestId === event.data.requestId;
        return isOpen ? { ...before, requests: without(before.requests, event.data.section) } : before;
      }
      case 'TrialGranted':
        return { ...before, trialEndsAt: event.data.endsAt };
      default:
        return unchanged(before, event);
    }
  },
};

const ended = new Set(['canceled', 'incomplete_expired']);
/** Statuses in which a payer has what it subscribed to: while a payment is tried again, too. */
const entitled = new Set(['trialing', 'active', 'past_due']);

export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean => !ended.has(status);
export const isEntitled = ({ status }: Pick<Subscription, 'status'>): boolean => entitled.has(status);

const older = (one: Subscription, other: Subscription): number =>
  one.startedAt === other.startedAt ?
    one.subscriptionId < other.subscriptionId ?
      -1
    : 1
  : one.startedAt < other.startedAt ? -1
  : 1;

/** The subscription of a section that counts: one that gives what was bought before one that doesn't, the oldest first. */
export function currentOf(all: Iterable<Subscription>, section: PlanSection): Subscription | null {
  const live = [...all].filter((one) => one.section === section && isLive(one));
  return (
    live.toSorted((one, other) => Number(isEntitled(other)) - Number(isEntitled(one)) || older(one, other))[0] ?? null
  );
}

/** Of a section without a live subscription the one that ended last. */
export const lastOf = (all: Iterable<Subscription>, section: PlanSection): Subscription | null =>
  [...all]
    .filter((one) => one.section === section && !isLive(one))
    .toSorted((one, other) => ((one.endedAt ?? '') > (other.endedAt ?? '') ? -1 : 1))[0] ?? null;

/** The terms follow from plan and version. */
const isSame = ({ terms: _, ...one }: Subscription, { terms: __, ...other }: Subscription): boolean =>
  Object.entries(other).every(([field, value]) => same(one[field as keyof typeof one], value));

/** What makes the state say what the provider said. The same state whatever came before, in any order. */
export function followSubscriptions(
  payer: Payer,
  found: readonly Subscription[],
  { all }: Subscriptions,
): readonly SubscriptionEvent[] {
  return found.toSorted(older).flatMap((now): readonly SubscriptionEvent[] => {
    const before = all.get(now.subscriptionId);
    if (before === undefined) return [SubscriptionStarted.create({ payer, ...now })];
    if (isSame(before, now)) return [];
    const hasEnded = before.endedAt === null && now.endedAt !== null;
    return [(hasEnded ? SubscriptionEnded : SubscriptionChanged).create({ payer, ...now })];
  });
}
