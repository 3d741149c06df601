import { same } from '../../kernel/edit.ts';
import { channelOf, effectsIn } from '../steps/effects.ts';
import { type Document, exitOf, isOff, type Node, nodeOf, planOf, type TriggerOn } from './document.ts';
import { atOnce } from './exits.ts';

/** Two texts to one contact within so many minutes of one cause are one too many. */
export const soonMinutes = 10;

/** Of two documents, triggers that one thing can set off both of, and the steps that would text then, minutes apart. */
export interface Overlap {
  /** Places in the lists of triggers. */
  readonly triggers: readonly [number, number];
  readonly nodes: readonly [string, string];
}

/**
 * Where two automations may text one contact for one cause. Filters are not looked at: who is meant by both is not known
 * before. What somebody starts by hand is theirs to know.
 */
export function overlapsOf(one: Document, other: Document): readonly Overlap[] {
  const nodes = [firstText(one), firstText(other)] as const;
  if (nodes[0] === null || nodes[1] === null) return [];
  const both = [nodes[0], nodes[1]] as const;
  return one.triggers.flatMap(({ on }, at) =>
    other.triggers.flatMap((its, place): Overlap[] =>
      canMeet(on, its.on) ? [{ triggers: [at, place], nodes: both }] : [],
    ),
  );
}

/** The nearest step that texts the contact within minutes of the start; null: none does. */
function firstText(document: Document): string | null {
  const seen = new Set<string>();
  const open = document.start === null ? [] : [document.start];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const node = nodeOf(document, id);
    if (node === null || seen.has(id)) continue;
    seen.add(id);
    if (texts(node)) return id;
    const after = isShortWait(node) ? exitOf(node, 'next') : null;
    open.push(...atOnce(node), ...(after === null ? [] : [after]));
  }
  return null;
}

const texts = (node: Node): boolean => !isOff(node) && channelOf(effectsIn(planOf(node))) === 'text';

function isShortWait(node: Node): boolean {
  const plan = planOf(node);
  return (
    plan.kind === 'wait' &&
    plan.until.kind === 'duration' &&
    plan.until.unit === 'minutes' &&
    plan.until.amount <= soonMinutes
  );
}

/** Whether something may be what both mean: null and empty mean any, numbers are thresholds. */
function canMeet(one: TriggerOn, other: TriggerOn): boolean {
  if (one.kind !== other.kind || one.kind === 'by-hand') return false;
  if (one.kind === 'date' || other.kind === 'date')
    return one.kind === 'date' && other.kind === 'date' && same(one.when, other.when);
  const its: Readonly<Record<string, unknown>> = other;
  return Object.entries(one).every(([field, value]) => fits(value, its[field]));
}

function fits(one: unknown, other: unknown): boolean {
  if (one === null || other === null || one === '' || other === '') return true;
  if (typeof one === 'number' || typeof one === 'boolean') return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === 0 || other.length === 0 || one.some((word) => other.some((its) => alike(word, its)));
  return alike(one, other);
}
const alike = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' ?
    one.trim().toLowerCase() === other.trim().toLowerCase()
  : same(one, other);
