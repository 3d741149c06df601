import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Message } from '../../api/contract/messages.ts';
import { ApiError } from '../../web/api/errors.ts';
import { createOutbox, forgetUnsent, type Outbox, outboxKey, type Unsent } from '../../web/data/outbox.ts';

const storageKey = outboxKey('u1');
function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => {
      kept.clear();
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      kept.set(name, value);
    },
    removeItem: (name) => {
      kept.delete(name);
    },
  };
}

/** A server that keeps to Idempotency-Keys, and a connection to it that can be cut before or after a text has arrived. */
function createServer() {
  const taken = new Map<string, string>();
  /** What was refused is refused again under its key, as the API does. */
  const refused = new Map<string, ApiError>();
  let line: 'up' | 'down' | 'answers lost' = 'up';
  let refusal: ApiError | null = null;
  return {
    taken: () => [...taken.values()],
    set: (next: typeof line) => {
      line = next;
    },
    refuse: (error: ApiError | null) => {
      refusal = error;
    },
    send: async (text: Unsent): Promise<Message> => {
      await Promise.resolve();
      if (line === 'down') throw new ApiError(0, null);
      const known = refused.get(text.key);
      if (known !== undefined) throw known;
      if (refusal !== null && text.seen !== null) {
        if (refusal.status < 500 && refusal.status !== 429) refused.set(text.key, refusal);
        throw refusal;
      }
      taken.set(text.key, text.body);
      if (line === 'answers lost') throw new ApiError(0, null);
      return { id: text.key, body: text.body } as Message;
    },
  };
}
type Server = ReturnType<typeof createServer>;

const opened: Outbox[] = [];
function open(server: Server, storage: Storage, target: EventTarget = new EventTarget()) {
  let online = true;
  const outbox = createOutbox({
    storage,
    storageKey,
    send: server.send,
    target: target as unknown as Window,
    isOnline: () => online,
    random: () => 0.5,
    alone: (work) => work(),
    failed: 'Something went wrong.',
  });
  opened.push(outbox);
  return Object.assign(outbox, {
    goOffline: () => {
      online = false;
    },
    goOnline: () => {
      online = true;
      target.dispatchEvent(new Event('online'));
    },
  });
}
afterEach(() => {
  for (const one of opened.splice(0)) one.stop();
  vi.useRealTimers();
});
const write = (outbox: Outbox, body: string, seen: string | null = '7') => {
  outbox.add({ key: `key of ${body}`, contactId: 'c1', body, media: [], at: '2026-11-21T12:00:00.000Z', seen });
};
const states = (outbox: Outbox) => outbox.list().map(({ body, state }) => `${body}: ${state}`);
const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 5 });

describe('texts on their way', () => {
  test('written offline they wait, and go by themselves when the connection is back, in order', async () => {
    const server = createServer();
    const outbox = open(server, memory());
    const sent: string[] = [];
    outbox.onSent((text) => sent.push(text.body));
    outbox.goOffline();
    for (const body of ['one', 'two', 'three']) write(outbox, body);
    expect(states(outbox)).toEqual(['one: waiting', 'two: waiting', 'three: waiting']);
    expect(server.taken()).toEqual([]);
    outbox.goOnline();
    await until(() => expect(outbox.list()).toEqual([]));
    expect([server.taken(), sent]).toEqual([
      ['one', 'two', 'three'],
      ['one', 'two', 'three'],
    ]);
  });

  test('a reload loses none, and what was on its way is tried again under its key: once', async () => {
    const server = createServer();
    const storage = memory();
    server.set('answers lost');
    const before = open(server, storage);
    write(before, 'one');
    await until(() => expect(server.taken()).toEqual(['one']));
    before.stop();
    expect(states(open(createServer(), memory()))).toEqual([]);
    server.set('up');
    const after = open(server, storage);
    await until(() => expect(after.list()).toEqual([]));
    expect(server.taken()).toEqual(['one']);
    expect(storage.length).toBe(0);
  });

  test('while the server can’t be reached it is tried again, later and later, by itself', async () => {
    vi.useFakeTimers();
    const server = createServer();
    server.set('down');
    const outbox = open(server, memory());
    write(outbox, 'one');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states(outbox)).toEqual(['one: waiting']);
    server.set('up');
    await vi.advanceTimersByTimeAsync(30_000);
    expect([outbox.list(), server.taken()]).toEqual([[], ['one']]);
  });

  describe('for a moment can be taken back', () => {
    const at = '2026-11-21T12:00:00.000Z';
    const hold = (outbox: Outbox, body: string) => {
      outbox.add({ key: `key of ${body}`, contactId: 'c1', body, media: [], at, seen: '7' }, 5_000);
    };
    const begin = () => {
      vi.useFakeTimers({ now: new Date(at) });
      const server = createServer();
      return { server, storage: memory() };
    };

    test('they leave when it is over, also over a reload, and not a second before', async () => {
      const { server, storage } = begin();
      const before = open(server, storage);
      hold(before, 'one');
      await vi.advanceTimersByTimeAsync(2_000);
      before.stop();
      const after = open(server, storage);
      await vi.advanceTimersByTimeAsync(2_900);
      expect(server.taken()).toEqual([]);
      await vi.advanceTimersByTimeAsync(200);
      expect([server.taken(), after.list()]).toEqual([['one'], []]);
    });

    test('taken back they never leave, and what was written behind them goes', async () => {
      const { server, storage } = begin();
      const outbox = open(server, storage);
      hold(outbox, 'one');
      hold(outbox, 'two');
      await vi.advanceTimersByTimeAsync(4_900);
      outbox.discard('key of one');
      await vi.advanceTimersByTimeAsync(10_000);
      expect(server.taken()).toEqual(['two']);
    });

    test('whoever is sure, or leaves, waits for nothing; a clock that was set back holds nothing for ever', async () => {
      const { server, storage } = begin();
      const outbox = open(server, storage);
      hold(outbox, 'one');
      hold(outbox, 'two');
      outbox.hurry('key of one');
      await vi.advanceTimersByTimeAsync(10);
      expect(server.taken()).toEqual(['one']);
      outbox.hurry();
      await vi.advanceTimersByTimeAsync(10);
      expect(server.taken()).toEqual(['one', 'two']);
      vi.setSystemTime(new Date('2026-11-21T09:00:00.000Z'));
      hold(outbox, 'three');
      await vi.advanceTimersByTimeAsync(10);
      expect(server.taken()).toEqual(['one', 'two', 'three']);
    });
  });

  test('one that is refused stays with the reason, holds up no other, and can be tried again or discarded', async () => {
    const server = createServer();
    const outbox = open(server, memory());
    server.refuse(new ApiError(422, { message: 'They opted out.', code: 'contact_opted_out' }));
    write(outbox, 'one');
    write(outbox, 'two', null);
    await until(() => expect(server.taken()).toEqual(['two']));
    expect(outbox.list()).toMatchObject([{ body: 'one', state: 'refused', reason: 'They opted out.' }]);
    server.refuse(null);
    outbox.retry('key of one', 'another key');
    await until(() => expect(server.taken()).toEqual(['two', 'one']));
  });

  test('one that a colleague’s answer has overtaken asks first, and goes anyway when told to', async () => {
    const server = createServer();
    const outbox = open(server, memory());
    server.refuse(new ApiError(409, { message: 'Sam wrote meanwhile.', code: 'overtaken' }));
    write(outbox, 'one');
    await until(() => expect(states(outbox)).toEqual(['one: overtaken']));
    outbox.sendAnyway('key of one', 'another key');
    await until(() => expect(outbox.list()).toEqual([]));
    expect(server.taken()).toEqual(['one']);
  });

  test('one that waits can be called back', async () => {
    const server = createServer();
    const outbox = open(server, memory());
    outbox.goOffline();
    write(outbox, 'one');
    write(outbox, 'two');
    outbox.discard('key of one');
    outbox.goOnline();
    await until(() => expect(outbox.list()).toEqual([]));
    expect(server.taken()).toEqual(['two']);
  });

  test('two tabs show the same, and each text goes out once', async () => {
    const [server, storage] = [createServer(), memory()];
    const [one, two] = [open(server, storage), open(server, storage)];
    one.goOffline();
    two.goOffline();
    write(one, 'from one');
    write(two, 'from two');
    expect(states(two)).toEqual(['from one: waiting', 'from two: waiting']);
    one.goOnline();
    two.goOnline();
    await until(() => expect(storage.getItem(storageKey)).toBeNull());
    expect(server.taken().sort()).toEqual(['from one', 'from two']);
  });

  test('storage that holds something else is no reason to fail; signing out forgets', () => {
    const storage = memory();
    storage.setItem(storageKey, '{"not": "a list"}');
    expect(open(createServer(), storage).list()).toEqual([]);
    storage.setItem('outbox:u2', '[]');
    storage.setItem('access_token', 'kept');
    forgetUnsent(storage);
    expect([storage.getItem(storageKey), storage.getItem('outbox:u2'), storage.getItem('access_token')]).toEqual([
      null,
      null,
      'kept',
    ]);
  });
});
