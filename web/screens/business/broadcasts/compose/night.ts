import type { Broadcast } from '../../../../../api/contract/broadcasts.ts';

/** 8 to 21 o’clock where the recipient is; some states are stricter. `at`: of a wall clock, `2026-11-22T18:30`. */
export const isQuiet = (at: string): boolean => {
  const hour = Number(at.slice(11, 13));
  return hour < 8 || hour >= 21;
};

/** Whether texts wait for the morning now, where the business is: most of its people are there. */
export const isNight = (type: Broadcast['type'], zone: string, now: Date = new Date()): boolean => {
  if (type === 'email') return false;
  const hour = new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now);
  return isQuiet(`2000-01-01T${hour}:00`);
};
