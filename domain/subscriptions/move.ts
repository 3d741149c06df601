import type { Aggregate } from '../kernel/decider.ts';
import type { PlanTerms } from '../plans/fields.ts';
import type { PlanMoveEvent, PlanMoveStarted } from './events.ts';
import type { EventOf } from '../kernel/event.ts';
import type { MoveSkip } from './fields.ts';
import { currentOf, type Subscription, type Subscriptions } from './subscriptions.ts';

/** Subscribers of earlier versions of a plan move to another; null: no one began it. */
export type PlanMove = Readonly<EventOf<typeof PlanMoveStarted>['data']>;
export const PlanMove: Aggregate<PlanMove | null, PlanMoveEvent> = { initial: null, evolve: (_, event) => event.data };

/** So long before its renewal a payer is told at least, in ms: one that renews earlier is moved with the renewal after. */
export const moveNoticeMs = 24 * 3_600_000;
/** So long after a renewal was due it is looked at again, in ms. */
const lookAgainMs = 3_600_000;

/** `record`: the provider has it, and only the record is missing. */
export type MoveStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'skip'; readonly reason: MoveSkip; readonly undoes: Subscription | null }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'move' | 'record'; readonly current: Subscription };

/** What is to be done next about one payer of a move. The same whatever was done before, and however often it is asked. */
export function nextOfMove(
  move: Pick<PlanMove, 'moveId' | 'section' | 'planId' | 'version' | 'fromVersions' | 'when'>,
  { interval }: Pick<PlanTerms, 'interval'>,
  state: Subscriptions,
  now: Date,
): MoveStep {
  const { planId, version, when } = move;
  const known = state.moves.get(move.moveId);
  if (known === 'moved' || known === 'skipped') return { kind: 'done' };
  const current = currentOf(state.all.values(), move.section);
  const next = current === null ? undefined : state.scheduled.get(current.subscriptionId);
  const isOurs = next?.planId === planId && next.version === version;
  const skip = (reason: MoveSkip): MoveStep => ({
    kind: 'skip',
    reason,
    undoes: known === 'requested' && isOurs ? current : null,
  });
  if (current?.planId !== planId) return skip('changed');
  if (current.version === version) return known === 'requested' ? { kind: 'record', current } : skip('changed');
  if (!move.fromVersions.includes(current.version)) return skip('changed');
  // The payer chose another plan, or took back what was asked for.
  const isAsked = known === 'requested' && when === 'renewal';
  if (next === undefined ? isAsked : !(isOurs && isAsked)) return skip('changed');
  if (current.cancelAt !== null) return skip('canceling');
  if (current.status === 'paused') return skip('paused');
  if (current.status !== 'active' && current.status !== 'trialing') return skip('unpaid');
  if (current.terms.interval !== interval) return skip('other-period');
  const renews = Date.parse(current.periodEnd);
  if (when === 'renewal' && known === undefined && renews - now.getTime() < moveNoticeMs)
    return { kind: 'wait', until: new Date(Math.max(renews, now.getTime()) + lookAgainMs) };
  return { kind: 'move', current };
}
