import { z } from 'zod';
import { ContactFilter } from '../../contacts/filter.ts';
import { line } from '../../kernel/fields.ts';
import { Node } from '../steps/index.ts';
import { target } from '../steps/step.ts';
import { TriggerOn } from '../triggers/index.ts';

export * from '../values/fields.ts';
export { freshNode, Node, type NodeKind, nodeKinds, type NodeOf, planOf } from '../steps/index.ts';
export type { ContactChange, Effect } from '../steps/step.ts';
export { ways } from '../steps/split.ts';
export { freshUntil, hasOtherwise, WaitUntil } from '../steps/wait-until.ts';
export { type EventKind, EventMatcher, freshTrigger, type TriggerKind, TriggerOn } from '../triggers/index.ts';

/**
 * What an automation is made of: builder, engine and API read it here. It is one document: what starts it, and steps by
 * their ids, each with its named exits. Where a step is drawn is nobody's business but the drawing's. A draft may be
 * unfinished (`null`, empty); what keeps it from being published is said by `check.ts`.
 */

/** So many steps may an automation have. */
export const maxNodes = 500;
const maxTriggers = 10;

/** `filter`: only who is meant by it at that moment. */
export const Trigger = z.object({ on: TriggerOn, filter: ContactFilter });
export type Trigger = z.output<typeof Trigger>;

/** Whether somebody may come in again. Never while they are inside. */
export const Reentry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once') }),
  /** So many days after they came in the last time. */
  z.object({ kind: z.literal('after'), days: z.number().int().min(1).max(3_650) }),
  z.object({ kind: z.literal('always') }),
]);
export type Reentry = z.output<typeof Reentry>;

export const Document = z.object({
  triggers: z.array(Trigger).max(maxTriggers),
  reentry: Reentry,
  start: target,
  nodes: z.record(z.uuid().toLowerCase(), Node),
});
export type Document = z.output<typeof Document>;
/** Nothing drawn yet. People come in once unless somebody says otherwise. */
export const emptyDocument: Document = { triggers: [], reentry: { kind: 'once' }, start: null, nodes: {} };

/** What people enter of an automation besides its document. */
export const automationFields = { name: line('The name', 80) } as const;

/** The exits that a step has, by name. */
export const exitsOf = (node: Node): readonly (readonly [exit: string, to: string | null])[] =>
  Object.entries(node.to) as [string, string | null][];
/** Where an exit leads; a `failed` that leads nowhere goes on. Null: the way ends. */
export function exitOf(node: Node, exit: string): string | null {
  const to = node.to as Readonly<Record<string, string | null>>;
  const own = Object.hasOwn(to, exit) ? to[exit]! : null;
  return own === null && exit === 'failed' ? (to['next'] ?? null) : own;
}
/** Of a record whose keys come from outside: never what an object has of itself. */
export const nodeOf = ({ nodes }: Document, at: string): Node | null => (Object.hasOwn(nodes, at) ? nodes[at]! : null);
/** Whether a step is passed over. */
export const isOff = (node: Node): boolean => 'off' in node && node.off;
