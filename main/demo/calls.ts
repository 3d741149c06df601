import type { Moment, Subject } from './moment.ts';
import { personNamed } from './people.ts';
import type { CallEnding } from './scene.ts';
import type { When } from './when.ts';

interface Called {
  /** By name; null: they withheld their number. */
  readonly who: string | null;
  readonly at: Date;
  /** Answered for so many seconds, or why not. */
  readonly ending: CallEnding;
}
interface Phone {
  readonly forwardTo: string;
  readonly textBack: string;
  readonly since: (when: When) => Date;
  readonly calls: (when: When) => readonly Called[];
}

const phones: Readonly<Record<string, Phone>> = {
  'bellas-pizzeria': {
    forwardTo: '+14155550108',
    textBack: 'Sorry we missed your call, the oven keeps us busy. Text us here and we’ll answer.',
    since: ({ daysAgo }) => daysAgo(20, '09:30'),
    calls: ({ daysAgo, minutesAgo }) => [
      { who: 'Emma Fitzgerald', at: daysAgo(12, '12:10'), ending: 184 },
      { who: 'Lucas Almeida', at: daysAgo(9, '18:42'), ending: 'no-answer' },
      { who: 'Ava Thompson', at: daysAgo(7, '17:05'), ending: 63 },
      { who: null, at: daysAgo(6, '20:31'), ending: 'hung-up' },
      { who: 'Liam O’Connor', at: daysAgo(4, '19:20'), ending: 'busy' },
      { who: 'William Chen', at: daysAgo(3, '11:48'), ending: 247 },
      { who: 'Sofia Marchetti', at: daysAgo(1, '15:12'), ending: 421 },
      { who: 'Grace Liu', at: minutesAgo(95), ending: 'no-answer' },
      { who: 'Evelyn Park', at: minutesAgo(31), ending: 52 },
    ],
  },
  'harbor-fitness': {
    forwardTo: '+16175550108',
    textBack: 'You’ve reached Harbor Fitness. We’re on the floor right now. What can we do for you?',
    since: ({ daysAgo }) => daysAgo(14, '08:00'),
    calls: ({ daysAgo, minutesAgo }) => [
      { who: 'Keisha Williams', at: daysAgo(8, '07:45'), ending: 96 },
      { who: 'Marcus Silva', at: daysAgo(2, '18:15'), ending: 'declined' },
      { who: 'Tyler Jackson', at: minutesAgo(140), ending: 218 },
    ],
  },
};

/** Calls go to the phone behind the counter; a caller who is missed is texted. */
export const calls: Subject = ({ uniqueId }, when) => {
  const phone = phones[uniqueId];
  if (phone === undefined) return [];
  const chosen: Moment = {
    at: phone.since(when),
    what: 'calls are forwarded',
    happen: (scene) => scene.forwardsCalls(phone.forwardTo, phone.textBack),
  };
  const called = phone.calls(when).map(({ who, at, ending }, index): Moment => {
    const from = who === null ? 'anonymous' : personNamed(uniqueId, who).phone;
    return { at, what: `call ${index}`, happen: (scene) => scene.isCalled(from, phone.forwardTo, ending) };
  });
  return [chosen, ...called];
};
