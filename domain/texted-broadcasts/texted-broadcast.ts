import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import type { TextedBroadcastEvent, TextedBroadcastRequested } from './events.ts';

export type Request = EventOf<typeof TextedBroadcastRequested>['data'];

/** The newest request of a phone, and the wrong codes that came since the last right one. */
export interface TextedBroadcast {
  readonly request: Request | null;
  readonly status: 'none' | 'requested' | 'offered' | 'confirmed' | 'ended';
  /** Until when the code is good; null: not offered yet. */
  readonly expiresAt: string | null;
  /** When they were received, oldest first. */
  readonly wrongCodes: readonly string[];
}

const evolve = (state: TextedBroadcast, event: TextedBroadcastEvent): TextedBroadcast => {
  if (event.type === 'TextedBroadcastRequested')
    return { ...state, request: event.data, status: 'requested', expiresAt: null };
  if (event.data.broadcastId !== state.request?.broadcastId) return state;
  switch (event.type) {
    case 'TextedBroadcastOffered':
      return { ...state, status: 'offered', expiresAt: event.data.expiresAt };
    case 'TextedBroadcastCodeRejected':
      return { ...state, wrongCodes: [...state.wrongCodes, event.data.at] };
    case 'TextedBroadcastConfirmed':
      return { ...state, status: 'confirmed', wrongCodes: [] };
    case 'TextedBroadcastEnded':
      return { ...state, status: 'ended' };
    default:
      return unchanged(state, event);
  }
};
export const TextedBroadcast: Aggregate<TextedBroadcast, TextedBroadcastEvent> = {
  initial: { request: null, status: 'none', expiresAt: null, wrongCodes: [] },
  evolve,
};
