import { localDay } from '../../domain/kernel/day.ts';
import { type AgencyId, type BusinessId } from '../../domain/kernel/ids.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { UsageKey } from '../../domain/rates/fields.ts';
import type { PriceList } from '../../domain/rates/rates.ts';
import type { GivenFree, UsageTerms } from '../../domain/rates/rating.ts';
import type { ChargedFee } from '../../domain/statements/events.ts';
import { feesIn } from '../../domain/statements/fees.ts';
import { firstDay, lateMonths, previousMonth } from '../../domain/statements/fields.ts';
import {
  differenceOf,
  givenFreeIn,
  sellsContacts,
  type StatementLine,
  statementOf,
  type Unrated,
  type UsedBy,
} from '../../domain/statements/statement.ts';
import { bookedOf, type ClosedStatement, type Statements } from '../../domain/statements/statements.ts';
import { standing, type StandingFacts } from '../../domain/subscriptions/standing.ts';
import { usageCurrency, usageTerms } from '../../domain/subscriptions/usage-terms.ts';
import type { Wallet } from '../../domain/wallets/wallet.ts';

/** Where quantities are read, and who used them: the read models, as they are asked. */
export interface UsageReader {
  usersOfUsage(
    of: { readonly agencyId: string } | { readonly businessId: string },
  ): Promise<readonly { readonly id: string; readonly name: string; readonly zone: string }[]>;
  usageOfMonth(
    businessIds: readonly string[],
    month: string,
  ): Promise<readonly (UsageKey & { readonly businessId: string; readonly day: string; readonly quantity: number })[]>;
  /** On the day of the month at whose end they had the most together. */
  contactsOfMonth: UsageReader['usageOfMonth'];
  standingFacts(agencyId: string | null, businessId: string | null): Promise<StandingFacts>;
  usagePosition(): Promise<string>;
  /** What the payer's wallet was charged for registrations, and what of it went back. */
  chargedFees(payer: Payer): Promise<readonly ChargedFee[]>;
}
/** The questions to the streams that it takes. */
export interface UsageBooks {
  readonly rates: { priceList(agencyId: AgencyId | null, version?: number): Promise<PriceList> };
  readonly statements: { closed(payerId: AgencyId | BusinessId): Promise<Statements> };
  readonly wallets: { walletOf(payer: Payer): Promise<Wallet> };
}

export interface Draft {
  readonly businesses: readonly { readonly id: string; readonly name: string; readonly zone: string }[];
  readonly measured: readonly UsedBy[];
  readonly terms: UsageTerms;
  readonly currency: string;
  readonly list: PriceList;
  /** The agency's own prices; null: the payer is a business. */
  readonly resale: PriceList | null;
  readonly lines: readonly StatementLine[];
  readonly unrated: readonly Unrated[];
  /** What the payer's wallet let go as included: prices of the same quantities need it. */
  readonly givenFree: GivenFree;
  /** Of the lines, what was used before there was a wallet; null: there is none. */
  readonly beforeWallet: readonly StatementLine[] | null;
  readonly late: ClosedStatement['late'];
  /** Of registrations: of a closed month, those that it was closed with. */
  readonly fees: readonly ChargedFee[];
  readonly position: string;
  /** The months that are closed, of which the one asked for may be one. */
  readonly closed: Statements;
}

const usersOf = (reader: UsageReader, payer: Payer) =>
  reader.usersOfUsage(payer.kind === 'agency' ? { agencyId: payer.id } : { businessId: payer.id });
/** An agency's own prices for its businesses; null: the payer is a business. `version`: as they were then. */
export const resaleList = ({ rates }: UsageBooks, payer: Payer, version?: number): Promise<PriceList | null> =>
  payer.kind === 'agency' ? rates.priceList(payer.id, version) : Promise.resolve(null);

/**
 * A month of a payer as it stands: what was used, at the prices of today's lists, and what became known of closed months
 * since; of a closed month, what it was closed with. `lateOf`: the earlier month that someone asks about, null for none;
 * left out, three of them are looked at.
 */
export async function draftStatement(
  books: UsageBooks,
  reader: UsageReader,
  payer: Payer,
  month: string,
  now: Date,
  { lateOf }: { readonly lateOf?: string | null } = {},
): Promise<Draft> {
  // Before the quantities, so that these hold at least what it says.
  const position = await reader.usagePosition();
  const [businesses, facts, list, resale, closed, wallet] = await Promise.all([
    usersOf(reader, payer),
    payer.kind === 'agency' ? reader.standingFacts(payer.id, null) : reader.standingFacts(null, payer.id),
    books.rates.priceList(null),
    resaleList(books, payer),
    books.statements.closed(payer.id),
    books.wallets.walletOf(payer),
  ]);
  const ids = businesses.map(({ id }) => id);
  const stands = standing(facts, now, true);
  const currency = usageCurrency(wallet.currency, stands);
  const terms = usageTerms(stands, currency);
  const measured = await measuredIn(reader, ids, month, terms);
  const prices = { currency, list: list.rates, resale: resale?.rates ?? null, terms };
  const booked = wallet.books.get(firstDay(month));
  const givenFree = givenFreeIn(booked === undefined ? [] : [...booked.entries()].map(([, line]) => line));
  return {
    businesses,
    measured,
    terms,
    currency,
    list,
    resale,
    position,
    closed,
    ...statementOf(measured, { ...prices, givenFree }),
    givenFree,
    beforeWallet: beforeWallet(wallet, businesses, measured, prices),
    fees: feesIn(month, wallet.currency === null ? [] : await reader.chargedFees(payer), closed),
    late: closed.get(month)?.late ?? (await lateIn(books, reader, payer, ids, { month, only: lateOf, closed })),
  };
}

/** Contacts are counted where a plan charges for them. */
async function measuredIn(
  reader: UsageReader,
  ids: readonly string[],
  month: string,
  terms: UsageTerms,
): Promise<readonly UsedBy[]> {
  const [used, contacts] = await Promise.all([
    reader.usageOfMonth(ids, month),
    sellsContacts(terms) ? reader.contactsOfMonth(ids, month) : [],
  ]);
  const measured: Awaited<ReturnType<UsageReader['usageOfMonth']>> = [...used, ...contacts];
  return measured as readonly UsedBy[];
}

/** What was used before the day on which a wallet was opened, in the zone of who used it. It is not paid out of it. */
function beforeWallet(
  { openedAt }: Pick<Wallet, 'openedAt'>,
  businesses: Draft['businesses'],
  measured: readonly UsedBy[],
  prices: Parameters<typeof statementOf>[1],
): readonly StatementLine[] | null {
  if (openedAt === null) return null;
  const opened = new Map<string, string>(businesses.map(({ id, zone }) => [id, localDay(zone, new Date(openedAt))]));
  const before = measured.filter(({ businessId, day }) => day < (opened.get(businessId) ?? openedAt.slice(0, 10)));
  return before.length === 0 ? [] : statementOf(before, prices).lines;
}

/** What became known of the months before, at the prices and terms they were closed with. */
async function lateIn(
  books: UsageBooks,
  reader: UsageReader,
  payer: Payer,
  ids: readonly string[],
  {
    month,
    only,
    closed,
  }: { readonly month: string; readonly only: string | null | undefined; readonly closed: Statements },
): Promise<ClosedStatement['late']> {
  const late: ClosedStatement['late'][number][] = [];
  for (let back = 1, past = previousMonth(month); back <= lateMonths; back += 1, past = previousMonth(past)) {
    const then = closed.get(past);
    if (then === undefined || (only !== undefined && past !== only)) continue;
    const [list, resale, measured] = await Promise.all([
      books.rates.priceList(null, then.listVersion),
      resaleList(books, payer, then.resaleVersion),
      measuredIn(reader, ids, past, then.terms as UsageTerms),
    ]);
    const booked = bookedOf(past, closed);
    const { lines } = statementOf(measured, {
      currency: then.currency,
      list: list.rates,
      resale: resale?.rates ?? null,
      terms: then.terms as UsageTerms,
      givenFree: givenFreeIn(booked),
    });
    for (const line of differenceOf(lines, booked)) late.push({ month: past, ...line });
  }
  return late;
}

/** The event that closes a month, from a draft of it. */
export const closedOf = (payer: Payer, month: string, draft: Draft): ClosedStatement => ({
  payer,
  month,
  currency: draft.currency,
  position: draft.position,
  listVersion: draft.list.version,
  resaleVersion: draft.resale?.version ?? 0,
  terms: draft.terms as ClosedStatement['terms'],
  lines: draft.lines as ClosedStatement['lines'],
  late: draft.late,
  unrated: draft.unrated as ClosedStatement['unrated'],
  ...(draft.beforeWallet === null ?
    {}
  : { wallet: { before: draft.beforeWallet as NonNullable<ClosedStatement['wallet']>['before'] } }),
  ...(draft.fees.length === 0 ? {} : { fees: [...draft.fees] }),
});
