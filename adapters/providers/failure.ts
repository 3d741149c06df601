import type { Verification } from './port.ts';

/** Answers that say something about the credentials. Everything else (429, 5xx, no connection) says nothing about them. */
const refusals = new Set([400, 401, 403, 404, 422]);

/**
 * What a failed question to a provider means; `words` by HTTP status, in the person's terms. Never repeats what the
 * provider echoed: it may hold the secret.
 */
export function verificationOf(
  status: number | null,
  provider: string,
  words: Readonly<Record<number, string>> = {},
): Verification {
  if (status !== null && refusals.has(status))
    return { kind: 'refused', detail: words[status] ?? `${provider} refused these credentials (${status}).` };
  if (status === 429)
    return { kind: 'unavailable', detail: `${provider} is being asked too often. Please try again in a minute.` };
  return {
    kind: 'unavailable',
    detail: `${provider} could not be asked just now${status === null ? '' : ` (${status})`}. Nothing was changed; please try again in a moment.`,
  };
}

/** The HTTP status in an error of one of the SDKs, null when there was no answer. */
export function statusOf(error: unknown): number | null {
  const { status, code, response, $metadata } = error as {
    status?: unknown;
    code?: unknown;
    response?: { status?: unknown };
    $metadata?: { httpStatusCode?: unknown };
  };
  return (
    [status, response?.status, $metadata?.httpStatusCode, code].find(
      (one): one is number => typeof one === 'number' && one >= 100 && one < 600,
    ) ?? null
  );
}

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** SDKs differ in what their time-outs cover; this covers all. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new TookTooLong('No answer in time.')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
