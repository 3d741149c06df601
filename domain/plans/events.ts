import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { PlanId } from '../kernel/ids.ts';
import { PlanKind, PlanSection, storedTerms } from './fields.ts';

const plan = { planId: PlanId, kind: PlanKind };
const version = z.number().int().min(1);

/** The plan is for sale, under these terms. */
export const PlanCreated = event(
  'PlanCreated',
  1,
  z.object({ ...plan, section: PlanSection, version, ...storedTerms }),
);
/** The plan is sold under these terms from now on. Those who bought an earlier version keep it until they are moved. */
export const PlanChanged = event('PlanChanged', 1, z.object({ ...plan, version, ...storedTerms }));
/** The plan is no longer for sale. Those who bought it keep it. */
export const PlanDeleted = event('PlanDeleted', 1, z.object(plan));

export const planEvents = [PlanCreated, PlanChanged, PlanDeleted] as const;
export type PlanEvent = EventOf<(typeof planEvents)[number]>;
