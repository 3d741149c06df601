/** Failures before a connection stood: the carrier has certainly not seen the request. */
export const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

export const defaultRetryMs = 1_000;
const longestRetryMs = 15 * 60_000;

/** Milliseconds to wait, from a Retry-After header: at least one, at most fifteen minutes; one second when it says nothing. */
export function retryAfterMs(header: string | null, now: Date): number {
  if (header === null || header.trim() === '') return defaultRetryMs;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 1), longestRetryMs) : defaultRetryMs;
}
