import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AgencyCreated, AgencyDetailsChanged } from '../../domain/agency/events.ts';
import { BusinessCreated, BusinessDetailsChanged } from '../../domain/business/events.ts';
import { UserRegistered, UserRenamed } from '../../domain/user/events.ts';
import { batchOf, json, perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import type { Projector, Statement } from '../engine-types.ts';
import { fieldsOf, type Kind, kinds } from './kinds.ts';

interface Entry {
  readonly event: StoredEvent;
  readonly kind: Kind;
}
/** What somebody or something is called from a position on. */
interface Called {
  readonly id: string;
  readonly name: string;
  readonly position: bigint;
}

const byType = new Map(kinds.map((one) => [one.definition.type, one]));
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const actorOf = ({ event, kind }: Entry): string | null =>
  kind.by !== undefined ? text(event.data[kind.by])
  : event.metadata.actor.kind === 'user' ? event.metadata.actor.userId
  : null;
/** Whoever acts under their own name is no impersonator of anybody. */
const impersonatorOf = ({ event, kind }: Entry): string | null =>
  kind.by === undefined && event.metadata.actor.kind === 'user' ? event.metadata.actor.impersonatorId : null;

const entries = batchOf<Entry>({
  position: ['bigint', ({ event }) => event.position],
  id: ['uuid', ({ event }) => event.id],
  at: ['timestamptz', ({ event }) => event.metadata.occurredAt],
  type: ['text', ({ event }) => event.type],
  actor_id: ['uuid', actorOf],
  impersonator_id: ['uuid', impersonatorOf],
  agency_id: ['uuid', ({ event }) => text(event.data['agencyId']) ?? event.metadata.tenant.agencyId],
  business_id: ['uuid', ({ event }) => text(event.data['businessId']) ?? event.metadata.tenant.businessId],
  about_id: ['uuid', ({ event, kind }) => text(event.data[kind.about])],
  details: ['jsonb', ({ event, kind }) => json(kind.details?.(event.data) ?? {})],
  fields: ['jsonb', ({ event, kind }) => (kind.fields === undefined ? null : json(fieldsOf(event.data)))],
});
const names = batchOf<Called>({
  id: ['uuid', ({ id }) => id],
  name: ['text', ({ name }) => name],
  position: ['bigint', ({ position }) => position],
});

const insert = perSchema(
  (schema) => `
  insert into ${schema}.activity select x.position, x.id, x.at, x.type, x.actor_id, x.impersonator_id, x.agency_id, x.business_id, x.about_id, ${entries.cast('x', 'details')}, ${entries.cast('x', 'fields')}
    from ${entries.from('x')} on conflict (position) do nothing`,
);
const upsertNames = perSchema(
  (schema) => `
  insert into ${schema}.names as n select x.id, x.name, x.position from ${names.from('x')}
  on conflict (id) do update set name = excluded.name, position = excluded.position where n.position < excluded.position`,
);

/** Who did what to whom, and for whom they acted: what people ask for when something is not as they left it. */
export const activity: Projector = {
  name: 'activity',
  version: 1,
  handles: typesOf(kinds.map((one) => one.definition)),
  create: (schema) => `
    create table ${schema}.activity (
      position bigint primary key, id uuid not null, at timestamptz not null, type text not null, actor_id uuid, impersonator_id uuid, agency_id uuid, business_id uuid, about_id uuid,
      details jsonb not null, fields jsonb
    );
    create index activity_by_agency on ${schema}.activity (agency_id, position) where agency_id is not null;
    create index activity_by_business on ${schema}.activity (business_id, position) where business_id is not null;
    create index activity_by_subject on ${schema}.activity (about_id, position) where about_id is not null;
    create index activity_by_actor on ${schema}.activity (actor_id, position) where actor_id is not null;
    create table ${schema}.names (id uuid primary key, name text not null, position bigint not null)`,
  fold: (events, schema) => {
    const rows: Entry[] = [];
    const called = new Map<string, Called>();
    for (const event of events) {
      const kind = byType.get(event.type);
      if (kind !== undefined && !(kind.byPeopleOnly && event.metadata.actor.kind !== 'user'))
        rows.push({ event, kind });
      const name = nameIn(event);
      if (name !== null) called.set(name.id, { ...name, position: event.position });
    }
    const statements: Statement[] = [];
    if (rows.length > 0) statements.push({ text: insert(schema), values: entries.values(rows) });
    if (called.size > 0) statements.push({ text: upsertNames(schema), values: names.values([...called.values()]) });
    return statements;
  },
};

function nameIn(event: StoredEvent): { id: string; name: string } | null {
  const of = (id: unknown, name: unknown) => (typeof id === 'string' && typeof name === 'string' ? { id, name } : null);
  if (is(event, UserRegistered) || is(event, UserRenamed))
    return of(event.data.userId, `${event.data.firstName ?? ''} ${event.data.lastName ?? ''}`.trim());
  if (is(event, AgencyCreated) || is(event, AgencyDetailsChanged)) return of(event.data.agencyId, event.data.name);
  if (is(event, BusinessCreated) || is(event, BusinessDetailsChanged))
    return of(event.data.businessId, event.data.name);
  return null;
}
