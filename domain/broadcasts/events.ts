import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BroadcastId, BusinessId, ContactId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import { E164 } from '../sms/values.ts';
import { LinkNumber } from '../links/fields.ts';
import { LeftOut, PausedBy, Setup } from './fields.ts';

const ids = { broadcastId: BroadcastId, businessId: BusinessId };

/**
 * The stream `broadcast-<id>`: what a broadcast is and what was done with it. Whom it reached stands in the streams of
 * the messages; their ids derive from broadcast and contact, so that nobody gets it twice.
 */
export const BroadcastDrafted = event(
  'BroadcastDrafted',
  1,
  z.object({
    ...ids,
    setup: Setup,
    /** What it was made from: a copy, a resend to some of that one's recipients, or the n-th of a recurring one. */
    from: z
      .object({ broadcastId: BroadcastId, as: z.enum(['duplicate', 'resend', 'occurrence', 'skipped']) })
      .nullable(),
  }),
);
/** A broadcaster asked for it from their phone and confirmed it with a code. Follows `BroadcastDrafted`. */
export const BroadcastConfirmedByText = event(
  'BroadcastConfirmedByText',
  1,
  z.object({ ...ids, contactId: ContactId, name: personal(z.string()), phone: personal(E164) }),
  { subject: 'contactId' },
);
/** Only what changed is there. */
export const BroadcastChanged = event('BroadcastChanged', 1, z.object({ ...ids, changes: Setup.partial() }));
/**
 * Of an email, each variant as it was compiled (`mailVersion-<id>`); of texts none. The design may be edited after, or
 * deleted: what somebody has scheduled, and somebody else approved, is what goes out.
 */
const versions = z.array(z.uuid()).max(4);
/** It is to go out at `startAt` (an instant; now: that of this event), as it is set up now. */
export const BroadcastScheduled = event(
  'BroadcastScheduled',
  2,
  z.object({ ...ids, startAt: z.iso.datetime(), versions }),
);
export const BroadcastUnscheduled = event('BroadcastUnscheduled', 1, z.object(ids));
/** It is larger than the agency lets go out by itself. `startAt`: when it was to go out. */
export const BroadcastApprovalRequested = event(
  'BroadcastApprovalRequested',
  2,
  z.object({ ...ids, recipients: z.number().int(), limit: z.number().int(), startAt: z.iso.datetime(), versions }),
);
/** For this setup, and up to so many recipients. */
export const BroadcastApproved = event('BroadcastApproved', 1, z.object({ ...ids, recipients: z.number().int() }));
export const BroadcastRejected = event('BroadcastRejected', 1, z.object({ ...ids, note: z.string().max(500) }));

/**
 * Its time has come. Its audience is who is meant at `position` of the log; `expiresAt`: nobody is written to after.
 * `sender`: null: an email's. `segments`: of a text, about, before its merge fields are filled in. `links`: the numbers
 * of the addresses in a text that become short ones. `versions`: of an email, as they are sent: with their links in them.
 */
export const BroadcastStarted = event(
  'BroadcastStarted',
  2,
  z.object({
    ...ids,
    position: z.string(),
    sender: E164.nullable(),
    segments: z.number().int().positive(),
    expiresAt: z.iso.datetime(),
    links: z.array(z.object({ variant: z.number().int().min(0).max(3), url: z.string(), number: LinkNumber })),
    versions,
  }),
);
/**
 * In the stream `broadcastAudience-<id>`, so that the broadcast's own stays short: every send looks at that. A part of
 * the audience, up to 1,000: who is written to, with the variant they get, and who is not, and why. The n-th event is
 * the n-th part: of two who freeze one part only one is heard.
 */
export const BroadcastAudienceFrozen = event(
  'BroadcastAudienceFrozen',
  1,
  z.object({
    ...ids,
    /** Counts from 0. */
    chunk: z.number().int().min(0),
    recipients: z.array(ContactId),
    /** Of each recipient: 0 is A; -1: waits for the winner. Left out: all are A. */
    variants: z.array(z.number().int().min(-1).max(3)).optional(),
    /** Of each recipient: not before this instant. Left out: at once. */
    dueAt: z.array(z.iso.datetime()).optional(),
    leftOut: z.array(z.object({ contactId: ContactId, reason: LeftOut })),
    /** Where the next part begins; null: this was the last. */
    next: z.string().nullable(),
  }),
);
/** All of the audience is frozen: so many are written to, so many are not, by reason. */
export const BroadcastAudienceCompleted = event(
  'BroadcastAudienceCompleted',
  1,
  z.object({
    ...ids,
    recipients: z.number().int(),
    leftOut: z.partialRecord(LeftOut, z.number().int()),
    /** How many wait for the winner of the test. */
    waiting: z.number().int(),
  }),
);
/** What the variants did, and which the others get. `honest`: whether the numbers say so, or only chance. */
export const BroadcastWinnerChosen = event(
  'BroadcastWinnerChosen',
  1,
  z.object({
    ...ids,
    variant: z.number().int().min(0).max(3),
    honest: z.boolean(),
    figures: z.array(z.object({ sent: z.number().int(), did: z.number().int() })),
  }),
);
/** Version 2: a plan that is used up pauses it as well. */
export const BroadcastPaused = event(
  'BroadcastPaused',
  2,
  z.object({ ...ids, by: PausedBy, note: z.string().max(500) }),
);
export const BroadcastResumed = event('BroadcastResumed', 1, z.object(ids));
/** For good: who has not been written to by now will not be. */
export const BroadcastStopped = event('BroadcastStopped', 1, z.object(ids));
/** Everybody has reached an end. */
export const BroadcastCompleted = event('BroadcastCompleted', 1, z.object(ids));
/** Of a draft: it is gone from the lists. Of one that ran: it is put away, its report stays. */
export const BroadcastDeleted = event('BroadcastDeleted', 1, z.object(ids));

export const broadcastEvents = [
  BroadcastDrafted,
  BroadcastConfirmedByText,
  BroadcastChanged,
  BroadcastScheduled,
  BroadcastUnscheduled,
  BroadcastApprovalRequested,
  BroadcastApproved,
  BroadcastRejected,
  BroadcastStarted,
  BroadcastAudienceCompleted,
  BroadcastWinnerChosen,
  BroadcastPaused,
  BroadcastResumed,
  BroadcastStopped,
  BroadcastCompleted,
  BroadcastDeleted,
] as const;
export type BroadcastEvent = EventOf<(typeof broadcastEvents)[number]>;
export const broadcastAudienceEvents = [BroadcastAudienceFrozen] as const;
export type BroadcastAudienceEvent = EventOf<(typeof broadcastAudienceEvents)[number]>;
