import type { Profile } from '../../api/contract/profile.ts';
import { usageLevel } from '../format/number.ts';

/** Numbers are held; messages (segments) and minutes are of this month. `share`: 0 to 1. */
export interface Allowance {
  readonly kind: 'numbers' | 'messages' | 'minutes';
  readonly used: number;
  readonly free: number;
  readonly share: number;
  readonly level: 'ok' | 'warning' | 'full';
}

type Agency = Pick<
  NonNullable<Profile['agency']>,
  'free_numbers' | 'free_messages' | 'free_calls' | 'usage_numbers' | 'usage_messages' | 'usage_calls'
>;

/** An agency's use against what it has free. What has no free allowance has nothing to compare with and is left out. */
export function usageOf(agency: Agency): readonly Allowance[] {
  const rows = [
    ['numbers', agency.usage_numbers, agency.free_numbers],
    ['messages', agency.usage_messages, agency.free_messages],
    ['minutes', agency.usage_calls, agency.free_calls],
  ] as const;
  return rows
    .filter(([, , free]) => free > 0)
    .map(([kind, used, free]) => {
      const level = usageLevel(used, free);
      return { kind, used, free, share: Math.min(1, used / free), level: level === 'unlimited' ? 'ok' : level };
    });
}
