import { type Content, emptySetup, type Setup } from '../../domain/broadcasts/fields.ts';
import { localDay } from '../../domain/kernel/day.ts';
import { phoneOfErased } from './erasures.ts';
import type { Moment, Subject } from './moment.ts';
import { peopleOf, personNamed } from './people.ts';
import type { Shop } from './scene.ts';
import type { When } from './when.ts';

/** A broadcast to everybody of the keyword, as it went. People are named as the business knows them. */
interface Sent {
  readonly key: string;
  readonly days: number;
  /** Well within the day of everybody who gets it, or it would have waited. */
  readonly hour: number;
  readonly setup: Partial<Setup> & Pick<Setup, 'name' | 'contents'>;
  /** Whom the carrier did not reach, by its code; none of those says that a number is no good for ever. */
  readonly failing: Readonly<Record<string, number>>;
  readonly clickers: readonly string[];
  readonly replies: readonly { readonly who: string; readonly says: string; readonly answer: string }[];
}

const text = (body: string): Content => ({ kind: 'text', body, media: [] });
const menu = 'https://bellas-pizzeria.test/menu';
const stop = 'Reply STOP to opt out.';

const sent: readonly Sent[] = [
  {
    key: 'pasta-night',
    days: 17,
    hour: 11,
    setup: {
      name: 'Pasta night',
      contents: [text(`Hi {{first_name|there}}, it’s pasta night at Bella’s: every bowl $12 from 5 to 9. ${stop}`)],
    },
    failing: { 'Olivia Nguyen': 30003 },
    clickers: [],
    replies: [{ who: 'Lucas Almeida', says: 'Is the ragù on as well?', answer: 'It is, and the carbonara. See you!' }],
  },
  {
    key: 'autumn-menu',
    days: 11,
    hour: 16,
    setup: {
      name: 'The new menu is here',
      contents: [text(`Bella’s has a new menu, {{first_name|friend}}: ${menu} Which one will you try first? ${stop}`)],
    },
    failing: { 'Mateo García': 30008, 'William Chen': 30003 },
    clickers: ['Grace Liu', 'Sofia Marchetti', 'Priya Raman', 'Aisha Rahman', 'Ava Thompson', 'Henry Takahashi'],
    replies: [
      { who: 'Jack Morrison', says: 'The truffle one, no question', answer: 'Good choice. It goes fast on Fridays!' },
      { who: 'Isabella Rossi', says: 'Burrata!!', answer: 'Saved one for you.' },
    ],
  },
  {
    key: 'two-for-one',
    days: 6,
    hour: 12,
    setup: {
      name: 'Two for one, said two ways',
      contents: [
        text(`Two pizzas for one at Bella’s, tonight only. Pick yours: ${menu} ${stop}`),
        text(`{{first_name|Hey}}, bring a friend tonight: the second pizza is on us. ${menu} ${stop}`),
      ],
      test: { share: 100, by: 'clicks', hours: 24 },
    },
    failing: { 'Robert Castellano-Featherstonehaugh': 30003 },
    clickers: [
      ...['Daniel Okafor', 'Hannah Schmidt', 'Chloe Bennett', 'Mei Tanaka', 'Emma Fitzgerald', 'Isabella Rossi'],
      ...['Charlotte Dubois', 'Amelia Hassan', 'Leo Fontaine', 'Evelyn Park', 'Julian Weiss'],
    ],
    replies: [{ who: 'Leo Fontaine', says: 'Table for 4 at 7?', answer: 'Done, by the window.' }],
  },
];

/** So many texts leave in a minute. */
const pace = 12;

/** What Bella's has said to everybody of its keyword, what it will say on a day to come, and what is half written. */
export const broadcasts: Subject = (shop, when) =>
  shop.uniqueId !== 'bellas-pizzeria' ?
    []
  : [
      ...sent.flatMap((one) => momentsOf(one, shop, when)),
      ...fromAPhone(shop, when),
      ...newsletter(shop, when),
      ...toCome(shop, when),
    ];

const toKeyword = ({ keyword }: Shop) => ({ ...emptySetup('', 'sms').audience, keywords: [keyword] });

function momentsOf(one: Sent, shop: Shop, when: When): Moment[] {
  const { key, days, hour, setup, failing, clickers, replies } = one;
  const phoneOf = (who: string): string => personNamed(shop.uniqueId, who).phone;
  const phones = [...regularsOf(shop), phoneOfErased];
  const codes = Object.fromEntries(Object.entries(failing).map(([who, code]) => [phoneOf(who), code]));
  const at = (minutes: number): Date => new Date(when.daysAgo(days, `${hour}:05`).getTime() + minutes * 60_000);
  const moment = (time: Date, what: string, happen: Moment['happen']): Moment => ({
    at: time,
    what: `broadcast ${key}: ${what}`,
    happen,
  });
  const minutes = Math.ceil(phones.length / pace);
  return [
    moment(when.daysAgo(days + 1, '15:40'), 'is written', ({ broadcasts }) =>
      broadcasts.drafts(key, { ...setup, audience: toKeyword(shop) }),
    ),
    moment(at(-1), 'is sent off', ({ broadcasts }) => broadcasts.schedules(key)),
    moment(at(0), 'begins', ({ broadcasts }) => broadcasts.begins(key, phones)),
    ...Array.from({ length: minutes }, (_, index) =>
      moment(at(index + 1), `minute ${index + 1}`, ({ broadcasts }) =>
        broadcasts.goesTo(key, index * pace, pace, codes),
      ),
    ),
    moment(at(minutes + 1), 'is complete', ({ broadcasts }) => broadcasts.completes(key)),
    ...(clickers.length === 0 ?
      []
    : [moment(at(41), 'is followed', ({ broadcasts }) => broadcasts.isFollowed(key, clickers.map(phoneOf)))]),
    ...replies.flatMap(({ who, says, answer }, index) => [
      moment(at(15 + index * 9), `${who} replies`, (scene) => scene.hears(phoneOf(who), says)),
      moment(at(19 + index * 9), `${who} is answered`, async (scene) => {
        await scene.reads(phoneOf(who));
        await scene.writes(phoneOf(who), answer);
        await scene.closes(phoneOf(who));
      }),
    ]),
  ];
}

/** The chef sends one from his phone. */
function fromAPhone(shop: Shop, when: When): Moment[] {
  const [key, chef, phones] = ['gnocchi-day', '+14155550191', [...regularsOf(shop), phoneOfErased]];
  const minutes = Math.ceil(phones.length / pace);
  const moment = (after: number, what: string, happen: Moment['happen']): Moment => ({
    what: `broadcast ${key}: ${what}`,
    happen,
    at: new Date(when.daysAgo(9, '11:30').getTime() + after * 60_000),
  });
  return [
    moment(-3_000, 'the chef may send', (scene) => scene.listsBroadcasters([{ name: 'Marco', phone: chef }])),
    moment(-5, 'is asked for', (scene) =>
      scene.hears(chef, `${shop.keyword} Gnocchi day at Bella’s! Two plates for $20 until we run out. ${stop}`),
    ),
    moment(-4, 'is offered', async (scene) => {
      await scene.names(chef, 'Marco', 'Bellini');
      await (await scene.broadcastFrom(chef)).isOffered(phones.length);
    }),
    moment(-2, 'is confirmed', async (scene) => scene.hears(chef, `YES ${(await scene.broadcastFrom(chef)).code}`)),
    moment(-1, 'is sent off', async (scene) => (await scene.broadcastFrom(chef)).isSent(phones.length)),
    moment(0, 'begins', async (scene) => (await scene.broadcastFrom(chef)).begins(key, phones)),
    ...Array.from({ length: minutes }, (_, index) =>
      moment(index + 1, `minute ${index + 1}`, async (scene) =>
        (await scene.broadcastFrom(chef)).goesTo(key, index * pace, pace, {}),
      ),
    ),
    moment(minutes + 1, 'is complete', async (scene) => (await scene.broadcastFrom(chef)).completes(key)),
  ];
}

/** An email that went out, with clicks, a mailbox that is no more, and somebody who took it for spam; and one half written. */
function newsletter(shop: Shop, when: When): Moment[] {
  const key = 'from-the-oven';
  const phoneOf = (who: string): string => personNamed(shop.uniqueId, who).phone;
  const phones = peopleOf(shop.uniqueId).map(({ phone }) => phone);
  const moment = (at: Date, what: string, happen: Moment['happen']): Moment => ({
    at,
    what: `broadcast ${key}: ${what}`,
    happen,
  });
  const email = (designId: string, subject: string | null, preheader: string | null): Content[] => [
    { kind: 'mail', subject, preheader, designId },
  ];
  return [
    moment(when.daysAgo(4, '09:10'), 'is designed', ({ broadcasts }) => broadcasts.designs(key, 'news')),
    moment(when.daysAgo(4, '09:40'), 'is written', ({ broadcasts }) =>
      broadcasts.drafts(key, {
        name: 'News from the oven',
        type: 'email',
        contents: email(
          broadcasts.designOf(key),
          'What came out of the oven, {{first_name|friend}}',
          'Three new pizzas.',
        ),
      }),
    ),
    moment(when.daysAgo(4, '10:00'), 'is sent off', ({ broadcasts }) => broadcasts.schedules(key)),
    moment(when.daysAgo(4, '10:01'), 'begins', ({ broadcasts }) => broadcasts.begins(key, phones)),
    moment(when.daysAgo(4, '10:02'), 'goes out', ({ broadcasts }) => broadcasts.mails(key)),
    moment(when.daysAgo(4, '10:06'), 'is complete', ({ broadcasts }) => broadcasts.completes(key)),
    moment(when.daysAgo(4, '12:30'), 'is followed', ({ broadcasts }) =>
      broadcasts.isFollowed(key, readers.map(phoneOf)),
    ),
    moment(when.daysAgo(1, '16:00'), 'the next is designed', ({ broadcasts }) =>
      broadcasts.designs('winter-hours', 'news'),
    ),
    moment(when.daysAgo(1, '16:05'), 'the next is begun', ({ broadcasts }) =>
      broadcasts.drafts('winter-hours', {
        name: 'Winter hours',
        type: 'email',
        contents: email(broadcasts.designOf('winter-hours'), 'Open late all winter', null),
      }),
    ),
  ];
}
const readers: readonly string[] = ['Grace Liu', 'Priya Raman', 'Henry Takahashi', 'Emma Fitzgerald', 'Ava Thompson'];

/** Who came by the keyword. */
const regularsOf = ({ uniqueId }: Shop): readonly string[] =>
  peopleOf(uniqueId).flatMap(({ came, phone }) => (came === 'keyword' ? [phone] : []));

/** One that waits for its time, by the business's clock, and a draft. */
const toCome = (shop: Shop, when: When): Moment[] => [
  {
    at: when.daysAgo(1, '17:20'),
    what: 'broadcast wine-evening: is scheduled',
    async happen({ broadcasts }) {
      const at = `${localDay(shop.timezone, when.daysAgo(-4, '12:30'))}T12:30`;
      await broadcasts.drafts('wine-evening', {
        name: 'Wine evening',
        contents: [text(`An evening of wines from Piedmont at Bella’s. Book your seat: ${menu} ${stop}`)],
        audience: toKeyword(shop),
        schedule: { kind: 'at', at, zone: shop.timezone },
      });
      await broadcasts.schedules('wine-evening');
    },
  },
  {
    at: when.daysAgo(1, '17:45'),
    what: 'broadcast holiday-catering: is begun',
    happen: ({ broadcasts }) =>
      broadcasts.drafts('holiday-catering', {
        name: 'Catering for the holidays',
        contents: [text('Hi {{first_name|there}}, planning a party?')],
        audience: toKeyword(shop),
      }),
  },
  // The agency tried a small size for a day: one came back, one waits for its word.
  {
    at: when.daysAgo(2, '9:10'),
    what: 'the agency looks at broadcasts to more than 20 people',
    happen: ({ broadcasts }) => broadcasts.limits(20),
  },
  {
    at: when.daysAgo(2, '10:25'),
    what: 'broadcast game-night: asks the agency',
    async happen({ broadcasts }) {
      await broadcasts.drafts('game-night', {
        name: 'Game night!!!',
        contents: [text('GAME NIGHT at Bella’s, FREE wings with every pitcher!!! Come and get them')],
        audience: toKeyword(shop),
      });
      await broadcasts.asks('game-night', regularsOf(shop));
    },
  },
  {
    at: when.daysAgo(2, '11:40'),
    what: 'broadcast game-night: is given back',
    happen: ({ broadcasts }) =>
      broadcasts.givesBack('game-night', 'Carriers filter capitals and “FREE”, and it does not say how to stop.'),
  },
  {
    at: when.daysAgo(1, '16:05'),
    what: 'broadcast sunday-brunch: asks the agency',
    async happen({ broadcasts }) {
      const at = `${localDay(shop.timezone, when.daysAgo(-2, '11:00'))}T11:00`;
      await broadcasts.drafts('sunday-brunch', {
        name: 'Sunday brunch is back',
        contents: [text(`{{first_name|Hello}}, brunch is back at Bella’s: Sundays from 10 to 2. ${menu} ${stop}`)],
        audience: toKeyword(shop),
        schedule: { kind: 'at', at, zone: shop.timezone },
      });
      await broadcasts.asks('sunday-brunch', regularsOf(shop));
    },
  },
  {
    at: when.daysAgo(1, '16:50'),
    what: 'the agency looks at broadcasts to more than 500 people',
    happen: ({ broadcasts }) => broadcasts.limits(500),
  },
];
