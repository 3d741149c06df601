import type { Logger } from 'pino';
import { type EventStore, LogEndsEarlier, type Position } from '../../adapters/event-store/port.ts';
import { type Projector, schemaOf } from '../engine-types.ts';
import { Build, type Divided, type PartitionToFill, type RebuildProgress } from './build.ts';
import { readCheckpoints } from './checkpoints.ts';
import { Connection } from './connection.ts';
import { tryLock } from './locks.ts';
import { asLive, dropSchema, ensureSchema } from './schemas.ts';

export type { Divided, PartitionToFill, RebuildProgress } from './build.ts';

export interface RebuildOptions {
  readonly store: EventStore;
  readonly connectionString: string;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly projectors: readonly Projector[];
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly signal: AbortSignal;
  readonly window?: number | undefined;
  /** The log is the right one although it ends before a live checkpoint: that goes back to where the log is. Default: refused. */
  readonly adoptLog?: boolean;
  /** Several processes share the work up to the newest event. Default: this one does it all. */
  readonly divided?: Divided | undefined;
}

const beside = (projector: Projector): string => `${schemaOf(projector)}__rebuild`;
const former = (projector: Projector): string => `${schemaOf(projector)}__former`;

/** Closer than this to the newest event, the rest is done while the live one waits. */
const near = 2_000n;

/**
 * Builds read models anew beside the live ones, which go on meanwhile, and takes their places once caught up. Nothing
 * is announced. A build that was cut off leaves its copy behind; the next one begins by dropping it. Throws
 * `LogEndsEarlier` before anything is done when the log ends before a live checkpoint: the copy could never come up to
 * it.
 */
export async function rebuildAll({
  store,
  connectionString,
  log,
  projectors,
  onProgress,
  signal,
  window,
  adoptLog = false,
  divided,
}: RebuildOptions): Promise<void> {
  const control = await Connection.open({ connectionString, name: 'beckon-rebuild-locks', genericPlans: false });
  try {
    for (const projector of projectors) {
      await ensureSchema(control, projector, schemaOf(projector));
      if (!(await tryLock(control, beside(projector)))) throw new Error(`${projector.name} is being rebuilt already.`);
      await control.query(`drop schema if exists ${former(projector)} cascade`);
    }
    if (!adoptLog) await refuseShorterLog(control, store, projectors.map(schemaOf));
    const build = await Build.begin(control, {
      store,
      connectionString,
      log,
      projectors,
      schemaFor: beside,
      onProgress,
      signal,
      window,
    });
    try {
      if (divided === undefined) await build.fill(await store.head(), 'events');
      else await build.fillDivided(control, await store.head(), divided);
      await build.index();
      for (let head = await store.head(); head - build.position > near; head = await store.head())
        await build.fill(head, 'catching-up');
      for (const projector of projectors) await swap(control, build, projector, adoptLog ? await store.end() : null);
    } catch (error) {
      for (const projector of projectors) await dropSchema(control, beside(projector)).catch(() => {});
      throw error;
    }
    onProgress({
      phase: 'done',
      projectors: projectors.map((one) => one.name),
      position: build.position,
      head: build.position,
      ...build.pace,
      secondsLeft: 0,
    });
  } finally {
    await control.close();
  }
}

/**
 * Fills one partition of the copies that `rebuildAll` has made, up to `until`. For a process of its own; `store` may be
 * `narrowed` to the partition.
 */
export async function fillPartition(
  { partition, projectors: names, until, onProgress, signal }: PartitionToFill,
  { projectors, ...options }: Pick<RebuildOptions, 'store' | 'connectionString' | 'log' | 'projectors' | 'window'>,
): Promise<void> {
  const build = Build.join({
    ...options,
    projectors: projectors.filter(({ name }) => names.includes(name)),
    schemaFor: beside,
    onProgress,
    signal,
    partition,
  });
  await build.fill(until, 'events');
}

/** Checkpoints first, then the end: who is live goes on meanwhile. */
export async function refuseShorterLog(
  connection: Connection,
  store: EventStore,
  schemas: readonly string[],
): Promise<void> {
  const live = await readCheckpoints(connection, schemas);
  const end = await store.end();
  for (const { position } of live) if (position > end) throw new LogEndsEarlier(position, end);
}

/**
 * The live one stands still at its checkpoint while the copy comes up to it and takes its name. A batch that waited
 * meanwhile fails on the new epoch and is done again on the new tables. A paused read model goes on: whatever stopped
 * it, the build has passed it.
 */
async function swap(
  control: Connection,
  build: Build,
  projector: Projector,
  adoptedEnd: Position | null,
): Promise<void> {
  const live = schemaOf(projector);
  await control.query('begin');
  try {
    const [row] = await control.query<{ position: string }>(
      `select position::text from ops.projection_checkpoints where schema = $1 for update`,
      [live],
    );
    const position: Position = BigInt(row!.position);
    const target = adoptedEnd !== null && adoptedEnd < position ? adoptedEnd : position;
    if (build.positionOf(projector) < target) await build.fill(target, 'swapping', projector);
    await control.query(`
      ${asLive(beside(projector))};
      alter schema ${live} rename to ${former(projector)};
      alter schema ${beside(projector)} rename to ${live};
      update ops.projection_checkpoints live set position = built.position, epoch = live.epoch + 1, state = 'running',
          error = null, error_event = null, error_position = null, error_at = null, updated_at = now()
        from ops.projection_checkpoints built where live.schema = '${live}' and built.schema = '${beside(projector)}';
      delete from ops.projection_checkpoints where schema = '${beside(projector)}'`);
    await control.query('commit');
  } catch (error) {
    await control.query('rollback').catch(() => {});
    throw error;
  }
  await control.query(`drop schema if exists ${former(projector)} cascade`);
}
