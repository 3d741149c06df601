import { type Document, exitOf, exitsOf, hasOtherwise, isOff, type Node, nodeOf } from '../document/document.ts';
import type { Place } from './run.ts';
import { deadline, wakeAt, type Days, type Zones } from './time.ts';

/**
 * What lies ahead of who is inside: for who publishes, and is to know when the first thing leaves that follows. All ways
 * count that somebody can take from where they are, whatever the conditions on them will say.
 */

/** A moment on the way, and the step. */
export interface Ahead {
  readonly at: string;
  readonly node: string;
}

/** Steps that say something to the contact. */
function says(node: Node): boolean {
  if (isOff(node)) return false;
  switch (node.kind) {
    case 'Notification':
    case 'SendEmail':
    case 'CollectContactData':
    case 'ImageUpload':
      return true;
    case 'Redemption':
      return node.body.trim() !== '';
    default:
      return false;
  }
}

/** What is first said to somebody who comes to a step at an instant, or later; null: nothing is any more. */
export function earliestSend(
  document: Document,
  from: string | null,
  at: string,
  zones: Zones,
  days: Days,
): Ahead | null {
  const best = new Map<string, string>();
  let open: readonly Ahead[] = from === null ? [] : [{ node: from, at }];
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
function leaving(node: Node, at: string, zones: Zones, days: Days): readonly Ahead[] {
  const to = (exit: string, when: string): readonly Ahead[] => {
    const target = exitOf(node, exit);
    return target === null ? [] : [{ node: target, at: when }];
  };
  if (isOff(node)) return to('next', at);
  if (node.kind !== 'Wait') return exitsOf(node).flatMap(([exit]) => to(exit, at));
  const { until } = node;
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
): Ahead | null {
  const node = nodeOf(document, id);
  if (node === null) return null;
  const over = until > now ? until : now;
  const after = (exit: string, at: string) => earliestSend(document, exitOf(node, exit), at, zones, days);
  if (!listening) return after('next', over);
  const other = node.kind === 'Wait' && hasOtherwise(node) ? 'otherwise' : 'givenUp';
  const [soon, late] = [after('next', now), after(other, over)];
  return soon === null || (late !== null && late.at < soon.at) ? late : soon;
}
