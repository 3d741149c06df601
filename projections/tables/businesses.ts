import { added, latest } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const businessModel = { name: 'businesses', version: 3 } as const;

/** What events hold by the names of the columns. */
export const businessFields = {
  name: col('text', latest),
  email: maybe('text', latest),
  firstName: maybe('text', latest),
  lastName: maybe('text', latest),
  currency: col('text', latest),
  timezone: col('text', latest),
  dateFormat: col('text', latest),
  logo: maybe('text', latest),
  monthlyMessages: maybe('int', latest),
  contactLimit: maybe('int', latest),
  freeFee: col('boolean', latest),
  useBandwidth: col('boolean', latest),
  isEnabledLivechat: col('boolean', latest),
  isActiveLivechat: col('boolean', latest),
  isEnabledLoop: col('boolean', latest),
  isActiveLoop: col('boolean', latest),
  isActiveMms: col('boolean', latest),
  isTemplate: col('boolean', latest),
  templateContent: maybe('text', latest),
};

export interface LegalPage {
  content: string;
  link: string | null;
}

const archived = '(archived_at is not null or agency_archived_at is not null)';

export const businessTable = table(
  'businesses',
  {
    id: key('uuid'),
    position: col('bigint'),
    revision: col('int'),
    /** The zone that days and months are counted in. */
    zone: col('text'),
    agencyArchivedAt: maybe('timestamptz'),
    agencyId: maybe('uuid', latest),
    ownerId: maybe('uuid', latest),
    uniqueId: col('text', latest),
    ...businessFields,
    isActive: col('boolean', latest),
    createdAt: col('timestamptz', latest),
    archivedAt: maybe('timestamptz', latest),
    number: maybe('text', latest),
    isTollFree: col('boolean', latest),
    contactPhone: maybe('text', latest),
    contactEmail: maybe('text', latest),
    contactWebsite: maybe('text', latest),
    contactAddress: maybe('text', latest),
    contactCity: maybe('text', latest),
    contactState: maybe('text', latest),
    contactPostalCode: maybe('text', latest),
    contactCountry: maybe('text', latest),
    broadcasters: col('jsonb', latest).of<readonly { name: string; phone: string }[]>(),
    privacyPage: col('jsonb', latest).of<LegalPage>(),
    termsPage: col('jsonb', latest).of<LegalPage>(),
    dailyTexts: maybe('int', latest),
    dailyMails: maybe('int', latest),
    /** A business of an archived agency counts as archived. */
    status: made('text', `case when ${archived} then 'archived' else 'active' end`).of<'active' | 'archived'>(),
    state: made('text', `case when ${archived} then 'archived' when is_active then 'active' else 'inactive' end`).of<
      'active' | 'inactive' | 'archived'
    >(),
    /** What lists sort by and search in: the number by its digits. */
    sortName: made('text', 'lower(name)'),
    sortEmail: made('text', `lower(coalesce(email, ''))`),
    search: made(
      'text',
      `lower(name || ' ' || unique_id || ' ' || coalesce(email, '')) || ' ' || coalesce(ltrim(number, '+'), '')`,
    ),
  },
  { fillfactor: 85 },
);

/** When an agency was archived; null: it is not. */
export const agencyStateTable = table('agency_states', {
  agencyId: key('uuid'),
  archivedAt: maybe('timestamptz', latest),
});

/** The scope of everything in `business_counts`; others are agencies. */
export const everywhere = '00000000-0000-0000-0000-000000000000';
export const businessCountTable = table(
  'business_counts',
  { scope: key('uuid'), state: key('text'), count: col('bigint', added) },
  { fillfactor: 50 },
);

export const businessIndexes = (schema: string): string => `
  create index businesses_newest on ${schema}.businesses (status, position) include (id);
  create index businesses_by_name on ${schema}.businesses (status, sort_name, position) include (id);
  create index businesses_by_email on ${schema}.businesses (status, sort_email, position) include (id);
  create index businesses_of_agency on ${schema}.businesses (agency_id, status, position) include (id);
  create index businesses_of_agency_by_name on ${schema}.businesses (agency_id, status, sort_name, position) include (id);
  create index businesses_of_agency_by_email on ${schema}.businesses (agency_id, status, sort_email, position) include (id);
  create index businesses_templates on ${schema}.businesses (agency_id, sort_name) where is_template;
  create index businesses_search on ${schema}.businesses using gin (agency_id, search gin_trgm_ops)`;
