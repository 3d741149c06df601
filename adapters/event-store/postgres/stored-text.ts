import type { StoredEvent } from '../port.ts';

/** An event whose data is there as JSON text: parsed only when somebody looks, once for all who do. */
export function storedText(head: Omit<StoredEvent, 'data' | 'metadata'>, data: string, metadata: string): StoredEvent {
  let parsed: StoredEvent['data'] | undefined;
  let parsedMetadata: StoredEvent['metadata'] | undefined;
  return {
    ...head,
    get data() {
      return (parsed ??= JSON.parse(data) as StoredEvent['data']);
    },
    get metadata() {
      return (parsedMetadata ??= JSON.parse(metadata) as StoredEvent['metadata']);
    },
  };
}
