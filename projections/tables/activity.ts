import { latest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const activityModel = { name: 'activity', version: 13 } as const;

export const activityTable = table('activity', {
  position: key('bigint'),
  id: col('uuid'),
  at: col('timestamptz'),
  type: col('text'),
  actorId: maybe('uuid'),
  impersonatorId: maybe('uuid'),
  agencyId: maybe('uuid'),
  businessId: maybe('uuid'),
  /** Whom it was done to. */
  aboutId: maybe('uuid'),
  details: col('jsonb').of<Record<string, unknown>>(),
  /** What the fields were set to. */
  fields: maybe('jsonb').of<Record<string, unknown>>(),
});

/** What somebody or something is called from a position on. */
export const nameTable = table('names', {
  id: key('uuid'),
  name: col('text', latest),
  position: col('bigint', latest),
});

export const activityIndexesAtOnce = (schema: string): string => `
  create index activity_by_agency on ${schema}.activity (agency_id, position) where agency_id is not null;
  create index activity_by_business on ${schema}.activity (business_id, position) where business_id is not null;
  create index activity_by_subject on ${schema}.activity (about_id, position) where about_id is not null;
  create index activity_by_actor on ${schema}.activity (actor_id, position) where actor_id is not null`;
