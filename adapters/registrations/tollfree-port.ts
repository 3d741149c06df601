import type { TollfreeForm } from '../../domain/registrations/tollfree/fields.ts';
import type { TwilioAccount } from '../providers/port.ts';

/** A toll-free verification as the carrier keeps it. Instants are ISO 8601. */
export interface TollfreeRecord {
  readonly providerId: string;
  /** The carrier's word. */
  readonly status: string;
  readonly refusals: readonly { readonly code: number | null; readonly reason: string }[];
  /** Until then a correction keeps its place; null: it can't be corrected now. */
  readonly editableUntil: string | null;
  readonly updatedAt: string | null;
}

/**
 * The toll-free verifications of a carrier's account. Throws `TollfreeRefused` with the carrier's words, and
 * `TollfreeUnavailable` when it didn't answer: what was asked may have happened then.
 */
export interface TollfreeVerifications {
  /** What was created with this reference of ours; null: nothing was. */
  find(account: TwilioAccount, reference: string): Promise<TollfreeRecord | null>;
  create(
    account: TwilioAccount,
    asked: { readonly reference: string; readonly number: string; readonly form: TollfreeForm },
  ): Promise<TollfreeRecord>;
  /** Corrects what was refused, in place. */
  update(
    account: TwilioAccount,
    providerId: string,
    asked: { readonly reason: string; readonly form: TollfreeForm },
  ): Promise<TollfreeRecord>;
  /** Null: the carrier has none of this id. */
  fetch(account: TwilioAccount, providerId: string): Promise<TollfreeRecord | null>;
}

export class TollfreeRefused extends Error {
  override readonly name = 'TollfreeRefused';
  /** The carrier's code; null: it gave none. */
  readonly code: number | null;
  constructor(message: string, code: number | null) {
    super(message);
    this.code = code;
  }
}
export class TollfreeUnavailable extends Error {
  override readonly name = 'TollfreeUnavailable';
}
