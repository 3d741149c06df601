import { priceTexts } from '../../commands/statements/text-prices.ts';
import type { MessageDetailRecord } from '../contract/index.ts';
import { hasRight } from '../kernel/memberships.ts';
import type { Call } from '../kernel/route.ts';
import type { ReportParts } from './statements.ts';

type Priced = Pick<MessageDetailRecord, 'id' | 'price' | 'currency'>;
type Asking = Pick<Call, 'parts' | 'session'>;

/**
 * Whether the caller is told what texts cost: operators, and people and keys of the payer that see its bills. The agency of
 * a business pays for it.
 */
export async function seesPrices(call: Asking): Promise<boolean> {
  const { session } = call;
  if (session.role !== 'Business') return true;
  return session.agencyId === null && hasRight(call, 'billing');
}

/** What texts cost their payers, by id: those that are charged. */
export async function pricesOf({ readModels, commands, now }: ReportParts, ids: readonly string[]) {
  return priceTexts(commands, readModels, await readModels.usageOfTexts(ids), now());
}

/** Says of texts what they cost, to those who are told. */
export async function withPrices<Row extends Priced>(call: Asking, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0 || !(await seesPrices(call))) return [...rows];
  const prices = await pricesOf(
    call.parts,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...prices.get(row.id) }));
}
