import type { LiveEvent } from '../../api/contract/live.ts';

/** What can be out of date. Reads name the topics they show; a live event names those it touches. `contact:` topics concern one contact. */
export type Topic =
  | 'conversations'
  | 'calls'
  | 'team'
  | 'contacts'
  | 'segments'
  | 'bulk'
  | 'dashboard'
  | 'notifications'
  | 'uploads'
  | 'everything'
  | 'broadcasts'
  | 'approvals'
  | 'billing'
  | 'automations'
  | `broadcast:${string}`
  | `automation:${string}`
  | `contact:${string}`;

export interface LiveCounts {
  /** Null until the server has said. */
  readonly unread: number | null;
  readonly notificationsUnread: number | null;
  /** The furthest position heard of: where to resume after a break. */
  readonly position: string | null;
}

export interface LiveStep {
  readonly counts: LiveCounts;
  /** What to read again, quietly. */
  readonly refresh: readonly Topic[];
}

export const nothingYet: LiveCounts = { unread: null, notificationsUnread: null, position: null };

const further = (a: string | null, b: string): string => (a === null || BigInt(b) > BigInt(a) ? b : a);

/**
 * What one live event changes. Events of different read models can overtake each other, so an event with a lower position is not
 * dropped; only the place to resume never moves back. `resumed`: the first `ready` after a break, when anything may have been missed.
 */
export function reduceLive(counts: LiveCounts, event: LiveEvent, resumed: boolean): LiveStep {
  const position = further(counts.position, event.position);
  switch (event.type) {
    case 'ready':
      return {
        counts: { unread: event.unread, notificationsUnread: event.notifications_unread, position },
        refresh: resumed ? ['everything'] : [],
      };
    case 'new-message':
      return {
        counts: { ...counts, unread: event.unread, position },
        refresh: [`contact:${event.contact_id}`, 'conversations', 'contacts', 'dashboard'],
      };
    case 'message-changed':
      return {
        counts: { ...counts, position },
        refresh: [`contact:${event.contact_id}`, 'conversations', 'dashboard'],
      };
    case 'call-changed':
      return { counts: { ...counts, position }, refresh: [`contact:${event.contact_id}`, 'calls'] };
    case 'conversation-changed':
      return {
        counts: { ...counts, unread: event.unread, position },
        refresh: [`contact:${event.contact_id}`, 'conversations', 'contacts', 'dashboard'],
      };
    case 'writing':
      return { counts: { ...counts, position }, refresh: [] };
    case 'team-changed':
      return { counts: { ...counts, position }, refresh: ['team'] };
    case 'contacts-changed':
      return { counts: { ...counts, position }, refresh: event.what === 'bulk' ? ['bulk', 'contacts'] : ['segments'] };
    case 'upload-changed':
      return { counts: { ...counts, position }, refresh: ['uploads', 'contacts'] };
    case 'notification':
      return {
        counts: { ...counts, notificationsUnread: event.notifications_unread, position },
        refresh: ['notifications'],
      };
    case 'broadcast-changed':
      return { counts: { ...counts, position }, refresh: ['broadcasts', `broadcast:${event.broadcast_id}`] };
    case 'automation-changed':
      return { counts: { ...counts, position }, refresh: ['automations', `automation:${event.automation_id}`] };
    case 'approvals-changed':
      return { counts: { ...counts, position }, refresh: ['approvals'] };
    case 'billing-changed':
      return { counts: { ...counts, position }, refresh: ['billing'] };
    case 'resync':
      return { counts: { ...counts, position }, refresh: ['everything'] };
    default:
      return event satisfies never;
  }
}
