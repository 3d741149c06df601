import { expect } from 'vitest';
import { budgets } from '../budgets.ts';
import type { Statement } from '../../support/wire.ts';

/** What was counted, by the names that budgets have. */
export type Counts = Readonly<Record<string, number>>;

export interface Counted {
  readonly counts: Counts;
  /** What it was that was counted. */
  readonly detail: string;
}

/** Less than the budget by more than this is news that belongs into the budget. */
const ordinarySlack = 0.02;

/** Fails for each count that is above its budget or well below it, and says what was counted. */
export function expectWithin(path: keyof typeof budgets, { counts, detail }: Counted): void {
  const { why, varies = ordinarySlack, ...most } = budgets[path];
  const wrong = Object.entries(most).flatMap(([what, budget]) => {
    const count = counts[what];
    if (count === undefined) return [`${what}: budget ${budget}, not counted`];
    if (count > budget) return [`${what}: ${count}, which is ${count - budget} above the budget of ${budget}`];
    if (count < budget - Math.floor(budget * varies)) return [`${what}: ${count}, so lower the budget of ${budget}`];
    return [];
  });
  if (wrong.length === 0) return;
  const now = Object.entries(counts).map(([what, count]) => `${what}: ${count}`);
  expect.fail(
    `${path} (test/budgets/budgets.ts: ${why})\n  ${wrong.join('\n  ')}\nCounted now: { ${now.join(', ')} }\n${detail}`,
  );
}

/** Statements as a reader wants to see them: by connection, each once, in the order in which they were first asked. */
export function listed(statements: readonly Statement[]): string {
  const groups = Map.groupBy(
    statements,
    ({ by, text }) => `${by.padEnd(30)} ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 140)}`,
  );
  return [...groups]
    .map(([name, all]) => {
      const sum = (of: (one: Statement) => number) => all.reduce((total, one) => total + of(one), 0);
      const rows = `${sum((one) => one.returned)} back, ${sum((one) => one.touched)} written`;
      return `${String(all.length).padStart(4)} × ${name} (${rows})`;
    })
    .toSorted((a, b) => a.slice(6).localeCompare(b.slice(6)))
    .join('\n');
}
