import type { Document, Node } from '../../domain/automations/document/document.ts';
import { everybody } from '../../domain/contacts/filter.ts';
import type { Moment, Subject } from './moment.ts';
import { id } from './names.ts';
import { personNamed } from './people.ts';
import type { Fate } from './scene-automations.ts';

const key = 'bookings';
const shopOf = 'bellas-pizzeria';
const step = (name: string): string => id('automation-step', shopOf, key, name);

/** What happens after a table is booked. Whoever comes by is through, wherever they are. */
function document(webhookId: string): Document {
  const text = (name: string, body: string, next: string | null, failed: string | null = null): Node => ({
    kind: 'Notification',
    name,
    off: false,
    body,
    media: [],
    campaignId: null,
    to: { next, failed },
  });
  const tag = (name: string, word: string, next: string): Node => ({
    kind: 'Tag',
    name,
    off: false,
    change: 'add',
    tag: word,
    to: { next, failed: null },
  });
  const nodes: Readonly<Record<string, Node>> = {
    settle: {
      kind: 'Wait',
      name: 'One hour',
      off: false,
      until: { kind: 'duration', amount: 1, unit: 'hours', zone: 'contact' },
      to: { next: step('confirm'), otherwise: null },
    },
    confirm: text(
      'Confirm the table',
      'Your table at {{business_name}} is booked, {{first_name|friend}}. Can we count on you? A short yes is enough.',
      step('answer'),
      step('call'),
    ),
    answer: {
      kind: 'Wait',
      name: 'Their answer',
      off: false,
      until: {
        kind: 'event',
        event: { kind: 'text-received', words: ['yes', 'sure', 'of course', 'see you'], whole: false },
        timeout: { amount: 1, unit: 'days' },
      },
      to: { next: step('tell'), otherwise: step('nudge') },
    },
    nudge: text('Ask once more', 'Shall we keep your table, {{first_name|friend}}?', step('tell')),
    tell: {
      kind: 'Webhook',
      name: 'Tell the booking system',
      off: false,
      url: 'https://bookings.mail.test/confirmed',
      to: { next: step('regular'), failed: step('by-hand') },
    },
    'by-hand': tag('Tell them by hand', 'tell the kitchen', step('regular')),
    regular: {
      kind: 'Condition',
      name: 'A regular?',
      checks: {
        match: 'all',
        groups: [{ match: 'all', conditions: [{ field: 'tag', has: 'any', values: ['regular'] }] }],
      },
      to: { yes: step('wine'), no: step('coupon') },
    },
    wine: text('For regulars', 'The house wine is on us that evening, {{first_name|friend}}.', null),
    coupon: {
      kind: 'Redemption',
      name: 'For everybody else',
      off: false,
      campaignId: id('campaign', shopOf),
      body: 'Bring this along, {{first_name|friend}}: {{coupon_code}}',
      to: { next: null, failed: null },
    },
    call: tag('Call them instead', 'call about the table', step('on')),
    on: { kind: 'GoTo', name: null, to: { next: step('tell') } },
    came: {
      kind: 'Goal',
      name: 'They came by',
      off: false,
      event: { kind: 'coupon-redeemed', campaignId: null },
      to: { next: null },
    },
  };
  return {
    triggers: [{ on: { kind: 'webhook-received', webhookId }, filter: everybody }],
    reentry: { kind: 'after', days: 30 },
    start: step('settle'),
    nodes: Object.fromEntries(Object.entries(nodes).map(([name, node]) => [step(name), node])),
  };
}

type Way = 'webhook' | 'by-hand' | 'in-bulk';
/** What becomes of somebody after their table was booked; left out: they do not answer, and come to the end. */
type Ends = Fate & { readonly then?: 'says-yes' | 'comes-by' | 'is-stopped' | 'breaks' | 'leaves' };
/** Who came in, how, how many days before today, and what became of it. */
const booked: readonly (readonly [name: string, way: Way, days: number, ends?: Ends])[] = [
  ['Daniel Okafor', 'webhook', 26],
  ['Olivia Nguyen', 'webhook', 24, { then: 'says-yes' }],
  ['Emma Fitzgerald', 'webhook', 21, { text: 'enough' }],
  ['Lucas Almeida', 'webhook', 20, { text: { refused: 30_007 } }],
  ['Ava Thompson', 'webhook', 19, { text: 'night' }],
  ['William Chen', 'by-hand', 17, { call: { kind: 'failed', reason: 'answered-503', again: false } }],
  ['Benjamin Adeyemi', 'in-bulk', 15, { then: 'breaks' }],
  ['Charlotte Dubois', 'in-bulk', 15],
  ['Jack Morrison', 'in-bulk', 15, { then: 'is-stopped' }],
  ['Leo Fontaine', 'webhook', 12, { then: 'comes-by' }],
  ['Owen Delgado', 'webhook', 9, { then: 'comes-by' }],
  ['Harper Singh', 'webhook', 8, { then: 'leaves' }],
  ['Victoria Mensah', 'by-hand', 7, { then: 'comes-by' }],
  ['Caleb Wright', 'webhook', 5, { then: 'comes-by' }],
];
/** Who has booked just now: they are let in by the workers. */
const lately = ['Evelyn Park', 'Wyatt Hughes', 'Zoe Papadopoulos'] as const;

/** Tables are booked, and what follows from it. */
export const bookings: Subject = ({ uniqueId }, { daysAgo, minutesAgo }) => {
  if (uniqueId !== shopOf) return [];
  const moment = (at: Date, what: string, happen: Moment['happen']): Moment => ({ at, what, happen });
  const first: Moment[] = [
    moment(daysAgo(31, '11:20'), 'the automation of bookings is drawn', ({ automations }) =>
      automations.draws(key, 'After a booking', document(automations.hookOf('booking'))),
    ),
    moment(daysAgo(30, '09:30'), 'the automation of bookings is published', ({ automations }) =>
      automations.publishes(key),
    ),
    moment(daysAgo(30, '10:02'), 'a booking with another secret', ({ automations }) =>
      automations.refusesCall('booking', 'The secret is another one.'),
    ),
    moment(daysAgo(3, '12:47'), 'a booking of nobody', ({ automations }) =>
      automations.refusesCall('booking', 'No phone number and no e-mail address stands where it should.'),
    ),
  ];
  const stories = booked.flatMap(([name, way, days, { then, ...fate } = {}]): Moment[] => {
    const { phone, firstName } = personNamed(shopOf, name);
    const isLate = fate.text === 'night';
    const said = (day: number, clock: string, what: string, happen: Moment['happen']) =>
      moment(daysAgo(day, clock), `${name} and a table: ${what}`, happen);
    const goes = (day: number, clock: string, what: string, now: Fate = {}) =>
      said(day, clock, what, ({ automations }) => automations.goesOn(key, phone, now));
    const comes = said(days, isLate ? '21:10' : '16:05', 'it is booked', async ({ automations }) => {
      if (way === 'webhook') await automations.hearsOf('booking', phone, firstName, key);
      else if (way === 'by-hand') await automations.startsByHand(key, phone);
      else await automations.startsInBulk(key, phone);
      await automations.goesOn(key, phone);
    });
    const asked = goes(days, isLate ? '22:12' : '17:06', 'they are asked', fate);
    const rest = (): Moment[] => {
      switch (then) {
        case 'says-yes':
          return [
            said(days - 1, '10:15', 'they said yes on the phone', async ({ automations }) => {
              await automations.hand(key, phone, 'go-on');
              await automations.goesOn(key, phone, fate);
            }),
          ];
        case 'comes-by':
          return [
            said(days, '19:30', 'they come by', async (scene) => {
              await scene.redeems(phone, 'Front counter');
              await scene.automations.goesOn(key, phone, { cameBy: true });
            }),
          ];
        case 'is-stopped':
          return [said(days, '18:20', 'it is called off', ({ automations }) => automations.hand(key, phone, 'stop'))];
        case 'breaks':
          return [said(days, '18:40', 'it breaks', ({ automations }) => automations.breaks(key, phone))];
        case 'leaves':
          return [goes(days, '19:10', 'they have left')];
        case undefined:
          return [
            ...(isLate ? [goes(days - 1, '09:01', 'the morning after')] : []),
            goes(days - 1, '18:10', 'nobody has answered', { ...fate, text: 'delivered' }),
            ...(isLate ? [goes(days - 2, '10:05', 'nobody has answered for a day')] : []),
          ];
        default:
          return then satisfies never;
      }
    };
    return [comes, asked, ...rest()];
  });
  return [
    ...first,
    ...stories,
    ...lately.map((name, at) => {
      const { phone, firstName } = personNamed(shopOf, name);
      return moment(minutesAgo(34 - 9 * at), `${name} books a table`, ({ automations }) =>
        automations.hearsOf('booking', phone, firstName, null),
      );
    }),
  ];
};
