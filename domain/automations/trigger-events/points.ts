import { stateOf } from '../../kernel/decider.ts';
import { is } from '../../kernel/event.ts';
import { MemberActionRecorded, MemberJoined, ReferralAccepted, ReferralRecorded } from '../../loops/events.ts';
import { Member } from '../../loops/member.ts';
import { LoopRules, pointsOf } from '../../loops/rules.ts';
import type { TriggerEvent, Told } from './trigger-events.ts';

/** What a member of a loop is given points for. */
const scoring = [MemberJoined, MemberActionRecorded, ReferralRecorded, ReferralAccepted] as const;
export const scoringTypes: readonly string[] = scoring.map(({ type }) => type);

interface Placed extends Told {
  readonly position: bigint;
}
/** Whose points it may have changed; null: nobody's. */
export function scoredBy(
  event: Told,
): (Pick<TriggerEvent, 'contactId' | 'businessId'> & { readonly campaignId: string }) | null {
  for (const one of scoring) if (is(event, one)) return event.data;
  return null;
}

/**
 * How many points a member has after an event, and had before it, by the rules as they were then. `member`, `rules`: the
 * streams of the two, whole.
 */
export function pointsAfter(event: Placed, member: readonly Placed[], rules: readonly Placed[]): TriggerEvent | null {
  const scored = scoredBy(event);
  if (scored === null) return null;
  const { campaignId, contactId, businessId } = scored;
  const then = stateOf(
    LoopRules,
    rules.filter(({ position }) => position <= event.position),
  );
  const upTo = (position: bigint): number => {
    const state = stateOf(
      Member,
      member.filter((one) => one.position <= position),
    );
    return state.status === 'none' ? 0 : pointsOf(state.tally, then);
  };
  const detail = { campaignId, points: upTo(event.position), before: upTo(event.position - 1n) };
  return { contactId, businessId, kind: 'points-reached', at: event.metadata.occurredAt, detail };
}
