import type { Aggregate } from '../../kernel/decider.ts';
import type { AutomationEvent } from '../events.ts';
import type { RunEvent } from './run-events.ts';
import { type Run, stop } from './run.ts';

/** What runs need to know of their automation. Of its drafts, which are many, they know nothing. */
export interface AutomationState {
  readonly status: 'none' | 'on' | 'off' | 'archived';
  /** The version that was published last; null: none. */
  readonly version: number | null;
  /** When it was switched off; null: it is on. */
  readonly offSince: string | null;
  /** Times during which it was off, and after which somebody left out whose wait had ended meanwhile. */
  readonly lapses: readonly { readonly from: string; readonly until: string }[];
}

type Told = AutomationEvent & { readonly metadata: { readonly occurredAt: string } };

const evolve = (standing: AutomationState, { type, data, metadata: { occurredAt } }: Told): AutomationState => {
  switch (type) {
    case 'AutomationPublished':
      return { ...standing, status: standing.status === 'off' ? 'off' : 'on', version: data.version };
    case 'AutomationDeactivated':
      return { ...standing, status: 'off', offSince: occurredAt };
    case 'AutomationActivated': {
      const from = standing.offSince;
      const lapses =
        data.lapsed === 'end' && from !== null ? [...standing.lapses, { from, until: occurredAt }] : standing.lapses;
      return { ...standing, status: 'on', offSince: null, lapses };
    }
    case 'AutomationArchived':
      return { ...standing, status: 'archived' };
    default:
      return standing;
  }
};
export const AutomationState: Aggregate<AutomationState, Told> = {
  initial: { status: 'none', version: null, offSince: null, lapses: [] },
  evolve,
};

/** Of a run that waited until a moment at which its automation was off, and was to be left out then: its end. Else nothing. */
export function lapse({ lapses }: AutomationState, run: Run, now: string): readonly RunEvent[] {
  if (run.status !== 'running' || (run.place.kind !== 'waiting' && run.place.kind !== 'put-off')) return [];
  const { until } = run.place;
  return lapses.some((off) => off.from < until && until <= off.until) ? stop({ reason: 'lapsed', now }, run) : [];
}
