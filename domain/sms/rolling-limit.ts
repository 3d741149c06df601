import { type Home, placesOf } from './quiet-hours.ts';

interface RollingLimit {
  readonly source: string;
  /** What it was compared with, and of when that was. */
  readonly checked: string;
  /** The first day (UTC) on which it is in force. */
  readonly since: string;
  /** So many solicitations may reach one person on one subject in any 24 hours. */
  readonly most: number;
}

/** States that bound how often one person is solicited in any 24 hours, whatever the calendar says. Data: laws change. */
export const rollingLimits: Readonly<Record<string, RollingLimit>> = {
  'US-FL': {
    source: 'Fla. Stat. 501.616(6)(b)',
    checked: 'clickpointsoftware.com, July 2025',
    since: '2021-07-01',
    most: 3,
  },
  'US-MD': {
    source: 'Md. Code, Com. Law 14-4503',
    checked: 'dnc.com and wmar2news.com, 2024-01-01',
    since: '2024-01-01',
    most: 3,
  },
  'US-OK': { source: '15 O.S. 775C.4', checked: 'clickpointsoftware.com, July 2025', since: '2022-11-01', most: 3 },
  // More may reach who has bought within eighteen months: that can't be told here.
  'US-OR': {
    source: 'Or. HB 3865 (2025)',
    checked: 'Troutman Pepper Locke on jdsupra.com, 2025; postscript.io, 2026-01-01',
    since: '2026-01-01',
    most: 3,
  },
};

/**
 * How many marketing texts may reach somebody in any 24 hours by the law of where they are, by their number and by what
 * they say of where they live; null: no law says. What a text is about can't be told, so all count as one subject.
 */
export function rollingLimit(to: string, now: Date, home?: Home): number | null {
  const day = now.toISOString().slice(0, 10);
  const laws = placesOf(to, home).flatMap(({ region }) => rollingLimits[region] ?? []);
  const inForce = laws.filter(({ since }) => since <= day);
  return inForce.length === 0 ? null : Math.min(...inForce.map(({ most }) => most));
}
