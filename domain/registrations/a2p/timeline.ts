import { same } from '../../kernel/edit.ts';
import { is, type EventMetadata } from '../../kernel/event.ts';
import {
  A2pBrandReviewed,
  A2pBrandSubmitted,
  A2pCampaignReviewed,
  A2pCampaignSubmitted,
  A2pCanceled,
  A2pCodeResent,
  type A2pEvent,
  A2pFeeAgreed,
  A2pFeeCharged,
  A2pFeeFunded,
  A2pFeeUnfunded,
  A2pNumberReviewed,
  A2pPrefixChanged,
} from './events.ts';
import { type A2pProblem, StoredAddress, storedBrand, storedCampaign, StoredRepresentative } from './fields.ts';

/** A field that an attempt has otherwise than the one before; `address.city` is a part of a field. */
export interface A2pChange {
  readonly field: string;
  readonly was: unknown;
  readonly now: unknown;
}
export interface A2pMoment {
  readonly at: string;
  /** Null: a part of the system or the carrier. */
  readonly by: string | null;
  readonly what: 'brand' | 'campaign' | 'number' | 'prefix';
  readonly id: string | null;
  readonly state: string;
  readonly raw: string | null;
  readonly attempt: number | null;
  /** A fee in US cents; null: this is about none. */
  readonly fee: number | null;
  readonly problems: readonly A2pProblem[];
  /** Since the attempt before. */
  readonly changes: readonly A2pChange[];
}

const brandPaths = [
  ...Object.keys(storedBrand),
  ...Object.keys(StoredAddress.shape).map((name) => `address.${name}`),
  ...Object.keys(StoredRepresentative.shape).map((name) => `representative.${name}`),
];
const campaignPaths = Object.keys(storedCampaign);

const at = (content: Readonly<Record<string, unknown>>, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], content) ?? null;

function changesBetween(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): readonly A2pChange[] {
  if (before === undefined) return [];
  return paths.flatMap((field) => {
    const [was, now] = [at(before, field), at(after, field)];
    return same(was, now) ? [] : [{ field, was, now }];
  });
}

type Recorded = A2pEvent & { readonly metadata: EventMetadata };

/** What happened to a registration, the oldest first. Drafts and steps are left out. */
export function timelineOf(stored: readonly object[]): readonly A2pMoment[] {
  const last = new Map<string, Readonly<Record<string, unknown>>>();
  return (stored as readonly Recorded[]).flatMap((event): readonly A2pMoment[] => {
    const { occurredAt, actor } = event.metadata;
    const moment = {
      at: occurredAt,
      by: actor.kind === 'user' ? (actor.impersonatorId ?? actor.userId) : null,
      id: null,
      raw: null,
      attempt: null,
      fee: null,
      problems: [],
      changes: [],
    };
    if (is(event, A2pBrandSubmitted)) {
      const { brandId: id, attempt } = event.data;
      const changes = changesBetween(last.get(id), event.data, brandPaths);
      last.set(id, event.data);
      return [{ ...moment, what: 'brand', id, state: 'submitted', attempt, changes }];
    }
    if (is(event, A2pCampaignSubmitted)) {
      const { campaignId: id, attempt } = event.data;
      const changes = changesBetween(last.get(id), event.data, campaignPaths);
      last.set(id, event.data);
      return [{ ...moment, what: 'campaign', id, state: 'submitted', attempt, changes }];
    }
    if (is(event, A2pBrandReviewed)) {
      const { brandId: id, state, raw, problems } = event.data;
      return [{ ...moment, what: 'brand', id, state, raw, problems }];
    }
    if (is(event, A2pCampaignReviewed)) {
      const { campaignId: id, state, raw, problems } = event.data;
      return [{ ...moment, what: 'campaign', id, state, raw, problems }];
    }
    if (is(event, A2pNumberReviewed)) {
      const { number: id, state, raw, problems } = event.data;
      return [{ ...moment, what: 'number', id, state, raw, problems }];
    }
    if (is(event, A2pCanceled)) {
      const { part: what, partId: id } = event.data;
      return [{ ...moment, what, id, state: 'canceled' }];
    }
    if (is(event, A2pCodeResent)) {
      const { brandId: id, attempt } = event.data;
      return [{ ...moment, what: 'brand', id, state: 'code-sent', attempt }];
    }
    if (is(event, A2pFeeAgreed) || is(event, A2pFeeCharged)) {
      const { part: what, partId: id, cents: fee } = event.data;
      return [{ ...moment, what, id, state: is(event, A2pFeeAgreed) ? 'fee-agreed' : 'fee-charged', fee }];
    }
    if (is(event, A2pFeeUnfunded) || is(event, A2pFeeFunded)) {
      const { part: what, partId: id, cents: fee } = event.data;
      return [{ ...moment, what, id, state: is(event, A2pFeeUnfunded) ? 'fee-unfunded' : 'fee-funded', fee }];
    }
    if (is(event, A2pPrefixChanged)) return [{ ...moment, what: 'prefix', id: event.data.prefix, state: 'changed' }];
    return [];
  });
}
