import { words } from '../../sms/words.ts';
import type { ContactField, Occurrence } from '../document/document.ts';

type Kind = Occurrence['kind'];
/**
 * Something that happened to a contact, as the log tells it: `at` is an ISO instant. Of `text-received` the words are
 * those of the text, which nobody but the look at a run ever sees.
 */
export type TriggerEventDetail =
  | { readonly kind: 'opted-in'; readonly at: string; readonly keyword: string; readonly campaignId: string | null }
  | {
      readonly kind: 'page-submitted' | 'vote-cast' | 'coupon-issued' | 'coupon-redeemed';
      readonly at: string;
      readonly campaignId: string;
    }
  | { readonly kind: 'reward-unlocked'; readonly at: string; readonly campaignId: string; readonly rewardId: string }
  | {
      readonly kind: 'points-reached';
      readonly at: string;
      readonly campaignId: string;
      readonly points: number;
      /** How many there were before. */
      readonly before?: number;
    }
  | { readonly kind: 'contact-created' | 'conversation-closed'; readonly at: string }
  | { readonly kind: 'contact-imported'; readonly at: string; readonly uploadId: string }
  | {
      readonly kind: 'field-changed';
      readonly at: string;
      readonly field: ContactField;
      /** What it is now; null: nothing any more. */
      readonly to: string | null;
    }
  | {
      readonly kind: 'text-received';
      readonly at: string;
      readonly text: string;
      /** Addresses of pictures that came with it. */
      readonly pictures: readonly string[];
    }
  | { readonly kind: 'link-clicked'; readonly at: string; readonly sourceId: string }
  | { readonly kind: 'broadcast-sent' | 'broadcast-answered'; readonly at: string; readonly broadcastId: string }
  | { readonly kind: 'webhook-received'; readonly at: string; readonly webhookId: string }
  | { readonly kind: 'integration-event'; readonly at: string; readonly integrationId: string; readonly event: string };

type Of<K extends Kind> = Extract<Occurrence, { kind: K }>;
type Fact<K extends Kind, H = TriggerEventDetail> =
  H extends { readonly kind: infer Own } ?
    K extends Own ?
      H
    : never
  : never;
const any = (wanted: string | null, is: string | null): boolean => wanted === null || wanted === is;
/** Whether a keyword that is wanted is this one. */
export const isKeyword = (wanted: string, keyword: string): boolean => alike(wanted, keyword);
const alike = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether what happened is what is waited for. */
export function matches(wanted: Occurrence, is: TriggerEventDetail): boolean {
  if (wanted.kind !== is.kind) return false;
  switch (wanted.kind) {
    case 'opted-in': {
      const { keyword, campaignId } = is as Fact<'opted-in'>;
      return (wanted.keyword === null || alike(wanted.keyword, keyword)) && any(wanted.campaignId, campaignId);
    }
    case 'page-submitted':
    case 'vote-cast':
    case 'coupon-issued':
    case 'coupon-redeemed':
      return any(wanted.campaignId, (is as Fact<'coupon-issued'>).campaignId);
    case 'reward-unlocked': {
      const { campaignId, rewardId } = is as Fact<'reward-unlocked'>;
      return any(wanted.campaignId, campaignId) && any(wanted.rewardId, rewardId);
    }
    case 'points-reached': {
      const { campaignId, points } = is as Fact<'points-reached'>;
      return any(wanted.campaignId, campaignId) && points >= wanted.points;
    }
    case 'contact-created':
    case 'conversation-closed':
      return true;
    case 'contact-imported':
      return any(wanted.uploadId, (is as Fact<'contact-imported'>).uploadId);
    case 'field-changed': {
      const { field, to } = is as Fact<'field-changed'>;
      return (
        (wanted.field === null || sameField(wanted.field, field)) &&
        (wanted.to === null || (to !== null && alike(wanted.to, to)))
      );
    }
    case 'text-received':
      return says(wanted, (is as Fact<'text-received'>).text);
    case 'link-clicked':
      return any(wanted.sourceId, (is as Fact<'link-clicked'>).sourceId);
    case 'broadcast-sent':
    case 'broadcast-answered':
      return any(wanted.broadcastId, (is as Fact<'broadcast-sent'>).broadcastId);
    case 'webhook-received':
      return any(wanted.webhookId, (is as Fact<'webhook-received'>).webhookId);
    case 'integration-event': {
      const { integrationId, event } = is as Fact<'integration-event'>;
      return any(wanted.integrationId, integrationId) && (wanted.event === '' || alike(wanted.event, event));
    }
    default:
      return wanted satisfies never;
  }
}

/** Whether it starts what is wanted. Points are reached once: by what takes them there. */
export const starts = (wanted: Occurrence, is: TriggerEventDetail): boolean =>
  matches(wanted, is) &&
  (wanted.kind !== 'points-reached' || ((is as Fact<'points-reached'>).before ?? 0) < wanted.points);

const sameField = (one: ContactField, other: ContactField): boolean =>
  one.of === 'custom' ?
    other.of === 'custom' && one.id === other.id
  : other.of === 'contact' && one.name === other.name;

/** Words as people mean them: case, accents and signs aside. Several words of one entry must stand together. */
function says({ words: wanted, whole }: Of<'text-received'>, text: string): boolean {
  if (wanted.length === 0) return true;
  const said = ` ${words(text).join(' ')} `;
  return wanted.some((entry) => {
    const meant = ` ${words(entry).join(' ')} `;
    return meant.trim() !== '' && (whole ? said === meant : said.includes(meant));
  });
}

/** The earliest of what happened after an instant and is waited for; null: none. */
export const firstAfter = (
  wanted: Occurrence,
  happened: readonly TriggerEventDetail[],
  since: string,
): TriggerEventDetail | null =>
  happened
    .filter((one) => one.at > since && matches(wanted, one))
    .reduce<TriggerEventDetail | null>((first, one) => (first === null || one.at < first.at ? one : first), null);

/** What happened of a kind after an instant, the earliest first. */
export const allAfter = <K extends TriggerEventDetail['kind']>(
  kind: K,
  happened: readonly TriggerEventDetail[],
  since: string,
): Fact<K>[] =>
  happened
    .filter((one): one is Fact<K> => one.kind === kind && one.at > since)
    .toSorted((one, other) =>
      one.at < other.at ? -1
      : one.at > other.at ? 1
      : 0,
    );
