import type { SnapshotForm } from '../kernel/decider.ts';
import { usageKeyText } from '../rates/measures.ts';
import { Buckets } from './buckets.ts';
import { walletFold } from './fold.ts';
import type { BookedLine, Hold, TopUp, UsageTotal, Wallet } from './state.ts';

/*
 * A wallet as text: a line with what is small, then the parts of each map, a line each. A hold is a list and not an
 * object, since a large wallet remembers tens of thousands.
 */

const tellHold = ({ units, fromCredit, captured, isOpen, expiresAt, totals, slice }: Hold): unknown => [
  units,
  fromCredit,
  captured,
  isOpen ? 1 : 0,
  expiresAt,
  [...totals.values()],
  slice,
];
const readHold = (told: unknown): Hold => {
  const [units, fromCredit, captured, isOpen, expiresAt, totals, slice] = told as [
    Hold['units'],
    Hold['fromCredit'],
    Hold['captured'],
    number,
    Hold['expiresAt'],
    readonly UsageTotal[],
    Hold['slice'],
  ];
  return {
    units,
    fromCredit,
    captured,
    isOpen: isOpen === 1,
    expiresAt,
    totals: new Map(totals.map((total) => [usageKeyText(total), total])),
    slice,
  };
};

const itself = <Value>(value: Value): unknown => value;
const as = <Value>(told: unknown): Value => told as Value;

const write = ({ holds, topUps, known, disputes, books, months, ...small }: Wallet): string => {
  const head = { ...small, months: [...months], books: [...books.keys()] };
  return [
    JSON.stringify(head),
    ...holds.lines(tellHold),
    ...topUps.lines(itself),
    ...known.lines(itself),
    ...disputes.lines(itself),
    ...[...books.values()].flatMap((book) => book.lines(itself)),
  ].join('\n');
};

/** How many there are, and 256 parts. */
const linesOfMap = 257;

const read = (text: string): Wallet => {
  const [first, ...lines] = text.split('\n');
  const head = JSON.parse(first!) as Omit<Wallet, 'months' | 'books'> & {
    readonly months: readonly (readonly [string, never])[];
    readonly books: readonly string[];
  };
  if (lines.length !== (4 + head.books.length) * linesOfMap) throw new TypeError('This is no snapshot of a wallet.');
  const map = (nth: number) => lines.slice(nth * linesOfMap, (nth + 1) * linesOfMap);
  return {
    ...head,
    holds: Buckets.read(map(0), readHold),
    topUps: Buckets.read(map(1), as<TopUp>),
    known: Buckets.read(map(2), as<never>),
    disputes: Buckets.read(map(3), as<never>),
    months: new Map(head.months),
    books: new Map(head.books.map((month, nth) => [month, Buckets.read(map(4 + nth), as<BookedLine>)])),
  };
};

export const walletSnapshots: SnapshotForm<Wallet> = { fold: walletFold, write, read };
