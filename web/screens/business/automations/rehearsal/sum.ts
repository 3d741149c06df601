import type { AutomationRehearsal } from '../../../../../api/contract/automation-rehearsal.ts';

/** So many who come in are enough: the newest contacts come first. */
export const maxEntries = 5_000;
/** So many of what would have been sent are kept to be shown. */
const maxShown = 300;

type Part = Pick<
  AutomationRehearsal,
  | 'through'
  | 'looked'
  | 'people'
  | 'entries'
  | 'triggers'
  | 'left_out'
  | 'texts'
  | 'text_people'
  | 'mails'
  | 'mail_people'
  | 'alerts'
  | 'calls'
  | 'credits'
  | 'months'
  | 'really'
  | 'held'
  | 'refused'
  | 'ends'
  | 'steps'
>;

/** What several answers say of contacts that they have not in common: numbers add up. */
export function together(one: AutomationRehearsal, next: AutomationRehearsal): AutomationRehearsal {
  return {
    ...one,
    ...(added(numbersOf(one), numbersOf(next)) as Part),
    cost: costsOf(one, next),
    next: next.next,
    sendings: [...one.sendings, ...next.sendings].slice(0, maxShown),
  };
}
function costsOf({ cost }: AutomationRehearsal, { cost: more }: AutomationRehearsal): AutomationRehearsal['cost'] {
  if (cost === null || more === null) return null;
  return { ...cost, amount: cost.amount + more.amount, unpriced: cost.unpriced + more.unpriced };
}
/** What it costs each time someone is enrolled, and in 30 days at this pace, in the ledger's units; null: not known. */
export function paceOf({ cost, entries }: AutomationRehearsal, days: number) {
  if (cost === null || entries === 0) return null;
  return { each: Math.round(cost.amount / entries), month: Math.round((cost.amount * 30) / days) };
}
function numbersOf(all: AutomationRehearsal): Part {
  const { version: _, revision: __, from: ___, until: ____, next: _____, contacts: ______, ...rest } = all;
  const { skipped: _______, sendings: ________, monthly: _________, cost: __________, ...part } = rest;
  return part;
}
function added(one: unknown, other: unknown): unknown {
  if (typeof one === 'number') return one + (other as number);
  const [a, b] = [one, other] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      a[name] === undefined || b[name] === undefined ? (a[name] ?? b[name]) : added(a[name], b[name]),
    ]),
  );
}

export interface Month {
  /** Its first day. */
  readonly month: string;
  readonly most: number;
  /** What the business used without this automation, what this would have taken, and how many of these were too many. */
  readonly used: number;
  readonly took: number;
  readonly over: number;
}
/** What would have become of the months' limit; none where there is no limit, or nothing would have been texted. */
export const monthsOf = ({ monthly, months, really }: AutomationRehearsal): readonly Month[] =>
  monthly === null ?
    []
  : Object.entries(months)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([month, took]) => {
        const { most } = monthly;
        const used = Math.max(0, (monthly.used[month] ?? 0) - (really[month] ?? 0));
        return { month, most, used, took, over: Math.min(took, Math.max(0, used + took - most)) };
      });

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
