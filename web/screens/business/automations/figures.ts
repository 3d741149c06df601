import type { AutomationCount } from '../../../../api/contract/automations.ts';

const sum = (counts: readonly AutomationCount[], node: string | null, of: (what: string) => boolean): number =>
  counts.reduce((total, one) => (one.node === node && of(one.what) ? total + one.count : total), 0);

/** Who is at a step now. */
export const hereOf = (counts: readonly AutomationCount[], node: string): number =>
  sum(counts, node, (what) => what.startsWith('at:'));
/** How often it was left, by whichever exit. */
export const passedOf = (counts: readonly AutomationCount[], node: string): number =>
  sum(counts, node, (what) => what.startsWith('exit:'));
/** How often it could not be done. */
export const failedOf = (counts: readonly AutomationCount[], node: string): number =>
  sum(counts, node, (what) => what === 'failed' || what === 'refused');
/** How often what it would send was held back: enough for a day, or another automation said it. */
export const heldOf = (counts: readonly AutomationCount[], node: string): number =>
  sum(counts, node, (what) => what === 'held');
/** Counters of the whole, or of a step, that begin with a word: what follows it, and how often. */
export const listed = (
  counts: readonly AutomationCount[],
  node: string | null,
  word: string,
): readonly (readonly [name: string, count: number])[] =>
  counts.flatMap((one) =>
    one.node === node && one.what.startsWith(`${word}:`) && one.count > 0 ?
      [[one.what.slice(word.length + 1), one.count] as const]
    : [],
  );
