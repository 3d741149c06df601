import { z } from 'zod';
import { calls } from './calls.ts';
import { Instant, list, Named, Uuid } from './common.ts';
import { pageParams } from './lists.ts';

export const ActivityParams = pageParams({ perPage: 20, maxPages: 10_000 }).extend({
  agency_id: Uuid.optional(),
  business_id: Uuid.optional(),
  user_id: Uuid.optional(),
});
export const Activity = z.object({
  id: z.string(),
  at: Instant,
  type: z.string(),
  /** The person who did it; null: a part of the system. */
  actor: Named.nullable(),
  /** Who was really at the keyboard, while somebody acted as the actor. */
  impersonator: Named.nullable(),
  agency: Named.nullable(),
  business: Named.nullable(),
  /** What the words need: `{ field: 'name', was: 'A', now: 'B' }`, `{ ip: '…' }` … */
  details: z.record(z.string(), z.unknown()),
});
export type Activity = z.output<typeof Activity>;
export const ActivityList = list(Activity);

/** Not in the specification's list of calls. */
export const activityCalls = calls('Activity', {
  'GET /activity': {
    id: 'listActivity',
    who: 'any',
    summary:
      'Who did what, and on whose behalf, newest first: of everything (admins), an agency, a business or a person.',
    query: ActivityParams,
    reply: ActivityList,
  },
});
