import { noOffer, type Offer } from '../../domain/campaigns/fields.ts';
import { daysSince } from './contacts.ts';
import type { Moment, Subject } from './moment.ts';
import { peopleOf } from './people.ts';

/** What each business's keyword gives. */
const offers: Readonly<Record<string, Pick<Offer, 'discountType' | 'amount' | 'title'>>> = {
  'bellas-pizzeria': { discountType: 'free', amount: null, title: 'Free garlic bread with any pizza' },
  'harbor-fitness': { discountType: 'money', amount: 2_500, title: '$25 off the first month' },
};
const tills: Readonly<Record<string, readonly string[]>> = {
  'bellas-pizzeria': ['Front counter', 'Terrace'],
  'harbor-fitness': ['Reception'],
};

/**
 * Whoever texts the keyword gets a coupon; some have used it, at a till or on the owner's screen, a few are over, and
 * some went otherwise than planned.
 */
export const coupons: Subject = (shop, when) => {
  const given = offers[shop.uniqueId];
  if (given === undefined) return [];
  const counters = tills[shop.uniqueId] ?? [];
  const offer: Offer = {
    ...noOffer,
    ...given,
    terms: 'One for each guest. Not with other offers.',
    dayToExpire: 45,
    reminders: [3],
    reminderMessage: 'Hi {{first_name|there}}, {{coupon_code}} is good until {{coupon_expires}}: {{coupon_link}}',
  };
  const begins: Moment[] = [
    { at: when.daysAgo(110, '09:00'), what: 'an offer for the keyword', happen: (scene) => scene.offers(offer) },
    ...counters.map((name, index): Moment => ({
      at: when.daysAgo(110, `09:0${index + 1}`),
      what: `till ${name}`,
      happen: (scene) => scene.opensTill(name),
    })),
  ];
  const people = peopleOf(shop.uniqueId);
  const [slip, ill, wrong] = people.filter(({ came }, index) => {
    const days = daysSince(index, people.length);
    return came !== 'start' && index % 3 === 2 && days >= 4 && days < 40;
  });
  const [counter = null] = counters;
  const moment = (at: Date, what: string, happen: Moment['happen']): Moment => ({ at, what, happen });
  const longer = when.daysAgo(2, '16:20');
  /** What goes otherwise than planned. */
  const otherwise: Moment[] = [
    ...(slip === undefined ?
      []
    : [
        moment(when.minutesAgo(95), 'the wrong coupon is used', (scene) => scene.redeems(slip.phone, counter)),
        moment(when.minutesAgo(91), 'the wrong one is taken back', (scene) => scene.takesBack(slip.phone)),
      ]),
    ...(ill === undefined ?
      []
    : [
        moment(longer, 'who was ill may come later', (scene) =>
          scene.extendsCoupon(ill.phone, new Date(longer.getTime() + 60 * 86_400_000)),
        ),
      ]),
    ...(wrong === undefined ?
      []
    : [moment(when.daysAgo(3, '10:05'), 'a coupon is withdrawn', (scene) => scene.withdraws(wrong.phone))]),
  ];
  return [
    ...begins,
    ...otherwise,
    ...people.flatMap(({ phone, firstName, lastName, came }, index): Moment[] => {
      const days = daysSince(index, people.length);
      if (came === 'start' || index % 3 === 2 || days < 4) return [];
      const till = index % 5 === 4 ? null : (counters[index % counters.length] ?? null);
      return [
        {
          at: when.daysAgo(Math.max(1, days - 1 - (index % 9)), `1${1 + (index % 8)}:${10 + ((index * 7) % 49)}`),
          what: `${firstName} ${lastName} uses the coupon`,
          happen: (scene) => scene.redeems(phone, till),
        },
      ];
    }),
  ];
};
