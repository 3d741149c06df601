import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { BusinessCreated } from '../../domain/business/events.ts';
import { batchOf, perSchema } from './arrays.ts';
import { is } from './events.ts';
import type { Statement } from '../engine-types.ts';

/** A read model that counts by days keeps the zones of the businesses beside its counts: one that it had to look up elsewhere might not be there yet. */
export const createZones = (schema: string): string => `create table ${schema}.zones (business_id uuid primary key, timezone text not null)`;

interface Zone { readonly businessId: string; readonly timezone: string }

const batch = batchOf<Zone>({ business_id: ['uuid', (row) => row.businessId], timezone: ['text', (row) => row.timezone] });

// A zone that Postgres does not know would stop every count of that business: it is taken for UTC.
const insert = perSchema((schema) => `
  insert into ${schema}.zones select x.business_id, coalesce(known.name, 'UTC')
    from ${batch.from('x')} left join pg_timezone_names known on known.name = x.timezone
  on conflict (business_id) do nothing`);

export const zoneOf = (event: StoredEvent): Zone | null =>
  is(event, BusinessCreated) ? { businessId: event.data.businessId!, timezone: event.data.timezone! } : null;

export function zoneStatements(zones: readonly Zone[], schema: string): Statement[] {
  if (zones.length === 0) return [];
  const first = new Map<string, Zone>();
  for (const zone of zones) if (!first.has(zone.businessId)) first.set(zone.businessId, zone);
  return [{ text: insert(schema), values: batch.values([...first.values()]) }];
}

/**
 * Cuts a batch where a business appears after something was counted for it, so that what came before its zone was known is counted as it was then:
 * the same days come out however the feed is cut into batches.
 */
export function betweenZones(events: readonly StoredEvent[], counts: (event: StoredEvent) => boolean): { zones: readonly Zone[]; events: readonly StoredEvent[] }[] {
  if (!events.some((event) => event.type === BusinessCreated.type)) return [{ zones: [], events }];
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
    else {
      part.events.push(event);
      if (counts(event)) counted.add(event.data['businessId']);
    }
  }
  parts.push(part);
  return parts;
}
