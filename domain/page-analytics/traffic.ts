import type { z } from 'zod';
import type { Aggregate } from '../kernel/decider.ts';
import { PageVisitsCounted, type TrafficEvent } from './events.ts';

/** One count: a stream of its own, so that pages that are looked at a lot have no stream that grows. */
export type Traffic = { readonly status: 'none' | 'counted' };
export const Traffic: Aggregate<Traffic, TrafficEvent> = {
  initial: { status: 'none' },
  evolve: (traffic, event) => (event.type === PageVisitsCounted.type ? { status: 'counted' } : traffic),
};

/** Sent again it is the same count. Where nothing was seen there is nothing to say. */
export function countVisits(
  command: z.input<typeof PageVisitsCounted.schema>,
  { status }: Traffic,
): readonly TrafficEvent[] {
  return status === 'counted' || command.robots + command.rows.length === 0 ? [] : [PageVisitsCounted.create(command)];
}
