import { assigned, begun, closed, note, seen, type Story, they, we } from './story.ts';
import type { When } from './when.ts';

/** What goes on at Harbor Fitness. */
export const harborStories = ({ minutesAgo, daysAgo }: When): readonly Story[] => [
  {
    with: 'Tyler Jackson',
    began: minutesAgo(12),
    lines: [they('Hey, do the seven free days start when I sign up or when I first come in?')],
  },
  {
    with: 'Keisha Williams',
    began: minutesAgo(47),
    lines: [they('Spin at 6 tonight: am I still on the waiting list?'), they('I am number 2 I think', 1)],
  },
  { with: '+16175550176', began: minutesAgo(95), lines: [they('do u have showers')] },
  {
    with: 'Ahmed Mansour',
    began: minutesAgo(180),
    lines: [they('السلام عليكم، هل يوجد وقت مخصص للسباحة للنساء يوم الأحد؟')],
  },
  {
    with: 'Rachel Cohen',
    began: minutesAgo(240),
    lines: [
      they('The mats in studio B are falling apart again', 0, ['sample-mat.jpg']),
      note('New ones come on Thursday. Tell her when they are there.', 6),
      assigned('owner'),
      we('Thanks Rachel, I see it. Twenty new mats arrive on Thursday, promise.', 4),
    ],
  },
  {
    with: 'Diego Hernández',
    began: daysAgo(1, '17:25'),
    lines: [
      they('Can I bring a friend on my last free day?'),
      we('Yes! Just text me their name before you come.'),
      they('Ana Lucía Hernández, tomorrow at 7', 30),
      we('She’s on the list. See you both at seven!', 5),
    ],
  },
  {
    with: 'Patricia O’Sullivan',
    began: daysAgo(1, '09:40'),
    lines: [
      begun,
      we('Good morning Patricia, aqua gym moves from 10 to 10:30 this week. Does that work for you?', 1, {
        errorCode: 30006,
      }),
    ],
  },
  {
    with: 'Brandon Lee',
    began: daysAgo(2, '20:11'),
    lines: [
      they('Shoulder is acting up. Should I still come tomorrow?'),
      assigned('colleague'),
      note('@Noor the physio voucher text would fit here. Which code do we use now?', 3),
      we(
        'Come, but we’ll do legs and mobility. If it still hurts on Friday, see a physio, and I’ll pause your plan.',
        8,
      ),
      they('Deal', 2),
      seen(15),
    ],
  },
  {
    with: 'Erin Callahan',
    began: daysAgo(3, '12:15'),
    lines: [
      they('HELP'),
      they('How do I cancel the trial?', 4),
      we('Nothing to cancel: it ends by itself after seven days.', 6),
      closed(60),
    ],
  },
  {
    with: 'Kevin Doyle',
    began: daysAgo(4, '18:44'),
    lines: [
      they('Locker 214 does not open, my work clothes are in there!!'),
      we('On my way with the key, two minutes.', 1),
      they('You saved my evening, thank you', 6),
      closed(10),
    ],
  },
  {
    with: 'Jasmine Carter',
    began: daysAgo(6, '07:30'),
    lines: [
      they('STOP'),
      they('START', 4400),
      we('Welcome back, Jasmine! Spin is at 6 and 7:15 these days.', 20),
      closed(200),
    ],
  },
  {
    with: 'Wei Zhang',
    began: daysAgo(8, '14:03'),
    lines: [
      they('Is the pool warm enough for a four-year-old?'),
      we('The small one is: 32 °C (90 °F). Family swim is on weekends from nine to eleven.'),
      they('Great. Do we need a reservation?', 3),
      we('No, just come.', 2),
      closed(25),
    ],
  },
];
