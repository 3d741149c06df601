import type { AutomationCount } from '../../../../api/contract/automations.ts';
import { compact, count } from '../../../format/number.ts';
import { maybe, t } from './texts.ts';

const sum = (counts: readonly AutomationCount[], node: string | null, of: (what: string) => boolean): number =>
  counts.reduce((total, one) => (one.node === node && of(one.what) ? total + one.count : total), 0);
const starting = (word: string) => (what: string) => what.startsWith(word);

/** What is known of a step, beside who takes which way. */
export interface StepFigures {
  /** Who is there now. */
  readonly here: number;
  /** How often it was left, by whichever exit. */
  readonly passed: number;
  /** Who left the automation here before its end: opted out, taken out, deleted and so on; who reached the goal did not. */
  readonly left: number;
  /** How often what it would send was held back, or waited for the morning. */
  readonly held: number;
  /** How often it could not be done. */
  readonly failed: number;
}
export const figuresOf = (counts: readonly AutomationCount[], node: string): StepFigures => ({
  here: sum(counts, node, starting('at:')),
  passed: sum(counts, node, starting('exit:')),
  left: sum(counts, node, (what) => what.startsWith('left:') && !arrived.has(what)),
  held: sum(counts, node, starting('held:')),
  failed: sum(counts, node, (what) => what === 'failed' || what === 'refused'),
});
/** Who ends like that has come where they should. */
const arrived: ReadonlySet<string> = new Set(['left:completed', 'left:goal']);
export const noFigures: StepFigures = { here: 0, passed: 0, left: 0, held: 0, failed: 0 };

/** What a step's figures are called, in the order in which they are read. `tone`: how they look. */
const shown = [
  ['here', 'au.b.there', 'here'],
  ['passed', 'au.b.passed', ''],
  ['left', 'au.b.left', 'less'],
  ['held', 'au.b.held', 'less'],
  ['failed', 'au.b.couldNot', 'bad'],
] as const;
export type Tone = (typeof shown)[number][2];
/** Those that are not 0, in words. */
export const figureWords = (figures: StepFigures): readonly { readonly words: string; readonly tone: Tone }[] =>
  shown.flatMap(([what, word, tone]) =>
    figures[what] > 0 ? [{ words: t(word, { count: compact(figures[what]) }), tone }] : [],
  );
/** Why they left here, and by what it was held back, in words: each with how often. */
export function whysOf(counts: readonly AutomationCount[], node: string): readonly string[] {
  const left = listed(counts, node, 'left').map(([why, times]) => [maybe(`au.end.${why}`) ?? why, times] as const);
  const held = listed(counts, node, 'held').map(([hold, times]) => [maybe(`au.hold.${hold}`) ?? hold, times] as const);
  return [...left, ...held].map(([why, times]) => `${why}: ${count(times)}`);
}

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
