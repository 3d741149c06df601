import { z } from 'zod';
import { event, type EventOf } from '../kernel/event.ts';
import { PlanId, PlanMoveId } from '../kernel/ids.ts';
import { Payer } from '../payments/payer.ts';
import { PlanInterval, PlanKind, PlanSection, StoredTerms } from '../plans/fields.ts';
import { moveSkips, moveWhens } from './fields.ts';

const instant = z.iso.datetime();
const providerId = z.string().regex(/^[\w-]{1,255}$/);
const payer = { payer: Payer } as const;

/**
 * A subscription of the payment provider as it was found there. `status`: in the provider's words. `terms`: what was
 * bought, as the version of the plan says it, so that the stream alone says what a payer has. `requestId`: the request
 * of ours that it came from; null: it was made elsewhere.
 */
export const storedSubscription = {
  subscriptionId: providerId,
  section: PlanSection,
  planId: PlanId,
  version: z.int().min(1),
  terms: StoredTerms,
  priceId: providerId,
  itemId: providerId,
  status: z.string().min(1),
  requestId: z.uuid().nullable(),
  startedAt: instant,
  periodStart: instant,
  periodEnd: instant,
  trialEnd: instant.nullable(),
  /** It ends then, unless it is resumed. */
  cancelAt: instant.nullable(),
  endedAt: instant.nullable(),
} as const;
export const StoredSubscription = z.object(storedSubscription);
/** One subscription of a payer. Instants are ISO 8601 in UTC, to the second. */
export type Subscription = Readonly<z.output<typeof StoredSubscription>>;

const followed = z.object({ ...payer, ...storedSubscription });

export const SubscriptionStarted = event('SubscriptionStarted', 1, followed);
export const SubscriptionChanged = event('SubscriptionChanged', 1, followed);
export const SubscriptionEnded = event('SubscriptionEnded', 1, followed);

const request = { ...payer, section: PlanSection, requestId: z.uuid() } as const;
/**
 * Claims the section before the payment provider is asked, so that two tabs buy one subscription. `discount`: a
 * promotion code or coupon as it was typed. `isCheckout`: it is paid on the provider's own page.
 */
export const SubscriptionRequested = event(
  'SubscriptionRequested',
  1,
  z.object({
    ...request,
    planId: PlanId,
    version: z.int().min(1),
    discount: z.string().max(100).nullable().optional(),
    isCheckout: z.boolean().optional(),
  }),
);
/** The provider's page where the request can be paid. */
export const CheckoutOpened = event('CheckoutOpened', 1, z.object({ ...request, sessionId: providerId }));
/** `refused`: the provider said no. `abandoned`: it never arrived there. */
export const SubscriptionRequestClosed = event(
  'SubscriptionRequestClosed',
  1,
  z.object({ ...request, reason: z.enum(['refused', 'abandoned']) }),
);

const change = { ...payer, subscriptionId: providerId } as const;
/** From `at` on, the end of the period that is paid, the payer has this plan. */
export const PlanChangeScheduled = event(
  'PlanChangeScheduled',
  1,
  z.object({ ...change, planId: PlanId, version: z.int().min(1), terms: StoredTerms, at: instant }),
);
/** The payer keeps the plan that it has. */
export const PlanChangeUnscheduled = event('PlanChangeUnscheduled', 1, z.object(change));

const move = { ...payer, moveId: PlanMoveId } as const;
const when = z.enum(moveWhens);
/**
 * The operator moves a subscription to another version of its plan. Claims it before the payment provider is told, so
 * that a move that was cut off goes on. `when` renewal: from `at`, the end of the period that is paid.
 */
export const SubscriptionMoveRequested = event(
  'SubscriptionMoveRequested',
  1,
  z.object({
    ...move,
    subscriptionId: providerId,
    planId: PlanId,
    version: z.int().min(1),
    terms: StoredTerms,
    when,
    at: instant,
  }),
);
const amount = z.int().min(0);
/** The payment provider has it, and the payer is told. Amounts: each `interval`, in the currency's smallest unit. */
export const SubscriptionMoved = event(
  'SubscriptionMoved',
  1,
  z.object({
    ...move,
    subscriptionId: providerId,
    planId: PlanId,
    fromVersion: z.int().min(1),
    version: z.int().min(1),
    name: z.string().max(80),
    fromAmount: amount,
    amount,
    currency: z.string().regex(/^[A-Z]{3}$/),
    interval: PlanInterval,
    when,
    at: instant,
  }),
);
/** The payer keeps the version that it has. */
export const SubscriptionMoveSkipped = event(
  'SubscriptionMoveSkipped',
  1,
  z.object({ ...move, reason: z.enum(moveSkips) }),
);

/**
 * An operator moves those who bought an earlier version of a plan to the one that is for sale. `subscribers`: how many
 * the preview counted. `prorationDate`: what is charged now is reckoned for it.
 */
export const PlanMoveStarted = event(
  'PlanMoveStarted',
  1,
  z.object({
    moveId: PlanMoveId,
    kind: PlanKind,
    planId: PlanId,
    section: PlanSection,
    fromVersions: z.array(z.int().min(1)).min(1),
    version: z.int().min(1),
    when,
    prorationDate: instant.nullable(),
    subscribers: z.int().min(0),
  }),
);
export const planMoveEvents = [PlanMoveStarted] as const;
export type PlanMoveEvent = EventOf<(typeof planMoveEvents)[number]>;

/** A payer that existed before subscriptions did uses the product without one until then. */
export const TrialGranted = event('TrialGranted', 1, z.object({ ...payer, endsAt: instant }));

/** Payments were set up: who existed before is granted a trial. */
export const SubscriptionsOpened = event('SubscriptionsOpened', 1, z.object({ at: instant }));
export const subscriptionOpeningEvents = [SubscriptionsOpened] as const;
export type SubscriptionOpeningEvent = EventOf<(typeof subscriptionOpeningEvents)[number]>;

export const subscriptionEvents = [
  SubscriptionStarted,
  SubscriptionChanged,
  SubscriptionEnded,
  SubscriptionRequested,
  CheckoutOpened,
  SubscriptionRequestClosed,
  PlanChangeScheduled,
  PlanChangeUnscheduled,
  SubscriptionMoveRequested,
  SubscriptionMoved,
  SubscriptionMoveSkipped,
  TrialGranted,
] as const;
export type SubscriptionEvent = EventOf<(typeof subscriptionEvents)[number]>;
