import { is } from '../../../kernel/event.ts';
import { EmailQueued } from '../../../emails/events.ts';
import { MessageQueued } from '../../../messages/events.ts';
import type { TriggerOn } from '../../triggers/index.ts';
import type { LaterTrigger } from './later-trigger.ts';

export const broadcastNotClicked: LaterTrigger<Extract<TriggerOn, { kind: 'broadcast-not-clicked' }>> = {
  follows: [MessageQueued.type, EmailQueued.type],
  laterAt(event, on) {
    if (!is(event, MessageQueued) && !is(event, EmailQueued)) return null;
    const { broadcastId } = event.data;
    if (broadcastId === null || (on.broadcastId !== null && on.broadcastId !== broadcastId)) return null;
    const at = new Date(Date.parse(event.metadata.occurredAt) + on.hours * 3_600_000).toISOString();
    return { at, cause: { kind: 'broadcast-not-clicked', broadcastId } };
  },
  stillHolds: (_on, { cause }, { hasClicked }) =>
    cause?.kind === 'broadcast-not-clicked' && !hasClicked(cause.broadcastId),
};
