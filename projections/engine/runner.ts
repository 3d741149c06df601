import type { Logger } from 'pino';
import { type Bus, subjects } from '../../adapters/bus/port.ts';
import { type EventStore, LogEndsEarlier, type Position, type StoredEvent } from '../../adapters/event-store/port.ts';
import { type Tracing, untraced, withCause } from '../../adapters/tracing/port.ts';
import { createOutage } from '../../adapters/database/outage.ts';
import { type Announcement, type Projector, schemaOf } from '../engine-types.ts';
import { pause, pauseByHand, readCheckpoints, resume as resumeCheckpoint } from './checkpoints.ts';
import { Connection } from './connection.ts';
import { Feed } from './feed.ts';
import { type Committed, Lane, type LaneHost, type LaneLimits, type Member } from './lane.ts';
import { tryLocks } from './locks.ts';
import { wantedBy } from './partitions.ts';
import { type Divided, rebuildAll, type RebuildProgress } from './rebuild.ts';
import { ensureSchemas, secureAll } from './schemas.ts';
import { ensureRoles } from './security.ts';
import { pauseFor, Signalled } from './pause.ts';
import { type Difference, verifyProjector } from './verify.ts';
import { createWaiting } from './wait-for-position.ts';

export interface ProjectionRunnerOptions {
  readonly store: EventStore;
  /** Where the read models live. The engine keeps connections of its own: two for the live ones, one for its locks. */
  readonly connectionString: string;
  readonly bus: Bus;
  readonly projectors: readonly Projector[];
  readonly log: Logger;
  /** Left out: no spans. */
  readonly tracing?: Tracing;
  /** These share a transaction and the shortest way to the screen; all others follow in another. Default: conversations. */
  readonly urgent?: readonly string[];
  readonly limits?: Partial<RunnerLimits>;
  /** How connections are opened; for tests that cut them. Default: `Connection.open`. */
  readonly connect?: typeof Connection.open;
}

export interface RunnerLimits extends LaneLimits {
  readonly pageSize: number;
  readonly capacity: number;
  /** Events of one transaction of a rebuild. Default: see `rebuildWindow`. */
  readonly window?: number;
  /** How far behind the others a read model may start and still go along with them, in positions. */
  readonly together: bigint;
  /** How often a standby asks for a lock, and a paused read model whether somebody resumed it, in ms. */
  readonly askMs: number;
}

const defaults: RunnerLimits = {
  batch: 5000,
  retryMs: [100, 400, 1500],
  lingerMs: 20,
  saveMs: 1000,
  pageSize: 2000,
  capacity: 12_000,
  together: 20_000n,
  askMs: 1000,
};

/** `ahead-of-log`: its checkpoint is beyond the end of the event log, which is therefore not the one it was made from. */
export type ProjectionState =
  'running' | 'catching-up' | 'retrying' | 'paused' | 'ahead-of-log' | 'standby' | 'stopped';

/** How one read model is doing. `lag`: positions between it and the newest event, null when that is unknown. */
export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly schema: string;
  readonly state: ProjectionState;
  readonly position: string | null;
  readonly lag: number | null;
  readonly error: string | null;
  /** The event at which it has paused. */
  readonly errorEvent: string | null;
  readonly ok: boolean;
}

export interface ProjectionRunner {
  /** Makes missing tables and begins to follow the feed. Returns once the tables are there. Later troubles are retried for ever. */
  start(): Promise<void>;
  /** Finishes the batches at hand. */
  stop(): Promise<void>;
  status(): Promise<readonly ProjectionStatus[]>;
  /** Pauses a read model, wherever it runs, until it is resumed. `why` is shown. True: it ran. */
  pause(name: string, why: string): Promise<boolean>;
  /** Lets a paused read model try again, wherever it runs. True: it was paused. */
  resume(name: string): Promise<boolean>;
  /**
   * True once the read models (all, or those named) show everything up to `position`; false when the time was up
   * first. Works without `start`.
   */
  waitFor(
    position: Position,
    options: { readonly timeoutMs: number; readonly projectors?: readonly string[] },
  ): Promise<boolean>;
  /**
   * Builds anew beside the live one, then takes its place. Throws when somebody else is rebuilding it, and
   * `LogEndsEarlier` when the log ends before its checkpoint, unless `adoptLog` says that this log is the right one.
   */
  rebuild(
    names: string | readonly string[],
    onProgress?: (progress: RebuildProgress) => void,
    signal?: AbortSignal,
    options?: { readonly adoptLog?: boolean; readonly divided?: Divided | undefined },
  ): Promise<void>;
  /** Builds beside the live one and compares row by row at the same position. Empty: they are equal. */
  verify(
    name: string,
    onProgress?: (progress: RebuildProgress) => void,
    signal?: AbortSignal,
  ): Promise<readonly Difference[]>;
}

export function createProjectionRunner({
  store,
  connectionString,
  bus,
  projectors,
  log: parent,
  tracing = untraced,
  urgent = ['conversations'],
  limits: given,
  connect = (options) => Connection.open(options),
}: ProjectionRunnerOptions): ProjectionRunner {
  const log = parent.child({ part: 'projections' });
  const limits: RunnerLimits = { ...defaults, ...given };
  const open = (name: string): Promise<Connection> =>
    connect({ connectionString, name: `beckon-projections-${name}`, genericPlans: true });
  const placed = projectors.map((projector) => ({ projector, schema: schemaOf(projector) }));
  const waiting = createWaiting({
    bus,
    projectors,
    read: (schemas) => oneOff((connection) => readCheckpoints(connection, schemas)),
  });
  const stopping = new AbortController();
  const outage = createOutage(log, 'the read models');
  const resumed = new Signalled();
  /** What this process works on, by schema. */
  const members = new Map<string, Member>();
  let running: Promise<void> | null = null;
  let started = false;
  let idle: Promise<Connection> | null = null;

  /** A connection for occasional questions, kept open. */
  async function oneOff<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const before = idle;
    const kept = before === null ? null : await before.catch(() => null);
    if (kept !== null && !kept.isLost) return work(kept);
    // Of those who find it lost at once, one opens another.
    if (idle === before) idle = open('status');
    return work(await idle!);
  }

  function tell(moved: readonly Member[], committed: readonly Committed[]): void {
    for (const { member, events, answers, began } of committed) {
      const { projector } = member;
      // A page that has nothing for a read model says nothing of its lag.
      if (tracing.isOn && events.length > 0)
        tracing.worked(
          `project ${projector.name}`,
          { projector: projector.name, lag_ms: lagOf(events) },
          events,
          began,
        );
      if (!projector.announce) continue;
      try {
        for (const said of projector.announce(events, answers)) bus.publish(subjectOf(said), told(said.event, events));
      } catch (error) {
        log.error({ err: error, projector: projector.name }, 'a change could not be announced');
      }
    }
    waiting.moved(moved);
  }

  /** What is said, with the event that it is said of: a socket's span is in its trace. */
  function told(said: Announcement['event'], events: readonly StoredEvent[]): Announcement['event'] {
    if (!tracing.isOn) return said;
    const of = events.find(({ position }) => said['position'] === position.toString());
    return of === undefined ? said : withCause(said, of);
  }

  /** Works on everything this process holds the lock of, until something forces a fresh look at the checkpoints. */
  async function session(outer: AbortSignal): Promise<void> {
    const ending = new AbortController();
    const end = (): void => ending.abort();
    outer.addEventListener('abort', end, { once: true });
    const control = await open('locks');
    try {
      await ensureSchemas(control, placed);
      const held = new Set<string>();
      while (!outer.aborted && !(await lockSome(control, held))) await pauseFor(limits.askMs, outer);
      if (!outer.aborted) await work(control, held, ending);
    } finally {
      ending.abort();
      outer.removeEventListener('abort', end);
      members.clear();
      await control.close();
    }
  }

  /** Takes what locks are free. True: at least one is ours. */
  async function lockSome(control: Connection, held: Set<string>): Promise<boolean> {
    const open = projectors.map(schemaOf).filter((schema) => !held.has(schema));
    for (const schema of await tryLocks(control, open)) held.add(schema);
    return held.size > 0;
  }

  async function work(control: Connection, held: ReadonlySet<string>, ending: AbortController): Promise<void> {
    const signal = ending.signal;
    const checkpoints = new Map((await readCheckpoints(control)).map((checkpoint) => [checkpoint.schema, checkpoint]));
    for (const projector of projectors) {
      const schema = schemaOf(projector);
      const checkpoint = checkpoints.get(schema);
      if (!held.has(schema) || !checkpoint) continue;
      members.set(schema, {
        projector,
        schema,
        epoch: checkpoint.epoch,
        checkpoint: schema,
        wants: wantedBy(projector),
        position: checkpoint.position,
        saved: checkpoint.position,
        state: checkpoint.state === 'paused' ? 'paused' : 'running',
        error: checkpoint.error,
      });
    }
    const all = [...members.values()];
    const end = await pauseAhead(control, all);
    waiting.moved(all);
    // Who is paused may be ahead of the log; without anybody else there is nothing to read below its end.
    const furthest =
      all
        .filter((member) => member.state !== 'paused')
        .reduce<Position | null>((most, { position }) => (most === null || position > most ? position : most), null) ??
      end;
    const near = (member: Member): boolean =>
      member.state !== 'paused' && furthest - member.position <= limits.together;
    const start = all
      .filter(near)
      .reduce((least, member) => (member.position < least ? member.position : least), furthest);
    const feed = new Feed(start, {
      store,
      types: [...new Set(projectors.flatMap((one) => one.handles))],
      log,
      pageSize: limits.pageSize,
      capacity: limits.capacity,
      patienceMs: 2000,
    });

    const tasks = new Set<Promise<void>>();
    const main = new Set<Lane>();
    let failure: { error: unknown } | null = null;
    const track = (task: Promise<void>): void => {
      const watched: Promise<void> = task
        .catch((error: unknown) => {
          failure ??= { error };
          ending.abort();
        })
        .finally(() => tasks.delete(watched));
      tasks.add(watched);
    };
    const host = (isMain: boolean, urgentLane: boolean): LaneHost => ({
      store,
      feed,
      log,
      limits: { ...limits, lingerMs: urgentLane ? 0 : limits.lingerMs },
      open: () => open(urgentLane ? 'urgent' : 'following'),
      moved: tell,
      split: (leaving) => {
        for (const member of leaving) run([member], false);
      },
      ends: (lane) => {
        if (isMain) return false;
        const member = lane.members[0]!;
        const target = [...main].find(
          (one) => isUrgent(one) === urgent.includes(member.projector.name) && member.position >= one.position,
        );
        if (!target || lane.members.some((one) => one.state !== 'running')) return false;
        target.members.push(...lane.members.splice(0));
        return true;
      },
      resumed: async (member, ended) => {
        for (;;) {
          await resumed.wait(ended, limits.askMs);
          if (ended.aborted) return false;
          const [checkpoint] = await readCheckpoints(control, [member.schema]);
          if (checkpoint?.state === 'running') return true;
        }
      },
    });
    const isUrgent = (lane: Lane): boolean =>
      lane.members.length > 0 && urgent.includes(lane.members[0]!.projector.name);
    const run = (some: readonly Member[], isMain: boolean): void => {
      if (some.length === 0) return;
      const lane = new Lane(some, host(isMain, urgent.includes(some[0]!.projector.name)));
      if (isMain) main.add(lane);
      track(lane.run(signal).finally(() => main.delete(lane)));
    };

    track(feed.run(signal));
    run(
      all.filter((member) => near(member) && urgent.includes(member.projector.name)),
      true,
    );
    run(
      all.filter((member) => near(member) && !urgent.includes(member.projector.name)),
      true,
    );
    for (const member of all) if (!near(member)) track(alone(member));
    track(watch(control, held, ending));
    while (tasks.size > 0) await Promise.all(tasks);
    if (failure !== null) throw (failure as { error: unknown }).error;

    async function alone(member: Member): Promise<void> {
      if (member.state === 'paused') {
        // By another log or a rebuild its checkpoint may be elsewhere now: everything is looked at anew.
        if (await host(false, false).resumed(member, signal)) ending.abort();
        return;
      }
      run([member], false);
    }
  }

  /**
   * Pauses the read models whose checkpoints are beyond the end of the log, which is returned. For others to see, and
   * for good: were they to wait, the log would grow past them one day, and they would go on without what lies between.
   */
  async function pauseAhead(control: Connection, some: readonly Member[]): Promise<Position> {
    const end = await store.end();
    for (const member of some) {
      if (member.state === 'paused' || member.position <= end) continue;
      const { message } = new LogEndsEarlier(member.position, end);
      await pause(control, member.schema, { message, event: null, position: end });
      member.state = 'paused';
      member.error = message;
      log.error({ projector: member.projector.name }, message);
    }
    return end;
  }

  /** Ends the session when the locks' connection is lost, or when another process has let go of a read model: then locks are taken anew. */
  async function watch(control: Connection, held: ReadonlySet<string>, ending: AbortController): Promise<void> {
    while (!ending.signal.aborted) {
      await pauseFor(limits.askMs, ending.signal);
      if (control.isLost) throw new Error('The connection that holds the locks was lost.');
      outage.works();
      const mine = new Set(held);
      if (held.size < projectors.length && (await lockSome(control, mine)) && mine.size > held.size) ending.abort();
    }
  }

  async function supervise(): Promise<void> {
    for (let pause = 50; !stopping.signal.aborted; pause = Math.min(pause * 2, 1000)) {
      const began = performance.now();
      try {
        await session(stopping.signal);
        pause = 25;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (performance.now() - began > 5000) pause = 50;
        outage.failed(error);
      }
      await pauseFor(pause, stopping.signal);
    }
  }

  async function status(): Promise<readonly ProjectionStatus[]> {
    // First the checkpoints: what is read before them may be behind them.
    const checkpoints = await oneOff((connection) => readCheckpoints(connection));
    const [head, end] = await Promise.all([store.head().catch(() => null), store.end().catch(() => null)]);
    return projectors.map((projector) => {
      const schema = schemaOf(projector);
      const checkpoint = checkpoints.find((one) => one.schema === schema);
      const member = members.get(schema);
      const position = member?.position ?? checkpoint?.position ?? null;
      const lag = head === null || position === null ? null : Number(head > position ? head - position : 0n);
      const paused = checkpoint?.state === 'paused';
      // By the checkpoint as it is written: a member may have moved on since the end was asked for.
      const ahead = checkpoint !== undefined && end !== null && checkpoint.position > end;
      const state: ProjectionState =
        ahead ? 'ahead-of-log'
        : paused ? 'paused'
        : !member ?
          started ? 'standby'
          : 'stopped'
        : member.state === 'retrying' ? 'retrying'
        : lag !== null && lag > 10_000 ? 'catching-up'
        : 'running';
      return {
        name: projector.name,
        version: projector.version,
        schema,
        state,
        position: position?.toString() ?? null,
        lag,
        error:
          paused ? checkpoint.error
          : ahead ? new LogEndsEarlier(checkpoint.position, end).message
          : (member?.error ?? null),
        errorEvent: checkpoint?.errorEvent ?? null,
        ok: checkpoint !== undefined && !paused && !ahead && state !== 'retrying',
      };
    });
  }

  const byName = (name: string): Projector => {
    const projector = projectors.find((one) => one.name === name);
    if (!projector)
      throw new Error(`There is no read model ${name}. There are: ${projectors.map((one) => one.name).join(', ')}.`);
    return projector;
  };

  return {
    start: async () => {
      if (running) return;
      started = true;
      await oneOff(async (connection) => {
        const walled = await ensureRoles(connection, log);
        await ensureSchemas(connection, placed);
        if (walled) await secureAll(connection);
      });
      running = supervise();
    },
    stop: async () => {
      stopping.abort();
      await running;
      waiting.close();
      const connection = idle ? await idle.catch(() => null) : null;
      await connection?.close();
      started = false;
    },
    status,
    pause: (name, why) => oneOff((connection) => pauseByHand(connection, schemaOf(byName(name)), why)),
    resume: async (name) => {
      const count = await oneOff((connection) => resumeCheckpoint(connection, byName(name).name));
      resumed.notify();
      return count > 0;
    },
    waitFor: waiting.waitFor,
    rebuild: (names, onProgress, signal, options = {}) =>
      rebuildAll({
        store,
        connectionString,
        log,
        projectors: [names].flat().map(byName),
        onProgress: onProgress ?? (() => {}),
        signal: signal ?? stopping.signal,
        window: limits.window,
        ...options,
      }),
    verify: (name, onProgress, signal) =>
      verifyProjector({
        store,
        connectionString,
        log,
        projector: byName(name),
        onProgress: onProgress ?? (() => {}),
        signal: signal ?? stopping.signal,
        window: limits.window,
      }),
  };
}

/** How long ago the newest of them happened, in ms. */
const lagOf = (events: readonly StoredEvent[]): number =>
  Math.max(0, Date.now() - Date.parse(events.at(-1)!.metadata.occurredAt));

const subjectOf = (said: Announcement): string =>
  'bell' in said ? subjects.bell(said.bell)
  : 'vote' in said ? subjects.vote(said.vote)
  : subjects.live(said.businessId);
