import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Connections } from './reality.ts';
import type { Clock } from '../../../adapters/clock/port.ts';
import { type EventStore, EventStoreUnavailable } from '../../../adapters/event-store/port.ts';
import type { Chance } from '../engine/chance.ts';

interface Waiter {
  readonly process: Process;
  readonly task: object;
  readonly isDatabase: boolean;
  readonly run: () => Promise<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One call of the outside at a time, in an order that the seed gives: whoever asks for something waits until it is their
 * turn, and what a transaction began nobody interrupts. Between two calls nothing of anybody's is under way, so that a
 * seed gives one story.
 */
export class Turns {
  #waiting: Waiter[] = [];
  #owner: object | null = null;
  readonly #tasks = new AsyncLocalStorage<object>();
  readonly #chance: Chance;
  /** How many calls were made. */
  count = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  ask(process: Process, run: () => Promise<unknown>, isDatabase: boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ process, task: this.task ?? process, isDatabase, run, resolve, reject });
    });
  }

  /** What is done without anybody's leave: the others wait for it. */
  async meanwhile<T>(work: Promise<T>): Promise<T> {
    this.#outside.add(work);
    return work.finally(() => this.#outside.delete(work));
  }
  readonly #outside = new Set<Promise<unknown>>();

  /**
   * One task of a process, which may do several at once. While one has a transaction open, no other gets a turn, not even
   * of the same process: it might wait for a lock of that transaction, and the turn would never end.
   */
  asTask<T>(run: () => T): T {
    return this.#tasks.run({}, run);
  }
  /** The task that asks; undefined: what asks is none. */
  get task(): object | undefined {
    return this.#tasks.getStore();
  }

  /** From the beginning of a transaction to its end. */
  own(task: object | null): void {
    this.#owner = task;
  }

  /** Gives turns until all of this is done. Whoever is frozen waits on. */
  async until(work: readonly Promise<unknown>[]): Promise<void> {
    let left = work.length;
    for (const one of work) void one.finally(() => (left -= 1)).catch(() => {});
    for (let idle = 0; left > 0 && idle < 200;) {
      await quiet(2);
      if (this.#outside.size > 0) {
        await Promise.allSettled(this.#outside);
        await quiet(8);
      }
      const ready = this.#waiting.filter(
        ({ process, task }) => (this.#owner === null && !process.frozen) || this.#owner === task,
      );
      if (ready.length === 0) {
        idle += 1;
        continue;
      }
      idle = 0;
      const next = this.#chance.one(ready);
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      // The answer of a database takes as long as it takes: nobody does anything of their own meanwhile.
      if (next.isDatabase) await quiet(8);
      this.count += 1;
      try {
        next.resolve(await next.run());
      } catch (error) {
        next.reject(error);
      }
    }
    if (left > 0 && !this.#waiting.some(({ process }) => process.frozen))
      throw new Error(`Somebody waits for what no turn brings: ${left} works, ${this.#waiting.length} calls`);
  }
}

/** What was set off comes to its next call: calls that are made together wait for the end of a turn of the event loop. */
async function quiet(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

/** What of the world a process stands on. */
export interface Ground {
  readonly turns: Turns;
  readonly chance: Chance;
  readonly store: EventStore;
  readonly connections: Connections;
  readonly now: () => Date;
  readonly elapsed: { ms: number };
}

/**
 * A process: its database, event store and clock, each of which it uses when it is its turn. It may die before or after
 * any of these calls; then nothing it does is done any more, and its transactions are rolled back.
 */
export class Process {
  readonly name: string;
  /** Others go on; what it has in hand may be taken from it. */
  frozen = false;
  dead = false;
  /** How likely a call is the last one. */
  mortality = 0;
  readonly db: Kysely<unknown>;
  readonly store: EventStore;
  readonly clock: Clock;
  readonly #ground: Ground;

  constructor(name: string, ground: Ground) {
    this.name = name;
    this.#ground = ground;
    const { store } = ground;
    this.store = {
      ...store,
      append: (...given) => this.call(() => store.append(...given)),
      appendMany: (...given) => this.call(() => store.appendMany(...given)),
      read: (...given) => this.call(() => store.read(...given)),
      readMany: (...given) => this.call(() => store.readMany(...given)),
      readAll: (...given) => this.call(() => store.readAll(...given)),
      head: () => this.call(() => store.head()),
    };
    this.clock = {
      now: ground.now,
      elapsed: () => ground.elapsed.ms,
      sleep: async (ms) => {
        await this.call(async () => void (ground.elapsed.ms += ms));
      },
    };
    const pool = { connect: async () => this.#session(), end: async () => {} } as unknown as PostgresPool;
    this.db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  }

  async call<T>(run: () => Promise<T>, isDatabase = false): Promise<T> {
    const { turns, chance } = this.#ground;
    const dying = chance.is(this.mortality) ? chance.one(['before', 'after'] as const) : null;
    const answer = await turns.ask(
      this,
      async () => {
        if (dying === 'before') this.dead = true;
        if (this.dead) throw new Died();
        const done = await run();
        if (dying === 'after') this.dead = true;
        return done;
      },
      isDatabase,
    );
    if (this.dead) throw new Died();
    return answer as T;
  }

  /** A connection, as `PostgresDialect` uses one. */
  #session(): unknown {
    const { turns } = this.#ground;
    const client = this.#ground.connections.take();
    let inTransaction = false;
    const end = (): void => {
      inTransaction = false;
      turns.own(null);
    };
    return {
      query: async (text: string, values?: readonly unknown[]) => {
        const task = turns.task ?? this;
        if (text === 'rollback') {
          // Also by whoever has died: the database does so by itself.
          if (inTransaction) await turns.meanwhile(client.query(text).finally(end));
          return { command: 'ROLLBACK', rows: [] };
        }
        try {
          return await this.call(async () => {
            if (text.startsWith('begin') || text.startsWith('start')) {
              turns.own(task);
              inTransaction = true;
            }
            const answer = await client.query(text, values);
            if (text === 'commit') end();
            return answer;
          }, true);
        } catch (error) {
          if (this.dead && inTransaction) await turns.meanwhile(client.query('rollback').finally(end));
          throw error;
        }
      },
      release: () => this.#ground.connections.giveBack(client),
    };
  }
}

/** What a process that is dead hears of everything: nothing it does about that is done either. */
class Died extends EventStoreUnavailable {
  constructor() {
    super('The process has died (simulated).');
  }
}
