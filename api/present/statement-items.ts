import type { z } from 'zod';
import type { OpenedLine } from '../../commands/statements/items.ts';
import { zero } from '../../domain/kernel/money.ts';
import type { Amounts } from '../../domain/statements/statement.ts';
import type { StatementItem, StatementItems } from '../contract/index.ts';
import { masked } from './masked.ts';

/** What was used, as the read model has it, and where a page of it begins. */
interface Item {
  readonly id: string;
  readonly day: string;
  readonly at: Date | null;
  readonly quantity: number;
  readonly to: string | null;
}
interface Place {
  readonly day: string;
  readonly at: number;
  readonly id: string;
}

/** A place in the list, and how many pieces of the line come before it: what is included is used up first. */
export function placeOf(cursor: string | undefined): { readonly after: Place | null; readonly before: number } {
  if (cursor === undefined) return { after: null, before: 0 };
  const [day, at, id, before] = cursor.split('_') as [string, string, string, string];
  return { after: { day, at: Number(at), id }, before: Number(before) };
}

interface Page {
  readonly items: readonly Item[];
  /** How many pieces of the line come before these. */
  readonly before: number;
  readonly isLast: boolean;
  /** Of the whole line; null: not asked. */
  readonly sum: { readonly count: number; readonly quantity: number } | null;
}
export function presentItems(
  { line, priceOf }: OpenedLine,
  { items, before, isLast, sum }: Page,
  amounts: (of: Amounts) => Pick<StatementItem, 'carrier' | 'price' | 'resale' | 'margin'>,
): z.output<typeof StatementItems> {
  let used = before;
  const data = items.map((item) => {
    const priced = priceOf(item, used);
    used += item.quantity;
    const { id, day, at, quantity, to } = item;
    return {
      id,
      day,
      at: at?.toISOString() ?? null,
      to: line.channel === 'number' ? to : masked(to),
      quantity,
      included: priced.included,
      ...amounts(priced),
    };
  });
  const last = items.at(-1);
  return {
    data,
    meta: {
      next: isLast || last === undefined ? null : [last.day, last.at!.getTime(), last.id, used].join('_'),
      total: sum?.count ?? null,
      quantity: sum?.quantity ?? null,
    },
  };
}

/** A line of contacts, day by day: what is charged stands on the day that it was measured on. */
export function presentContactDays(
  { line, countedOn }: OpenedLine,
  days: readonly Item[],
  amounts: (of: Amounts) => Pick<StatementItem, 'carrier' | 'price' | 'resale' | 'margin'>,
): z.output<typeof StatementItems> {
  const charged = countedOn ?? days.find(({ quantity }) => quantity === line.quantity)?.day;
  return {
    data: days.map(({ id, day, quantity }) => ({
      id,
      day,
      at: null,
      to: null,
      quantity,
      included: day === charged ? line.included : 0,
      ...amounts(day === charged ? line : nothing),
    })),
    meta: { next: null, total: days.length, quantity: line.quantity },
  };
}
const nothing: Amounts = { carrier: zero, price: zero, resale: zero };
