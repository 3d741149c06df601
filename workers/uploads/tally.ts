import type { RowResult } from '../../commands/uploads/rows.ts';
import {
  type CountName,
  type Counts,
  type Finding,
  nothingCounted,
  type Problem,
} from '../../domain/uploads/fields.ts';

/** What is wrong with a row: `column` -1: the row as a whole. */
export interface NotedProblem {
  readonly row: number;
  readonly column: number;
  readonly problem: Problem;
  /** What stood there. */
  readonly value: string | null;
}

/** Adds up what rows came to. */
export class Tally {
  readonly #counts: Record<CountName, number> = { ...nothingCounted };
  readonly #findings = new Map<string, { column: number | null; problem: Problem; count: number; rows: number[] }>();

  result(result: RowResult): void {
    if (!('keptOut' in result)) {
      this.#counts[result.kind === 'erased' ? 'refused' : 'overLimit'] += 1;
      return;
    }
    this.#counts[result.kind] += 1;
    if (result.keptOut) this.#counts.keptOut += 1;
    if (result.texts) this.#counts.texts += 1;
    if (result.emails) this.#counts.emails += 1;
    if (result.optedOut) this.#counts.optedOut += 1;
  }

  problem({ row, column, problem }: NotedProblem): void {
    if (problem === 'nobody') this.#counts.refused += 1;
    else if (problem === 'duplicate') this.#counts.duplicates += 1;
    else if (problem !== 'over-limit' && problem !== 'erased') this.#counts.valuesLeft += 1;
    const key = `${column} ${problem}`;
    let found = this.#findings.get(key);
    if (found === undefined) {
      found = { column: column === -1 ? null : column, problem, count: 0, rows: [] };
      this.#findings.set(key, found);
    }
    found.count += 1;
    if (found.rows.length < 5) found.rows.push(row);
  }

  get counts(): Counts {
    return { ...this.#counts };
  }
  /** The most frequent first. */
  get findings(): readonly Finding[] {
    return [...this.#findings.values()].sort((one, other) => other.count - one.count);
  }
}
