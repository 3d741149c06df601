import { AgencyMoving, EventStoreUnavailable } from '../../adapters/event-store/port.ts';
import { StorageUnavailable } from '../../adapters/storage/port.ts';

/** Connection errors of Node, and the ones node-postgres raises in plain words. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
]);
const connectionWords = new RegExp(
  [
    'connection terminated',
    'connection ended',
    'client has encountered a connection error',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'not queryable',
    'cannot use a pool after',
  ].join('|'),
  'i',
);

/**
 * Whether a failure says that the database, the event store or the files are away, and nothing about the work itself. Such work
 * is tried again for as long as it takes. SQLSTATE classes: 08 connection, 53 resources, 57P shutting down, 58 the
 * system below, 25006 a server that became read-only, 40001 and 40P01 serialisation and deadlock.
 */
export function isOutage(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof EventStoreUnavailable || cause instanceof StorageUnavailable) return true;
    // A move takes seconds: what comes of it is known then.
    if (cause instanceof AgencyMoving) return !cause.isForGood;
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && (connectionCodes.has(code) || /^(08|53|57P|58|25006|40001|40P01)/.test(code)))
      return true;
    if (connectionWords.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isOutage)) return true;
  }
  return false;
}
