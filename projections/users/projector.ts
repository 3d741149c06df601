import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AgencyCreated, AgencyDetailsChanged } from '../../domain/agency/events.ts';
import { BusinessCreated, BusinessDetailsChanged } from '../../domain/business/events.ts';
import {
  UserA2pConfirmed,
  UserAvatarChanged,
  UserEmailChanged,
  UserRegistered,
  UserRenamed,
  UserSettingsChanged,
  UserSignedIn,
} from '../../domain/user/events.ts';
import { defaultSettings } from '../../domain/user/user.ts';
import { batchOf, perSchema } from '../engine/arrays.ts';
import { is, type Stored, typesOf } from '../engine/events.ts';
import type { Projector, Statement } from '../engine-types.ts';

type Registered = Stored<typeof UserRegistered>;

/** What a batch says of a user besides their registration, newest last. Undefined: nothing. */
interface Patch {
  readonly userId: string;
  names?: { readonly first: string | null; readonly last: string | null };
  email?: { readonly address: string | null };
  avatar?: { readonly url: string | null };
  settings?: { readonly pushNotifications: boolean; readonly timezone: string | null; readonly colorScheme: string };
  signedInAt?: string;
  a2pConfirmedOn?: string;
}
/** The newest name of an agency or a business in a batch. */
interface TenantName {
  readonly id: string;
  readonly name: string;
}

const registeredBatch = batchOf<Registered>({
  id: ['uuid', ({ data }) => data.userId],
  role: ['text', ({ data }) => data.role],
  agency_id: ['uuid', ({ data }) => data.agencyId],
  business_id: ['uuid', ({ data }) => data.businessId],
  email: ['text', ({ data }) => data.email],
  first_name: ['text', ({ data }) => data.firstName],
  last_name: ['text', ({ data }) => data.lastName],
  created_at: ['timestamptz', ({ metadata }) => metadata.occurredAt],
  position: ['bigint', ({ position }) => position],
});
const patchBatch = batchOf<Patch>({
  id: ['uuid', ({ userId }) => userId],
  renamed: ['bool', ({ names }) => names !== undefined],
  first_name: ['text', ({ names }) => names?.first ?? null],
  last_name: ['text', ({ names }) => names?.last ?? null],
  readdressed: ['bool', ({ email }) => email !== undefined],
  email: ['text', ({ email }) => email?.address ?? null],
  pictured: ['bool', ({ avatar }) => avatar !== undefined],
  avatar: ['text', ({ avatar }) => avatar?.url ?? null],
  set: ['bool', ({ settings }) => settings !== undefined],
  push_notifications: ['bool', ({ settings }) => settings?.pushNotifications ?? null],
  timezone: ['text', ({ settings }) => settings?.timezone ?? null],
  color_scheme: ['text', ({ settings }) => settings?.colorScheme ?? null],
  last_sign_in_at: ['timestamptz', ({ signedInAt }) => signedInAt ?? null],
  a2p_confirmed_on: ['text', ({ a2pConfirmedOn }) => a2pConfirmedOn ?? null],
});
const nameBatch = batchOf<TenantName>({ id: ['uuid', ({ id }) => id], name: ['text', ({ name }) => name] });

/** The tally by role moves with the rows that are new. */
const insertUsers = perSchema(
  (schema) => `
  with fresh as (
    insert into ${schema}.users (id, role, agency_id, business_id, email, first_name, last_name, created_at, position)
      select id, role, agency_id, business_id, email, first_name, last_name, created_at, position from ${registeredBatch.from('x')}
    on conflict (id) do nothing returning role
  )
  insert into ${schema}.user_counts as n select role, count(*) from fresh group by role on conflict (role) do update set count = n.count + excluded.count`,
);
const patchUsers = perSchema(
  (schema) => `
  update ${schema}.users u set
      first_name = case when x.renamed then x.first_name else u.first_name end,
      last_name = case when x.renamed then x.last_name else u.last_name end,
      email = case when x.readdressed then x.email else u.email end,
      avatar = case when x.pictured then x.avatar else u.avatar end,
      push_notifications = case when x.set then x.push_notifications else u.push_notifications end,
      timezone = case when x.set then x.timezone else u.timezone end,
      color_scheme = case when x.set then x.color_scheme else u.color_scheme end,
      last_sign_in_at = coalesce(x.last_sign_in_at, u.last_sign_in_at),
      a2p_confirmed_on = coalesce(x.a2p_confirmed_on, u.a2p_confirmed_on)
    from ${patchBatch.from('x')} where u.id = x.id`,
);
const upsertNames = perSchema(
  (schema) => `
  insert into ${schema}.tenant_names select id, name from ${nameBatch.from('x')} on conflict (id) do update set name = excluded.name`,
);

/** Everybody who signs in, where they belong, and what they set for themselves. */
export const users: Projector = {
  name: 'users',
  version: 2,
  handles: typesOf([
    UserRegistered,
    UserRenamed,
    UserEmailChanged,
    UserAvatarChanged,
    UserSettingsChanged,
    UserSignedIn,
    UserA2pConfirmed,
    AgencyCreated,
    AgencyDetailsChanged,
    BusinessCreated,
    BusinessDetailsChanged,
  ]),
  create: (schema) => `
    create table ${schema}.users (
      id                 uuid primary key,
      role               text not null,
      agency_id          uuid,
      business_id        uuid,
      email              text,
      first_name         text,
      last_name          text,
      avatar             text,
      push_notifications boolean not null default ${defaultSettings.pushNotifications},
      timezone           text,
      color_scheme       text not null default '${defaultSettings.colorScheme}',
      created_at         timestamptz not null,
      last_sign_in_at    timestamptz,
      a2p_confirmed_on   text,
      position           bigint not null,
      -- what the list sorts by and searches in
      name               text not null generated always as (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) stored,
      signed_in          timestamptz not null generated always as (coalesce(last_sign_in_at, '-infinity'::timestamptz)) stored,
      search             text not null generated always as (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, ''))) stored
    ) with (fillfactor = 85);
    create table ${schema}.user_counts (role text primary key, count bigint not null) with (fillfactor = 50);
    create table ${schema}.tenant_names (id uuid primary key, name text not null)`,
  index: (schema) => `
    create index users_by_business on ${schema}.users (business_id) where business_id is not null;
    create index users_newest on ${schema}.users (position);
    create index users_by_role on ${schema}.users (role, position);
    create index users_by_name on ${schema}.users (name, position);
    create index users_by_email on ${schema}.users (email, position);
    create index users_by_sign_in on ${schema}.users (signed_in, position);
    create index users_search on ${schema}.users using gin (search gin_trgm_ops)`,
  fold: (events, schema) => {
    const registered = events.filter((event) => is(event, UserRegistered));
    const patches = new Map<string, Patch>();
    const names = new Map<string, TenantName>();
    for (const event of events) {
      if (is(event, UserRenamed))
        patchOf(patches, event).names = { first: event.data.firstName, last: event.data.lastName };
      else if (is(event, UserEmailChanged)) patchOf(patches, event).email = { address: event.data.email };
      else if (is(event, UserAvatarChanged)) patchOf(patches, event).avatar = { url: event.data.avatar };
      else if (is(event, UserSettingsChanged)) {
        const { pushNotifications, timezone, colorScheme } = event.data;
        patchOf(patches, event).settings = {
          pushNotifications: pushNotifications!,
          timezone,
          colorScheme: colorScheme!,
        };
      } else if (is(event, UserSignedIn)) patchOf(patches, event).signedInAt = event.metadata.occurredAt;
      else if (is(event, UserA2pConfirmed)) patchOf(patches, event).a2pConfirmedOn = event.data.day!;
      else if (is(event, AgencyCreated) || is(event, AgencyDetailsChanged))
        rename(names, event.data.agencyId!, event.data.name);
      else if (is(event, BusinessCreated) || is(event, BusinessDetailsChanged))
        rename(names, event.data.businessId!, event.data.name);
    }
    const statements: Statement[] = [];
    if (registered.length > 0)
      statements.push({ text: insertUsers(schema), values: registeredBatch.values(registered) });
    if (patches.size > 0)
      statements.push({ text: patchUsers(schema), values: patchBatch.values([...patches.values()]) });
    if (names.size > 0) statements.push({ text: upsertNames(schema), values: nameBatch.values([...names.values()]) });
    return statements;
  },
};

function patchOf(patches: Map<string, Patch>, event: StoredEvent): Patch {
  const userId = event.data['userId'] as string;
  let patch = patches.get(userId);
  if (!patch) patches.set(userId, (patch = { userId }));
  return patch;
}

function rename(names: Map<string, TenantName>, id: string, name: string | null | undefined): void {
  if (name !== null && name !== undefined) names.set(id, { id, name });
}
