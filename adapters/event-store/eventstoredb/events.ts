import { createHash } from 'node:crypto';
import {
  type EventData as WireEvent,
  jsonEvent,
  type ResolvedEvent,
  type AllStreamResolvedEvent,
} from '@eventstore/db-client';
import type { EventData, EventMetadata } from '../../../domain/kernel/event.ts';
import type { EventToStore, StoredEvent } from '../port.ts';

/**
 * How an event lies in EventStoreDB: its metadata carries its id and schema version besides our metadata, and the two names by which the engine's own tools follow
 * causes. The engine's event id is a new one for every attempt: it would take the same id for a repeat without looking at the content and without saying
 * so; repeats are found by our id instead (see append.ts).
 */
interface WireMetadata extends Partial<EventMetadata> {
  readonly eventId?: string;
  readonly schemaVersion?: number;
  readonly $correlationId?: string;
  readonly $causationId?: string;
}

export function toWire({ id, type, version, data, metadata }: EventToStore): WireEvent {
  const wire: WireMetadata = {
    eventId: id.toLowerCase(),
    schemaVersion: version,
    $correlationId: metadata.correlationId,
    $causationId: metadata.causationId ?? metadata.commandId,
    ...metadata,
  };
  return jsonEvent({ type, data: data as Record<string, unknown>, metadata: wire as Record<string, unknown> });
}

export function fromWire(resolved: ResolvedEvent | AllStreamResolvedEvent): StoredEvent | null {
  const { event } = resolved;
  if (event === undefined || event.type.startsWith('$') || event.streamId.startsWith('$')) return null;
  const {
    eventId = event.id,
    schemaVersion = 1,
    $correlationId: _correlation,
    $causationId: _causation,
    ...metadata
  } = (event.metadata ?? {}) as WireMetadata;
  const position = event.position?.commit ?? resolved.commitPosition;
  if (position === undefined)
    throw new Error(`The server did not say where event ${event.id} is; it must be of version 21.10 or later.`);
  return {
    id: eventId,
    type: event.type,
    version: schemaVersion,
    data: event.data as EventData,
    metadata: metadata as EventMetadata,
    stream: event.streamId,
    revision: Number(event.revision),
    position,
  };
}

/** The same for the same type, version and data, whatever the order of the fields. */
export function contentDigest({ type, version, data }: Pick<EventToStore, 'type' | 'version' | 'data'>): string {
  return createHash('sha256')
    .update(`${version} ${type} ${JSON.stringify(data, inOrder)}`)
    .digest('base64');
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
