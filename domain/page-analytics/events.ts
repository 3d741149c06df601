import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, CampaignId, PageTestId, TrafficId } from '../kernel/ids.ts';
import { Device } from '../submissions/events.ts';
import { maxRows, Origin } from './origin.ts';

const count = z.number().int().min(0);

/** Visits that have version, test, origin and device in common. `visitors` and `started` count a visitor once a day. */
export const VisitRow = z.object({
  version: z.number().int().min(1).max(1_000_000),
  /** The comparison that the visitor was part of; null: none was under way. */
  testId: PageTestId.nullable(),
  from: Origin,
  device: Device,
  views: count,
  visitors: count,
  started: count,
});
export type VisitRow = z.output<typeof VisitRow>;

/**
 * What was seen of a page within some seconds, as numbers: no address, no browser, nobody. `day` is the business's own.
 * `robots`: views by what says that it is none of people; they are in no other number.
 */
export const PageVisitsCounted = event(
  'PageVisitsCounted',
  1,
  z.object({
    trafficId: TrafficId,
    campaignId: CampaignId,
    businessId: BusinessId,
    day: z.iso.date(),
    robots: count,
    rows: z.array(VisitRow).max(maxRows),
  }),
);
export const trafficEvents = [PageVisitsCounted] as const;
export type TrafficEvent = EventOf<(typeof trafficEvents)[number]>;
