import type { Coupon } from '../../../coupons/coupon.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import type { DayAt } from '../../values/fields.ts';
import type { LaterCause } from '../causes.ts';

export interface LaterEvent extends Pick<DomainEvent, 'type' | 'data'> {
  readonly id: string;
  readonly metadata: { readonly occurredAt: string };
}

/** What is known of a contact when the time has come. */
export interface LaterFacts {
  couponOf(couponId: string): Coupon;
  hasClicked(broadcastId: string): boolean;
  /** Whether a broadcast (null: any) was sent to them between two instants. */
  wasSent(broadcastId: string | null, from: string, until: string): boolean;
  /** Their own day as it is written now; null: it is not known. */
  writtenDay(day: DayAt['day']): string | null;
}

/** A trigger that looks again at a later time than the event that set it. */
export interface LaterTrigger<On> {
  /** The types of the events that set the time. */
  readonly follows: readonly string[];
  /** What an event means for it: when it looks, and by what cause it enrolls then. Null: nothing. */
  laterAt(event: LaterEvent, on: On): { readonly at: string; readonly cause: LaterCause | string } | null;
  /** Whether it is so now that its time has come. `at`: when that was; `cause`: null where the log says what it came of. */
  stillHolds(on: On, entry: { readonly cause: LaterCause | null; readonly at: string }, facts: LaterFacts): boolean;
}
