import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Taken } from '../outside/carrier.ts';

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

/**
 * In which step of the world whoever sent a text had last looked whether it may go out; -1: nobody knows. A broadcast is
 * read beside its recipients, and each is looked at by both.
 */
export const lookedAt = ({ decidedAt, sideBySide }: Taken, { purpose, contactId, events }: Outgoing): number =>
  purpose === 'broadcast' ?
    (sideBySide.get(`broadcast-${String(events[0]!.data['broadcastId'])} contact-${contactId}`) ?? -1)
  : decidedAt;
