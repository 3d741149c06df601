import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, CallId, ContactId, MessageId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import { usageKey } from '../rates/measures.ts';
import { E164 } from '../sms/values.ts';
import { callerIds, callLegs, missReasons } from './fields.ts';

/** `contactId` null: the caller withheld their number. */
const call = { callId: CallId, businessId: BusinessId, contactId: ContactId.nullable() };

/** Someone called a number of a business. One stream per call, named by the carrier's id: a repeat conflicts. */
export const CallReceived = event(
  'CallReceived',
  1,
  z.object({
    ...call,
    from: personal(E164.nullable()),
    to: E164,
    provider: z.string(),
    providerCallId: z.string(),
    receivedAt: z.iso.datetime(),
  }),
  { subject: 'contactId' },
);
/** The carrier was told to ring the number that the business's calls go to. `whisper`: whoever picks up has to press 1. */
export const CallForwarded = event('CallForwarded', 1, z.object({ ...call, whisper: z.boolean() }));
/** The two were connected. */
export const CallAnswered = event('CallAnswered', 1, z.object({ ...call, answeredAt: z.iso.datetime() }));
export const CallMissed = event(
  'CallMissed',
  1,
  z.object({ ...call, reason: z.enum(missReasons), missedAt: z.iso.datetime() }),
);
/**
 * One of the two calls ended, after so many seconds as the carrier charges them. Usage is priced by the country of its
 * other side, which outlives the number, and the kind of our own.
 */
export const CallLegEnded = event(
  'CallLegEnded',
  1,
  z.object({
    ...call,
    leg: z.enum(callLegs),
    seconds: z.int().min(0),
    country: usageKey.country,
    carrierClass: usageKey.carrierClass,
    endedAt: z.iso.datetime(),
  }),
);

/** Where the calls of a business go, and what callers who were missed are texted; null: nothing. */
export const CallSettingsChanged = event(
  'CallSettingsChanged',
  1,
  z.object({
    businessId: BusinessId,
    forwardTo: personal(E164.nullable()),
    callerId: z.enum(callerIds),
    whisper: z.boolean(),
    ringSeconds: z.int().min(1),
    textBack: z.string().nullable(),
  }),
  { subject: 'businessId' },
);

/** A caller who was missed is texted: once in 24 hours, whatever else they call. */
export const CallerTextedBack = event(
  'CallerTextedBack',
  1,
  z.object({
    businessId: BusinessId,
    contactId: ContactId,
    callId: CallId,
    messageId: MessageId,
    at: z.iso.datetime(),
  }),
);

const ofCalls = [CallReceived, CallForwarded, CallAnswered, CallMissed, CallLegEnded] as const;
export const callEvents = [...ofCalls, CallSettingsChanged, CallerTextedBack] as const;
export type CallEvent = EventOf<(typeof ofCalls)[number]>;
