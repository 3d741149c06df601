import { priceTexts } from '../../commands/statements/text-prices.ts';
import type { MessageDetailRecord } from '../contract/index.ts';
import type { Call } from '../kernel/route.ts';

type Priced = Pick<MessageDetailRecord, 'id' | 'price' | 'currency'>;

/** Says of texts what they cost their payer. A business of an agency isn't told: its agency pays. */
export async function withPrices<Row extends Priced>(
  { parts, session: { role, agencyId } }: Pick<Call, 'parts' | 'session'>,
  rows: readonly Row[],
): Promise<Row[]> {
  if (role === 'Business' && agencyId !== null) return [...rows];
  const counted = await parts.readModels.usageOfTexts(rows.map(({ id }) => id));
  const prices = await priceTexts(parts.commands, parts.readModels, counted, parts.now());
  return rows.map((row) => ({ ...row, ...prices.get(row.id) }));
}
