import type { Position } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { closedOf, type Draft } from '../../commands/statements/draft.ts';
import { earliestZone, localDay } from '../../domain/kernel/day.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { previousMonth } from '../../domain/statements/fields.ts';
import { monthToClose } from '../../domain/statements/statements.ts';
import { workerContext } from '../context.ts';
import type { SetAside } from '../engine/set-aside.ts';

/** What was used, from the read models. */
export interface BillingReader {
  /** Whether they show everything up to a position. */
  reached(position: Position): Promise<boolean>;
  payers(
    month: string,
    page: { readonly page: number; readonly perPage: number },
  ): Promise<{ readonly data: readonly { readonly id: string; readonly kind: string }[]; readonly total: number }>;
  /** Payers that have a wallet. */
  wallets(page: {
    readonly page: number;
    readonly perPage: number;
  }): Promise<{ readonly data: readonly { readonly id: string; readonly kind: string }[]; readonly total: number }>;
  draft(payer: Payer, month: string): Promise<Draft>;
}
export interface CloseMonths {
  readonly commands: Pick<Commands, 'rates' | 'statements' | 'wallets'>;
  readonly billing: BillingReader;
  readonly head: () => Promise<Position>;
  readonly now: () => Date;
  /** Payers and months that this process knows to be closed. */
  readonly known: Set<string>;
  /** A payer whose month can't be closed rests, and the others go on. */
  readonly aside: Pick<SetAside, 'attempt'>;
}

const perPage = 100;

/**
 * Closes the months of payers that are over in the zones of all who used something, the missed ones too. Without prices
 * there are no statements. Returns how many were closed.
 */
export async function closeMonths({ commands, billing, head, now, known, aside }: CloseMonths): Promise<number> {
  const { version } = await commands.rates.priceList(null);
  if (version === 0 || !(await billing.reached(await head()))) return 0;
  const past = previousMonth(localDay(earliestZone, now()).slice(0, 7));
  let count = 0;
  for (let page = 1, more = true; more; page += 1) {
    const { data, total } = await billing.payers(past, { page, perPage });
    for (const { kind, id } of data) {
      const payer = Payer.parse({ kind, id });
      if (known.has(`${id} ${past}`)) continue;
      const upToDate = () => known.add(`${id} ${past}`);
      const closed = await aside.attempt(id, { payer: id }, () =>
        closeOf({ commands, billing, now }, payer, past, upToDate),
      );
      if (closed.done) count += closed.value;
    }
    more = page * perPage < total;
  }
  return count;
}

async function closeOf(
  { commands, billing, now }: Pick<CloseMonths, 'commands' | 'billing' | 'now'>,
  payer: Payer,
  past: string,
  upToDate: () => void,
): Promise<number> {
  for (let count = 0; ; count += 1) {
    const month = monthToClose(await commands.statements.closed(payer.id), past);
    if (month === null) {
      upToDate();
      return count;
    }
    const draft = await billing.draft(payer, month);
    if (draft.businesses.some(({ zone }) => localDay(zone, now()).slice(0, 7) <= month)) return count;
    const tenant = { agencyId: null, businessId: payer.id };
    const links = { correlationId: uuidV5(namespaces.command, 'close-statement', payer.id, month), causationId: null };
    const context = workerContext('statements', tenant, 'close-statement', [month], links);
    await commands.statements.close(context, closedOf(payer, month, draft));
  }
}
