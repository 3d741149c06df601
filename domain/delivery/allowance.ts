import type { Business } from '../businesses/business.ts';
import { localDay } from '../kernel/day.ts';
import { type DomainEvent, is } from '../kernel/event.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageSent,
  MessageSuppressed,
} from '../messages/events.ts';
import { quantityOf } from '../messages/measure.ts';
import type { QueuedData } from '../messages/message.ts';
import { holds } from './verdict.ts';

/** What a text takes of its business's month. */
export interface Charge {
  /** The calendar month in the business's zone, by its first day: `2026-11-01`. */
  readonly month: string;
  /** The day in the business's zone: `2026-11-27`. */
  readonly day: string;
  readonly units: number;
  /** What the plan allows in a month; null: no limit, or none that holds for this text. */
  readonly most: number | null;
}

/** The month of a business that it is then, by its first day: `2026-11-01`. */
export const monthOf = (business: Business, now: Date): string => `${dayOf(business, now).slice(0, 8)}01`;
const dayOf = (business: Business, now: Date): string =>
  localDay(business.status === 'none' ? 'UTC' : business.timezone, now);

/** The month and the day of a business that it is then. */
export const chargedOn = (business: Business, now: Date): Pick<Charge, 'month' | 'day'> => ({
  month: monthOf(business, now),
  day: dayOf(business, now),
});

export function chargeOf(text: QueuedData, business: Business, now: Date): Charge {
  const { segments, mms } = quantityOf(text);
  const isLimited = business.status !== 'none' && holds('monthly-limit', { channel: 'text', purpose: text.purpose });
  return { ...chargedOn(business, now), units: segments + mms, most: isLimited ? business.monthlyMessages : null };
}

/** What an event says of a text: the carrier has it, has not got it (and may still turn out to), or never will; null: nothing. */
export type Taking = 'taken' | 'not-taken' | 'never';
export function takingOf(event: Pick<DomainEvent, 'type' | 'version' | 'data'>): Taking | null {
  if (is(event, MessageAccepted) || is(event, MessageSent) || is(event, MessageDelivered)) return 'taken';
  // What may have been taken counts as it did before.
  if (is(event, MessageFailed) && event.data.unsure === true) return null;
  // Named by the carrier: it took it and could not deliver it.
  if (is(event, MessageFailed)) return event.data.providerMessageId === null ? 'not-taken' : 'taken';
  return is(event, MessageSuppressed) ? 'never' : null;
}

export const overLimitNote = (most: number): string =>
  `The plan’s limit of ${most.toLocaleString('en-US')} messages a month is reached. ` +
  'It can go on once the limit is raised, or when the next month begins.';
