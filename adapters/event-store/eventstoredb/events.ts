import { hash, randomUUID } from 'node:crypto';
import type { EventData, EventMetadata } from '../../../domain/kernel/event.ts';
import type { EventToStore, StoredEvent } from '../port.ts';
import type { AppendRequest, Recorded } from './messages.ts';

/**
 * How an event lies in EventStoreDB: its metadata carries its id and schema version besides our metadata, and the two
 * names by which the engine's own tools follow causes. The engine's event id is a new one for every attempt: it would
 * take the same id for a repeat without looking at the content and without saying so; repeats are found by our id
 * instead (see append.ts).
 */
interface WireMetadata extends Partial<EventMetadata> {
  readonly eventId?: string;
  readonly schemaVersion?: number;
  readonly $correlationId?: string;
  readonly $causationId?: string;
}

/** An event written out for the server, and what tells a repeat from an id that was used again. */
export type Outgoing = AppendRequest['events'][number] & { readonly eventId: string; readonly digest: string };

export function outgoing({ id, type, version, data, metadata }: EventToStore): Outgoing {
  const wire: WireMetadata = {
    eventId: id.toLowerCase(),
    schemaVersion: version,
    $correlationId: metadata.correlationId,
    $causationId: metadata.causationId ?? metadata.commandId,
    ...metadata,
  };
  const text = JSON.stringify(data);
  return {
    id: randomUUID(),
    type,
    data: text,
    metadata: JSON.stringify(wire),
    eventId: id.toLowerCase(),
    // Of what a reader will get: writing it out has turned dates into texts and left out what is undefined.
    digest: contentDigest({ type, version, data: JSON.parse(text) as EventData }),
  };
}

/** Whether an event is the engine's own, such as the metadata of a stream. */
export const isSystem = ({ type, stream }: Recorded): boolean => type.startsWith('$') || stream.startsWith('$');

export function fromWire({ id, stream, type, revision, position, data, metadata }: Recorded): StoredEvent {
  const {
    eventId = id,
    schemaVersion = 1,
    $correlationId: _correlation,
    $causationId: _causation,
    ...ours
  } = (metadata.length === 0 ? {} : JSON.parse(metadata.toString())) as WireMetadata;
  return {
    id: eventId,
    type,
    version: schemaVersion,
    data: JSON.parse(data.toString()) as EventData,
    metadata: ours as EventMetadata,
    stream,
    revision,
    position,
  };
}

/** The same for the same type, version and data, whatever the order of the fields. */
export function contentDigest({ type, version, data }: Pick<EventToStore, 'type' | 'version' | 'data'>): string {
  return hash('sha256', `${version} ${type} ${inOrder(data)}`, 'base64');
}

/** JSON with the fields of every object in the order of their names. */
function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${inOrder((value as EventData)[name])}`).join()}}`;
}
