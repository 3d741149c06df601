import type { KnownContact } from '../contacts/contact.ts';
import { heldBack, isPaused } from '../contacts/preferences.ts';
import { exceededLimit, noContactLimits } from '../limits/contacts.ts';
import { type Delivery, type Rule, type Sender, type SharedReason, suppress } from './delivery.ts';

/** The rules that texts and emails have in common. Which purposes each holds for, and in what order, says `verdict.ts`. */
type SharedRule = Rule<Delivery, SharedReason>;

/** A business that is archived or switched off, or whose agency is archived, sends nothing. */
export const cannotSend = ({ business, agency }: Sender): boolean =>
  business.status !== 'active' || !business.isActive || agency.status === 'archived';

export const ended: SharedRule = ({ delivery }) => (delivery.stage === 'ended' ? { kind: 'done' } : null);

/** Stopped or completed, or it has waited for longer than its broadcast lasts. */
export const broadcastOver: SharedRule = ({ delivery, broadcast, now }) => {
  if (broadcast === undefined) return null;
  const { status, run } = broadcast;
  const isExpired = status === 'completed' || run === null || Date.parse(run.expiresAt) <= now.getTime();
  if (status !== 'stopped' && !isExpired) return null;
  const why = status === 'stopped' ? 'stopped' : 'expired';
  return delivery.stage === 'fresh' ? { kind: 'over', why } : suppress(why);
};

export const broadcastPaused: SharedRule = ({ broadcast }) =>
  broadcast === undefined || broadcast.status === 'running' ? null : { kind: 'park' };

export const unfilled: SharedRule = ({ delivery }) => (delivery.unfilled ? suppress('missing-value') : null);

/** There is no number or address to send it to. */
export const noOneLeft: SharedRule = ({ delivery }) => (delivery.to === null ? suppress('blocked') : null);

export const businessInactive: SharedRule = ({ sender }) => (cannotSend(sender) ? suppress('inactive-business') : null);

/** Their number, address and words are gone. */
export const erased: SharedRule = ({ delivery, contact }) =>
  delivery.to === null || contact.status === 'erased' ? suppress('blocked') : null;

export const blacklisted: SharedRule = (situation) => (situation.blacklisted ? suppress('blocked') : null);

export const notAContact: SharedRule = ({ contact }) => (contact.status === 'none' ? suppress('blocked') : null);

/** `consentOf`: how the contact stands to the channel. */
export const noConsent =
  (consentOf: (contact: KnownContact) => string | null): SharedRule =>
  ({ contact }) =>
    contact.status === 'none' || consentOf(contact) === 'subscribed' ? null : suppress('no-consent');

/** The contact has paused everything for a while. */
export const paused: SharedRule = ({ contact, now }) =>
  contact.status !== 'none' && isPaused(contact.preferences, now) ? suppress('paused') : null;

/** The contact wants to hear no more of the campaign, or gets one a week at most and has had it. */
export const preferences: SharedRule = ({ delivery: { channel, campaignId, id }, contact, now }) => {
  if (contact.status === 'none') return null;
  const held = heldBack(contact.preferences, { channel, campaignId, what: id }, now);
  return held === null ? null : suppress(held);
};

/** The contact came above the limit of contacts, and that has not been raised since. */
export const aboveLimit: SharedRule = ({ contact, sender }) =>
  exceededLimit(contact, sender.contactLimits ?? noContactLimits) !== null ? suppress('above-limit') : null;

/** How long what no one pays for waits until it is looked at again. */
const unpaidWaitMs = 15 * 60_000;

/**
 * The subscription isn't in good standing: it waits, and goes out once that is paid. A recipient of a broadcast stands
 * still with it, and goes on with it. `isRecorded`: no event need say so.
 */
export const unpaid =
  <D extends Delivery>(isRecorded: (delivery: D) => boolean): Rule<D, SharedReason> =>
  ({ delivery, broadcast, sender, now }) => {
    if ((sender.unpaid ?? null) === null) return null;
    if (broadcast !== undefined) return { kind: 'park' };
    const until = new Date(now.getTime() + unpaidWaitMs).toISOString();
    return { kind: 'hold', reason: 'unpaid', until, recorded: isRecorded(delivery) };
  };

export const runOver: SharedRule = ({ isRunOver }) => (isRunOver === true ? suppress('stopped') : null);
