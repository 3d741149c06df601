import type { SenderRate } from './rates.ts';

/** A token bucket: a segment costs a token. `tokens` may be below zero, when a long message was let through on credit. */
export interface Bucket {
  readonly tokens: number;
  readonly refilledAt: Date;
}

/** A bucket that was never used is full. A clock that went back gives nothing and takes nothing. */
export function refill(bucket: Bucket | null, rate: SenderRate, now: Date): Bucket {
  if (bucket === null) return { tokens: rate.burst, refilledAt: now };
  const seconds = Math.max(0, now.getTime() - bucket.refilledAt.getTime()) / 1000;
  return { tokens: Math.min(rate.burst, bucket.tokens + seconds * rate.segmentsPerSecond), refilledAt: now };
}

/**
 * Takes `segments` tokens, or returns null when the message has to wait. A message longer than the bucket is let
 * through when the bucket is full, and is paid off afterwards: otherwise it would wait for ever.
 */
export function take(bucket: Bucket, segments: number, rate: SenderRate): Bucket | null {
  // A thousandth of a token is below what a clock of milliseconds can tell.
  if (bucket.tokens + 0.001 < Math.min(segments, rate.burst)) return null;
  return { ...bucket, tokens: bucket.tokens - segments };
}

/** Milliseconds until a message of `segments` may go. */
export function waitFor(bucket: Bucket, segments: number, rate: SenderRate): number {
  const missing = Math.min(segments, rate.burst) - bucket.tokens;
  return missing <= 0 ? 0 : Math.ceil((missing / rate.segmentsPerSecond) * 1000);
}
