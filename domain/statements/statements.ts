import type { Aggregate } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event.ts';
import { add, type LedgerAmount, zero } from '../kernel/money.ts';
import { StatementClosed, type StatementEvent } from './events.ts';
import { feeLines } from './fees.ts';
import { nextMonth } from './fields.ts';
import type { StatementLine } from './statement.ts';

export type ClosedStatement = EventOf<typeof StatementClosed>['data'];
/** The closed months of a payer, by month. */
export type Statements = ReadonlyMap<string, ClosedStatement>;

export const Statements: Aggregate<Statements, StatementEvent> = {
  initial: new Map(),
  evolve: (statements, { data }) => new Map(statements).set(data.month, data),
};

/** A month is closed once, and in order: a later one has booked what came late. */
export function closeStatement(closed: ClosedStatement, statements: Statements): readonly StatementEvent[] {
  const last = [...statements.keys()].at(-1);
  return last !== undefined && closed.month <= last ? [] : [StatementClosed.create(closed)];
}

/** The month to close next; null: the last is closed. `past`: the month before the one that it is now. */
export function monthToClose(statements: Statements, past: string): string | null {
  const last = [...statements.keys()].at(-1);
  const next = last === undefined ? past : nextMonth(last);
  return next <= past ? next : null;
}

/** What of a closed month was booked: in it, and as late in those after it. */
export const bookedOf = (month: string, statements: Statements): readonly StatementLine[] => [
  ...(statements.get(month)?.lines ?? []),
  ...[...statements.values()].flatMap(({ late }) => late.filter((line) => line.month === month)),
];

/** What each business owes its agency for a closed month. */
export function owedIn(closed: ClosedStatement): ReadonlyMap<string, LedgerAmount> {
  const owed = new Map<string, LedgerAmount>();
  const { lines, late, fees = [] } = closed;
  for (const { businessId, resale } of [...lines, ...late, ...feeLines(fees)])
    owed.set(businessId, add(owed.get(businessId) ?? zero, resale));
  return owed;
}
