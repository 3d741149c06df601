import type { Position } from '../../adapters/event-store/port.ts';
import type { Statement } from '../engine-types.ts';
import type { Connection } from './connection.ts';

export type CheckpointState = 'running' | 'paused' | 'building';

export interface Checkpoint {
  readonly schema: string;
  readonly projector: string;
  readonly version: number;
  readonly position: Position;
  readonly epoch: number;
  readonly state: CheckpointState;
  readonly error: string | null;
  readonly errorEvent: string | null;
  readonly errorPosition: Position | null;
  readonly errorAt: Date | null;
  readonly updatedAt: Date;
}

interface Row {
  schema: string;
  projector: string;
  version: number;
  position: string;
  epoch: number;
  state: CheckpointState;
  error: string | null;
  error_event: string | null;
  error_position: string | null;
  error_at: Date | null;
  updated_at: Date;
}

const columns =
  'schema, projector, version, position::text, epoch, state, error, error_event, error_position::text, error_at, updated_at';

const fromRow = (row: Row): Checkpoint => ({
  schema: row.schema,
  projector: row.projector,
  version: row.version,
  position: BigInt(row.position),
  epoch: row.epoch,
  state: row.state,
  error: row.error,
  errorEvent: row.error_event,
  errorPosition: row.error_position === null ? null : BigInt(row.error_position),
  errorAt: row.error_at,
  updatedAt: row.updated_at,
});

/** The one who raises it has read a checkpoint that is no longer true: somebody else runs this read model, or it was replaced or paused. */
export const isGuardFailure = (error: unknown): boolean => (error as { code?: string } | null)?.code === 'PJ001';

export async function readCheckpoints(connection: Connection, schemas?: readonly string[]): Promise<Checkpoint[]> {
  const rows =
    schemas ?
      await connection.query<Row>(`select ${columns} from ops.projection_checkpoints where schema = any($1)`, [schemas])
    : await connection.query<Row>(
        `select ${columns} from ops.projection_checkpoints order by projector, version, schema`,
      );
  return rows.map(fromRow);
}

export interface Advance {
  readonly schema: string;
  readonly read: Position;
  readonly epoch: number;
}

/** Moves checkpoints from where they were read. First in its transaction. Fails with `isGuardFailure`. */
export function advance(members: readonly Advance[], next: Position): Statement {
  return {
    text: 'select ops.advance_projections($1::text[], $2::bigint[], $3::int[], $4::bigint)',
    values: [
      members.map((one) => one.schema),
      members.map((one) => one.read.toString()),
      members.map((one) => one.epoch),
      next.toString(),
    ],
  };
}

export async function pause(
  connection: Connection,
  schema: string,
  error: { message: string; event: string | null; position: Position | null },
): Promise<void> {
  await connection.query(
    `update ops.projection_checkpoints set state = 'paused', error = $2, error_event = $3, error_position = $4,
      error_at = now(), updated_at = now() where schema = $1`,
    [schema, error.message.slice(0, 2000), error.event, error.position?.toString() ?? null],
  );
}

/** Pauses a read model that runs, as a person wishes. Returns whether it ran. */
export async function pauseByHand(connection: Connection, schema: string, why: string): Promise<boolean> {
  const rows = await connection.query(
    `update ops.projection_checkpoints set state = 'paused', error = $2, error_event = null, error_position = null,
      error_at = now(), updated_at = now() where schema = $1 and state = 'running' returning 1`,
    [schema, why],
  );
  return rows.length > 0;
}

/** Lets the paused versions of a projector go on. Returns how many there were. */
export async function resume(connection: Connection, projector: string): Promise<number> {
  const rows = await connection.query(
    `update ops.projection_checkpoints set state = 'running', error = null, error_event = null,
      error_position = null, error_at = null, updated_at = now()
      where projector = $1 and state = 'paused' returning 1`,
    [projector],
  );
  return rows.length;
}
