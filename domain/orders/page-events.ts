import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { OrderPageId, PlanId } from '../kernel/ids.ts';
import { Buyer, storedPage } from './fields.ts';

const page = { orderPageId: OrderPageId };
const version = z.int().min(1);

/** `planId` null: what the page sells is its own product, paid once. */
export const OrderPageCreated = event(
  'OrderPageCreated',
  1,
  z.object({ ...page, version, buyer: Buyer, planId: PlanId.nullable(), ...storedPage }),
);
/** `version`: of the page. An order pays what the version said that its buyer saw. */
export const OrderPageChanged = event('OrderPageChanged', 1, z.object({ ...page, version, ...storedPage }));
export const OrderPageDeleted = event('OrderPageDeleted', 1, z.object(page));

export const orderPageEvents = [OrderPageCreated, OrderPageChanged, OrderPageDeleted] as const;
export type OrderPageEvent = EventOf<(typeof orderPageEvents)[number]>;
