import type { Message } from '../../../../api/contract/messages.ts';
import type { ChatCall } from '../../../../api/contract/livechat.ts';
import type { Unsent } from '../../../data/outbox.ts';

export interface Timeline {
  readonly messages: ReadonlyMap<string, Message>;
  /** Whether there are earlier messages than those known; null until the first page. */
  readonly hasMore: boolean | null;
}

export const emptyTimeline: Timeline = { messages: new Map(), hasMore: null };

export type TimelineAction =
  | { readonly type: 'newest'; readonly data: readonly Message[]; readonly hasMore: boolean }
  | { readonly type: 'older'; readonly data: readonly Message[]; readonly hasMore: boolean }
  | { readonly type: 'patch'; readonly id: string; readonly status: string }
  | { readonly type: 'sent'; readonly message: Message };

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
 * The messages of one conversation as this browser knows them. The newest page is read again whenever something changes
 * and older pages are read upwards; both meet here. When so much came in that the newest page no longer touches what
 * was known, what is older is forgotten and read again on scrolling up.
 */
export function timelineReducer(timeline: Timeline, action: TimelineAction): Timeline {
  switch (action.type) {
    case 'newest': {
      const touches =
        timeline.messages.size === 0 ||
        action.data.some((message) => timeline.messages.has(message.id)) ||
        !action.hasMore;
      const messages = new Map(touches ? timeline.messages : []);
      for (const message of action.data) messages.set(message.id, furthest(messages.get(message.id), message));
      const hasMore =
        touches && timeline.hasMore !== null && timeline.messages.size > action.data.length ?
          timeline.hasMore
        : action.hasMore;
      return { messages, hasMore };
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
    case 'sent': {
      const { message } = action;
      const newest = furthest(timeline.messages.get(message.id), message);
      return { ...timeline, messages: new Map(timeline.messages).set(message.id, newest) };
    }
    default:
      return action satisfies never;
  }
}

/** A state only moves forward: events that overtake each other on the way here must not move it back. */
const order: readonly string[] = ['queued', 'held', 'unknown', 'accepted', 'sent', 'failed', 'suppressed', 'delivered'];
const rank = (status: string): number => order.indexOf(status);
const furthest = (known: Message | undefined, message: Message): Message =>
  known && rank(known.status) > rank(message.status) ? { ...message, status: known.status } : message;

/**
 * The unsent texts to show below the messages. One that the live channel has brought already, before the answer to
 * sending it, is shown once: as the message. It is known by its words, and by having come after what its writer saw.
 */
export function withoutEchoes(texts: readonly Unsent[], messages: readonly Message[]): readonly Unsent[] {
  const taken = new Set<string>();
  return texts.filter((text) => {
    if (text.state !== 'waiting') return true;
    const echo = messages.find(
      (message) =>
        !taken.has(message.id) &&
        message.direction === 'out' &&
        message.purpose === 'livechat' &&
        (message.body ?? '') === text.body &&
        message.media.length === text.media.length &&
        text.seen !== null &&
        BigInt(message.position) > BigInt(text.seen),
    );
    if (echo) taken.add(echo.id);
    return echo === undefined;
  });
}

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
  | { readonly kind: 'call'; readonly key: string; readonly call: ChatCall }
  | { readonly kind: 'unsent'; readonly key: string; readonly text: Unsent };

/** Messages of one side within this time stand together, milliseconds. */
const groupWithin = 5 * 60_000;

/**
 * What the timeline shows: day separators, the divider above the first unread message, messages in groups of one side,
 * and what is not sent yet.
 */
export function entriesOf(
  messages: readonly Message[],
  unsent: readonly Unsent[],
  dayOf: (at: string) => string,
  firstUnread: string | null,
  calls: readonly ChatCall[] = [],
): Entry[] {
  const entries: Entry[] = [];
  let day: string | null = null;
  const begin = (at: string): void => {
    if (dayOf(at) === day) return;
    day = dayOf(at);
    entries.push({ kind: 'day', key: `day ${day}`, day });
  };
  const waiting = [...calls];
  const callsBefore = (position: string | null): void => {
    while (waiting[0] !== undefined && (position === null || BigInt(waiting[0].position) < BigInt(position))) {
      const call = waiting.shift()!;
      begin(call.at);
      entries.push({ kind: 'call', key: `call ${call.id}`, call });
    }
  };
  const together = (a: Message | undefined, b: Message | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.direction === b.direction &&
    a.kind === b.kind &&
    a.purpose === b.purpose &&
    a.author_id === b.author_id &&
    dayOf(a.at) === dayOf(b.at) &&
    Math.abs(Date.parse(b.at) - Date.parse(a.at)) < groupWithin &&
    !calls.some(({ position }) => BigInt(position) > BigInt(a.position) && BigInt(position) < BigInt(b.position)) &&
    b.id !== firstUnread;
  messages.forEach((message, index) => {
    const previous = messages[index - 1];
    callsBefore(message.position);
    begin(message.at);
    if (message.id === firstUnread) entries.push({ kind: 'new', key: 'new' });
    entries.push({
      kind: 'message',
      key: message.id,
      message,
      first: !together(previous, message),
      last: !together(message, messages[index + 1]),
    });
  });
  callsBefore(null);
  for (const text of unsent) entries.push({ kind: 'unsent', key: text.key, text });
  return entries;
}

/**
 * The id of the message that the last `unread` ones begin with, null when none is unread or when it lies among the
 * messages not yet read upwards. What a rule has answered is nobody's to read.
 */
export function firstUnreadOf(messages: readonly Message[], unread: number, hasMore: boolean): string | null {
  if (unread === 0) return null;
  const incoming = messages.filter((message) => message.direction === 'in' && message.rule === null);
  if (hasMore && incoming.length < unread) return null;
  return incoming.at(-Math.min(unread, incoming.length))?.id ?? null;
}

/** Calls among the messages that are known; earlier ones are shown with the earlier messages. */
export const callsAmong = (calls: readonly ChatCall[], messages: readonly Message[], hasMore: boolean | null) => {
  const first = messages[0];
  return hasMore === false || first === undefined ?
      calls
    : calls.filter(({ position }) => BigInt(position) > BigInt(first.position));
};

/** The newest position among what is shown: what its reader has seen. Null: nothing yet. */
export const newestPosition = (messages: readonly Message[]): string | null => messages.at(-1)?.position ?? null;
