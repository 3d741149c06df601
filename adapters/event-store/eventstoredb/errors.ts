import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  UnsupportedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { EventIdReused, EventStoreUnavailable, RevisionConflict } from '../port.ts';

const answers = [
  AccessDeniedError,
  InvalidArgumentError,
  StreamDeletedError,
  UnsupportedError,
  WrongExpectedVersionError,
  EventStoreUnavailable,
  RevisionConflict,
  EventIdReused,
  TypeError,
  RangeError,
];

/**
 * What the callers of the port get. Only what is surely the server's answer passes as it is; whatever else the client throws (it has plain errors for discovery
 * and gRPC's own for cut connections) means that the outcome is open.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof MaxAppendSizeExceededError)
    return new RangeError(`The events are too large for one append: the server takes ${error.maxAppendSize} bytes.`, {
      cause: error,
    });
  if (answers.some((known) => error instanceof known)) return error;
  return new EventStoreUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Nothing was written, and the client has turned to the leader: the same call may be made again. */
export const isNotLeader = (error: unknown) => error instanceof NotLeaderError;

export const isConnectionTrouble = (error: unknown) =>
  [UnavailableError, CancelledError, DeadlineExceededError, TimeoutError, NotLeaderError].some(
    (known) => error instanceof known,
  );
