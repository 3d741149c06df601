import { neverConnected, retryAfterMs } from '../failures.ts';
import type { SendOutcome } from '../port.ts';

interface Failure {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly response?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, unknown>>;
    readonly data?: { readonly type?: unknown; readonly fieldErrors?: readonly { readonly fieldName?: string }[] };
  };
}

/** The field that a request was refused for, by the code for the same. */
const codeOfField: ReadonlyMap<string, number> = new Map([
  ['to', 21211],
  ['from', 21606],
  ['applicationId', 20003],
]);

/**
 * What a failed request means. Bandwidth says that no 4xx was taken; a 5xx may come from something before it, which has
 * seen more than it says, and is unknown.
 */
export function outcomeOfFailure(error: unknown, now: Date): SendOutcome {
  const { response, code, syscall, cause } = error as Failure;
  if (response !== undefined) {
    const { status, data, headers } = response;
    if (status === 429) {
      const after = headers?.['retry-after'];
      return { kind: 'throttled', retryAfterMs: retryAfterMs(typeof after === 'string' ? after : null, now) };
    }
    if (status < 400 || status >= 500 || status === 408) return { kind: 'unknown', detail: `HTTP ${status}` };
    const type = typeof data?.type === 'string' ? data.type.slice(0, 60) : null;
    const field = data?.fieldErrors
      ?.map(({ fieldName }) => codeOfField.get(fieldName ?? ''))
      .find((one) => one !== undefined);
    const errorCode = status === 401 || status === 403 || status === 404 ? 20003 : (field ?? null);
    return { kind: 'rejected', errorCode, detail: `HTTP ${status}${type === null ? '' : `, ${type}`}` };
  }
  const inner = cause as { code?: unknown; syscall?: unknown } | undefined;
  const name = [code, inner?.code].find((one): one is string => typeof one === 'string') ?? null;
  if (name !== null && (neverConnected.has(name) || (syscall ?? inner?.syscall) === 'connect'))
    return { kind: 'unreachable', detail: name };
  return { kind: 'unknown', detail: name ?? (error instanceof Error ? error.name : 'unknown failure') };
}
