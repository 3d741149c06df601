import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type {
  EventStore,
  EventToStore,
  FeedPage,
  StoredEvent,
  SubscribeOptions,
} from '../../../../adapters/event-store/port.ts';
import { type EventDefinition, type EventMetadata, platformTenant } from '../../../../domain/kernel/event.ts';

export const metadata = (over: Partial<EventMetadata> = {}): EventMetadata => ({
  tenant: platformTenant,
  actor: { kind: 'system', name: 'contract' },
  occurredAt: '2026-02-28T23:59:59.999Z',
  correlationId: randomUUID(),
  causationId: null,
  commandId: randomUUID(),
  ...over,
});

export const event = (over: Partial<EventToStore> = {}): EventToStore => ({
  id: randomUUID(),
  type: 'Tried',
  version: 1,
  data: { n: 1 },
  metadata: metadata(),
  ...over,
});

export const events = (count: number, over: (n: number) => Partial<EventToStore> = () => ({})): EventToStore[] =>
  Array.from({ length: count }, (_, n) => event({ data: { n }, ...over(n) }));

/** A name that no other test has, of a stream or a type. */
export const unique = (name: string) => `${name}${randomUUID().slice(0, 8)}`;
export const streamName = (category = 'trial') => `${category}-${randomUUID()}`;

/** Takes pages until `enough` says so, then ends the subscription. */
export async function follow(
  store: EventStore,
  position: bigint,
  enough: (events: readonly StoredEvent[], page: FeedPage) => boolean | Promise<boolean>,
  options: Omit<SubscribeOptions, 'signal'> = {},
): Promise<readonly StoredEvent[]> {
  const stop = new AbortController();
  const seen: StoredEvent[] = [];
  for await (const page of store.subscribe(position, { ...options, signal: stop.signal })) {
    seen.push(...page.events);
    if (await enough(seen, page)) stop.abort();
  }
  return seen;
}

/** Takes anything and, as the schema of an object does, gives a copy. */
const anything = z.unknown().transform((data) => structuredClone(data));

/**
 * A catalogue that takes any event: what a contract test makes up. Types beginning with `Personal` have a personal
 * field `secret` of the `person`.
 */
export class AnyCatalogue extends Map<string, EventDefinition> {
  override get(type: string): EventDefinition {
    const personal = type.startsWith('Personal');
    return {
      type,
      version: 1,
      schema: anything,
      personal: personal ? ['secret'] : [],
      subject: personal ? 'person' : null,
      create: () => {
        throw new Error('not used');
      },
    };
  }
}
