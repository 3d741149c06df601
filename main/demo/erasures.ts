import type { Moment, Subject } from './moment.ts';

/** They came by the keyword. */
export const phoneOfErased = '+14155550641';

/** Somebody tried Bella's, said stop, and asked to be erased: only the activity of the business still knows that it happened. */
export const erasures: Subject = (shop, when): readonly Moment[] =>
  shop.uniqueId !== 'bellas-pizzeria' ?
    []
  : [
      {
        at: when.daysAgo(19, '12:14'),
        what: 'somebody comes who is erased later',
        happen: (scene) => scene.hears(phoneOfErased, shop.keyword),
      },
      {
        at: when.daysAgo(9, '18:03'),
        what: 'somebody leaves who is erased later',
        happen: (scene) => scene.hears(phoneOfErased, 'STOP'),
      },
      { at: when.daysAgo(8, '10:21'), what: 'somebody is erased', happen: (scene) => scene.erases(phoneOfErased) },
    ];
