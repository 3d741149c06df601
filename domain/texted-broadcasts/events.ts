import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BroadcastId, BusinessId, CampaignId, ContactId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import { E164, Keyword } from '../sms/values.ts';

/**
 * The stream `textedBroadcast-<contact id>`: what a broadcaster asks for from their phone. `broadcastId` is made of the
 * text that asks, and becomes the id of the broadcast once the code comes back.
 */
const asked = { contactId: ContactId, businessId: BusinessId, broadcastId: BroadcastId };

/** A listed phone texted a keyword and words to send. Nothing is sent before the code comes back. */
export const TextedBroadcastRequested = event(
  'TextedBroadcastRequested',
  1,
  z.object({
    ...asked,
    campaignId: CampaignId,
    keyword: Keyword,
    name: personal(z.string()),
    phone: personal(E164),
    body: personal(z.string()),
  }),
  { subject: 'contactId' },
);
/** The phone was told who would get what, and the code, which is made of `broadcastId` and is not in the log. */
export const TextedBroadcastOffered = event(
  'TextedBroadcastOffered',
  1,
  z.object({ ...asked, recipients: z.number().int().nonnegative(), expiresAt: z.iso.datetime() }),
);
/** A wrong code came, in a text received at `at`. */
export const TextedBroadcastCodeRejected = event(
  'TextedBroadcastCodeRejected',
  1,
  z.object({ ...asked, at: z.iso.datetime() }),
);
/** The right code came from the same phone, in time. */
export const TextedBroadcastConfirmed = event('TextedBroadcastConfirmed', 1, z.object({ ...asked, keyword: Keyword }));
/** It will not be sent. */
export const TextedBroadcastEnded = event(
  'TextedBroadcastEnded',
  1,
  z.object({ ...asked, reason: z.enum(['declined', 'replaced', 'wrong-codes', 'refused', 'opted-out']) }),
);

export const textedBroadcastEvents = [
  TextedBroadcastRequested,
  TextedBroadcastOffered,
  TextedBroadcastCodeRejected,
  TextedBroadcastConfirmed,
  TextedBroadcastEnded,
] as const;
export type TextedBroadcastEvent = EventOf<(typeof textedBroadcastEvents)[number]>;
