import { z } from 'zod';
import { AgencyId, BusinessId, CampaignId, TrafficId } from '../../domain/kernel/ids.ts';
import { VisitRow } from '../../domain/page-analytics/events.ts';
import { maxRows } from '../../domain/page-analytics/origin.ts';
import { countVisits as decide, Traffic } from '../../domain/page-analytics/traffic.ts';
import { streams } from '../../domain/streams.ts';
import { decision } from '../kernel/command.ts';

/** What was gathered of a page's visits. `trafficId` is the gatherer's: tried again, it is counted once. */
export const countVisits = decision({
  input: z.object({
    trafficId: TrafficId,
    campaignId: CampaignId,
    businessId: BusinessId,
    agencyId: AgencyId.nullable(),
    day: z.iso.date(),
    robots: z.number().int().min(0),
    rows: z.array(VisitRow).max(maxRows),
  }),
  by: ['system'],
  aggregate: Traffic,
  at: (_call, { trafficId, agencyId, businessId }) => ({
    stream: streams.traffic(trafficId),
    tenant: { agencyId, businessId },
    // A new stream almost always: a repeat is found by the conflict, and then read.
    seen: [],
  }),
  decide: ({ agencyId: _, ...counted }, state) => decide(counted, state),
});
