import { defaultRetryMs, neverConnected, retryAfterMs } from '../failures.ts';
import type { SendOutcome } from '../port.ts';

/** The carrier asks us to slow down. `retryAfter` is the header as it came: seconds or an HTTP date (RFC 9110, 10.2.3). */
export class Throttled extends Error {
  override readonly name = 'Throttled';
  readonly retryAfter: string | null;
  constructor(retryAfter: string | null) {
    super('The carrier asks to slow down.');
    this.retryAfter = retryAfter;
  }
}

/** Twilio's "Too Many Requests" (https://www.twilio.com/docs/api/errors/20429). */
const tooManyRequests = 20429;

/**
 * What a failed request means. Only an answer below 500 and a connection that never stood prove that the message was not taken;
 * everything else (time-out, reset, a 5xx, an answer that cannot be read) is unknown.
 */
export function outcomeOfFailure(error: unknown): SendOutcome {
  if (error instanceof Throttled)
    return { kind: 'throttled', retryAfterMs: retryAfterMs(error.retryAfter, new Date()) };
  const failure = error as { status?: unknown; code?: unknown; cause?: unknown; syscall?: unknown; message?: unknown };
  if (typeof failure.status === 'number' && typeof failure.code !== 'string') {
    if (failure.status >= 400 && failure.status < 500 && failure.status !== 408) {
      const code = typeof failure.code === 'number' ? failure.code : null;
      if (code === tooManyRequests) return { kind: 'throttled', retryAfterMs: defaultRetryMs };
      return {
        kind: 'rejected',
        errorCode: code,
        detail: `HTTP ${failure.status}${code === null ? '' : `, error ${code}`}`,
      };
    }
    return { kind: 'unknown', detail: `HTTP ${failure.status}` };
  }
  const code = codeOf(failure);
  if (code !== null && (neverConnected.has(code) || syscallOf(failure) === 'connect'))
    return { kind: 'unreachable', detail: code };
  return { kind: 'unknown', detail: code ?? (error instanceof Error ? error.name : 'unknown failure') };
}

function codeOf(failure: { code?: unknown; cause?: unknown }): string | null {
  if (typeof failure.code === 'string') return failure.code;
  const cause = failure.cause as { code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? cause.code : null;
}

function syscallOf(failure: { syscall?: unknown; cause?: unknown }): unknown {
  return failure.syscall ?? (failure.cause as { syscall?: unknown } | undefined)?.syscall;
}
