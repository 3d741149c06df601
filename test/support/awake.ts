import { quietHours } from '../../domain/sms/quiet-hours.ts';

/** One for each part of the day, how its numbers begin: London, San Francisco, Auckland, Tokyo. */
const prefixes = ['+447700', '+141520', '+642100', '+819010'];
const numberOf = (prefix: string, n: number) => `${prefix}${String(n).padStart(prefix.startsWith('+1') ? 5 : 6, '0')}`;

const isAwake = (to: string, at: number) =>
  quietHours({ to, at: new Date(at), fallbackZone: 'UTC' }).kind === 'allowed';

/** Numbers of a place where nobody sleeps now, nor in the next two hours. */
export const awakePhones = (count: number, now = Date.now()): string[] => phonesWhere(true, count, now);
/** Numbers of a place where it is night now, and for the next hour. */
export const asleepPhones = (count: number, now = Date.now()): string[] => phonesWhere(false, count, now);

function phonesWhere(awake: boolean, count: number, now: number): string[] {
  const prefix = prefixes.find((each) =>
    (awake ? [0, 1, 2] : [0, 1]).every((hours) => isAwake(numberOf(each, 0), now + hours * 3_600_000) === awake),
  );
  if (prefix === undefined) throw new Error(awake ? 'it is night everywhere' : 'nobody sleeps');
  return Array.from({ length: count }, (_, n) => numberOf(prefix, n));
}
