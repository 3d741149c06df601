import type { Moment, Subject } from './moment.ts';

interface Entry {
  readonly list: 'black' | 'white';
  readonly values: readonly string[];
  readonly note: string;
  readonly days: number;
}
const staff: Entry = { list: 'white', values: ['staff.test'], note: 'Our own people try the pages', days: 80 };
const entries: Readonly<Record<string, readonly Entry[]>> = {
  'bellas-pizzeria': [
    staff,
    { list: 'white', values: ['+12125550190'], note: 'The tablet at the counter', days: 62 },
    { list: 'black', values: ['throwaway.test', 'junk.test'], note: 'Addresses that nobody reads', days: 55 },
    { list: 'black', values: ['+12125550166'], note: 'Asked us on the phone never to write again', days: 31 },
    { list: 'black', values: ['press@gazette.test'], note: 'A newspaper, not a guest', days: 12 },
  ],
  'harbor-fitness': [staff, { list: 'black', values: ['+12125550177'], note: 'Wrong number', days: 20 }],
};

/** Who must never hear from the businesses, and who is never taken for spam. */
export const lists: Subject = (shop, when) =>
  (entries[shop.uniqueId] ?? []).map(({ list, values, note, days }): Moment => ({
    at: when.daysAgo(days, '10:15'),
    what: `the ${list} list has ${values.join(', ')}`,
    happen: (scene) => scene.lists(list, values, note),
  }));
