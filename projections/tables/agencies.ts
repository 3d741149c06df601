import { added, latest } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const agencyModel = { name: 'agencies', version: 2 } as const;

/** What events hold by the names of the columns. */
export const agencyFields = {
  name: col('text', latest),
  email: maybe('text', latest),
  firstName: maybe('text', latest),
  lastName: maybe('text', latest),
  phone: maybe('text', latest),
  website: maybe('text', latest),
  timezone: col('text', latest),
  supportEmail: maybe('text', latest),
  isTemplate: col('boolean', latest),
  isActiveLivechat: col('boolean', latest),
  isActiveLoop: col('boolean', latest),
  freeFee: col('boolean', latest),
  freeNumbers: maybe('int', latest),
  freeMessages: maybe('int', latest),
  freeCalls: maybe('int', latest),
};

export const agencyTable = table(
  'agencies',
  {
    id: key('uuid'),
    position: col('bigint'),
    revision: col('int'),
    /** The zone that days and months are counted in. */
    zone: col('text'),
    /** Those that are not archived. */
    businessesCount: col('int'),
    ...agencyFields,
    isNew: col('boolean', latest),
    /** Of a broadcast: more recipients than that wait for the agency; null: none do. */
    approvalLimit: maybe('int', latest),
    sampleBusinessId: maybe('uuid', latest),
    ownerId: maybe('uuid', latest),
    createdAt: col('timestamptz', latest),
    archivedAt: maybe('timestamptz', latest),
    domain: maybe('text', latest),
    status: made('text', `case when archived_at is null then 'active' else 'archived' end`).of<'active' | 'archived'>(),
    /** What lists sort by and search in. */
    sortName: made('text', 'lower(name)'),
    sortEmail: made('text', `lower(coalesce(email, ''))`),
    search: made('text', `lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(domain, ''))`),
  },
  { fillfactor: 85 },
);

export const agencyCountTable = table(
  'agency_counts',
  { status: key('text'), count: col('bigint', added) },
  { fillfactor: 50 },
);

export const agencyIndexes = (schema: string): string => `
  create index agencies_newest on ${schema}.agencies (status, position) include (id);
  create index agencies_by_name on ${schema}.agencies (status, sort_name, position) include (id);
  create index agencies_by_email on ${schema}.agencies (status, sort_email, position) include (id);
  create index agencies_by_businesses on ${schema}.agencies (status, businesses_count, position) include (id);
  create index agencies_search on ${schema}.agencies using gin (search gin_trgm_ops)`;
