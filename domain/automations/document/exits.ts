import type { Plan } from '../steps/step.ts';
import { ways } from '../steps/split.ts';
import { hasOtherwise } from '../steps/wait-until.ts';
import { exitOf, isOff, type Node, planOf } from './document.ts';

/** The exits that can be taken, in the order in which they are shown: what could not be done goes on, unless somebody says otherwise. */
export function shownExits(node: Node): readonly string[] {
  const plan = planOf(node);
  const failed = 'failed' in node.to && node.to.failed !== null ? ['failed'] : [];
  switch (plan.kind) {
    case 'act':
      return ['next', ...failed];
    case 'ask':
      return ['next', 'givenUp', ...failed];
    case 'wait':
      return hasOtherwise(plan) ? ['next', 'otherwise'] : ['next'];
    case 'branch':
      return ['yes', 'no'];
    case 'split':
      return ways.slice(0, plan.shares.length);
    case 'goal':
      return ['next'];
    case 'jump':
    case 'end':
      return [];
    default:
      return plan satisfies never;
  }
}

/** Whether ways part at a step: which one a contact takes is not known before. */
export const parts = (plan: Plan): boolean =>
  plan.kind === 'branch' ||
  plan.kind === 'split' ||
  plan.kind === 'ask' ||
  (plan.kind === 'wait' && hasOtherwise(plan));

/** The exit of who passes a step over, or gives up at it: what it waits for did not come, or it could not be done. */
export const otherExit = (plan: Plan): string =>
  plan.kind === 'ask' ? 'givenUp'
  : plan.kind === 'wait' && hasOtherwise(plan) ? 'otherwise'
  : 'next';

/** Whether who waits at one step can wait at the other, which has taken its place. */
export function canTakeOver(one: Node, other: Node): boolean {
  if (one.kind !== other.kind) return false;
  const [was, is] = [planOf(one), planOf(other)];
  const listens = (plan: Plan): boolean => plan.kind === 'wait' && plan.until.kind === 'event';
  return listens(was) === listens(is);
}

/**
 * Where a step leads to without any time passing. A wait for an event passes at once where it has happened already, one for
 * a day where nobody knows the day, and a question that can not be asked.
 */
export function atOnce(node: Node): readonly string[] {
  const plan = planOf(node);
  const exits =
    isOff(node) ? ['next']
    : plan.kind === 'wait' ?
      !hasOtherwise(plan) ? []
      : plan.until.kind === 'date' ? ['otherwise']
      : ['next']
    : plan.kind === 'ask' ? ['failed']
    : Object.keys(node.to);
  return [...new Set(exits.map((exit) => exitOf(node, exit)).filter((to) => to !== null))];
}
