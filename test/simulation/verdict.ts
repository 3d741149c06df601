import type { SpawnSyncReturns } from 'node:child_process';

/** Of a process that lived through stories: a story was given up because it did not come to its end. */
export const stuckCode = 3;

/**
 * What a process that lived through stories says of the rule that was broken in it. `MISSED`: every law held. `STUCK`: a
 * story, or all of them, did not come to an end in time. `FAILED`: a story could not be told. The last two say nothing of
 * the rule.
 */
export type Verdict = 'found' | 'MISSED' | 'STUCK' | 'FAILED';

export function verdictOf({ status, stdout, error }: Ended): { readonly verdict: Verdict; readonly law?: string } {
  const law = /^BROKEN (.*)$/m.exec(stdout)?.[1];
  if (status === stuckCode || (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT')
    return { verdict: 'STUCK' };
  if (status === 0) return { verdict: 'MISSED' };
  if (status !== 1 || law === undefined || law.startsWith('the story ends in an error'))
    return { verdict: 'FAILED', ...(law === undefined ? {} : { law }) };
  return { verdict: 'found', law };
}
type Ended = Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'error'>;

/** The rules that are to be broken: all, or the one of that name. A name that is none of theirs throws, and says them all. */
export function wanted<M extends { readonly name: string }>(mutations: readonly M[], only?: string): readonly M[] {
  const found = mutations.filter(({ name }) => only === undefined || name === only);
  if (found.length > 0) return found;
  throw new Error(`There is no mutation “${only}”. There are:\n${mutations.map(({ name }) => `  ${name}`).join('\n')}`);
}
