import { z } from 'zod';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { event, type EventOf } from '../kernel/event.ts';
import { PlanId } from '../kernel/ids.ts';
import { PlanKind } from './fields.ts';

const providerId = z.string().regex(/^[\w-]{1,255}$/);
const price = { planId: PlanId, kind: PlanKind, version: z.int().min(1), priceId: providerId } as const;

/** A version of a plan is this price of the payment provider. */
export const PlanPriceLinked = event('PlanPriceLinked', 1, z.object({ ...price, productId: providerId }));
/** No one can subscribe to it any more; subscriptions that have it keep it. */
export const PlanPriceArchived = event('PlanPriceArchived', 1, z.object(price));

export const planPriceEvents = [PlanPriceLinked, PlanPriceArchived] as const;
export type PlanPriceEvent = EventOf<(typeof planPriceEvents)[number]>;

export interface PlanPrices {
  readonly productId: string | null;
  /** By version. */
  readonly prices: ReadonlyMap<number, { readonly priceId: string; readonly isArchived: boolean }>;
}

export const PlanPrices: Aggregate<PlanPrices, PlanPriceEvent> = {
  initial: { productId: null, prices: new Map() },
  evolve: (before, event) => {
    switch (event.type) {
      case 'PlanPriceLinked': {
        const { version, priceId, productId } = event.data;
        return { productId, prices: new Map(before.prices).set(version, { priceId, isArchived: false }) };
      }
      case 'PlanPriceArchived': {
        const { version, priceId } = event.data;
        return { ...before, prices: new Map(before.prices).set(version, { priceId, isArchived: true }) };
      }
      default:
        return unchanged(before, event);
    }
  },
};
