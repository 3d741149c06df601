import { bookings } from './bookings.ts';
import type { Moment, Subject } from './moment.ts';

/**
 * What happens by itself. The one that runs waits for ninety days first: it has people inside from the beginning, and a
 * newcomer's look at it sends nothing. `days`: before today; null: drawn, and not published yet.
 */
const automations: Readonly<
  Record<string, readonly (readonly [template: string, name: string, days: number | null])[]>
> = {
  'bellas-pizzeria': [
    ['win-back', 'We miss you at Bella’s', 75],
    ['birthday', 'Birthday wishes', null],
    ['review-request', 'How was the pizza?', null],
  ],
  'harbor-fitness': [
    ['win-back', 'Back to the gym', 60],
    ['welcome', 'The first week', null],
  ],
};

export const automationsOf: Subject = (shop, when) => [
  ...drawnOf(shop, when),
  ...hooksOf(shop, when),
  ...bookings(shop, when),
];

/** The booking system tells of whoever has booked a table. */
const hooksOf: Subject = ({ uniqueId }, { daysAgo }) =>
  uniqueId === 'bellas-pizzeria' ?
    [
      {
        at: daysAgo(40, '10:05'),
        what: 'the booking system gets an address',
        happen: (scene) => scene.automations.listensTo('booking', 'Our booking system'),
      },
    ]
  : [];

const drawnOf: Subject = ({ uniqueId }, { daysAgo }) =>
  (automations[uniqueId] ?? []).flatMap(([template, name, days], index): readonly Moment[] => {
    const drawn: Moment = {
      at: daysAgo((days ?? 5 - index) + 1, '11:20'),
      what: `the automation ${template} is drawn`,
      happen: (scene) => scene.automations.takes(template, name),
    };
    if (days === null) return [drawn];
    const published: Moment = {
      at: daysAgo(days, '09:30'),
      what: `the automation ${template} is published`,
      happen: (scene) => scene.automations.publishes(template),
    };
    return [drawn, published];
  });
