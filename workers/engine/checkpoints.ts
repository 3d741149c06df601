import { sql } from 'kysely';
import { prepared } from '../../adapters/database/prepared-statement.ts';
import type { LogEndsEarlier, Position, StoredEvent } from '../../adapters/event-store/port.ts';
import type { Database } from './worker.ts';

export interface Checkpoint {
  readonly position: Position;
  readonly paused: {
    readonly at: Date;
    /** Null: no event is at fault, the log is (`pauseBeyond`). */
    readonly eventId: string | null;
    readonly position: Position;
    readonly reason: string;
  } | null;
}

/** Another process has moved this checkpoint: whoever sees this starts again from where it is now. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
  constructor(worker: string) {
    super(`The checkpoint of ${worker} was moved by another process.`);
  }
}

interface Row {
  name: string;
  position: string;
  paused_at: Date | null;
  paused_event: string | null;
  paused_position: string | null;
  paused_reason: string | null;
}

const columns = sql`name, position::text as position, paused_at, paused_event, paused_position::text as paused_position, paused_reason`;

/** The checkpoint of a worker; a new worker starts at the beginning of the feed. */
export async function loadCheckpoint(db: Database, worker: string): Promise<Checkpoint> {
  const { rows } = await sql<Row>`
    insert into ops.worker_checkpoints (name, position) values (${worker}, 0)
    on conflict (name) do update set name = excluded.name
    returning ${columns}`.execute(db);
  return toCheckpoint(rows[0]!);
}

export async function loadCheckpoints(db: Database): Promise<ReadonlyMap<string, Checkpoint>> {
  const { rows } = await sql<Row>`select ${columns} from ops.worker_checkpoints`.execute(db);
  return new Map(rows.map((row) => [row.name, toCheckpoint(row)]));
}

/** Moves a checkpoint, only from the value it was read at. Throws CheckpointMoved when it is not there any more. */
export async function moveCheckpoint(db: Database, worker: string, from: Position, to: Position): Promise<void> {
  const { numAffectedRows } = await sql`${prepared}
    update ops.worker_checkpoints set position = ${to.toString()}::bigint, updated_at = now()
    where name = ${worker} and position = ${from.toString()}::bigint and paused_at is null`.execute(db);
  if (numAffectedRows !== 1n) throw new CheckpointMoved(worker);
}

/** Stops a worker before an event that failed for good, for everybody to see. */
export async function pauseAt(db: Database, worker: string, event: StoredEvent, reason: string): Promise<void> {
  await sql`
    update ops.worker_checkpoints
    set paused_at = now(), paused_event = ${event.id}, paused_position = ${event.position.toString()}::bigint, paused_reason = ${reason}
    where name = ${worker} and paused_at is null`.execute(db);
}

/** Stops a worker whose log ends before its checkpoint. `paused_position` keeps where the log ended: from there on, nothing was handled. */
export async function pauseBeyond(db: Database, worker: string, { end, message }: LogEndsEarlier): Promise<void> {
  await sql`
    update ops.worker_checkpoints set paused_at = now(), paused_event = null, paused_position = ${end.toString()}::bigint,
      paused_reason = ${message}
    where name = ${worker} and paused_at is null`.execute(db);
}

/**
 * Takes the log that there is for the right one, though it ends before some checkpoints: those workers go on from
 * where it ended when that was first seen, or ends now. What they have done for events that are gone stays done.
 * Returns their names.
 */
export async function adoptLog(db: Database, end: Position): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    update ops.worker_checkpoints set position = least(paused_position, ${end.toString()}::bigint), updated_at = now(),
      paused_at = null, paused_event = null, paused_position = null, paused_reason = null
    where (paused_at is not null and paused_event is null) or position > ${end.toString()}::bigint
    returning name`.execute(db);
  return rows.map((row) => row.name);
}

/** Lets a paused worker try again, from the event it stopped at. False when it was not paused. */
export async function resumeWorker(db: Database, worker: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ops.worker_checkpoints set paused_at = null, paused_event = null, paused_position = null, paused_reason = null
    where name = ${worker} and paused_at is not null`.execute(db);
  return numAffectedRows === 1n;
}

function toCheckpoint(row: Row): Checkpoint {
  return {
    position: BigInt(row.position),
    paused:
      row.paused_at === null ?
        null
      : {
          at: row.paused_at,
          eventId: row.paused_event,
          position: BigInt(row.paused_position ?? 0),
          reason: row.paused_reason ?? '',
        },
  };
}
