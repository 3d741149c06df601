import type { ExistingBroadcast } from '../broadcasts/broadcast.ts';
import type { Business } from '../businesses/business.ts';
import { type Contact, homeOf } from '../contacts/contact.ts';
import { type Channel, channels } from '../kernel/channels.ts';
import { localDay } from '../kernel/day.ts';
import type { AutomationOrigin } from '../kernel/origin.ts';
import type { Home } from '../sms/quiet-hours.ts';
import { rollingLimit } from '../sms/rolling-limit.ts';
import type { Delivery } from './delivery.ts';
import { holds } from './verdict.ts';

/**
 * Whom a text or email that nobody asked for is about to reach, and what it is held against there: how many have reached
 * them that day, and what another automation has just said for the same cause.
 */
export interface Reach {
  /** One id for one number or address of a business, however many contacts have it. */
  readonly address: string;
  readonly businessId: string;
  /** Of emails: an address may be another's by the next one. Null: of texts a contact is their number. */
  readonly contactId: string | null;
  /** Within so many hours nobody gets a second broadcast (null: no such window). Null: it is of none. */
  readonly broadcast: { readonly broadcastId: string; readonly windowHours: number | null } | null;
  /** Of the business's calendar, `2026-11-22`. */
  readonly day: string;
  /** So many may reach them that day; null: any number. */
  readonly most: number | null;
  /** So many may reach them in any 24 hours by the law of where they are; null: no law says. */
  readonly rolling: number | null;
  /** Of an automation's text: what set it off, and by which automation. */
  readonly cause: { readonly key: string; readonly automationId: string } | null;
}

/** How much may reach somebody by a channel now. `to`: the number, of texts; `home`: where they say that they live. */
export function dailyOf(
  business: Business,
  channel: Channel,
  now: Date,
  to: string | null,
  home?: Home,
): Pick<Reach, 'day' | 'most' | 'rolling'> {
  const rolling = to === null ? null : rollingLimit(to, now, home);
  if (business.status === 'none') return { day: localDay('UTC', now), most: null, rolling };
  const limit = channels[channel].dailyLimit;
  return { day: localDay(business.timezone, now), most: limit === null ? null : business.dailyLimits[limit], rolling };
}

/** What a delivery is held against besides its contact. */
export interface ReachedBy {
  readonly address: string;
  readonly businessId: string;
  readonly contactId: string;
  readonly business: Business;
  readonly contact: Contact;
  readonly broadcast: ExistingBroadcast | null;
  /** The step that it is of, and what all that comes of one cause carries. */
  readonly automation: AutomationOrigin | null;
  readonly correlationId: string;
  readonly now: Date;
}

/** Whom a delivery is about to reach; null: someone asked for it, or waits for it. */
export function reachOf(delivery: Delivery, by: ReachedBy): Reach | null {
  const { automation, broadcast, business, contact, now } = by;
  // The contact has just texted the automation, and this is its answer.
  if (!holds('daily-limit', delivery) || automation?.answers === true) return null;
  const to = holds('rolling-limit', delivery) ? delivery.to : null;
  return {
    ...dailyOf(business, delivery.channel, now, to, homeOf(contact)),
    address: by.address,
    businessId: by.businessId,
    contactId: channels[delivery.channel].identity === 'phone' ? null : by.contactId,
    broadcast:
      broadcast === null || !holds('broadcast-window', delivery) ?
        null
      : { broadcastId: broadcast.broadcastId, windowHours: broadcast.setup.windowHours },
    cause:
      automation === null || !holds('same-cause', delivery) ?
        null
      : { key: by.correlationId, automationId: automation.automationId },
  };
}
