import { sql } from 'kysely';
import type { Payer } from '../../domain/payments/payer.ts';
import type { Contradiction } from '../../domain/wallets/events.ts';
import type { Recharge } from '../../domain/wallets/fields.ts';
import { type Dated, dated, type Listed, listed, offsetOf, type Page, query, tablesIn } from '../engine/query.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import {
  type LastRecharge,
  type LineCause,
  walletAccountTable,
  walletLineTable,
  walletModel,
  walletTable,
} from '../tables/wallets.ts';

const t = tablesIn(walletModel);
const businesses = tablesIn(businessModel);
const scopeOf = (payer: Payer) => (payer.kind === 'agency' ? { agencyId: payer.id } : { businessId: payer.id });

/** Units are 1/10,000 of the currency's smallest unit. */
export interface WalletView {
  readonly currency: string | null;
  readonly wallet: number;
  readonly credit: number;
  readonly held: number;
  /** What can't be so and waits for a person; null: the wallet is not parked. */
  readonly parkedBy: Contradiction | null;
  readonly recharge: Recharge | null;
  readonly lastRecharge: LastRecharge | null;
}

interface Line {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly currency: string;
  readonly units: number;
  readonly balance: number;
  readonly cause: LineCause;
  /** Of the business that sent it; null: the payer's own, or it is not known any more. */
  readonly businessName: string | null;
}
export type WalletLineView = Dated<Line>;

/** Up to 2^53 as a number: what the ledger's units are. */
const asNumber = (column: string) => sql.raw(`coalesce(${column}, 0)::float8`);

export const walletQueries = {
  /** Null: nothing was ever booked for the payer. */
  wallet: query({
    reads: scopeOf,
    run: async (db, payer: Payer): Promise<WalletView | null> => {
      const [row] = await db.ask(sql<WalletView>`
        select w.currency, ${asNumber('w.wallet')} as wallet, ${asNumber('w.credit')} as credit,
          ${asNumber('w.held')} as held, w.recharge -> 'setting' as recharge, w.last_recharge as "lastRecharge",
          case when w.parked_at > coalesce(w.resolved_at, 0) then w.contradiction end as "parkedBy"
        from ${t(walletTable)} w where w.id = ${payer.id}`);
      return row ?? null;
    },
  }),
  /** Newest first, each with what the payer had after it. */
  walletStatement: query({
    reads: (payer: Payer, _page: Page) => scopeOf(payer),
    run: async (db, payer: Payer, { page, perPage }: Page): Promise<Listed<WalletLineView>> => {
      const lines = sql`from ${t(walletLineTable)} l where l.wallet_id = ${payer.id}`;
      const { data, total } = await listed(
        db,
        (count) => sql<Line>`select l.id, l.at, l.type, l.currency, ${asNumber('l.units')} as units,
            ${asNumber('l.balance')} as balance, l.cause,
            (select b.name from ${businesses(businessTable)} b where b.id = (l.cause ->> 'businessId')::uuid) as "businessName", ${count}
          ${lines} order by l.position desc limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int ${lines}`,
      );
      return { data: data.map(dated), total };
    },
  }),
  /** Who has a wallet that anything was booked in, across tenants. */
  walletPayers: query({
    reads: 'operator',
    run: (db, { page, perPage }: Page): Promise<Listed<Pick<Payer, 'id' | 'kind'>>> =>
      listed(
        db,
        (count) => sql<Pick<Payer, 'id' | 'kind'>>`
          select w.id, case when w.agency_id is null then 'business' else 'agency' end as kind, ${count}
          from ${t(walletTable)} w where w.currency is not null order by w.id
          limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from ${t(walletTable)} w where w.currency is not null`,
      ),
  }),
  /** Across all payers, for the operator's proof: what doesn't add up to zero. Empty: all does. */
  unbalancedWallets: query({
    reads: 'operator',
    run: (db): Promise<readonly { readonly id: string; readonly currency: string; readonly units: string }[]> =>
      db.ask(sql<{ id: string; currency: string; units: string }>`
        select id, currency, sum(units)::text as units from ${t(walletAccountTable)}
        group by id, currency having sum(units) <> 0 order by id, currency limit 100`),
  }),
};
