import { effectsIn } from '../steps/effects.ts';
import { type Document, isOff, type Node, planOf, type Reentry, sameField, type TriggerOn } from './document.ts';
import { reachable } from './graph.ts';

/** A step that does what a trigger waits for: of this automation itself, or of the next one of a circle. */
export interface Link {
  /** Whose step it is. */
  readonly automation: string;
  readonly node: string;
  /** Whose trigger it sets off: its place in the list. */
  readonly starts: string;
  readonly trigger: number;
}
/**
 * Automations that start each other, or one that starts itself. `endless`: nothing in them ends that for a contact; else
 * it takes days between two times, or ends when there is nothing new.
 */
export interface Circle {
  readonly links: readonly Link[];
  readonly endless: boolean;
}
export interface Drawn {
  readonly id: string;
  readonly document: Document;
}

/** More automations than this in one circle are not looked for. */
const longest = 4;
const most = 20;

/** The circles that lead through `own`, the shortest first. Filters and conditions are not looked at: who passes is not known. */
export function circlesThrough(own: Drawn, others: readonly Drawn[]): readonly Circle[] {
  const all = new Map([own, ...others].filter(letsInAgain).map((one) => [one.id, one]));
  if (!all.has(own.id)) return [];
  const linksFrom = new Map(
    [...all.values()].map((from) => [from.id, [...all.values()].flatMap((to) => links(from, to))]),
  );
  const found: Link[][] = [];
  let open: Link[][] = linksFrom.get(own.id)!.map((link) => [link]);
  for (let length = 1; length <= longest && open.length > 0 && found.length < most; length += 1) {
    found.push(...open.filter((way) => way.at(-1)!.starts === own.id));
    open = open
      .filter((way) => way.at(-1)!.starts !== own.id)
      .flatMap((way) =>
        linksFrom
          .get(way.at(-1)!.starts)!
          .filter(({ starts }) => starts === own.id || way.every(({ automation }) => automation !== starts))
          .map((link) => [...way, link]),
      )
      .slice(0, 1_000);
  }
  return found.slice(0, most).map((way) => ({
    links: way,
    endless: way.every(({ automation, node }) => {
      const { reentry, nodes } = all.get(automation)!.document;
      return reentry.kind === 'always' && !endsByItself(nodes[node]!);
    }),
  }));
}

/** Where people enter once, nothing comes round. */
const letsInAgain = ({ document }: Drawn): boolean => (document.reentry satisfies Reentry).kind !== 'once';
/** A coupon of a campaign is issued to a contact once. */
const endsByItself = (node: Node): boolean => effectsIn(planOf(node)).some(({ kind }) => kind === 'coupon');

function links(from: Drawn, to: Drawn): Link[] {
  const { document } = from;
  const found = reachable(document, [document.start]);
  return Object.entries(document.nodes).flatMap(([node, step]) =>
    isOff(step) || !found.has(node) ?
      []
    : to.document.triggers.flatMap(({ on }, trigger): Link[] =>
        setsOff(step, on) ? [{ automation: from.id, node, starts: to.id, trigger }] : [],
      ),
  );
}

/** Whether what a step does may be what a trigger waits for. */
const setsOff = (node: Node, on: TriggerOn): boolean =>
  effectsIn(planOf(node)).some((effect) => {
    if (effect.kind === 'coupon')
      return on.kind === 'coupon-issued' && (on.campaignId === null || on.campaignId === effect.campaignId);
    if (effect.kind !== 'change' || effect.change.what !== 'field') return false;
    const { field } = effect.change;
    if (field.of === 'custom' && field.id === null) return false;
    return on.kind === 'field-changed' && (on.field === null || sameField(on.field, field));
  });
