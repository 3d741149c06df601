import type { Device, Source } from '../../domain/submissions/events.ts';
import { originOf } from '../../domain/page-analytics/origin.ts';
import type { Moment } from './moment.ts';
import type { SeenRow } from './scene.ts';
import type { When } from './when.ts';

/** Somebody who sent the form. */
interface Came {
  readonly day: number;
  readonly from: Source;
  readonly device: Device;
  readonly version: number;
}

/** From where people come who look and go on, each as often as it stands here. */
const passing: readonly Source[] = [
  ['instagram', 'social', 'instagram.com'],
  [null, null, null],
  ['counter-qr', 'print', null],
  [null, null, 'google.com'],
  ['instagram', 'social', 'instagram.com'],
  ['newsletter', 'email', null],
  [null, null, null],
  ['facebook', 'social', 'facebook.com'],
  [null, null, 'nextdoor.com'],
].map(([source, medium, referrer]) => ({
  source: source ?? null,
  medium: medium ?? null,
  campaign: null,
  referrer: referrer ?? null,
}));
const devices: readonly Device[] = ['phone', 'phone', 'desktop', 'phone', 'phone', 'tablet', 'phone', 'desktop'];
/** More on weekends. */
const byWeekday = [1.4, 0.7, 0.8, 0.8, 1, 1.3, 1.6];

/** Who looks at a page of the demo, day by day: many in the first days, and each day those who then sent its form. */
export function visitsOf(
  key: string,
  {
    published,
    ended,
    busy,
    compared,
    came,
  }: {
    /** Days ago, all of them. */
    readonly published: number;
    readonly ended: number;
    /** Visitors on an ordinary day. */
    readonly busy: number;
    /** Since when two versions are compared; null: they are not. */
    readonly compared: number | null;
    readonly came: readonly Came[];
  },
  when: When,
): readonly Moment[] {
  let turn = [...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return Array.from({ length: Math.max(0, published - ended) }, (_, index): Moment => {
    const day = published - index;
    const at = day === 0 ? when.minutesAgo(4) : when.daysAgo(day, '23:20');
    const fresh = 1 + 1.6 * Math.exp(-index / 3);
    const people = Math.round(busy * fresh * byWeekday[at.getUTCDay()]! * (0.8 + ((day * 37) % 11) / 25));
    const rows = new Map<string, SeenRow>();
    const see = (from: Source, device: Device, version: number, began: boolean, again: boolean): void => {
      const isCompared = compared !== null && day <= compared;
      const origin = originOf(from);
      const name = JSON.stringify([version, isCompared, origin, device]);
      const row = rows.get(name) ?? {
        version,
        compared: isCompared,
        from: origin,
        device,
        views: 0,
        visitors: 0,
        started: 0,
      };
      row.views += again ? 2 : 1;
      row.visitors += 1;
      row.started += began ? 1 : 0;
      rows.set(name, row);
    };
    for (const one of came) if (one.day === day) see(one.from, one.device, one.version, true, turn % 3 === 0);
    for (let person = 0; person < people; person += 1) {
      turn += 1;
      const version = compared !== null && day <= compared && (turn * 5) % 9 < 4 ? 2 : 1;
      see(
        passing[turn % passing.length]!,
        devices[(turn * 3) % devices.length]!,
        version,
        turn % 6 === 0,
        turn % 4 === 0,
      );
    }
    return {
      at,
      what: `${key}: seen ${day} days before`,
      happen: (scene) => scene.isSeen(key, [...rows.values()], Math.round(people / 7)),
    };
  });
}
