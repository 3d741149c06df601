import type { Message } from '../../api/contract/messages.ts';
import { ApiError, failureMessage } from '../api/errors.ts';
import { backoff } from '../live/backoff.ts';

/** A text that was written here and that the server has not taken yet. */
export interface Unsent {
  /** Made when it was written; also the Idempotency-Key, so that however often it is tried it goes out once. */
  readonly key: string;
  readonly contactId: string;
  readonly body: string;
  readonly media: readonly { readonly url: string; readonly content_type: string | null }[];
  /** When it was written, by this browser's clock. */
  readonly at: string;
  /** The newest position of the conversation that its writer saw; null: none, or they want it sent whatever came. */
  readonly seen: string | null;
  /** It stays here until then, by this browser's clock, so that its writer can take it back; null: it goes at once. */
  readonly holdUntil: string | null;
  /** `refused`: it will not go. `overtaken`: something was said meanwhile, its writer has to say whether it still goes. */
  readonly state: 'waiting' | 'refused' | 'overtaken';
  /** Why it is refused or overtaken. */
  readonly reason: string | null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isMaybeText = (value: unknown): value is string | null => value === null || isText(value);
/** Whether what lay in the storage is one: another version may have written it. By hand, since schemas load with forms. */
function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== 'object' || value === null) return false;
  const { key, contactId, body, media, at, seen, holdUntil, state, reason } = value as Partial<
    Record<keyof Unsent, unknown>
  >;
  const pictures: readonly unknown[] | null = Array.isArray(media) ? media : null;
  return (
    [key, contactId, body, at].every(isText) &&
    [seen, holdUntil ?? null, reason].every(isMaybeText) &&
    ['waiting', 'refused', 'overtaken'].includes(state as string) &&
    pictures !== null &&
    pictures.every((picture) => {
      const { url, content_type: type } = (picture ?? {}) as { url?: unknown; content_type?: unknown };
      return isText(url) && isMaybeText(type);
    })
  );
}

export interface OutboxOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Where the texts of one user lie. */
  readonly storageKey: string;
  readonly send: (text: Unsent) => Promise<Message>;
  readonly target: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly isOnline: () => boolean;
  readonly random: () => number;
  /** Runs one at a time among the tabs of this browser. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  /** What is said of a refusal without words of its own. */
  readonly failed: string;
}

export interface Outbox {
  readonly list: () => readonly Unsent[];
  /** The key of the text that is on its way right now. */
  readonly underWay: () => string | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Called with every text that the server has taken. */
  readonly onSent: (listener: (text: Unsent, message: Message) => void) => () => void;
  /** `hold`: how long it can be taken back, in ms; left out: it goes at once. */
  readonly add: (text: Pick<Unsent, 'key' | 'contactId' | 'body' | 'media' | 'at' | 'seen'>, hold?: number) => void;
  /** Sends what is held, one or all: its writer is sure, or leaves. */
  readonly hurry: (key?: string) => void;
  /** Tries one again that was refused. `newKey`: the refusal is remembered under the old one. */
  readonly retry: (key: string, newKey: string) => void;
  /** Sends one that was overtaken, whatever has come since. `newKey`: as above. */
  readonly sendAnyway: (key: string, newKey: string) => void;
  readonly discard: (key: string) => void;
  /** Tries at once instead of when the next try is due: the connection is back. */
  readonly wake: () => void;
  readonly stop: () => void;
}

/**
 * Texts on their way to the server. They lie in the browser's storage from the moment they are written until the server
 * has taken them, so a lost connection, a reload or a closed tab loses none; they go in the order they were written, by
 * themselves when the connection is back, and once, since each try has the same Idempotency-Key.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { storage, storageKey, target } = options;
  const listeners = new Set<() => void>();
  const sentListeners = new Set<(text: Unsent, message: Message) => void>();
  let texts = read();
  let current: string | null = null;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let holding: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  let stopped = false;
  let stop: () => void = () => undefined;
  const ended = new Promise<'stopped'>((resolve) => {
    stop = () => {
      resolve('stopped');
    };
  });

  function read(): readonly Unsent[] {
    try {
      const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
      return Array.isArray(kept) && kept.every(isUnsent) ?
          kept.map((text) => ({ ...text, holdUntil: text.holdUntil ?? null }))
        : [];
    } catch {
      return [];
    }
  }
  const tell = () => {
    for (const listener of listeners) listener();
  };
  /** What the storage holds counts: another tab may have changed it. */
  function change(next: (texts: readonly Unsent[]) => readonly Unsent[]) {
    texts = next(read());
    if (texts.length === 0) storage.removeItem(storageKey);
    else storage.setItem(storageKey, JSON.stringify(texts));
    tell();
  }
  const patch = (key: string, part: Partial<Unsent>) => {
    change((all) => all.map((text) => (text.key === key ? { ...text, ...part } : text)));
  };
  const drop = (key: string) => {
    change((all) => all.filter((text) => text.key !== key));
  };

  /** Whether to go on with the next. */
  async function deliver(text: Unsent): Promise<boolean> {
    current = text.key;
    tell();
    try {
      const message = await Promise.race([options.send(text), ended]);
      if (message === 'stopped') return false;
      attempt = 0;
      drop(text.key);
      for (const listener of sentListeners) listener(text, message);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Nobody knows whether it was taken, or it can't be just now: the same key is tried again.
      if (error.status === 0 || error.status === 429 || error.status >= 500 || error.code === 'request_in_progress') {
        clearTimeout(timer);
        timer = setTimeout(wake, backoff(attempt++, options.random));
        return false;
      }
      const state = error.code === 'overtaken' ? 'overtaken' : 'refused';
      patch(text.key, { state, reason: failureMessage(error) ?? options.failed });
      return true;
    } finally {
      current = null;
      tell();
    }
  }

  /** ms; a clock that was set back holds nothing longer than it was meant to be. */
  function heldFor({ holdUntil, at }: Unsent): number {
    if (holdUntil === null) return 0;
    const [end, began, now] = [Date.parse(holdUntil), Date.parse(at), Date.now()];
    return now < began ? 0 : Math.max(0, end - now);
  }

  async function work(): Promise<void> {
    for (;;) {
      const next = read().find((text) => text.state === 'waiting');
      const held = next === undefined ? 0 : heldFor(next);
      if (held > 0) {
        clearTimeout(holding);
        holding = setTimeout(wake, held);
        return;
      }
      if (next === undefined || stopped || !options.isOnline() || !(await deliver(next))) return;
    }
  }

  function wake(): void {
    if (stopped || !read().some((text) => text.state === 'waiting')) return;
    if (running) {
      again = true;
      return;
    }
    running = true;
    clearTimeout(timer);
    void options.alone(work).finally(() => {
      running = false;
      if (again) {
        again = false;
        wake();
      }
    });
  }

  const online = () => {
    attempt = 0;
    wake();
  };
  const stored = (event: Event) => {
    if ((event as StorageEvent).key !== storageKey) return;
    texts = read();
    tell();
  };
  target.addEventListener('online', online);
  target.addEventListener('storage', stored);
  wake();

  const listen = <T>(set: Set<T>, listener: T) => {
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  };
  return {
    list: () => texts,
    underWay: () => current,
    subscribe: (listener) => listen(listeners, listener),
    onSent: (listener) => listen(sentListeners, listener),
    add(text, hold = 0) {
      const holdUntil = hold === 0 ? null : new Date(Date.parse(text.at) + hold).toISOString();
      change((all) => [...all, { ...text, media: [...text.media], holdUntil, state: 'waiting', reason: null }]);
      wake();
    },
    hurry(key) {
      if (!read().some((text) => text.holdUntil !== null)) return;
      change((all) => all.map((text) => (key === undefined || text.key === key ? { ...text, holdUntil: null } : text)));
      wake();
    },
    retry(key, newKey) {
      patch(key, { key: newKey, holdUntil: null, state: 'waiting', reason: null });
      online();
    },
    sendAnyway(key, newKey) {
      patch(key, { key: newKey, seen: null, holdUntil: null, state: 'waiting', reason: null });
      online();
    },
    discard: drop,
    wake: online,
    stop() {
      stopped = true;
      stop();
      clearTimeout(timer);
      clearTimeout(holding);
      target.removeEventListener('online', online);
      target.removeEventListener('storage', stored);
    },
  };
}

/** Where the unsent texts of a user lie in this browser. */
export const outboxKey = (userId: string): string => `outbox:${userId}`;

/** Forgets all unsent texts of this browser: its user signs out. */
export function forgetUnsent(storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const name of names) if (name?.startsWith(outboxKey('')) === true) storage.removeItem(name);
}
