import type { Page } from '../../api/contract/page-model.ts';

type Settings = Page<'popup'>['settings'];
/** What set it off. */
export type Trigger = 'timeout' | 'scroll' | 'exit';

/** What is kept in a visitor's browser of one popup, under its own name: nothing that says who they are. */
export interface Kept {
  /** How often it has opened by itself. */
  readonly times: number;
  /** When it was there last, ms; 0: never. */
  readonly at: number;
  /** Somebody has signed up. */
  readonly done: boolean;
  /** It was closed once: the tab is what is left. */
  readonly closed: boolean;
}
const nothing: Kept = { times: 0, at: 0, done: false, closed: false };
const nameOf = (id: string): string => `popup:${id}`;

/** A browser that keeps nothing (its storage is switched off, or full) is one that visits for the first time. */
export function readKept(storage: () => Storage, id: string): Kept {
  try {
    const held = JSON.parse(storage().getItem(nameOf(id)) ?? '{}') as Partial<Kept>;
    const whole = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : 0);
    return { times: whole(held.times), at: whole(held.at), done: held.done === true, closed: held.closed === true };
  } catch {
    return nothing;
  }
}
export function keep(storage: () => Storage, id: string, kept: Kept): void {
  try {
    storage().setItem(nameOf(id), JSON.stringify(kept));
  } catch {
    // Then it is not kept.
  }
}

const day = 86_400_000;
/** Whether it may open by itself now. */
export function mayOpen(kept: Kept, settings: Settings, trigger: Trigger, now: number): boolean {
  const { MostTimes, Duration, ExitDuration } = settings;
  if (kept.done || (MostTimes > 0 && kept.times >= MostTimes)) return false;
  const pause = (trigger === 'exit' ? ExitDuration : Duration) * day;
  // A clock that was put back does not hold it up for ever.
  return kept.at === 0 || Math.abs(now - kept.at) >= pause;
}

/** Whether it is its time of the day, in the business's zone. From 22:00 to 06:00 is over midnight. */
export function onSchedule(settings: Settings, timezone: string, now: Date): boolean {
  const { UseSchedule, ScheduleFrom, ScheduleTo } = settings;
  if (!UseSchedule || ScheduleFrom === ScheduleTo) return true;
  const time = timeIn(timezone, now);
  return ScheduleFrom < ScheduleTo ?
      time >= ScheduleFrom && time < ScheduleTo
    : time >= ScheduleFrom || time < ScheduleTo;
}
function timeIn(timeZone: string, now: Date): string {
  const shape = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...shape, timeZone }).format(now);
  } catch {
    return new Intl.DateTimeFormat('en-GB', shape).format(now);
  }
}

/** Whether it may be on this site: named itself, or below one that is. */
export function onSite({ AllowedSites }: Settings, host: string): boolean {
  const sites = AllowedSites.split(', ').filter((one) => one !== '');
  return sites.length === 0 || sites.some((site) => host === site || host.endsWith(`.${site}`));
}
