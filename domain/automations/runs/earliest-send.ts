import { type Document, exitOf, exitsOf, isOff, type Node, nodeOf, planOf } from '../document/document.ts';
import { otherExit } from '../document/exits.ts';
import { channelOf, effectsIn } from '../steps/effects.ts';
import type { Place } from './run.ts';
import { deadline, wakeAt, type Days, type Zones } from './time.ts';

/**
 * What lies ahead of who is inside: for who publishes, and is to know when the first thing leaves that follows. All ways
 * count that somebody can take from where they are, whatever the conditions on them will say.
 */

/** A moment on the way, and the step. */
export interface EarliestSend {
  readonly at: string;
  readonly node: string;
}

/** Whether a step says something to the contact. */
const says = (node: Node): boolean => !isOff(node) && channelOf(effectsIn(planOf(node))) !== null;

/** What is first said to somebody who comes to a step at an instant, or later; null: nothing is any more. */
export function earliestSend(
  document: Document,
  from: string | null,
  at: string,
  zones: Zones,
  days: Days,
): EarliestSend | null {
  const best = new Map<string, string>();
  let open: readonly EarliestSend[] = from === null ? [] : [{ node: from, at }];
  while (open.length > 0) {
    const next = open.reduce((first, one) => (one.at < first.at ? one : first));
    open = open.filter((one) => one !== next);
    const known = best.get(next.node);
    const node = nodeOf(document, next.node);
    if (node === null || (known !== undefined && known <= next.at)) continue;
    best.set(next.node, next.at);
    if (says(node)) return next;
    open = [...open, ...leaving(node, next.at, zones, days)];
  }
  return null;
}

/** Where somebody goes from a step that they come to, and when at the earliest. */
function leaving(node: Node, at: string, zones: Zones, days: Days): readonly EarliestSend[] {
  const to = (exit: string, when: string): readonly EarliestSend[] => {
    const target = exitOf(node, exit);
    return target === null ? [] : [{ node: target, at: when }];
  };
  if (isOff(node)) return to('next', at);
  const plan = planOf(node);
  if (plan.kind !== 'wait') return exitsOf(node).flatMap(([exit]) => to(exit, at));
  const { until } = plan;
  // It may happen at once.
  if (until.kind === 'event')
    return [...to('next', at), ...to('otherwise', deadline(at, until.timeout, zones.business))];
  const wake = wakeAt(until, at, zones, days);
  return wake.kind === 'at' ? to('next', wake.at) : to('otherwise', at);
}

/** Who waits, at a step that is there in `document`: the first that is said once their wait is over, then. */
export function earliestSendTo(
  { node: id, until, listening }: Pick<Extract<Place, { kind: 'waiting' }>, 'node' | 'until' | 'listening'>,
  document: Document,
  now: string,
  zones: Zones,
  days: Days,
): EarliestSend | null {
  const node = nodeOf(document, id);
  if (node === null) return null;
  const over = until > now ? until : now;
  const after = (exit: string, at: string) => earliestSend(document, exitOf(node, exit), at, zones, days);
  if (!listening) return after('next', over);
  const [soon, late] = [after('next', now), after(otherExit(planOf(node)), over)];
  return soon === null || (late !== null && late.at < soon.at) ? late : soon;
}
