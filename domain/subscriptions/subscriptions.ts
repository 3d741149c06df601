import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { held, same } from '../kernel/edit.ts';
import type { PlanId, PlanMoveId } from '../kernel/ids.ts';
import type { Payer } from '../payments/payer.ts';
import type { PlanSection, PlanTerms } from '../plans/fields.ts';
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
  readonly discount: string | null;
  readonly isCheckout: boolean;
  /** Of the provider's page where it can be paid. */
  readonly sessionId: string | null;
}
/** The plan that a subscription changes to at its renewal. */
export interface ScheduledChange {
  readonly planId: PlanId;
  readonly version: number;
  readonly terms: PlanTerms;
  readonly at: string;
}
/** What a payer subscribes to. */
export interface Subscriptions {
  /** By the provider's id, ended ones too. */
  readonly all: ReadonlyMap<string, Subscription>;
  readonly requests: ReadonlyMap<PlanSection, SubscriptionRequest>;
  /** By the provider's id of the subscription. */
  readonly scheduled: ReadonlyMap<string, ScheduledChange>;
  /** How far the operator's moves to another version have come. */
  readonly moves: ReadonlyMap<PlanMoveId, 'requested' | 'moved' | 'skipped'>;
  /** Until then the payer needs no subscription; null: it never was granted a trial. */
  readonly trialEndsAt: string | null;
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

export const Subscriptions: Aggregate<Subscriptions, SubscriptionEvent> = {
  initial: { all: new Map(), requests: new Map(), scheduled: new Map(), moves: new Map(), trialEndsAt: null },
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
          scheduled: hasCome(before, now) ? without(before.scheduled, now.subscriptionId) : before.scheduled,
        };
      }
      case 'SubscriptionRequested': {
        const { section, requestId, planId, version, discount = null, isCheckout = false } = event.data;
        const asked = { requestId, planId, version, discount, isCheckout, sessionId: null };
        return { ...before, requests: new Map(before.requests).set(section, asked) };
      }
      case 'CheckoutOpened': {
        const { section, requestId, sessionId } = event.data;
        const asked = before.requests.get(section);
        if (asked?.requestId !== requestId) return before;
        return { ...before, requests: new Map(before.requests).set(section, { ...asked, sessionId }) };
      }
      case 'SubscriptionRequestClosed': {
        const isOpen = before.requests.get(event.data.section)?.requestId === event.data.requestId;
        return isOpen ? { ...before, requests: without(before.requests, event.data.section) } : before;
      }
      case 'PlanChangeScheduled': {
        const { subscriptionId, planId, version, terms, at } = event.data;
        return { ...before, scheduled: new Map(before.scheduled).set(subscriptionId, { planId, version, terms, at }) };
      }
      case 'PlanChangeUnscheduled':
        return { ...before, scheduled: without(before.scheduled, event.data.subscriptionId) };
      case 'SubscriptionMoveRequested': {
        const { moveId, subscriptionId, planId, version, terms, at, when } = event.data;
        return {
          ...before,
          moves: new Map(before.moves).set(moveId, 'requested'),
          scheduled:
            when === 'now' ?
              before.scheduled
            : new Map(before.scheduled).set(subscriptionId, { planId, version, terms, at }),
        };
      }
      case 'SubscriptionMoved':
        return { ...before, moves: new Map(before.moves).set(event.data.moveId, 'moved') };
      case 'SubscriptionMoveSkipped':
        return { ...before, moves: new Map(before.moves).set(event.data.moveId, 'skipped') };
      case 'TrialGranted':
        return { ...before, trialEndsAt: event.data.endsAt };
      default:
        return unchanged(before, event);
    }
  },
};

/** The renewal that a change waited for, or an end before it. */
const hasCome = ({ scheduled }: Subscriptions, { subscriptionId, periodStart, endedAt }: Subscription): boolean =>
  endedAt !== null || Date.parse(periodStart) >= Date.parse(scheduled.get(subscriptionId)?.at ?? '9999-01-01');

const ended = new Set(['canceled', 'incomplete_expired']);
/** Statuses in which a payer has what it subscribed to: while a payment is tried again, too. */
export const entitledStatuses = ['trialing', 'active', 'past_due'] as const;
const entitled: ReadonlySet<string> = new Set(entitledStatuses);

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

/** Those that were paid although their section had one already. */
export const twinsAmong = (all: Iterable<Subscription>): readonly Subscription[] => {
  const given = [...all].filter(isEntitled);
  return given.filter((one) => currentOf(given, one.section) !== one);
};

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
