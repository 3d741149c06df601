import type { Message } from '../../../../api/contract/messages.ts';
import type { MessageLook } from '../../../components/status.ts';

/** A text that has been written here and that the server has not answered for yet. */
export interface Draft {
  /** Also the idempotency key: trying again with it sends nothing twice. */
  readonly key: string;
  readonly body: string;
  readonly media: readonly { readonly url: string; readonly content_type: string | null }[];
  readonly at: string;
  readonly failed: string | null;
}

export interface Timeline {
  readonly messages: ReadonlyMap<string, Message>;
  readonly drafts: readonly Draft[];
  /** Whether there are earlier messages than those known; null until the first page. */
  readonly hasMore: boolean | null;
}

export const emptyTimeline: Timeline = { messages: new Map(), drafts: [], hasMore: null };

export type TimelineAction =
  | { readonly type: 'newest'; readonly data: readonly Message[]; readonly hasMore: boolean }
  | { readonly type: 'older'; readonly data: readonly Message[]; readonly hasMore: boolean }
  | { readonly type: 'patch'; readonly id: string; readonly status: string }
  | { readonly type: 'draft'; readonly draft: Draft }
  | { readonly type: 'answered'; readonly key: string; readonly message: Message }
  | { readonly type: 'refused'; readonly key: string; readonly reason: string }
  | { readonly type: 'discard'; readonly key: string };

/** Positions are decimal strings of 64-bit numbers. */
const before = (a: Message, b: Message): number => {
  const [x, y] = [BigInt(a.position), BigInt(b.position)];
  return (
    x < y ? -1
    : x > y ? 1
    : a.at < b.at ? -1
    : 1
  );
};

/** All known messages, oldest first. */
export const inOrder = (timeline: Timeline): Message[] => [...timeline.messages.values()].sort(before);

/**
 * The messages of one conversation as this browser knows them. The newest page is read again whenever something changes and older pages are read upwards;
 * both meet here. When so much came in that the newest page no longer touches what was known, what is older is forgotten and read again on scrolling up.
 */
export function timelineReducer(timeline: Timeline, action: TimelineAction): Timeline {
  switch (action.type) {
    case 'newest': {
      const touches =
        timeline.messages.size === 0 ||
        action.data.some((message) => timeline.messages.has(message.id)) ||
        !action.hasMore;
      const messages = new Map(touches ? timeline.messages : []);
      let drafts = timeline.drafts;
      for (const message of action.data) {
        // Our own text can arrive over the live channel before the answer to sending it: it takes its draft's place.
        if (!messages.has(message.id) && message.direction === 'out' && message.kind === 'message') {
          const mine = drafts.find(
            (draft) =>
              draft.failed === null &&
              draft.body === (message.body ?? '') &&
              draft.media.length === message.media.length &&
              draft.at <= addSeconds(message.at, 120),
          );
          if (mine) drafts = drafts.filter((draft) => draft !== mine);
        }
        const known = messages.get(message.id);
        messages.set(
          message.id,
          known && rank(known.status) > rank(message.status) ? { ...message, status: known.status } : message,
        );
      }
      const hasMore =
        touches && timeline.hasMore !== null && timeline.messages.size > action.data.length ?
          timeline.hasMore
        : action.hasMore;
      return { messages, drafts, hasMore };
    }
    case 'older': {
      const messages = new Map(timeline.messages);
      for (const message of action.data) if (!messages.has(message.id)) messages.set(message.id, message);
      return { ...timeline, messages, hasMore: action.hasMore };
    }
    case 'patch': {
      const message = timeline.messages.get(action.id);
      if (!message || message.status === action.status || rank(action.status) <= rank(message.status)) return timeline;
      return {
        ...timeline,
        messages: new Map(timeline.messages).set(action.id, { ...message, status: action.status as Message['status'] }),
      };
    }
    case 'draft':
      return {
        ...timeline,
        drafts: [...timeline.drafts.filter((draft) => draft.key !== action.draft.key), action.draft],
      };
    case 'answered': {
      const known = timeline.messages.get(action.message.id);
      const newer = known && rank(known.status) > rank(action.message.status) ? known : action.message;
      return {
        ...timeline,
        messages: new Map(timeline.messages).set(action.message.id, newer),
        drafts: timeline.drafts.filter((draft) => draft.key !== action.key),
      };
    }
    case 'refused':
      return {
        ...timeline,
        drafts: timeline.drafts.map((draft) =>
          draft.key === action.key ? { ...draft, failed: action.reason } : draft,
        ),
      };
    case 'discard':
      return { ...timeline, drafts: timeline.drafts.filter((draft) => draft.key !== action.key) };
    default:
      return action satisfies never;
  }
}

const addSeconds = (at: string, seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString();

/** A state only moves forward: events that overtake each other on the way here must not move it back. */
const order: readonly string[] = ['queued', 'held', 'unknown', 'accepted', 'sent', 'failed', 'suppressed', 'delivered'];
const rank = (status: string): number => order.indexOf(status);

export type Entry =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'new'; readonly key: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      readonly first: boolean;
      readonly last: boolean;
    }
  | { readonly kind: 'draft'; readonly key: string; readonly draft: Draft };

/** Messages of one side within this time stand together, milliseconds. */
const groupWithin = 5 * 60_000;

/** What the timeline shows: day separators, the divider above the first unread message, and messages in groups of one side. */
export function entriesOf(timeline: Timeline, dayOf: (at: string) => string, firstUnread: string | null): Entry[] {
  const messages = inOrder(timeline);
  const entries: Entry[] = [];
  const together = (a: Message | undefined, b: Message | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.direction === b.direction &&
    a.kind === b.kind &&
    a.purpose === b.purpose &&
    a.author_id === b.author_id &&
    dayOf(a.at) === dayOf(b.at) &&
    Math.abs(Date.parse(b.at) - Date.parse(a.at)) < groupWithin &&
    b.id !== firstUnread;
  messages.forEach((message, index) => {
    const day = dayOf(message.at);
    const previous = messages[index - 1];
    if (previous === undefined || dayOf(previous.at) !== day) entries.push({ kind: 'day', key: `day ${day}`, day });
    if (message.id === firstUnread) entries.push({ kind: 'new', key: 'new' });
    entries.push({
      kind: 'message',
      key: message.id,
      message,
      first: !together(previous, message),
      last: !together(message, messages[index + 1]),
    });
  });
  for (const draft of timeline.drafts) entries.push({ kind: 'draft', key: draft.key, draft });
  return entries;
}

/** The id of the message that the last `unread` incoming ones begin with, null when none is unread or when it lies among the messages not yet read upwards. */
export function firstUnreadOf(messages: readonly Message[], unread: number, hasMore: boolean): string | null {
  if (unread === 0) return null;
  const incoming = messages.filter((message) => message.direction === 'in');
  if (hasMore && incoming.length < unread) return null;
  return incoming.at(-Math.min(unread, incoming.length))?.id ?? null;
}

/** The state a bubble shows. */
export const lookOf = (entry: { readonly draft: Draft } | { readonly message: Message }): MessageLook =>
  'draft' in entry ?
    entry.draft.failed === null ?
      'sending'
    : 'unsent'
  : entry.message.status;
