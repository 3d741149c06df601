import { z } from 'zod';
import type { Checking } from '../values/checking.ts';
import type { Refer } from '../values/references.ts';
import { broadcastAnswered, broadcastSent } from './broadcast-events.ts';
import { broadcastNotClicked } from './broadcast-not-clicked.ts';
import { byHandTrigger } from './by-hand.ts';
import { couponIssued, couponRedeemed, pageSubmitted, voteCast } from './campaign-events.ts';
import { contactCreated } from './contact-created.ts';
import { contactImported } from './contact-imported.ts';
import { conversationClosed } from './conversation-closed.ts';
import { couponExpiring } from './coupon-expiring.ts';
import { date } from './date.ts';
import { fieldChanged } from './field-changed.ts';
import { integrationEvent } from './integration-event.ts';
import { linkClicked } from './link-clicked.ts';
import { optedIn } from './opted-in.ts';
import { pointsReached } from './points-reached.ts';
import { rewardUnlocked } from './reward-unlocked.ts';
import { textReceived } from './text-received.ts';
import type { EventTriggerDefinition, TriggerDefinition } from './trigger.ts';
import { webhookReceived } from './webhook-received.ts';

/** What happens to a contact: it starts an automation, ends a wait, or is a goal. */
const events = {
  'opted-in': optedIn,
  'page-submitted': pageSubmitted,
  'vote-cast': voteCast,
  'coupon-issued': couponIssued,
  'coupon-redeemed': couponRedeemed,
  'reward-unlocked': rewardUnlocked,
  'points-reached': pointsReached,
  'contact-created': contactCreated,
  'contact-imported': contactImported,
  'field-changed': fieldChanged,
  'text-received': textReceived,
  'link-clicked': linkClicked,
  'broadcast-sent': broadcastSent,
  'broadcast-answered': broadcastAnswered,
  'conversation-closed': conversationClosed,
  'webhook-received': webhookReceived,
  'integration-event': integrationEvent,
};
/** What starts an automation: an event, a day, something that does not happen, or a person. */
const triggers = {
  ...events,
  date,
  'coupon-expiring': couponExpiring,
  'broadcast-not-clicked': broadcastNotClicked,
  'by-hand': byHandTrigger,
};

type SchemaOf<Kinds extends Record<string, { readonly schema: unknown }>> = Kinds[keyof Kinds]['schema'];
const schemasOf = <Kinds extends Record<string, { readonly schema: unknown }>>(kinds: Kinds) =>
  Object.values(kinds).map(({ schema }) => schema) as [SchemaOf<Kinds>, ...SchemaOf<Kinds>[]];

export const EventMatcher = z.discriminatedUnion('kind', schemasOf(events));
export type EventMatcher = z.output<typeof EventMatcher>;
export type EventKind = EventMatcher['kind'];
export const TriggerOn = z.discriminatedUnion('kind', schemasOf(triggers));
export type TriggerOn = z.output<typeof TriggerOn>;
export type TriggerKind = TriggerOn['kind'];

type DetailOf<Definition> =
  Definition extends { readonly matches: (wanted: never, is: infer Detail) => boolean } ?
    object extends Detail ?
      object
    : Detail
  : never;
/** Something that happened to a contact, as the log tells it: `at` is an ISO instant. */
export type TriggerEventDetail = {
  [Kind in EventKind]: { readonly kind: Kind; readonly at: string } & DetailOf<(typeof events)[Kind]>;
}[EventKind];

// The one place where a kind meets its definition: which of them it is, the compiler can not follow through a union.
const definitionOf = (kind: TriggerKind) => triggers[kind] as unknown as TriggerDefinition;
const eventDefinitionOf = (kind: EventKind) => events[kind] as unknown as EventTriggerDefinition;

export const isEvent = (kind: TriggerKind): kind is EventKind => kind in events;
export const freshTrigger = (kind: TriggerKind): TriggerOn => definitionOf(kind).fresh() as TriggerOn;
/** Nothing in the log tells of it: a rehearsal starts nobody by it. */
export const isRehearsed = (kind: TriggerKind): boolean => definitionOf(kind).notRehearsed !== true;
/** What of a contact's timeline a rehearsal needs for it. */
export const timelineOf = (kind: TriggerKind) => definitionOf(kind).timeline ?? [];
/** Whether it is a text of the contact: it may be written down later than it arrived. */
export const isText = (kind: EventKind): boolean => eventDefinitionOf(kind).isText === true;

export function checkTrigger(on: TriggerOn, at: string, checking: Checking): void {
  definitionOf(on.kind).check?.(on, at, checking);
}
/** With everything that it names exchanged for what `refer` says. */
export const withTriggerReferred = <On extends TriggerOn>(on: On, refer: Refer): On =>
  (definitionOf(on.kind).references?.(on, refer) ?? on) as On;

/** Whether what happened is what is waited for. */
export const matches = (wanted: EventMatcher, is: TriggerEventDetail): boolean =>
  // eslint-disable-next-line no-restricted-syntax -- both are of one kind, which the compiler can't follow through the table
  wanted.kind === is.kind && eventDefinitionOf(wanted.kind).matches(wanted, is as never);

/** Whether it starts what is wanted: a trigger that is no event is started by none. */
export function starts(wanted: TriggerOn, is: TriggerEventDetail): boolean {
  if (wanted.kind !== is.kind || !matches(wanted as EventMatcher, is)) return false;
  // eslint-disable-next-line no-restricted-syntax -- both are of one kind, which the compiler can't follow through the table
  return eventDefinitionOf(is.kind).starts?.(wanted, is as never) ?? true;
}
