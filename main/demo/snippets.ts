import type { Subject } from './moment.ts';

const snippets: Readonly<Record<string, readonly (readonly [name: string, body: string])[]>> = {
  'bellas-pizzeria': [
    ['hours', 'Hi {{first_name|there}}, we are open from 11:30 to 22:00, and until 23:00 on Fridays and Saturdays.'],
    ['directions', 'You find us at 2200 Chestnut Street, corner of Pierce. Parking is behind the house.'],
    ['ready', 'Your order is ready, {{first_name|dear guest}}. See you in a moment!'],
    ['sorry', 'I am sorry about that, {{first_name|and thank you for telling us}}. May I call you today?'],
  ],
  'harbor-fitness': [
    ['trial', 'Hi {{first_name|there}}, the first week is free. Just come by and bring shoes for indoors.'],
    ['schedule', 'This week: yoga Mon and Wed 18:00, spinning Tue and Thu 7:00, strength Sat 10:00.'],
  ],
};

/** What they say often. */
export const snippetsOf: Subject = ({ uniqueId }, { daysAgo }) =>
  (snippets[uniqueId] ?? []).map(([name, body], index) => ({
    at: daysAgo(40 - index, '10:00'),
    what: `the snippet ${name}`,
    happen: (scene) => scene.keepsSnippet(name, body),
  }));
