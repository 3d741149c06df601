import { z } from 'zod';
import { EventMatcher } from '../triggers/index.ts';
import { DayAt, defaultWait, Duration, freshDay, TimeOfDay, Weekday, ZoneOf } from '../values/fields.ts';

/** Until when a wait lasts. An event, or a day that may be unknown or over, has the exit `otherwise` besides `next`. */
export const WaitUntil = z.discriminatedUnion('kind', [
  /** Minutes and hours as they pass; days, weeks and months by the calendar: the clock shows the same then. */
  z.object({ kind: z.literal('duration'), ...Duration.shape, zone: ZoneOf }),
  z.object({ kind: z.literal('time'), at: TimeOfDay, zone: ZoneOf }),
  z.object({ kind: z.literal('weekday'), days: z.array(Weekday).max(9), at: TimeOfDay, zone: ZoneOf }),
  z.object({ kind: z.literal('date'), when: DayAt }),
  z.object({ kind: z.literal('event'), event: EventMatcher, timeout: Duration }),
]);
export type WaitUntil = z.output<typeof WaitUntil>;

export const freshUntil = (kind: WaitUntil['kind']): WaitUntil => {
  switch (kind) {
    case 'duration':
      return { kind, ...defaultWait, zone: 'contact' };
    case 'time':
      return { kind, at: '10:00', zone: 'contact' };
    case 'weekday':
      return { kind, days: ['weekdays'], at: '10:00', zone: 'contact' };
    case 'date':
      return { kind, when: freshDay };
    case 'event':
      return { kind, event: { kind: 'text-received', words: [], whole: false }, timeout: defaultWait };
    default:
      return kind satisfies never;
  }
};

/** Waits whose other exit means something: it did not happen in time, or there is no such day. */
export const hasOtherwise = ({ until }: { readonly until: WaitUntil }): boolean =>
  until.kind === 'event' || until.kind === 'date';
