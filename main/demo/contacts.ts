import type { Moment, Subject } from './moment.ts';
import { peopleOf, type Person } from './people.ts';

/** Days over which they came: few at first, more of late. */
const days = 84;
const clocks = ['11:42', '18:07', '12:31', '19:26', '17:48', '13:05', '20:12', '10:54', '18:39', '12:09'];
/** So many days ago the person at this place of the list came. */
export const daysSince = (index: number, people: number): number =>
  3 + Math.ceil(days * ((people - index) / people) ** 1.7);
/** How a keyword is really typed. */
const typed = [
  (word: string) => word,
  capital,
  (word: string) => word.toLowerCase(),
  (word: string) => `${capital(word)} `,
];

/** Everybody whom a business knows: how they came, what they are called, what is noted of them, and who has left since. */
export const contacts: Subject = (shop, when) => {
  const people = peopleOf(shop.uniqueId);
  return people.flatMap((person, index): Moment[] => {
    const { phone, firstName, lastName, tags, came } = person;
    const who = `${firstName} ${lastName}`;
    const day = daysSince(index, people.length);
    const at = when.daysAgo(day, clocks[index % clocks.length]!);
    const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
    const word = came === 'start' ? 'START' : typed[index % typed.length]!(shop.keyword);
    return [
      { at, what: `${who} comes`, happen: (scene) => scene.hears(phone, word) },
      {
        at: later(35),
        what: `${who} is named`,
        async happen(scene) {
          await scene.names(phone, firstName, lastName);
          if (tags.length > 0) await scene.tags(phone, tags);
        },
      },
      ...choosing(person, index, who, when.daysAgo(Math.max(1, Math.floor(day / 2)), '20:40')),
      ...leaving(person, who, when.daysAgo(Math.max(1, Math.floor(day / 3)), '19:02')),
    ];
  });
};

/** A few who stay have asked for fewer texts and emails, or for a pause. */
const choosing = ({ phone, left }: Person, index: number, who: string, at: Date): Moment[] =>
  left !== null || index % 9 !== 4 ?
    []
  : [
      {
        at,
        what: `${who} chooses`,
        happen: (scene) => scene.chooses(phone, index % 2 === 0 ? { frequency: 'weekly' } : { pause: true }),
      },
    ];

function leaving({ phone, left }: Person, who: string, at: Date): Moment[] {
  const what = `${who} leaves`;
  switch (left) {
    case null:
      return [];
    case 'stop':
      return [{ at, what, happen: (scene) => scene.hears(phone, 'STOP') }];
    case 'words':
      return [{ at, what, happen: (scene) => scene.hears(phone, 'please stop texting me') }];
    case 'screen':
      return [{ at, what, happen: (scene) => scene.optsOut(phone, 'Asked on the phone') }];
    case 'carrier':
      return [{ at, what, happen: (scene) => scene.carrierSays(phone, 'opted-out', 21610) }];
    case 'unreachable':
      return [{ at, what, happen: (scene) => scene.carrierSays(phone, 'unreachable', 30005) }];
    default:
      return left satisfies never;
  }
}

function capital(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
