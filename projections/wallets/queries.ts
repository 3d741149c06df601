import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import { unitsPerSmallest, usd } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import type { ChargedFee } from '../../domain/statements/events.ts';
import type { Contradiction } from '../../domain/wallets/events.ts';
import type { Recharge } from '../../domain/wallets/fields.ts';
import type { walletList, WalletState } from '../../domain/wallets/list.ts';
import {
  type Dated,
  dated,
  direction,
  type Listed,
  listed,
  matches,
  offsetOf,
  type Page,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import {
  type LastRecharge,
  type LineCause,
  walletAccountTable,
  walletLineTable,
  walletModel,
  walletTable,
} from '../tables/wallets.ts';
import { feesOf } from '../tables/wallet-fees.ts';

const t = tablesIn(walletModel);
const agencies = tablesIn(agencyModel);
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

interface WalletRow {
  readonly id: string;
  readonly kind: 'agency' | 'business';
  /** Null: whose it is is not known any more. */
  readonly name: string | null;
  readonly currency: string;
  readonly wallet: number;
  readonly credit: number;
  readonly held: number;
  readonly recharge: Recharge | null;
  readonly isParked: boolean;
  readonly isPaused: boolean;
  readonly isLow: boolean;
  readonly changedAt: Date;
}
export type WalletRowView = Dated<WalletRow>;
export interface WalletAccountView {
  readonly account: string;
  readonly currency: string;
  readonly units: number;
  readonly businessName: string | null;
}

/** `position`: of the newest event that is shown, in digits. `accounts`: by currency and name. */
export interface WalletShown {
  readonly position: string;
  readonly wallet: number;
  readonly credit: number;
  readonly held: number;
  readonly accounts: Readonly<Record<string, number>>;
}

const parked = sql`(w.parked_at is not null and w.parked_at > coalesce(w.resolved_at, 0))`;
const paused = sql`(coalesce(w.is_paused, false) and coalesce(w.recharge -> 'setting', 'null') <> 'null')`;
/** As `creditStatus` has it. */
const low = sql`(coalesce(w.wallet, 0) + coalesce(w.credit, 0)
  < coalesce((w.recharge -> 'setting' ->> 'below')::bigint * ${sql.lit(unitsPerSmallest)}, 1))`;
const states: Readonly<Record<WalletState, RawBuilder<unknown>>> = {
  parked,
  paused,
  low,
  enough: sql`not (${parked} or ${paused} or ${low})`,
};
const orders: Readonly<Record<SortOf<typeof walletList>, RawBuilder<unknown>>> = {
  id: sql`w.id`,
  state: sql`case when ${parked} then 0 when ${paused} then 1 when ${low} then 2 else 3 end`,
  name: sql`lower(coalesce(a.name, b.name, ''))`,
  balance: sql`coalesce(w.wallet, 0) + coalesce(w.credit, 0)`,
  held: sql`coalesce(w.held, 0)`,
  changed_at: sql`w.changed_at`,
};

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
  /** Of registrations, oldest first. A business may have left its agency since: its zone is read across tenants. */
  chargedFees: query({
    reads: 'operator',
    run: (db, { id }: Pick<Payer, 'id'>): Promise<readonly ChargedFee[]> =>
      db.ask(sql<ChargedFee>`
        select f.id as "entryId", f.business_id as "businessId", f.what, f.day::text as day, f.units::float8 as units
        from (${feesOf(sql`${id}::uuid`)}) f order by f.position`),
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
  /** Across all payers, for the operator. */
  wallets: query({
    reads: 'operator',
    run: async (db, given: ListQuery<typeof walletList>): Promise<Listed<WalletRowView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const conditions = [
        // One that is on hold since its first news has no currency yet, and waits for a person all the same.
        sql`(w.currency is not null or ${parked})`,
        matches(sql`lower(coalesce(a.name, b.name, ''))`, patterns),
        ...(given.kind === null ?
          []
        : [given.kind === 'agency' ? sql`w.agency_id is not null` : sql`w.business_id is not null`]),
        ...(given.status === null ? [] : [states[given.status]]),
      ];
      const from = sql`${t(walletTable)} w
        left join ${agencies(agencyTable)} a on a.id = w.agency_id
        left join ${businesses(businessTable)} b on b.id = w.business_id
        where ${sql.join(conditions, sql` and `)}`;
      const order = sql`${orders[given.sortBy ?? 'state']} ${direction(given.sortDesc)}, lower(coalesce(a.name, b.name)), w.id`;
      const { data, total } = await listed(
        db,
        (count) => sql<WalletRow>`select w.id, case when w.agency_id is null then 'business' else 'agency' end as kind,
            coalesce(a.name, b.name) as name, coalesce(w.currency, ${usd}) as currency, ${asNumber('w.wallet')} as wallet,
            ${asNumber('w.credit')} as credit, ${asNumber('w.held')} as held, w.recharge -> 'setting' as recharge,
            ${states.parked} as "isParked", ${states.paused} as "isPaused", ${states.low} as "isLow",
            w.changed_at as "changedAt", ${count}
          from ${from} order by ${order} limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}`,
        sql`select count(*)::int from ${from}`,
      );
      return { data: data.map(dated), total };
    },
  }),
  /** How many wallets wait for a person, across all payers. */
  parkedWallets: query({
    reads: 'operator',
    run: async (db): Promise<number> => {
      const [row] = await db.ask(sql<{ count: number }>`select count(*)::int from ${t(walletTable)} w where ${parked}`);
      return row?.count ?? 0;
    },
  }),
  /** Who pays under an id: an agency, or a business of none. Null: no one. */
  payerNamed: query({
    reads: 'operator',
    run: async (db, id: string): Promise<{ readonly kind: 'agency' | 'business'; readonly name: string } | null> => {
      const [row] = await db.ask(sql<{ kind: 'agency' | 'business'; name: string }>`
        select 'agency' as kind, a.name from ${agencies(agencyTable)} a where a.id = ${id} union all
        select 'business', b.name from ${businesses(businessTable)} b where b.id = ${id} and b.agency_id is null`);
      return row ?? null;
    },
  }),
  /** When a wallet last changed, ISO 8601; null: it never did. */
  walletChangedAt: query({
    reads: 'operator',
    run: async (db, id: string): Promise<string | null> => {
      const [row] = await db.ask(
        sql<{ at: Date | null }>`select w.changed_at as at from ${t(walletTable)} w where w.id = ${id}`,
      );
      return row?.at?.toISOString() ?? null;
    },
  }),
  /** A wallet as it is shown, in one look: for the proof, which says up to which position it compares. Null: not at all. */
  walletShown: query({
    reads: 'operator',
    run: async (db, id: string): Promise<WalletShown | null> => {
      const [row] = await db.ask(sql<WalletShown>`
        select w.position::text as position, ${asNumber('w.wallet')} as wallet, ${asNumber('w.credit')} as credit,
          ${asNumber('w.held')} as held, coalesce((select jsonb_object_agg(l.currency || ' ' || l.account, l.units)
            from ${t(walletAccountTable)} l where l.id = w.id), '{}') as accounts
        from ${t(walletTable)} w where w.id = ${id}`);
      return row ?? null;
    },
  }),
  /** What every account of a payer's ledger holds. */
  walletAccounts: query({
    reads: 'operator',
    run: (db, id: string): Promise<readonly WalletAccountView[]> =>
      db.ask(sql<WalletAccountView>`select l.account, l.currency, ${asNumber('l.units')} as units,
          (select b.name from ${businesses(businessTable)} b where 'business:' || b.id = l.account) as "businessName"
        from ${t(walletAccountTable)} l where l.id = ${id} order by l.currency, l.account limit 1000`),
  }),
  /** The lines of a statement that are about a charge, refund, dispute or hold, the newest first. */
  walletLinesAbout: query({
    reads: 'operator',
    run: async (db, id: string, about: readonly string[]): Promise<readonly WalletLineView[]> => {
      const rows = await db.ask(sql<Line>`
        select l.id, l.at, l.type, l.currency, ${asNumber('l.units')} as units, ${asNumber('l.balance')} as balance,
          l.cause, null as "businessName"
        from ${t(walletLineTable)} l where l.wallet_id = ${id} and (l.cause ->> 'chargeId' = any(${about})
          or l.cause ->> 'refundId' = any(${about}) or l.cause ->> 'disputeId' = any(${about})
          or l.cause ->> 'holdId' = any(${about}))
        order by l.position desc limit 20`);
      return rows.map(dated);
    },
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
