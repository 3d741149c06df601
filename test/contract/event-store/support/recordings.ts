import { createSecretKey, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore, EventToStore, StoredEvent } from '../../../../adapters/event-store/port.ts';

/** An event as a store holds it, and what it read as when it was recorded. Never edited: that is what makes it a recording. */
export interface Recording {
  readonly stored: EventToStore;
  readonly read: Readonly<Record<string, unknown>>;
}

export const folder = join(import.meta.dirname, '..', 'fixtures');
export const fileOf = (type: string, version: number) => `${type}.${version}.json`;

export function recordings(): readonly Recording[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording);
}

/** The key of everybody in the recordings. It protects nothing. */
export const recordingKey = createSecretKey(Buffer.alloc(32, 'recordings'));
export const recordingKeys = { forReading: keyForAll, forWriting: keyForAll };

async function keyForAll(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject>> {
  return new Map(subjects.map((subject) => [subject, recordingKey]));
}

/** A store of one page, for looking at what the codec hands down and gives back. */
export function pageStore(): EventStore & { readonly stored: StoredEvent[] } {
  const stored: StoredEvent[] = [];
  const unused = () => {
    throw new Error('not used');
  };
  return {
    engine: 'page',
    stored,
    appendMany: unused,
    readMany: unused,
    subscribe: unused,
    head: unused,
    end: unused,
    close: async () => {},
    async append(stream, _expected, events) {
      for (const one of events)
        stored.push({
          ...one,
          data: JSON.parse(JSON.stringify(one.data)) as StoredEvent['data'],
          stream,
          revision: stored.length,
          position: BigInt(stored.length + 1),
        });
      return { revision: stored.length - 1, position: BigInt(stored.length), repeated: false };
    },
    read: async () => stored,
    readAll: async () => ({ events: stored, next: BigInt(stored.length), atEnd: true }),
  };
}
