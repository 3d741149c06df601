import type { StoredEvent } from '../../../adapters/event-store/port.ts';

export interface Outgoing {
  readonly messageId: string;
  readonly contactId: string;
  readonly purpose: string;
  readonly types: readonly string[];
  readonly events: readonly StoredEvent[];
  readonly providerIds: readonly string[];
}

/** Texts that were to go out, each with its stream. */
export function outgoing(events: readonly StoredEvent[]): readonly Outgoing[] {
  const streams = Map.groupBy(
    events.filter(({ stream }) => stream.startsWith('message-')),
    ({ stream }) => stream,
  );
  return [...streams.values()]
    .filter(([first]) => first?.type === 'MessageQueued')
    .map((stream) => ({
      messageId: stream[0]!.data['messageId'] as string,
      contactId: stream[0]!.data['contactId'] as string,
      purpose: stream[0]!.data['purpose'] as string,
      types: stream.map(({ type }) => type),
      events: stream,
      providerIds: stream
        .map(({ data }) => data['providerMessageId'])
        .filter((id): id is string => typeof id === 'string'),
    }));
}
