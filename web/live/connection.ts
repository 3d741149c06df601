import type { LiveClose, LiveEvent } from '../../api/contract/live.ts';
import { backoff } from './backoff.ts';
import { type LiveCounts, type LiveStep, nothingYet, reduceLive, type Topic } from './reduce.ts';

export type LiveState = 'connecting' | 'live' | 'waiting' | 'offline';

export interface LiveConnection {
  state(): LiveState;
  counts(): LiveCounts;
  subscribe(listener: () => void): () => void;
  /** Called with what to read again; bursts are gathered for a moment. */
  onRefresh(listener: (topics: ReadonlySet<Topic>) => void): () => void;
  onEvent(listener: (event: LiveEvent) => void): () => void;
  stop(): void;
}

export interface LiveOptions {
  /** `wss://…/api/v1/live` */
  readonly url: string;
  readonly token: string;
  readonly open: (url: string) => WebSocket;
  readonly random: () => number;
  readonly target: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly isOnline: () => boolean;
  /** The server says that the session has ended: somebody was removed, or signed out elsewhere. */
  readonly onSignedOut: () => void;
}

/** How long bursts of events are gathered before anything is read again, milliseconds. */
const gather = 80;
/**
 * What is read again at most so often, in ms, however many events stream in: no one reads reports or lists faster, and a
 * report costs the server more than a text does. Conversations and their texts are not among them.
 */
const restOf = (topic: Topic): number =>
  topic === 'dashboard' ? 3_000
  : /^(contacts|segments|uploads|broadcasts|automations|broadcast:.*|automation:.*)$/.test(topic) ? 1_000
  : topic === 'conversations' ? 250
  : topic === 'billing' ? 500
  : 0;
/** The server pings every 25 s on the protocol level; a connection that cannot be made within this time is tried anew. */
const openWithin = 10_000;
/** The clock is looked at so often, in ms. A hidden page's timers run once a minute: more than `asleep` between two looks is sleep. */
const lookEvery = 20_000;
const asleep = 90_000;
const unauthenticated: (typeof LiveClose)['unauthenticated'] = 4401;

/**
 * The live channel: says who it is in its first frame, resumes from the last position after a break, waits longer between failed tries,
 * and stands still while the browser is offline. A line that has slept may be dead without a word, and what was said meanwhile is lost: it
 * is opened anew. It keeps only counts; what changed is read again by those who show it.
 */
export function connectLive(options: LiveOptions): LiveConnection {
  let counts = nothingYet;
  let state: LiveState = 'connecting';
  let socket: WebSocket | null = null;
  let attempt = 0;
  let readyBefore = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  /** What is out of date, and when it is read again. */
  const pending = new Map<Topic, number>();
  const readAt = new Map<Topic, number>();
  const changed = new Set<() => void>();
  const refreshers = new Set<(topics: ReadonlySet<Topic>) => void>();
  const hearers = new Set<(event: LiveEvent) => void>();

  const tell = () => {
    for (const listener of changed) listener();
  };
  const become = (next: LiveState) => {
    if (next !== state) {
      state = next;
      tell();
    }
  };

  function refresh(topics: LiveStep['refresh']) {
    const now = performance.now();
    for (const topic of topics)
      if (!pending.has(topic))
        pending.set(topic, Math.max(now + gather, (readAt.get(topic) ?? -Infinity) + restOf(topic)));
    plan();
  }

  /** Reads again what is due, when the first of it is. */
  function plan() {
    clearTimeout(gathering);
    if (pending.size === 0) return;
    const now = performance.now();
    const first = Math.min(...pending.values());
    gathering = setTimeout(
      () => {
        // With what would follow within the same moment: one round of reads.
        const at = Math.max(performance.now(), first);
        const due = new Set(
          [...pending]
            .filter(([topic, when]) => when <= (restOf(topic) > 0 ? at : at + gather))
            .map(([topic]) => topic),
        );
        for (const topic of due) {
          pending.delete(topic);
          if (restOf(topic) > 0) readAt.set(topic, at);
        }
        for (const listener of refreshers) listener(due);
        plan();
      },
      Math.max(0, first - now),
    );
  }

  function hear(data: unknown) {
    const event = readEvent(data);
    if (event === null) return;
    const step = reduceLive(counts, event, readyBefore);
    counts = step.counts;
    if (event.type === 'ready') {
      attempt = 0;
      readyBefore = true;
      become('live');
    }
    tell();
    for (const listener of hearers) listener(event);
    refresh(step.refresh);
  }

  function tryAgain() {
    if (stopped) return;
    if (!options.isOnline()) return become('offline');
    become(attempt === 0 && readyBefore ? 'connecting' : 'waiting');
    clearTimeout(timer);
    timer = setTimeout(dial, backoff(attempt++, options.random));
  }

  function dial() {
    if (stopped) return;
    clearTimeout(timer);
    const mine = options.open(options.url);
    socket = mine;
    const giveUp = setTimeout(() => mine.close(), openWithin);
    mine.onopen = () => {
      clearTimeout(giveUp);
      mine.send(JSON.stringify({ token: options.token, after: counts.position }));
    };
    mine.onmessage = (message) => {
      if (socket === mine) hear(message.data);
    };
    mine.onclose = ({ code }) => {
      clearTimeout(giveUp);
      if (code === unauthenticated && !stopped) options.onSignedOut();
      if (socket === mine) {
        socket = null;
        tryAgain();
      }
    };
  }

  const online = () => {
    if (socket) return;
    attempt = 0;
    become('connecting');
    dial();
  };
  let lookedAt = Date.now();
  const look = () => {
    const slept = Date.now() - lookedAt > asleep;
    lookedAt = Date.now();
    if (!slept || socket === null) return;
    const old = socket;
    socket = null;
    old.close();
    online();
  };
  const looking = setInterval(look, lookEvery);
  const offline = () => {
    const old = socket;
    socket = null;
    clearTimeout(timer);
    old?.close();
    become('offline');
  };
  options.target.addEventListener('online', online);
  options.target.addEventListener('offline', offline);
  options.target.addEventListener('visibilitychange', look);
  dial();

  const listen = <T>(set: Set<T>, listener: T) => {
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  };
  return {
    state: () => state,
    counts: () => counts,
    subscribe: (listener) => listen(changed, listener),
    onRefresh: (listener) => listen(refreshers, listener),
    onEvent: (listener) => listen(hearers, listener),
    stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(gathering);
      clearInterval(looking);
      options.target.removeEventListener('visibilitychange', look);
      options.target.removeEventListener('online', online);
      options.target.removeEventListener('offline', offline);
      const old = socket;
      socket = null;
      old?.close();
    },
  };
}

const kinds: Readonly<Record<LiveEvent['type'], true>> = {
  ready: true,
  'new-message': true,
  'message-changed': true,
  'call-changed': true,
  'conversation-changed': true,
  writing: true,
  'team-changed': true,
  'contacts-changed': true,
  'upload-changed': true,
  notification: true,
  'broadcast-changed': true,
  'automation-changed': true,
  'approvals-changed': true,
  'billing-changed': true,
  resync: true,
};

/** An event of a frame; null: a kind that a newer server speaks of, or none at all. */
function readEvent(data: unknown): LiveEvent | null {
  try {
    const event = JSON.parse(String(data)) as Partial<LiveEvent> | null;
    const known = typeof event?.type === 'string' && Object.hasOwn(kinds, event.type);
    return known && /^\d+$/.test(String(event.position)) ? (event as LiveEvent) : null;
  } catch {
    return null;
  }
}
