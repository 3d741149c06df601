import type { PayloadVersion } from '../../domain/webhooks/fields.ts';
import { publicationOf } from '../../domain/publications/publications.ts';
import { question } from '../kernel/command.ts';

/** Where an event stands in the log. */
export interface EventPlace {
  readonly stream: string;
  readonly revision: number;
}
/** What is sent of an event (Standard Webhooks 1.0.0). `id` is the same however often it is sent. */
export interface Payload {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * What is sent of these events, in their order, as a version has it. Made of the log each time: what is personal of
 * someone who was erased is null. Null: it is not sent.
 */
export const payloadsOf = question(
  async ({ events }, places: readonly EventPlace[], version: PayloadVersion): Promise<readonly (Payload | null)[]> =>
    Promise.all(
      places.map(async ({ stream, revision }) => {
        const [event] = await events.read(stream, { from: revision, limit: 1 });
        const publication = event && publicationOf(event.type);
        if (event === undefined || publication === undefined) return null;
        const { id, metadata, data } = event;
        return { id, type: publication.name, timestamp: metadata.occurredAt, data: publication.data(data, version) };
      }),
    ),
);

/** What the test button sends: about no one. */
export const testPayload = (id: string, at: Date): Payload => ({
  id,
  type: 'test',
  timestamp: at.toISOString(),
  data: { test: true },
});
