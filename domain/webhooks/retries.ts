const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** From one attempt to the next, in ms (Standard Webhooks 1.0.0, deliverability): ten attempts in about 75 hours. */
export const retrySchedule: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** A receiver that asks for more patience than this gets this. */
export const longestRetryAfterMs = 24 * hour;
const failingForMs = 5 * 24 * hour;
/** Failures this far apart count as spells of their own: a quiet endpoint is not switched off after one bad night. */
const spellMs = 12 * hour;
const leastSpells = 4;

/** When to try again after so many attempts; null: it is given up. `chance` (0 to 1) spreads what failed together. */
export function retryAfter(attempts: number, askedMs: number | null, chance: number): number | null {
  const planned = retrySchedule[attempts - 1];
  if (planned === undefined) return null;
  const spread = planned * (1 + 0.2 * chance);
  return Math.max(spread, Math.min(askedMs ?? 0, longestRetryAfterMs));
}

/** What a Retry-After header asks for, in ms: seconds or a date (RFC 9110, 10.2.3); null: nothing that can be read. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * second;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** How an endpoint fares: what its attempts since the last success were. */
export interface Trouble {
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly spells: number;
  readonly spellAt: Date | null;
}
export const noTrouble: Trouble = { failures: 0, failingSince: null, spells: 0, spellAt: null };

/** After one more failure, with no success in between. */
export const afterFailure = (trouble: Trouble, now: Date): Trouble => {
  const isNewSpell = trouble.spellAt === null || now.getTime() - trouble.spellAt.getTime() >= spellMs;
  return {
    failures: trouble.failures + 1,
    failingSince: trouble.failingSince ?? now,
    spells: trouble.spells + (isNewSpell ? 1 : 0),
    spellAt: isNewSpell ? now : trouble.spellAt,
  };
};

/** Nothing has succeeded for five days, though it was tried again and again. */
export const isHopeless = ({ failingSince, spells }: Trouble, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= failingForMs && spells >= leastSpells;
