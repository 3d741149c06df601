import type { Moment, Subject } from './moment.ts';
import { peopleOf } from './people.ts';

/**
 * People of Bella's who are there twice, by their number and by an address on a list of the till: one pair was merged,
 * one is still to be found; somebody has asked what is known of them, and the
 * owner has taken all contacts along.
 */
export const duplicates: Subject = (shop, when): readonly Moment[] => {
  if (shop.uniqueId !== 'bellas-pizzeria') return [];
  const people = peopleOf(shop.uniqueId);
  const [merged, found, curious] = [people[10]!, people[5]!, people[1]!];
  const email = (name: string) => `${name.toLowerCase()}@guests.test`;
  return [
    {
      at: when.daysAgo(2, '09:12'),
      what: `${merged.firstName} is written down by mail`,
      happen: (scene) => scene.addsByEmail(email(merged.firstName), merged.firstName, merged.lastName),
    },
    {
      at: when.daysAgo(2, '09:20'),
      what: `${found.firstName} is written down by mail`,
      happen: (scene) => scene.addsByEmail(email(found.firstName), found.firstName, found.lastName),
    },
    {
      at: when.daysAgo(1, '16:44'),
      what: `${merged.firstName} is one person`,
      happen: (scene) => scene.merges(merged.phone, email(merged.firstName)),
    },
    {
      at: when.daysAgo(1, '17:05'),
      what: `${curious.firstName} asks what is known`,
      happen: (scene) => scene.takesEverything(curious.phone),
    },
    {
      at: when.daysAgo(1, '17:31'),
      what: 'the contacts are taken along',
      happen: (scene) => scene.takesContactsAlong(people.length),
    },
  ];
};
