import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { type Bus, subjects } from '../../../adapters/bus/port.ts';
import { matcher } from '../../../adapters/bus/local.ts';
import { appendEach } from '../../../adapters/event-store/append-each.ts';
import type { Clock } from '../../../adapters/clock/port.ts';
import {
  type EventStore,
  EventStoreUnavailable,
  type FeedPage,
  type Position,
  type SubscribeOptions,
} from '../../../adapters/event-store/port.ts';
import type { Chance } from './chance.ts';
import type { Reality } from './reality.ts';
import type { Timeline } from './timeline.ts';

/** How what a process asks of the outside goes wrong: not done and an error, done and an error. */
export type Fault = 'before' | 'after' | null;

export interface Surroundings {
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly reality: Reality;
  /** Whether the next call of the database or the event store goes wrong. */
  readonly fault: () => Fault;
  /** Every process of the world, also this one, hears of it; or nobody. */
  readonly spread: (subject: string, message: unknown) => void;
  /** What was appended, by whomever: where an event of a type may be. */
  readonly log: { readonly position: Position; readonly type: string }[];
  readonly appended: (position: Position) => void;
  readonly tell: (line: string) => void;
  /** Every call of the outside, for who looks for where two runs of one seed part. */
  readonly trace: (line: string) => void;
}

type Listener = (message: unknown, subject: string) => void;
type Kind = 'store' | 'database';

/**
 * A process of the product: its database, event store, bus and clock, each of which it uses by the timeline's leave.
 * Between any two of these uses it can die; then nothing it still waits for ever comes, its transactions are rolled
 * back, and what it had already asked for has happened or not.
 */
export class Process {
  dead = false;
  stillUntil = 0;
  readonly name: string;
  readonly #world: Surroundings;
  #stepsToLive = Infinity;
  #still = { afterSteps: Infinity, ms: 0 };
  readonly #deaths: (() => void)[] = [];
  readonly #listeners = new Set<{ readonly matches: (subject: string) => boolean; readonly listener: Listener }>();
  readonly #open = new Set<Session>();
  /** When it last read a message's stream, counted in steps of the world: a decision to send is no older. */
  readonly readAt = new Map<string, number>();
  /** When it last asked for a broadcast and for somebody who is written to by it, side by side: by the names of both streams. */
  readonly sideBySide = new Map<string, number>();
  #asked = { step: -1, broadcasts: new Set<string>(), contacts: new Set<string>() };
  readonly db: Kysely<unknown>;
  readonly store: EventStore;
  readonly bus: Bus;
  readonly clock: Clock;

  constructor(name: string, world: Surroundings) {
    this.name = name;
    this.#world = world;
    this.db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: this.#pool() }) });
    this.store = this.#eventStore();
    this.bus = this.#buses();
    this.clock = {
      now: () => world.timeline.now(),
      elapsed: () => world.timeline.elapsed,
      sleep: (ms, signal) => this.#sleep(ms, signal),
    };
  }

  /** Dies at one of its next calls of the outside, before or after it has been made. */
  dieWithin(steps: number): void {
    this.#stepsToLive = steps;
  }

  /** Stands still after one of its next calls of the outside, as a machine that is suspended does. */
  standStillWithin(afterSteps: number, ms: number): void {
    this.#still = { afterSteps, ms };
  }

  onDeath(then: () => void): void {
    if (this.dead) then();
    else this.#deaths.push(then);
  }

  async die(how: string): Promise<void> {
    if (this.dead) return;
    this.dead = true;
    this.#world.tell(`${this.name} dies ${how}`);
    this.#listeners.clear();
    for (const session of this.#open) await session.cut();
    for (const then of this.#deaths.splice(0)) then();
  }

  hears(subject: string, message: unknown): void {
    for (const { matches, listener } of this.#listeners) if (matches(subject)) listener(message, subject);
  }

  #asksFor(streams: readonly string[]): void {
    const { steps } = this.#world.timeline;
    if (this.#asked.step !== steps) this.#asked = { step: steps, broadcasts: new Set(), contacts: new Set() };
    const { broadcasts, contacts } = this.#asked;
    for (const stream of streams) {
      if (stream.startsWith('broadcast-')) broadcasts.add(stream);
      if (stream.startsWith('contact-')) contacts.add(stream);
    }
    for (const broadcast of broadcasts)
      for (const contact of contacts) this.sideBySide.set(`${broadcast} ${contact}`, steps);
  }

  /** Something that this process asks of the outside. What it sets off in this process happens when the answer has come. */
  perform<T>(
    label: string,
    kind: Kind,
    run: () => Promise<T>,
    options: { readonly atOnce?: boolean; readonly isSafe?: boolean } = {},
  ): Promise<T> {
    const { timeline } = this.#world;
    return new Promise<T>((resolve, reject) => {
      if (this.dead) return;
      timeline.in(
        options.atOnce === true ? 0 : this.#latency(),
        async () => {
          this.#world.trace(`${this.name}: ${label}`);
          const lives = (this.#stepsToLive -= 1) > 0;
          if ((this.#still.afterSteps -= 1) <= 0) this.#standStill();
          if (!lives && this.#world.chance.is(0.5)) return this.die(`before: ${label}`);
          const fault = lives && options.isSafe !== true ? this.#world.fault() : null;
          if (fault === 'before') return reject(outage(kind));
          try {
            const answer = await run();
            if (!lives) await this.die(`after: ${label}`);
            if (this.dead) return;
            if (fault === 'after') reject(outage(kind));
            else resolve(answer);
          } catch (error) {
            if (!lives) await this.die(`after: ${label}`);
            if (!this.dead) reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
        this,
      );
    });
  }

  /** Not within a transaction: what looks from outside the timeline would wait for its locks. */
  #standStill(): void {
    if ([...this.#open].some(({ isInTransaction }) => isInTransaction)) return;
    const { timeline, tell } = this.#world;
    this.#still.afterSteps = Infinity;
    this.stillUntil = timeline.elapsed + this.#still.ms;
    tell(`${this.name} stands still for ${Math.round(this.#still.ms / 1_000)} s`);
  }

  #latency(): number {
    const { chance } = this.#world;
    const luck = chance.next();
    return (
      luck < 0.85 ? chance.between(0.2, 4)
      : luck < 0.98 ? chance.between(4, 120)
      : chance.between(120, 2_500)
    );
  }

  #sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        takeBack();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const takeBack = this.#world.timeline.in(ms, done, this, true);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  #pool(): PostgresPool {
    return {
      options: {},
      connect: async () => {
        const session = new Session(this, this.#world.reality);
        this.#open.add(session);
        session.onRelease(() => this.#open.delete(session));
        return session as unknown as pg.PoolClient;
      },
      end: async () => {},
    } as unknown as PostgresPool;
  }

  #eventStore(): EventStore {
    const { reality, log, timeline } = this.#world;
    const { store: raw } = reality;
    const noteReading = (streams: readonly string[]): void => {
      for (const stream of streams) if (stream.startsWith('message-')) this.readAt.set(stream, timeline.steps);
    };
    return {
      engine: raw.engine,
      append: (stream, expected, events) =>
        this.perform(`append ${events.map(({ type }) => type).join(', ')}`, 'store', async () => {
          const appended = await raw.append(stream, expected, events);
          if (!appended.repeated) {
            for (const [index, { type }] of events.entries()) {
              const position = appended.position - BigInt(events.length - 1 - index);
              log.push({ position, type });
              this.#world.appended(position);
            }
            this.#world.spread(subjects.appended, {});
          }
          return appended;
        }),
      appendMany(appends) {
        return appendEach(this.append, appends);
      },
      read: (stream, options) => {
        this.#asksFor([stream]);
        return this.perform(`read ${stream}`, 'store', () => {
          noteReading([stream]);
          return raw.read(stream, options);
        });
      },
      readMany: (streams) => {
        this.#asksFor(streams);
        return this.perform(`read ${streams.join(', ')}`, 'store', () => {
          noteReading(streams);
          return raw.readMany(streams);
        });
      },
      readAll: (position, options) => this.perform('read the log', 'store', () => raw.readAll(position, options)),
      head: () => this.perform('head', 'store', () => raw.head()),
      end: () => this.perform('end', 'store', () => raw.end()),
      subscribe: (position, options) => this.#follow(position, options),
      close: async () => {},
    };
  }

  /** As the store itself follows: pages of any size, woken by hints, which may be lost, or else looking by itself. */
  async *#follow(from: Position, { filter, batchSize = 1_000, signal }: SubscribeOptions): AsyncGenerator<FeedPage> {
    const { reality, log, chance } = this.#world;
    let position = from;
    let wake = (): void => {};
    const subscription = { matches: matcher(subjects.appended), listener: () => wake() };
    this.#listeners.add(subscription);
    try {
      while (!signal.aborted) {
        const wanted = log.some((one) => one.position > position && (filter?.types?.includes(one.type) ?? true));
        let page: FeedPage = { events: [], next: log.at(-1)?.position ?? position, atEnd: true };
        if (wanted) {
          const limit = chance.is(0.5) ? batchSize : chance.int(1, 3);
          try {
            page = await this.perform('follow the log', 'store', () =>
              reality.store.readAll(position, { ...(filter === undefined ? {} : { filter }), limit }),
            );
          } catch {
            await this.clock.sleep(500, signal);
            continue;
          }
        }
        if (signal.aborted) return;
        if (page.next > position) {
          position = page.next;
          // How far the log has come without a word for it is worth a look now and then.
          if (wanted || chance.is(0.2)) yield page;
        }
        if (page.atEnd) {
          const heard = new AbortController();
          wake = () => heard.abort();
          if (
            !log.some((one) => one.position > position && (filter?.types?.includes(one.type) ?? true)) ||
            chance.is(0.2)
          )
            await this.clock.sleep(20_000, AbortSignal.any([signal, heard.signal]));
          wake = () => {};
        }
      }
    } finally {
      this.#listeners.delete(subscription);
    }
  }

  #buses(): Bus {
    return {
      kind: 'local',
      publish: (subject, message) => {
        if (!this.dead) this.#world.spread(subject, message);
      },
      subscribe: (subject, listener) => {
        const subscription = { matches: matcher(subject), listener };
        this.#listeners.add(subscription);
        return () => {
          this.#listeners.delete(subscription);
        };
      },
      onReconnect: () => () => {},
      close: async () => {},
    };
  }
}

/**
 * A connection as a process holds one. A transaction's statements follow each other at once: what may happen in between
 * happens before it or after it.
 */
class Session {
  readonly #process: Process;
  readonly #reality: Reality;
  #client: pg.Client | null = null;
  #isCut = false;
  #inTransaction = false;
  /** Statements that the database has not answered. */
  #underWay = 0;
  #released: () => void = () => {};

  constructor(process: Process, reality: Reality) {
    this.#process = process;
    this.#reality = reality;
  }

  get isInTransaction(): boolean {
    return this.#inTransaction;
  }

  onRelease(then: () => void): void {
    this.#released = then;
  }

  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
    if (text === 'rollback')
      return this.#process.perform(text, 'database', () => this.#end(() => this.#send(text)), {
        atOnce: true,
        isSafe: true,
      });
    if (text === 'commit')
      return this.#process.perform('commit', 'database', () => this.#end(() => this.#send(text)), { atOnce: true });
    const inTransaction = this.#inTransaction;
    if (text.startsWith('begin') || text.startsWith('start')) this.#inTransaction = true;
    return this.#process.perform(labelOf(text), 'database', () => this.#send(text, values), { atOnce: inTransaction });
  }

  release(): void {
    this.#released();
    const client = this.#client;
    this.#client = null;
    if (client === null) return;
    // An answer to `begin` or `commit` may have been lost.
    if (this.#inTransaction) client.query('rollback').catch(() => {});
    this.#reality.giveBack(client);
  }

  /** The process has died, or the connection was lost. */
  async cut(): Promise<void> {
    // Whoever still waits for a lock, of a session that is cut after this one maybe, does not wait on.
    if (this.#underWay > 0) await this.#reality.cancel(this.#client!);
    if (this.#inTransaction) await this.#end(() => this.#send('rollback')).catch(() => {});
    this.#isCut = true;
    this.release();
  }

  async #end(send: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    this.#inTransaction = false;
    return send();
  }

  async #send(text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#isCut) throw outage('database');
    this.#client ??= await this.#reality.client();
    this.#underWay += 1;
    try {
      return await this.#reality.send(this.#client, text, values);
    } finally {
      this.#underWay -= 1;
    }
  }
}

function outage(kind: Kind): Error {
  if (kind === 'store') return new EventStoreUnavailable('The store is away (simulated).');
  return Object.assign(new Error('Connection terminated unexpectedly (simulated)'), { code: 'ECONNRESET' });
}

/** There are few statements, and each is told very often. */
const labels = new Map<string, string>();
function labelOf(text: string): string {
  const known = labels.get(text);
  if (known !== undefined) return known;
  const table = /\b(?:ops|es)\.\w+/.exec(text)?.[0] ?? '';
  const label = `${/\w+/.exec(text)?.[0] ?? ''} ${table}`;
  labels.set(text, label);
  return label;
}
