import pg from 'pg';
import { AgencyMoving, EventStoreUnavailable } from '../port.ts';

/**
 * SQLSTATE classes and codes (appendix A of the Postgres manual) that say "not now" rather than "not so": lost
 * connection, no resources (disk, memory, connections), shutdown and start-up, system error, and a server that became a
 * read-only standby.
 */
const passing = /^(?:08|53|57P0|58|25006)/;

/** Raised by `es.refuse_fenced`, with the state of the fence as its message. */
const refusedByFence = 'BKMOV';

/**
 * What the callers of the port get: `EventStoreUnavailable` where the server can't be reached or can't serve now, else
 * the error itself.
 */
export function asStoreError(error: unknown): unknown {
  if (
    error instanceof EventStoreUnavailable ||
    error instanceof AgencyMoving ||
    error instanceof TypeError ||
    error instanceof RangeError
  )
    return error;
  if (error instanceof pg.DatabaseError && error.code === refusedByFence)
    return new AgencyMoving(error.message === 'moved');
  if (error instanceof pg.DatabaseError && !passing.test(error.code ?? '')) return error;
  // Everything else that the driver throws is about the connection.
  return new EventStoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}
