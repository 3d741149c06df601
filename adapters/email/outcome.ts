import type { EmailOutcome } from './port.ts';

/** Failures before a connection stood: the provider has certainly not seen the email. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/**
 * What a failed request to a provider's HTTP API means. An answer from 400 to 499 is a refusal: for good, unless it is
 * about the account or the pace (401, 403, 408, 429), which says nothing about this email. A 5xx, a time-out or a lost
 * connection is unknown: it may have been taken.
 */
export function outcomeOfHttpFailure(error: unknown): EmailOutcome {
  const status = statusOf(error);
  if (status !== null && status >= 400 && status < 500)
    return { kind: 'rejected', permanent: ![401, 403, 408, 429].includes(status), detail: `HTTP ${status}` };
  if (status !== null) return { kind: 'unknown', detail: `HTTP ${status}` };
  const code = codeOf(error);
  if (code !== null && neverConnected.has(code)) return { kind: 'rejected', permanent: false, detail: code };
  return { kind: 'unknown', detail: code ?? 'no answer' };
}

function statusOf(error: unknown): number | null {
  const { status, code, response, $metadata } = error as {
    status?: unknown;
    code?: unknown;
    response?: { status?: unknown };
    $metadata?: { httpStatusCode?: unknown };
  };
  return (
    [$metadata?.httpStatusCode, response?.status, status, code].find(
      (one): one is number => typeof one === 'number' && one >= 100 && one < 600,
    ) ?? null
  );
}

/** The error code of the connection, in whatever the SDK wrapped it. */
function codeOf(error: unknown): string | null {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
    const { code, cause } = current as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return code;
    current = cause;
  }
  return null;
}
