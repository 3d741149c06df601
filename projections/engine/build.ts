import type { Logger } from 'pino';
import { type EventStore, LogEndsEarlier, type Position } from '../../adapters/event-store/port.ts';
import type { Projector } from '../engine-types.ts';
import { Connection } from './connection.ts';
import { Feed } from './feed.ts';
import { Lane, type LaneHost, type Member } from './lane.ts';
import { checkpointOf, type Partition, undivided, wantedBy, workingOn } from './partitions.ts';
import { createBeside } from './schemas.ts';

/**
 * How far a build has come. `events` read so far; positions may be bytes of a log. `rate` in events per second,
 * `secondsLeft` null while nothing can be said.
 */
export interface RebuildProgress {
  readonly phase: 'events' | 'indexes' | 'catching-up' | 'swapping' | 'comparing' | 'done';
  readonly projectors: readonly string[];
  readonly position: Position;
  readonly head: Position;
  readonly events: number;
  readonly rate: number;
  readonly secondsLeft: number | null;
}

export interface BuildOptions {
  readonly store: EventStore;
  readonly connectionString: string;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly projectors: readonly Projector[];
  /** The schema that a projector is built into. */
  readonly schemaFor: (projector: Projector) => string;
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly signal: AbortSignal;
  /** The share of the work that is done here. Default: all of it. */
  readonly partition?: Partition;
  /** See `rebuildWindow`, the default. */
  readonly window?: number | undefined;
}

/** What the process that fills one partition is told. `projectors`: all names, of which it takes those of its partition. */
export interface PartitionToFill {
  readonly partition: Partition;
  readonly projectors: readonly string[];
  readonly until: Position;
  readonly onProgress: (progress: Pick<RebuildProgress, 'position' | 'events'>) => void;
  readonly signal: AbortSignal;
}

/** A rebuild divided among `of` processes. `fillPartition` ends in `fillPartition` of engine/rebuild.ts, wherever that runs. */
export interface Divided {
  readonly of: number;
  fillPartition(work: PartitionToFill): Promise<void>;
}

/**
 * Events of one transaction, and held between reading and writing (besides two pages). Wide windows, so that a row is
 * written few times: at 3,000 Postgres spent a sixth more processor time; wider ones need more memory.
 */
export const rebuildWindow = 6_000;
/** Reads of a window: while one is decrypted and folded, Postgres works on the next. */
const pagesOfWindow = 3;
/** Indexes made at once. */
const indexers = 3;

/**
 * Fills copies of read models from the start of the feed. One pass over the events feeds all of them; each writes on a
 * connection of its own, so that Postgres works on several tables while the next page is being read and decrypted.
 */
export class Build {
  readonly #options: BuildOptions;
  readonly #members: Member[];
  readonly #began = performance.now();
  /** Events that earlier passes have read, and the one that reads now. */
  #events = 0;
  #feed: Feed | null = null;

  private constructor(options: BuildOptions) {
    const { projectors, schemaFor, partition = undivided } = options;
    this.#options = options;
    this.#members = workingOn(projectors, partition).map((projector) => ({
      projector,
      schema: schemaFor(projector),
      checkpoint: checkpointOf(projector, schemaFor(projector), partition),
      epoch: 0,
      wants: wantedBy(projector, partition),
      position: 0n,
      saved: 0n,
      state: 'running',
      error: null,
    }));
  }

  /** Makes the empty copies. What an earlier, interrupted build left is dropped. */
  static async begin(connection: Connection, options: BuildOptions): Promise<Build> {
    for (const projector of options.projectors) await createBeside(connection, projector, options.schemaFor(projector));
    return new Build(options);
  }

  /** Goes to work on copies that somebody else has made, from the start of the feed. */
  static join(options: BuildOptions): Build {
    return new Build(options);
  }

  get position(): Position {
    return this.#members.reduce(
      (least, member) => (member.position < least ? member.position : least),
      this.#members[0]!.position,
    );
  }

  positionOf(projector: Projector): Position {
    return this.#members.find((member) => member.projector === projector)!.position;
  }

  /** Events read so far, and how many a second. */
  get pace(): { readonly events: number; readonly rate: number } {
    const seconds = (performance.now() - this.#began) / 1000;
    const events = this.#events + (this.#feed?.delivered ?? 0);
    return { events, rate: seconds > 0 ? Math.round(events / seconds) : 0 };
  }

  /** Goes on up to exactly `until`. Throws when an event cannot be taken, and `LogEndsEarlier` when the log does not reach so far. */
  async fill(until: Position, phase: RebuildProgress['phase'], only?: Projector): Promise<void> {
    const members = this.#members.filter(
      (member) => (only === undefined || member.projector === only) && member.position < until,
    );
    if (members.length === 0) return;
    const { store, log, signal, window = rebuildWindow } = this.#options;
    const end = await store.end();
    if (end < until) throw new LogEndsEarlier(until, end);
    const ending = new AbortController();
    const cut = (): void => ending.abort();
    signal.addEventListener('abort', cut, { once: true });
    const from = members.reduce((least, member) => (member.position < least ? member.position : least), until);
    const feed = (this.#feed = new Feed(from, {
      store,
      types: [...new Set(members.flatMap((member) => member.projector.handles))],
      log,
      pageSize: Math.ceil(window / pagesOfWindow),
      capacity: window,
      patienceMs: 60_000,
      window: { events: window, until },
    }));
    const host: LaneHost = {
      store,
      feed,
      log,
      until,
      limits: { batch: window, retryMs: [200], lingerMs: 0, saveMs: 5000, ahead: true },
      open: () => this.#open(),
      moved: (_moved, committed) => {
        if (committed.length > 0) this.#report(phase, until);
      },
      split: () => {},
      ends: (lane) => lane.position >= until,
      resumed: (member) => Promise.reject(new Error(`${member.projector.name} cannot be built: ${member.error}`)),
    };
    let broken: unknown = null;
    const reading = feed.run(ending.signal).catch((error: unknown) => {
      broken = error;
      ending.abort();
    });
    try {
      await Promise.all(members.map((member) => new Lane([member], host).run(ending.signal)));
      if (broken !== null) throw broken;
      if (signal.aborted) throw new Error('The build was cut off.');
    } finally {
      this.#events += feed.delivered;
      this.#feed = null;
      ending.abort();
      signal.removeEventListener('abort', cut);
      await reading;
    }
    this.#report(phase, until);
  }

  /**
   * As `fill` from the start, by `fillPartition` for each of `of` partitions at once. Each moves a checkpoint of its own:
   * nothing is written twice, also not by a process that has survived a build that was given up.
   */
  async fillDivided(connection: Connection, until: Position, { of, fillPartition }: Divided): Promise<void> {
    const { projectors, schemaFor, signal } = this.#options;
    const partitions = Array.from({ length: of }, (_, index): Partition => ({ index, of }));
    const checkpoints = projectors.flatMap((projector) =>
      partitions.map((partition) => ({ projector, name: checkpointOf(projector, schemaFor(projector), partition) })),
    );
    for (const { projector, name } of checkpoints)
      await connection.query(
        `insert into ops.projection_checkpoints (schema, projector, version, state)
           values ($1, $2, $3, 'building') on conflict do nothing`,
        [name, projector.name, projector.version],
      );
    const ending = new AbortController();
    const told = partitions.map((): Pick<RebuildProgress, 'position' | 'events'> => ({ position: 0n, events: 0 }));
    const filling = partitions.map((partition, index) =>
      fillPartition({
        partition,
        projectors: projectors.map(({ name }) => name),
        until,
        signal: AbortSignal.any([signal, ending.signal]),
        onProgress: (progress) => {
          told[index] = progress;
          this.#events = told.reduce((sum, { events }) => sum + events, 0);
          const position = told.reduce((least, one) => (one.position < least ? one.position : least), until);
          this.#report('events', until, position);
        },
      }).catch((error: unknown) => {
        ending.abort();
        throw error;
      }),
    );
    const failed = (await Promise.allSettled(filling)).find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    await unite(connection, new Set(checkpoints.map(({ name }) => name)), projectors.map(schemaFor), until);
    for (const member of this.#members) member.position = member.saved = until;
  }

  /** Makes the indexes that could wait, on several connections, and then tells the planner what is in the tables. */
  async index(): Promise<void> {
    this.#report('indexes', this.position);
    const indexes = this.#members.flatMap(({ projector, schema }) =>
      (projector.index?.(schema) ?? '').split(';').filter((statement) => statement.trim() !== ''),
    );
    const connections = await Promise.all(Array.from({ length: indexers }, () => this.#open()));
    try {
      const tables = await connections[0]!.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)`,
        [this.#members.map((member) => member.schema)],
      );
      const statements = [...indexes, ...tables.map(({ name }) => `analyze ${name}`)];
      await Promise.all(
        connections.map(async (connection) => {
          // A smaller sample than usual: to look at long texts and histories is most of what this costs.
          await connection.query(`set maintenance_work_mem = '64MB'; set default_statistics_target = 25`);
          for (let statement = statements.shift(); statement !== undefined; statement = statements.shift())
            await connection.query(statement);
        }),
      );
    } finally {
      await Promise.all(connections.map((connection) => connection.close()));
    }
  }

  #open(): Promise<Connection> {
    return Connection.open({
      connectionString: this.#options.connectionString,
      name: 'beckon-rebuild',
      genericPlans: false,
    });
  }

  #report(phase: RebuildProgress['phase'], head: Position, position = this.position): void {
    const seconds = (performance.now() - this.#began) / 1000;
    const passed = seconds > 0 ? Number(position) / seconds : 0;
    this.#options.onProgress({
      phase,
      projectors: this.#options.projectors.map((one) => one.name),
      position,
      head,
      ...this.pace,
      secondsLeft: passed > 0 ? Math.max(0, Math.round(Number(head - position) / passed)) : null,
    });
  }
}

/** Once all partitions have come to `until` there is one checkpoint for each schema again. */
async function unite(
  connection: Connection,
  checkpoints: ReadonlySet<string>,
  schemas: readonly string[],
  until: Position,
): Promise<void> {
  const there = await connection.query(
    `select from ops.projection_checkpoints where schema = any($1) and position = $2`,
    [[...checkpoints], until.toString()],
  );
  if (there.length !== checkpoints.size) throw new Error(`Not all partitions have come to ${until}.`);
  await connection.query(
    `with gone as (delete from ops.projection_checkpoints where schema = any($1) and not schema = any($2))
     update ops.projection_checkpoints set position = $3 where schema = any($2)`,
    [[...checkpoints], schemas, until.toString()],
  );
}
