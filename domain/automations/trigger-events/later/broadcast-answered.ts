import { replyDays } from '../../../broadcasts/reply-window.ts';
import { MessageRoutedToInbox } from '../../../messages/events.ts';
import type { TriggerOn } from '../../triggers/index.ts';
import type { LaterTrigger } from './later-trigger.ts';

/** From when on a broadcast counts as answered by a text at this instant. */
export const answeredSince = (at: string): string => new Date(Date.parse(at) - replyDays * 86_400_000).toISOString();

/** Whether a text answers a broadcast stands in read models alone: asked when the enrollment is due, which is at once. */
export const broadcastAnswered: LaterTrigger<Extract<TriggerOn, { kind: 'broadcast-answered' }>> = {
  follows: [MessageRoutedToInbox.type],
  laterAt: (event) =>
    event.type === MessageRoutedToInbox.type ? { at: event.metadata.occurredAt, cause: `answered:${event.id}` } : null,
  stillHolds: (on, { at }, { wasSent }) => wasSent(on.broadcastId, answeredSince(at), at),
};
