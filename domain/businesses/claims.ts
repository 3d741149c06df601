import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import type { AgencyId, BusinessId, CampaignId } from '../kernel/ids.ts';
import { formatPhone } from '../sms/phone.ts';
import type { E164, Keyword } from '../sms/values.ts';
import {
  BusinessCampaignAdded,
  KeywordClaimed,
  KeywordReleased,
  NumberClaimed,
  NumberReleased,
  UniqueIdClaimed,
} from './events.ts';

/**
 * What can belong to one only, across all aggregates: the stream's name is the claim, so two who want it meet at its end and one
 * of them conflicts. Claiming what one has already is no news, which makes a command that was cut off repeatable.
 */
export type HeldBy = NonNullable<EventOf<typeof NumberClaimed>['data']['heldBy']>;
type NumberEvent = EventOf<typeof NumberClaimed> | EventOf<typeof NumberReleased>;
export type NumberClaim =
  | { readonly status: 'free' }
  | {
      readonly status: 'claimed';
      readonly number: E164;
      readonly businessId: BusinessId;
      readonly agencyId: AgencyId | null;
      readonly heldBy?: HeldBy | undefined;
    };
export const NumberClaim: Aggregate<NumberClaim, NumberEvent> = {
  initial: { status: 'free' },
  evolve: (claim, event) => {
    switch (event.type) {
      case 'NumberClaimed':
        return { status: 'claimed', ...event.data };
      case 'NumberReleased':
        return { status: 'free' };
      default:
        return unchanged(claim, event);
    }
  },
};

export function claimNumber(
  command: {
    readonly number: E164;
    readonly businessId: BusinessId;
    readonly agencyId: AgencyId | null;
    readonly heldBy?: HeldBy | undefined;
  },
  claim: NumberClaim,
): readonly NumberEvent[] {
  if (claim.status === 'free') return [NumberClaimed.create(command)];
  if (claim.businessId === command.businessId) return [];
  const message = `The number ${formatPhone(command.number)} belongs to another business. Choose another number.`;
  throw new DomainError('number_taken', message, { number: [message] });
}

export const releaseNumberClaim = (
  command: { readonly number: E164; readonly businessId: BusinessId },
  claim: NumberClaim,
): readonly NumberEvent[] =>
  claim.status === 'claimed' && claim.businessId === command.businessId ? [NumberReleased.create(command)] : [];

type KeywordEvent = EventOf<typeof KeywordClaimed> | EventOf<typeof KeywordReleased>;
export type KeywordClaim =
  | { readonly status: 'free' }
  | {
      readonly status: 'claimed';
      readonly number: E164;
      readonly keyword: Keyword;
      readonly businessId: BusinessId;
      readonly campaignId: CampaignId;
    };
export const KeywordClaim: Aggregate<KeywordClaim, KeywordEvent> = {
  initial: { status: 'free' },
  evolve: (claim, event) => {
    switch (event.type) {
      case 'KeywordClaimed':
        return { status: 'claimed', ...event.data };
      case 'KeywordReleased':
        return { status: 'free' };
      default:
        return unchanged(claim, event);
    }
  },
};

interface OfKeyword {
  readonly number: E164;
  readonly keyword: Keyword;
  readonly businessId: BusinessId;
  readonly campaignId: CampaignId;
}

export function claimKeyword(command: OfKeyword, claim: KeywordClaim): readonly KeywordEvent[] {
  if (claim.status === 'free') return [KeywordClaimed.create(command)];
  if (claim.campaignId === command.campaignId) return [];
  const message = `The keyword ${command.keyword} is taken by another campaign on ${formatPhone(command.number)}. Choose another keyword.`;
  throw new DomainError('keyword_taken', message, { keyword: [message] });
}

export const releaseKeyword = (command: OfKeyword, claim: KeywordClaim): readonly KeywordEvent[] =>
  claim.status === 'claimed' && claim.campaignId === command.campaignId ? [KeywordReleased.create(command)] : [];

type UniqueIdEvent = EventOf<typeof UniqueIdClaimed>;
export type UniqueIdClaim =
  { readonly status: 'free' } | { readonly status: 'claimed'; readonly businessId: BusinessId };
export const UniqueIdClaim: Aggregate<UniqueIdClaim, UniqueIdEvent> = {
  initial: { status: 'free' },
  evolve: (claim, event) => {
    switch (event.type) {
      case 'UniqueIdClaimed':
        return { status: 'claimed', businessId: event.data.businessId };
      default:
        return unchanged(claim, event.type satisfies never);
    }
  },
};

export function claimUniqueId(
  command: { readonly uniqueId: string; readonly businessId: BusinessId },
  claim: UniqueIdClaim,
): readonly UniqueIdEvent[] {
  if (claim.status === 'free') return [UniqueIdClaimed.create(command)];
  if (claim.businessId === command.businessId) return [];
  const message = `The unique id “${command.uniqueId}” is taken. Choose another.`;
  throw new DomainError('unique_id_taken', message, { unique_id: [message] });
}

type ListedEvent = EventOf<typeof BusinessCampaignAdded>;
/** The campaigns of a business, in the order they were made. */
export type CampaignList = readonly CampaignId[];
export const CampaignList: Aggregate<CampaignList, ListedEvent> = {
  initial: [],
  evolve: (list, event) => {
    switch (event.type) {
      case 'BusinessCampaignAdded':
        return [...list, event.data.campaignId];
      default:
        return unchanged(list, event.type satisfies never);
    }
  },
};

export const listCampaign = (
  command: { readonly businessId: BusinessId; readonly campaignId: CampaignId },
  list: CampaignList,
): readonly ListedEvent[] => (list.includes(command.campaignId) ? [] : [BusinessCampaignAdded.create(command)]);
