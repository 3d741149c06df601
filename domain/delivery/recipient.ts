import type { ContactId } from '../kernel/ids.ts';
import type { Verdict } from './delivery.ts';

/** One recipient of a broadcast whose turn it is. */
export interface Recipient {
  readonly contactId: ContactId;
  readonly variant: number;
}

/** Held at most until its broadcast expires: then it is looked at again. */
export const withinBroadcast = <R>(verdict: Verdict<R>, expiresAt: string | undefined): Verdict<R> =>
  verdict.kind === 'hold' && expiresAt !== undefined && verdict.until > expiresAt ?
    { ...verdict, until: expiresAt }
  : verdict;
