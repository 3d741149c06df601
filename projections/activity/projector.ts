import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { IntegrationConnected, IntegrationRenamed } from '../../domain/integrations/events.ts';
import { ApiKeyChanged, ApiKeyCreated } from '../../domain/api-keys/events.ts';
import { WebhookEndpointChanged, WebhookEndpointCreated } from '../../domain/webhooks/events.ts';
import { AgencyCreated, AgencyDetailsChanged } from '../../domain/agencies/events.ts';
import { BusinessCreated, BusinessDetailsChanged } from '../../domain/businesses/events.ts';
import { UserRegistered, UserRenamed } from '../../domain/users/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { fieldsOf, type Kind, kinds } from './kinds.ts';
import { activityIndexesAtOnce, activityModel, activityTable, nameTable } from '../tables/activity.ts';

const byType = new Map(kinds.map((one) => [one.definition.type, one]));
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const actorOf = (event: StoredEvent, kind: Kind): string | null =>
  kind.by !== undefined ? text(event.data[kind.by])
  : event.metadata.actor.kind === 'user' ? (event.metadata.actor.apiKeyId ?? event.metadata.actor.userId)
  : null;
/** Whoever acts under their own name is no impersonator of anybody. */
const impersonatorOf = (event: StoredEvent, kind: Kind): string | null =>
  kind.by === undefined && event.metadata.actor.kind === 'user' ? event.metadata.actor.impersonatorId : null;

const isShown = ({ data, metadata }: StoredEvent, { byPeopleOnly, when }: Kind): boolean =>
  !(byPeopleOnly && metadata.actor.kind !== 'user') && (when?.(data) ?? true);

const insert = perSchema((schema) => activityTable.upsert(schema, 'a'));
const upsertNames = perSchema((schema) => `${nameTable.upsert(schema, 'n')} where n.position < excluded.position`);

const create = createAll(activityTable, nameTable);

/** Who did what to whom, and for whom they acted: what people ask for when something is not as they left it. */
export const activity: Projector = {
  ...activityModel,
  handles: typesOf(kinds.map((one) => one.definition)),
  create: (schema) => `${create(schema)};${activityIndexesAtOnce(schema)}`,
  fold: (events, schema) => {
    const rows = activityTable.rows();
    const names = nameTable.rows();
    for (const event of events) {
      const { data, metadata, position } = event;
      const kind = byType.get(event.type);
      if (kind !== undefined && isShown(event, kind))
        rows.merge({
          position,
          id: event.id,
          at: metadata.occurredAt,
          type: event.type,
          actorId: actorOf(event, kind),
          impersonatorId: impersonatorOf(event, kind),
          agencyId: text(data['agencyId']) ?? metadata.tenant.agencyId,
          businessId: text(data['businessId']) ?? metadata.tenant.businessId,
          aboutId: text(data[kind.about]),
          details: kind.details?.(data) ?? {},
          fields: kind.fields === undefined ? null : fieldsOf(data),
        });
      const name = nameIn(event);
      if (name !== null) names.merge({ ...name, position });
    }
    return [...rows.toStatements(insert(schema)), ...names.toStatements(upsertNames(schema))];
  },
};

function nameIn(event: StoredEvent): { id: string; name: string } | null {
  const of = (id: unknown, name: unknown) => (typeof id === 'string' && typeof name === 'string' ? { id, name } : null);
  if (is(event, UserRegistered) || is(event, UserRenamed))
    return of(event.data.userId, `${event.data.firstName ?? ''} ${event.data.lastName ?? ''}`.trim());
  if (is(event, IntegrationConnected) || is(event, IntegrationRenamed))
    return of(event.data.integrationId, event.data.name);
  if (is(event, WebhookEndpointCreated) || is(event, WebhookEndpointChanged))
    return of(event.data.endpointId, event.data.url);
  if (is(event, ApiKeyCreated) || is(event, ApiKeyChanged)) return of(event.data.keyId, event.data.name);
  if (is(event, AgencyCreated) || is(event, AgencyDetailsChanged)) return of(event.data.agencyId, event.data.name);
  if (is(event, BusinessCreated) || is(event, BusinessDetailsChanged))
    return of(event.data.businessId, event.data.name);
  return null;
}
