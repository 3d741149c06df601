import { type Aggregate, unchanged } from '../../kernel/decider.ts';
import { same } from '../../kernel/edit.ts';
import { DomainError } from '../../kernel/errors.ts';
import { type BusinessId, namespaces, uuidV5 } from '../../kernel/ids.ts';
import type { E164 } from '../../sms/values.ts';
import type { TollfreeStatus } from '../number-status.ts';
import {
  type TollfreeEvent,
  type TollfreeRefusal,
  TollfreeVerificationRequested,
  TollfreeVerificationReviewed,
  TollfreeVerificationSubmitted,
} from './events.ts';
import type { TollfreeForm } from './fields.ts';

/** The verification of one number. */
export interface TollfreeRequest {
  readonly requestId: string;
  readonly businessId: BusinessId;
  readonly number: E164;
  readonly attempt: number;
  /** Null: what the business said was erased. */
  readonly form: TollfreeForm | null;
  readonly status: TollfreeStatus;
  /** The carrier's word; null: it has not said any. */
  readonly raw: string | null;
  readonly refusals: readonly TollfreeRefusal[];
  /** The carrier's id; null: it has not been given this attempt, nor one that this one corrects. */
  readonly providerId: string | null;
  readonly editableUntil: string | null;
  readonly updatedAt: string | null;
}
/** All verifications of a business, by request. */
export type Tollfree = ReadonlyMap<string, TollfreeRequest>;

export const requestIdOf = (businessId: BusinessId, number: string): string =>
  uuidV5(namespaces.command, businessId, 'tollfree', number);

export const Tollfree: Aggregate<Tollfree, TollfreeEvent> = {
  initial: new Map(),
  evolve: (all, event) => {
    const { requestId } = event.data;
    const before = all.get(requestId);
    const put = (request: TollfreeRequest) => new Map(all).set(requestId, request);
    switch (event.type) {
      case 'TollfreeVerificationRequested': {
        const { businessId, number, attempt, form } = event.data;
        // Corrected within the carrier's window it stays the same record there; afterwards it is another one.
        const keeps = before?.providerId != null && before.status === 'rejected' && before.editableUntil !== null;
        return put({
          requestId,
          businessId,
          number,
          attempt,
          form,
          status: 'requested',
          raw: null,
          refusals: [],
          providerId: keeps ? before.providerId : null,
          editableUntil: keeps ? before.editableUntil : null,
          updatedAt: null,
        });
      }
      case 'TollfreeVerificationSubmitted':
        return before === undefined ? all : (
            put({ ...before, providerId: event.data.providerId, status: 'pending', editableUntil: null })
          );
      case 'TollfreeVerificationReviewed': {
        if (before === undefined) return all;
        const { status, raw, refusals, editableUntil, updatedAt } = event.data;
        return put({ ...before, status, raw, refusals, editableUntil, updatedAt });
      }
      default:
        return unchanged(all, event);
    }
  },
};

/** The carrier has not decided yet. */
export const isOpen = (status: TollfreeStatus): boolean => status !== 'approved' && status !== 'rejected';

/** Asks for it, or corrects what was refused. The same form again is no news. */
export function requestTollfree(
  { businessId, number, form }: { readonly businessId: BusinessId; readonly number: E164; readonly form: TollfreeForm },
  all: Tollfree,
): readonly TollfreeEvent[] {
  const requestId = requestIdOf(businessId, number);
  const before = all.get(requestId);
  if (before !== undefined && isOpen(before.status)) {
    if (same(before.form, form)) return [];
    throw new DomainError('conflict', 'This number is being reviewed. Wait for the result before you change anything.');
  }
  if (before?.status === 'approved') throw new DomainError('conflict', 'This number is verified already.');
  if (before !== undefined && same(before.form, form))
    throw new DomainError('validation_failed', 'Change what was refused before you submit again.', {
      form: ['Change what was refused before you submit again.'],
    });
  return [
    TollfreeVerificationRequested.create({ requestId, businessId, number, attempt: (before?.attempt ?? 0) + 1, form }),
  ];
}

/** The carrier took this attempt. */
export function submitted(
  { requestId, attempt, providerId }: { requestId: string; attempt: number; providerId: string },
  all: Tollfree,
): readonly TollfreeEvent[] {
  const request = all.get(requestId);
  if (request?.attempt !== attempt || request.status !== 'requested') return [];
  const { businessId } = request;
  return [TollfreeVerificationSubmitted.create({ requestId, businessId, attempt, providerId })];
}

export interface TollfreeReview {
  readonly status: TollfreeStatus;
  readonly raw: string;
  readonly refusals: readonly TollfreeRefusal[];
  readonly editableUntil: string | null;
  /** When the carrier changed it; null: it was never kept there. */
  readonly updatedAt: string | null;
}

/** What the carrier says now. An older word never replaces a newer one, and the same word is no news. */
export function reviewed(
  { requestId, attempt, ...review }: TollfreeReview & { readonly requestId: string; readonly attempt: number },
  all: Tollfree,
): readonly TollfreeEvent[] {
  const request = all.get(requestId);
  if (request?.attempt !== attempt) return [];
  const isOlder =
    request.updatedAt !== null &&
    review.updatedAt !== null &&
    Date.parse(review.updatedAt) < Date.parse(request.updatedAt);
  const { status, raw, refusals, editableUntil } = request;
  const isSame = same(
    { status, raw, refusals, editableUntil },
    { status: review.status, raw: review.raw, refusals: review.refusals, editableUntil: review.editableUntil },
  );
  if (isOlder || isSame) return [];
  const { businessId } = request;
  return [
    TollfreeVerificationReviewed.create({ requestId, businessId, attempt, ...review, refusals: [...review.refusals] }),
  ];
}
