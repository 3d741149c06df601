import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  UnsupportedError,
} from '@eventstore/db-client';
import { EventIdReused, EventStoreUnavailable, LogEndsEarlier, RevisionConflict } from '../port.ts';

const answers = [
  AccessDeniedError,
  InvalidArgumentError,
  StreamDeletedError,
  UnsupportedError,
  EventStoreUnavailable,
  RevisionConflict,
  EventIdReused,
  LogEndsEarlier,
  TypeError,
  RangeError,
];

/**
 * What the callers of the port get. Only what is surely the server's answer passes as it is; whatever else the client
 * throws (it has plain errors for discovery and gRPC's own for cut connections) means that the outcome is open.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof MaxAppendSizeExceededError)
    return new RangeError(`The events are too large for one append: the server takes ${error.maxAppendSize} bytes.`, {
      cause: error,
    });
  if (answers.some((known) => error instanceof known)) return error;
  return new EventStoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}

/** The client has turned to the leader: the same call may be made again. What else was under way on that call may have been written. */
export const isNotLeader = (error: unknown) => error instanceof NotLeaderError;

/**
 * The server let a subscription go since it was not read fast enough (it says so with ABORTED: "Consumer too slow to
 * handle event while live. Client resubscription required."). The server is there, and nothing is lost.
 */
export function wasTooSlow(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (/consumer too slow|resubscription required/i.test(cause.message)) return true;
  return false;
}
