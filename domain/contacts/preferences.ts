import type { CampaignId } from '../kernel/ids.ts';
import type { ContactEvent } from './events.ts';
import type { Channel, Frequency } from './fields.ts';

/** Who wants fewer gets one of each channel in so many days. */
export const fewerDays = 7;
const day = 86_400_000;

/** What somebody has said of how they want to be written to, short of not at all. */
export interface Preferences {
  /** Nothing before this instant, null: no pause. One that is over has ended by itself. */
  readonly pausedUntil: string | null;
  readonly frequency: Frequency;
  /** Campaigns they want to hear no more of, until they join again. */
  readonly muted: ReadonlySet<CampaignId>;
  /** What reached them last, by channel. Kept for who wants fewer alone. */
  readonly reached: Readonly<Partial<Record<Channel, { readonly what: string; readonly at: string }>>>;
}
export const noPreferences: Preferences = { pausedUntil: null, frequency: 'all', muted: new Set(), reached: {} };

/** Whether a pause is on. */
export const isPaused = ({ pausedUntil }: Preferences, now: Date): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > now.getTime();

/** What is to be sent: the campaign that it belongs to (null: none), by which channel, and its id. */
export interface Reach {
  readonly channel: Channel;
  readonly campaignId: CampaignId | null;
  readonly what: string;
}
export type HeldBack = 'paused' | 'topic-off' | 'too-often';

/**
 * Why something that nobody asked for is not sent to somebody, by their own wishes; null: it may go. The one place
 * for this, for texts and emails, asked at the last moment. Answers to what the person has just done are not asked of.
 */
export function heldBack(preferences: Preferences, reach: Reach, now: Date): HeldBack | null {
  if (isPaused(preferences, now)) return 'paused';
  if (reach.campaignId !== null && preferences.muted.has(reach.campaignId)) return 'topic-off';
  const last = preferences.reached[reach.channel];
  const tooSoon =
    last !== undefined && last.what !== reach.what && now.getTime() - Date.parse(last.at) < fewerDays * day;
  return preferences.frequency === 'weekly' && tooSoon ? 'too-often' : null;
}

/** The preferences after what has happened. */
export function preferencesAfter(before: Preferences, event: ContactEvent): Preferences {
  switch (event.type) {
    case 'ContactPaused':
      return { ...before, pausedUntil: event.data.until };
    case 'ContactResumed':
      return { ...before, pausedUntil: null };
    case 'ContactFrequencyChanged':
      return { ...before, frequency: event.data.frequency, reached: {} };
    case 'ContactTopicsChanged':
      return { ...before, muted: new Set(event.data.muted) };
    case 'ContactReached': {
      const { channel, what, at } = event.data;
      return { ...before, reached: { ...before.reached, [channel]: { what, at } } };
    }
    case 'ContactMerged': {
      const { pausedUntil, frequency, muted, reached } = event.data;
      const last = reached.map(({ channel, what, at }) => [channel, { what, at }] as const);
      return { pausedUntil, frequency, muted: new Set(muted), reached: Object.fromEntries(last) };
    }
    // Who joins again wants to hear of it again.
    case 'ContactOptedIn':
    case 'ContactJoinedCampaign': {
      const { campaignId } = event.data;
      if (campaignId === null || !before.muted.has(campaignId)) return before;
      return { ...before, muted: new Set([...before.muted].filter((id) => id !== campaignId)) };
    }
    default:
      return before;
  }
}
