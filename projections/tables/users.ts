import { type RawBuilder, sql } from 'kysely';
import { may, MemberRole } from '../../domain/team/fields.ts';
import { added, latest } from '../engine/merge-policy.ts';
import { tablesIn } from '../engine/query.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const userModel = { name: 'users', version: 6 } as const;

export type RoleName = 'Admin' | 'Agency' | 'Business';

/** Everybody who signs in, where they belong, and what they set for themselves. */
export const userTable = table(
  'users',
  {
    id: key('uuid'),
    role: col('text', latest).of<RoleName>(),
    agencyId: maybe('uuid', latest),
    businessId: maybe('uuid', latest),
    email: maybe('text', latest),
    firstName: maybe('text', latest),
    lastName: maybe('text', latest),
    avatar: maybe('text', latest),
    phone: maybe('text', latest),
    pushNotifications: col('boolean', latest),
    timezone: maybe('text', latest),
    colorScheme: col('text', latest).of<'auto' | 'light' | 'dark'>(),
    createdAt: col('timestamptz', latest),
    lastSignInAt: maybe('timestamptz', latest),
    /** The UTC day on which the A2P dialog was last confirmed. */
    a2pConfirmedOn: maybe('text', latest),
    /** When they were invited until, and when they first chose a password. */
    invitedUntil: maybe('timestamptz', latest),
    joinedAt: maybe('timestamptz', latest),
    /** They work for their business no more; what they did keeps their name. */
    removedAt: maybe('timestamptz', latest),
    /** Signing in takes more than their password. */
    hasSecondFactor: maybe('boolean', latest),
    position: col('bigint'),
    /** What the list sorts by and searches in. */
    name: made('text', `lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`),
    signedIn: made('timestamptz', `coalesce(last_sign_in_at, '-infinity'::timestamptz)`),
    search: made(
      'text',
      `lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, ''))`,
    ),
  },
  { fillfactor: 85 },
);

export const userCountTable = table(
  'user_counts',
  { role: key('text'), count: col('bigint', added) },
  { fillfactor: 50 },
);

/** What teammates may do at their business. Whoever is not here is an owner. */
export const memberRoleTable = table('member_roles', {
  userId: key('uuid'),
  businessId: col('uuid', latest),
  role: col('text', latest).of<MemberRole>(),
});

/** What agencies and businesses are called. */
export const tenantNameTable = table('tenant_names', { id: key('uuid'), name: col('text', latest) });

export const userIndexes = (schema: string): string => `
  create index users_by_business on ${schema}.users (business_id) where business_id is not null;
  create index users_by_agency on ${schema}.users (agency_id) where role = 'Agency';
  create index users_newest on ${schema}.users (position);
  create index users_by_role on ${schema}.users (role, position);
  create index users_by_name on ${schema}.users (name, position);
  create index users_by_email on ${schema}.users (email, position);
  create index users_by_sign_in on ${schema}.users (signed_in, position);
  create index users_search on ${schema}.users using gin (search gin_trgm_ops)`;

/** Whether a user `u` answers in live chat: they are there still, and their role has the inbox. */
export const answers = (u: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${u}.removed_at is null and not exists (
    select from ${tablesIn(userModel)(memberRoleTable)} m where m.user_id = ${u}.id and m.role <> all(${inboxRoles}::text[]))`;
const inboxRoles = MemberRole.options.filter((role) => may(role, 'inbox'));
