import type { AutomationRehearsal } from '../../../../../api/contract/automation-rehearsal.ts';

/** So many who come in are enough: the newest contacts come first. */
export const mostEntries = 5_000;
/** So many of what would have been sent are kept to be shown. */
const mostShown = 300;

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
    next: next.next,
    sendings: [...one.sendings, ...next.sendings].slice(0, mostShown),
  };
}
function numbersOf(all: AutomationRehearsal): Part {
  const { version: _, revision: __, from: ___, until: ____, next: _____, contacts: ______, ...rest } = all;
  const { skipped: _______, sendings: ________, ...part } = rest;
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

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
