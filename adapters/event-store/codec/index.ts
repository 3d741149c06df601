import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../clock/port.ts';
import { systemClock } from '../../clock/system.ts';
import { type EventData, type EventDefinition, isMade } from '../../../domain/kernel/event.ts';
import { type Upcasters, upcasters as domainUpcasters } from '../../../domain/upcasters.ts';
import type { SubjectKeys } from '../../vault/port.ts';
import {
  EventIdReused,
  type EventStore,
  EventStoreUnavailable,
  type EventToStore,
  type FeedPage,
  type StoredEvent,
} from '../port.ts';
import { commit } from './commitments.ts';
import { type Envelope, envelopeField } from './envelope.ts';
import { createSealer, type Sealer } from './sealer.ts';

export interface CodecOptions {
  readonly subjectKeys: Pick<SubjectKeys, 'forReading' | 'forWriting'>;
  readonly catalogue: ReadonlyMap<string, EventDefinition>;
  /** Default: those of the domain. */
  readonly upcasters?: Upcasters;
  /** Default: the machine's. */
  readonly clock?: Pick<Clock, 'sleep'>;
}

type Keys = ReadonlyMap<string, KeyObject | null>;
const noKeys: Keys = new Map();

/**
 * The same event store, speaking the domain's current events. On append the data is held against its schema (a
 * TypeError names the fields that do not fit, never their content) and personal fields are encrypted with the key of
 * the person they are about. On read they are decrypted, or null once that key is gone, and old versions are brought up
 * to the current one. Types the catalogue doesn't know, and versions it doesn't know yet, are read as they are.
 */
export function withCodec(store: EventStore, options: CodecOptions): EventStore {
  const { subjectKeys, catalogue, upcasters = domainUpcasters, clock = systemClock } = options;
  const sealer = createSealer();
  /** On what the store has handed out, as it may again: that event as it is read. */
  const read = Symbol('read');

  async function encode(events: readonly EventToStore[]): Promise<readonly EventToStore[]> {
    const valid = events.map((event) => ({
      event,
      definition: definitionOf(event),
      data: validated(event, definitionOf(event)),
    }));
    const subjects = new Set<string>();
    for (const { definition, data } of valid)
      if (hasPersonal(definition, data)) subjects.add(subjectOf(definition, data));
    const keys = subjects.size === 0 ? noKeys : await lookUp(() => subjectKeys.forWriting([...subjects]));
    return valid.map(({ event, definition, data }) => ({
      ...event,
      data:
        hasPersonal(definition, data) ?
          sealPersonal(sealer, event.id.toLowerCase(), definition, data, keys.get(subjectOf(definition, data)) ?? null)
        : data,
    }));
  }

  function definitionOf({ type, version }: EventToStore): EventDefinition {
    const definition = catalogue.get(type);
    if (definition === undefined) throw new TypeError(`${type} is not in the catalogue of events.`);
    if (definition.version !== version)
      throw new TypeError(`${type} is at version ${definition.version}, not ${version}.`);
    return definition;
  }

  async function decode(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    const keys = await keysFor(events);
    return events.map((event) => decodeOne(event, keys));
  }

  /** One look-up for a whole page. */
  async function keysFor(events: readonly StoredEvent[]): Promise<Keys> {
    const subjects = new Set<string>();
    for (const { data } of events) {
      const envelope = data[envelopeField] as Envelope | undefined;
      if (envelope !== undefined && envelope.sealed !== null) subjects.add(envelope.of);
    }
    return subjects.size === 0 ? noKeys : lookUp(() => subjectKeys.forReading([...subjects]));
  }

  /**
   * An event that several follow in this process, or that the store has kept, is opened once and is the same object for
   * all; each of them has asked for the key of its person again.
   */
  function decodeOne(event: StoredEvent, keys: Keys): StoredEvent {
    const definition = catalogue.get(event.type);
    const sealed = event.data[envelopeField] !== undefined;
    const old = definition !== undefined && event.version < definition.version;
    if (!sealed && !old) return event;
    const key = sealed ? keyOf(event, keys) : null;
    const remembering = event as StoredEvent & { [read]?: StoredEvent };
    // Once a key is gone, what was opened with it is not shown any more.
    if (remembering[read] !== undefined && (!sealed || key !== null)) return remembering[read];
    let data = sealed ? openPersonal(sealer, event, key) : event.data;
    let { version } = event;
    if (old) {
      for (; version < definition.version; version += 1) {
        const upcast = upcasters[event.type]?.[version];
        if (upcast === undefined)
          throw new Error(`Nothing says how to read version ${version} of ${event.type} (event ${event.id}).`);
        data = upcast(data);
      }
    }
    const result = {
      id: event.id,
      type: event.type,
      version,
      data,
      metadata: event.metadata,
      stream: event.stream,
      revision: event.revision,
      position: event.position,
    };
    if (!sealed || key !== null) remembering[read] = result;
    return result;
  }

  async function* decodePages(pages: AsyncIterable<FeedPage>, signal: AbortSignal): AsyncGenerator<FeedPage> {
    for await (const page of pages) {
      let keys: Keys | null = null;
      for (let pause = 50; keys === null; pause = Math.min(pause * 2, 1_000)) {
        try {
          keys = await keysFor(page.events);
        } catch (error) {
          // As with the feed itself: it goes on where it was, once the keys can be had again.
          if (!(error instanceof EventStoreUnavailable)) throw error;
          await clock.sleep(pause, signal);
          if (signal.aborted) return;
        }
      }
      const found = keys;
      yield { ...page, events: page.events.map((event) => decodeOne(event, found)) };
    }
  }

  return {
    engine: store.engine,
    async append(stream, expected, events) {
      const encoded = await encode(events);
      try {
        return await store.append(stream, expected, encoded);
      } catch (error) {
        if (!(error instanceof EventIdReused) || !encoded.some(isCommitted)) throw error;
        return store.append(stream, expected, encoded.map(withoutCommitment));
      }
    },
    async appendMany(appends) {
      const encoded = await encode(appends.flatMap(({ events }) => events));
      let from = 0;
      const rows = appends.map(({ stream, expected, events }) => ({
        stream,
        expected,
        events: encoded.slice(from, (from += events.length)),
      }));
      const verdicts = await store.appendMany(rows);
      const older = rows.filter(({ events }, at) => verdicts[at] instanceof EventIdReused && events.some(isCommitted));
      if (older.length === 0) return verdicts;
      const again = await store.appendMany(older.map((row) => ({ ...row, events: row.events.map(withoutCommitment) })));
      return verdicts.map((verdict, at) => again[older.indexOf(rows[at]!)] ?? verdict);
    },
    async read(stream, readOptions) {
      return decode(await store.read(stream, readOptions));
    },
    async readMany(streams) {
      const found = await store.readMany(streams);
      const keys = await keysFor([...found.values()].flat());
      return new Map([...found].map(([stream, events]) => [stream, events.map((event) => decodeOne(event, keys))]));
    },
    async readAll(position, readOptions) {
      const page = await store.readAll(position, readOptions);
      return { ...page, events: await decode(page.events) };
    },
    head: () => store.head(),
    end: () => store.end(),
    subscribe: (position, subscribeOptions) =>
      decodePages(store.subscribe(position, subscribeOptions), subscribeOptions.signal),
    close: () => store.close(),
  };
}

function validated({ type, data }: EventToStore, { schema }: EventDefinition): EventData {
  if (isMade(data)) return data;
  const result = schema.safeParse(data);
  if (result.success) return result.data as EventData;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'data'} (${issue.code})`);
  throw new TypeError(`The data of ${type} does not fit its schema: ${problems.join(', ')}.`);
}

const hasPersonal = ({ personal }: EventDefinition, data: EventData) =>
  personal.some((field) => data[field] !== null && data[field] !== undefined);

function subjectOf({ type, subject, unless }: EventDefinition, data: EventData): string {
  const value = (unless === undefined ? null : data[unless]) ?? (subject === null ? null : data[subject]);
  if (typeof value !== 'string') throw new TypeError(`${type} has personal data and names nobody it is about.`);
  return value;
}

function sealPersonal(
  sealer: Sealer,
  eventId: string,
  definition: EventDefinition,
  data: EventData,
  key: KeyObject | null,
): EventData {
  const open: Record<string, unknown> = {};
  const personal: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(data))
    (definition.personal.includes(field) ? personal : open)[field] = value;
  const envelope: Envelope = {
    of: subjectOf(definition, data),
    fields: Object.keys(personal),
    sealed: key === null ? null : sealer.seal(key, eventId, JSON.stringify(personal)),
    ...(key !== null && { commit: commit(key, eventId, Object.values(personal)) }),
  };
  return { ...open, [envelopeField]: envelope };
}

const isCommitted = ({ data }: EventToStore): boolean =>
  (data[envelopeField] as Envelope | undefined)?.commit !== undefined;

/**
 * As it was written before there were commitments: what was appended then and is repeated now is no other event. The store
 * compares content, and with an id that is taken nothing new is written.
 */
function withoutCommitment(event: EventToStore): EventToStore {
  if (!isCommitted(event)) return event;
  const { commit: _commit, ...envelope } = event.data[envelopeField] as Envelope;
  return { ...event, data: { ...event.data, [envelopeField]: envelope } };
}

/** Null: it is gone, or there was none. */
function keyOf({ data }: StoredEvent, keys: Keys): KeyObject | null {
  const { sealed, of } = data[envelopeField] as Envelope;
  return sealed === null ? null : (keys.get(of) ?? null);
}

function openPersonal(sealer: Sealer, event: StoredEvent, key: KeyObject | null): EventData {
  const { sealed, fields } = event.data[envelopeField] as Envelope;
  const data =
    key === null || sealed === null ?
      Object.fromEntries(fields.map((field) => [field, null as unknown]))
    : open(sealer, event.id, key, sealed);
  // Field by field into what was opened: half the price of a copy without the envelope.
  for (const field in event.data) if (field !== envelopeField) data[field] = event.data[field];
  return data;
}

function open(sealer: Sealer, eventId: string, key: KeyObject, sealed: string): Record<string, unknown> {
  try {
    return JSON.parse(sealer.open(key, eventId, sealed)) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`The personal data of event ${eventId} can't be opened with its key.`, { cause: error });
  }
}

async function lookUp(ask: () => Promise<Keys>): Promise<Keys> {
  try {
    return await ask();
  } catch (error) {
    throw new EventStoreUnavailable('The keys of personal data could not be looked up.', { cause: error });
  }
}
