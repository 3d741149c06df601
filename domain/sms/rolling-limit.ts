import { placeOf } from './area-codes.ts';

interface RollingLimit {
  readonly source: string;
  /** The first day (UTC) on which it is in force. */
  readonly since: string;
  /** So many solicitations may reach one person on one subject in any 24 hours. */
  readonly most: number;
}

/** States that bound how often one person is solicited in any 24 hours, whatever the calendar says. Data: laws change. */
export const rollingLimits: Readonly<Record<string, RollingLimit>> = {
  'US-FL': { source: 'Fla. Stat. 501.616(6)(b)', since: '2021-07-01', most: 3 },
  'US-MD': { source: 'Md. Code, Com. Law 14-4503', since: '2024-01-01', most: 3 },
  'US-OK': { source: '15 O.S. 775C.4', since: '2022-11-01', most: 3 },
};

/**
 * How many marketing texts may reach a number in any 24 hours by the law of where it is; null: no law says. What a text
 * is about can't be told, so all count as one subject.
 */
export function rollingLimit(to: string, now: Date): number | null {
  const region = placeOf(to)?.region;
  const law = region === undefined ? undefined : rollingLimits[region];
  return law !== undefined && law.since <= now.toISOString().slice(0, 10) ? law.most : null;
}
