import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { LedgerProofFinished, LedgerProofRequested, type ProofEvent } from './events.ts';

export type FinishedProof = EventOf<typeof LedgerProofFinished>['data'];

export interface Proofs {
  /** Asked for and not finished. */
  readonly requested: string | null;
  /** The newest first. */
  readonly finished: readonly FinishedProof[];
  readonly lastNight: string | null;
}

/** So many are shown. */
const most = 14;

export const Proofs: Aggregate<Proofs, ProofEvent> = {
  initial: { requested: null, finished: [], lastNight: null },
  evolve: (proofs, event) => {
    switch (event.type) {
      case 'LedgerProofRequested':
        return { ...proofs, requested: event.data.proofId };
      case 'LedgerProofFinished': {
        const { night } = event.data;
        return {
          requested: proofs.requested === event.data.proofId ? null : proofs.requested,
          finished: [event.data, ...proofs.finished].slice(0, most),
          lastNight: night ?? proofs.lastNight,
        };
      }
      default:
        return unchanged(proofs, event);
    }
  },
};

/** One at a time: asked for while one waits, it is the same one. */
export const requestProof = (
  { proofId }: { readonly proofId: string },
  { requested }: Proofs,
): readonly ProofEvent[] => (requested === null ? [LedgerProofRequested.create({ proofId })] : []);

/** Told again, it is no news; nor is a night that another process has proved. */
export const finishProof = (finished: FinishedProof, { finished: known, lastNight }: Proofs): readonly ProofEvent[] =>
  (
    known.some(({ proofId }) => proofId === finished.proofId) ||
    (finished.night !== null && lastNight !== null && finished.night <= lastNight)
  ) ?
    []
  : [LedgerProofFinished.create(finished)];

/** A wallet is read from its first event once a week, each on a night of its own, and at once when that was missed. */
export function isWholeNight(walletId: string, night: string, wholeOn: string): boolean {
  const day = Date.parse(night) / 86_400_000;
  const since = day - Date.parse(wholeOn) / 86_400_000;
  return since >= 7 || since < 0 || (since > 0 && (day + Number.parseInt(walletId.slice(0, 2), 16)) % 7 === 0);
}

/** The hour (UTC) from which on a night is proved. */
export const proofHour = 3;

/** The night to be proved now, by its day; null: it is done, or has not come. */
export function nightDue({ lastNight }: Pick<Proofs, 'lastNight'>, now: Date): string | null {
  const night = new Date(now.getTime() - proofHour * 3_600_000).toISOString().slice(0, 10);
  return lastNight !== null && night <= lastNight ? null : night;
}

/** When the next night is proved, at the earliest. */
export function nextNight(now: Date): Date {
  const day = new Date(now.getTime() - proofHour * 3_600_000).toISOString().slice(0, 10);
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000 + proofHour * 3_600_000);
}
