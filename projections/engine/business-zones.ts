import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { BusinessCreated, BusinessDetailsChanged } from '../../domain/businesses/events.ts';
import { perSchema } from './arrays.ts';
import { is } from './events.ts';
import type { Statement } from '../engine-types.ts';
import { newest } from './merge-policy.ts';
import { col, key, type SaidOf, table } from './table.ts';

/**
 * A read model that counts by days keeps the zones of the businesses beside its counts: one that it had to look up
 * elsewhere might not be there yet.
 */
export const zoneTable = table('zones', { businessId: key('uuid'), timezone: col('text', newest) });
type Zone = SaidOf<typeof zoneTable> & { readonly timezone: string };

// A zone that Postgres does not know would stop every count of that business: it is taken for UTC.
const insert = perSchema((schema) =>
  zoneTable.upsert(
    schema,
    'z',
    `select x.business_id, coalesce(known.name, 'UTC')
        from ${zoneTable.from('x')} left join pg_timezone_names known on known.name = x.timezone`,
  ),
);

/** The events that say in which zone a business is. */
export const zoneEvents = [BusinessCreated, BusinessDetailsChanged] as const;
const mayMove: ReadonlySet<string> = new Set(zoneEvents.map(({ type }) => type));

export const zoneOf = (event: StoredEvent): Zone | null =>
  (is(event, BusinessCreated) || is(event, BusinessDetailsChanged)) && typeof event.data.timezone === 'string' ?
    { businessId: event.data.businessId!, timezone: event.data.timezone }
  : null;

export function zoneStatements(zones: readonly Zone[], schema: string): Statement[] {
  const rows = zoneTable.rows();
  for (const zone of zones) rows.merge(zone);
  return rows.toStatements(insert(schema));
}

/**
 * Cuts a batch where a business appears, or moves to another zone, after something was counted for it, so that what
 * came before is counted as it was then: the same days come out however the feed is cut into batches. Days that are
 * past stay those of the zone they were counted in.
 */
export function betweenZones(
  events: readonly StoredEvent[],
  counts: (event: StoredEvent) => boolean,
): { zones: readonly Zone[]; events: readonly StoredEvent[] }[] {
  if (!events.some((event) => mayMove.has(event.type))) return [{ zones: [], events }];
  const parts: { zones: Zone[]; events: StoredEvent[] }[] = [];
  let part: { zones: Zone[]; events: StoredEvent[] } = { zones: [], events: [] };
  let counted = new Set<unknown>();
  for (const event of events) {
    const zone = zoneOf(event);
    if (zone && counted.has(zone.businessId)) {
      parts.push(part);
      part = { zones: [], events: [] };
      counted = new Set();
    }
    if (zone) part.zones.push(zone);
    else if (!mayMove.has(event.type)) {
      part.events.push(event);
      if (counts(event)) counted.add(event.data['businessId']);
    }
  }
  parts.push(part);
  return parts;
}
