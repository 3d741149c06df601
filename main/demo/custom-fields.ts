import type { FieldKind } from '../../domain/custom-fields/fields.ts';
import { daysSince } from './contacts.ts';
import type { Moment, Subject } from './moment.ts';
import { peopleOf } from './people.ts';

interface Asked {
  readonly name: string;
  readonly kind: FieldKind;
  readonly choices?: readonly string[];
  /** What people have in it, one after another; '' for those who have not said. */
  readonly answers: readonly string[];
}

/** What the businesses want to know of their contacts. */
const asked: Readonly<Record<string, readonly Asked[]>> = {
  'bellas-pizzeria': [
    {
      name: 'Favourite pizza',
      kind: 'choice',
      choices: ['Margherita', 'Funghi', 'Diavola', 'Quattro formaggi', 'Marinara'],
      answers: ['Margherita', 'Funghi', '', 'Diavola', 'Marinara', '', 'Quattro formaggi'],
    },
    { name: 'Allergic to nuts', kind: 'checkbox', answers: ['no', '', 'yes', 'no', '', ''] },
    { name: 'Usual table', kind: 'text', answers: ['Window, two seats', '', 'Terrace', '', ''] },
  ],
  'harbor-fitness': [
    { name: 'Member since', kind: 'date', answers: ['2024-03-01', '2025-09-15', '', '2026-01-10'] },
    { name: 'Locker', kind: 'number', answers: ['112', '', '87', ''] },
  ],
};
/** Where people live, one after another; '' for those who have not said. */
const homes: Readonly<Record<string, readonly string[]>> = {
  'bellas-pizzeria': ['CA 94123', 'CA 94109', '', 'CA 94941', 'CA', ''],
  'harbor-fitness': ['MA 02110', '', 'MA 02129', 'MA 02150-1204', ''],
};
const days = ['03/14', '11/30', '', '07/04', '02/29', '', '12/24', '09/18', ''] as const;

/** Fields of the business's own, and where people live: what is written down of every other contact. */
export const customFields: Subject = (shop, when) => {
  const fields = asked[shop.uniqueId] ?? [];
  if (fields.length === 0) return [];
  const people = peopleOf(shop.uniqueId);
  return [
    ...fields.map(({ name, kind, choices = [] }): Moment => ({
      at: when.daysAgo(91, '09:40'),
      what: `the field ${name}`,
      happen: (scene) => scene.wantsToKnow(name, kind, choices),
    })),
    ...people.flatMap(({ phone, firstName, lastName, left }, index): Moment[] => {
      const custom = Object.fromEntries(
        fields.flatMap(({ name, answers }) => {
          const answer = answers[index % answers.length]!;
          return answer === '' ? [] : [[name, answer]];
        }),
      );
      const birthday = days[index % days.length]!;
      const places = homes[shop.uniqueId] ?? [''];
      const [state = '', zip = ''] = places[index % places.length]!.split(' ');
      const age = daysSince(index, people.length);
      if (index % 2 === 1 || left !== null || age < 2) return [];
      return [
        {
          at: when.daysAgo(age - 1, '16:20'),
          what: `what is known of ${firstName} ${lastName}`,
          happen: (scene) => scene.writesDown(phone, { birthday, state, zip }, custom),
        },
      ];
    }),
  ];
};
