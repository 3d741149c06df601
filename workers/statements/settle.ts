import { sql } from 'kysely';
import { earliestZone, localDay } from '../../domain/kernel/day.ts';
import type { Currency } from '../../domain/kernel/money.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { firstDay, nextMonth, previousMonth } from '../../domain/statements/fields.ts';
import { differenceOf, type StatementLine } from '../../domain/statements/statement.ts';
import type { Statements } from '../../domain/statements/statements.ts';
import { payerContext } from '../engine/payer-context.ts';
import type { Database } from '../engine/worker.ts';
import type { CloseMonths } from './close.ts';

export interface SettleMonths extends Omit<CloseMonths, 'known'> {
  readonly db: Database;
}

const perPage = 100;

/**
 * Lets wallets pay what their statements say: while a month goes on what can't be held beforehand, and all that is
 * missing once it is closed. A month that was closed without a wallet is left as it is. Returns how many wallets it
 * looked at.
 */
export async function settleMonths({ db, commands, billing, head, now, aside }: SettleMonths): Promise<number> {
  const { version } = await commands.rates.priceList(null);
  if (version === 0 || !(await billing.reached(await head()))) return 0;
  let count = 0;
  for (let page = 1, more = true; more; page += 1) {
    const { data, total } = await billing.wallets({ page, perPage });
    for (const { kind, id } of data) {
      const payer = Payer.parse({ kind, id });
      await aside.attempt(id, { payer: id }, () => settleWallet({ db, commands, billing, now }, payer));
      count += 1;
    }
    more = page * perPage < total;
  }
  return count;
}

async function settleWallet(
  { db, commands, billing, now }: Pick<SettleMonths, 'db' | 'commands' | 'billing' | 'now'>,
  payer: Payer,
): Promise<void> {
  const settle = (month: string, currency: string, lines: readonly StatementLine[], isClosed: boolean) =>
    commands.wallets.settleUsage(payerContext('statements', payer, 'settle', [month, now().toISOString()]), {
      payer,
      currency: currency as Currency,
      month: firstDay(month),
      lines: lines.map(({ rateId: _, ...line }) => line),
      isClosed,
    });
  const { settled } = await commands.wallets.walletOf(payer);
  const closed = await commands.statements.closed(payer.id);
  for (const { month, currency, lines, late, wallet } of closed.values())
    if (wallet !== undefined && (settled === null || firstDay(month) > settled)) {
      if (await isSending(db, payer, month)) break;
      await settle(month, currency, differenceOf([...lines, ...payable(late, closed)], wallet.before), true);
    }
  // The month that goes on where days begin first: usage counts by the zone of whoever used it.
  const current = localDay(earliestZone, now()).slice(0, 7);
  const first = [...closed.keys()].at(-1);
  for (const month of [previousMonth(current), current]) {
    if (first !== undefined && month < nextMonth(first)) continue;
    const { lines, late, currency, beforeWallet } = await billing.draft(payer, month);
    if (beforeWallet === null) return;
    await settle(month, currency, differenceOf([...lines, ...payable(late, closed)], beforeWallet), false);
  }
}

/** What its slices have sent is booked first, so that it isn't taken for a difference. */
async function isSending(db: Database, { id }: Payer, month: string): Promise<boolean> {
  const { rows } = await sql`select from ops.wallet_slices where coalesce(agency_id, business_id) = ${id}::uuid
    and month = ${firstDay(month)}::date and not released limit 1`.execute(db);
  return rows.length > 0;
}

/** What came late of months that were paid out of the wallet. */
const payable = <Late extends { readonly month: string }>(late: readonly Late[], closed: Statements): readonly Late[] =>
  late.filter(({ month }) => closed.get(month)?.wallet !== undefined);
