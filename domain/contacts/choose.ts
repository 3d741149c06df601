import type { CampaignId } from '../kernel/ids.ts';
import type { Contact } from './contact.ts';
import {
  ContactFrequencyChanged,
  ContactPaused,
  ContactResumed,
  ContactReached,
  ContactTopicsChanged,
  type ContactEvent,
} from './events.ts';
import type { Frequency } from './fields.ts';
import { heldBack, isPaused, type Reach } from './preferences.ts';

/** How long “pause” is. */
export const pauseDays = 30;
const day = 86_400_000;

/**
 * Takes the one place in the week of who wants fewer. On the contact's own stream: of two things that are sent at once
 * the second finds it taken, and is held back.
 */
export function takePlace(reach: Reach, now: Date, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none' || contact.preferences.frequency !== 'weekly') return [];
  if (
    heldBack(contact.preferences, reach, now) !== null ||
    contact.preferences.reached[reach.channel]?.what === reach.what
  )
    return [];
  const { contactId, businessId } = contact;
  return [
    ContactReached.create({ contactId, businessId, channel: reach.channel, what: reach.what, at: now.toISOString() }),
  ];
}

/** What somebody chooses; what is left out stays as it is. */
export interface Chosen {
  readonly pause?: boolean | undefined;
  readonly frequency?: Frequency | undefined;
  /** Campaigns that they have been shown and want to hear no more of. Those they were not shown stay as they are. */
  readonly topics?: { readonly shown: readonly CampaignId[]; readonly wanted: readonly CampaignId[] } | undefined;
  readonly mailId: string | null;
  readonly now: Date;
}

/** What is so already is no news: a pause that is pressed again goes on. */
export function choosePreferences(chosen: Chosen, contact: Contact): readonly ContactEvent[] {
  if (contact.status === 'none') return [];
  const { contactId, businessId, preferences } = contact;
  const by = { contactId, businessId, mailId: chosen.mailId };
  const events: ContactEvent[] = [];
  if (chosen.pause === true && !isPaused(preferences, chosen.now))
    events.push(ContactPaused.create({ ...by, until: new Date(chosen.now.getTime() + pauseDays * day).toISOString() }));
  if (chosen.pause === false && isPaused(preferences, chosen.now)) events.push(ContactResumed.create(by));
  if (chosen.frequency !== undefined && chosen.frequency !== preferences.frequency)
    events.push(ContactFrequencyChanged.create({ ...by, frequency: chosen.frequency }));
  if (chosen.topics !== undefined) {
    const { shown, wanted } = chosen.topics;
    const muted = [
      ...[...preferences.muted].filter((id) => !shown.includes(id)),
      ...shown.filter((id) => !wanted.includes(id)),
    ];
    const same = muted.length === preferences.muted.size && muted.every((id) => preferences.muted.has(id));
    if (!same) events.push(ContactTopicsChanged.create({ ...by, muted }));
  }
  return events;
}
