import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { AgencyId } from '../kernel/ids.ts';

export const AgencyCreated = event('AgencyCreated', 1, z.object({ agencyId: AgencyId, name: z.string().min(1).max(120), email: z.email() }));

export const agencyEvents = [AgencyCreated] as const;
export type AgencyEvent = EventOf<(typeof agencyEvents)[number]>;
