/**
 * Milliseconds to wait before try number `attempt` (0, 1, …): doubling from 0.5 s to 30 s, spread over half to all of
 * it so that browsers do not return in step.
 */
export const backoff = (attempt: number, random: () => number): number =>
  Math.min(30_000, 500 * 2 ** attempt) * (0.5 + random() / 2);
