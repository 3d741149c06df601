import type { AutomationDeed } from '../../../../../api/contract/automations.ts';
import { exitOf } from '../report/run-words.tsx';

/** Where one contact came by, as far as it is shown: up to one of its deeds. */
export interface RunPath {
  readonly stepOf: (id: string) => 'on' | 'at' | 'off';
  readonly wayOf: (step: string, exit: string) => 'on' | 'off';
  /** Whether it went from one spot of the canvas to the next. */
  readonly wire: (from: string, to: string) => boolean;
}

/** The way of a run over the spots of the canvas (`layoutOf`), by what happened so far. */
export function runPath(deeds: readonly AutomationDeed[]): RunPath {
  const visited = new Set<string>(['start']);
  const exits = new Set<string>();
  /** Steps that were gone to, and from which spot. */
  const gone = new Map<string, Set<string | null>>();
  let at = 'start';
  for (const deed of deeds) {
    const { kind, node, to } = deed;
    if (node !== null && kind !== 'ended') {
      visited.add(node);
      at = node;
    }
    if (kind !== 'passed' || node === null) continue;
    const exit = exitOf(deed) ?? 'next';
    exits.add(`way:${node}:${exit}`);
    for (const spot of [node, `way:${node}:${exit}`]) gone.set(spot, (gone.get(spot) ?? new Set()).add(to));
    if (to !== null) {
      visited.add(to);
      at = to;
    }
  }
  const isOn = (spot: string): boolean =>
    spot.startsWith('way:') ? exits.has(spot)
    : spot.startsWith('join:') ? visited.has(spot.slice('join:'.length))
    : visited.has(spot);
  return {
    stepOf: (id) =>
      id === at ? 'at'
      : visited.has(id) ? 'on'
      : 'off',
    wayOf: (step, exit) => (exits.has(`way:${step}:${exit}`) ? 'on' : 'off'),
    wire: (from, to) => {
      if (!isOn(from)) return false;
      if (to.startsWith('end:')) return gone.get(from)?.has(null) === true;
      if (to.startsWith('goes:')) return gone.has(from);
      if (from === 'start' || from.startsWith('join:') || to.startsWith('way:')) return isOn(to);
      return gone.get(from)?.has(to.replace(/^join:/u, '')) === true;
    },
  };
}
