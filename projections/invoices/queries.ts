import { type RawBuilder, sql } from 'kysely';
import type { InvoiceLine } from '../../domain/invoices/events.ts';
import type { InvoiceStatus } from '../../domain/invoices/fields.ts';
import { type Currency, unitsPerSmallest } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { type Dated, dated, type Listed, listed, offsetOf, type Page, query, tablesIn } from '../engine/query.ts';
import { invoiceModel, invoiceRefundTable, invoiceTable } from '../tables/invoices.ts';
import { walletLineTable, walletModel } from '../tables/wallets.ts';

const t = tablesIn(invoiceModel);
const lines = sql`${tablesIn(walletModel)(walletLineTable)}`;
const scopeOf = (payer: Payer) => (payer.kind === 'agency' ? { agencyId: payer.id } : { businessId: payer.id });
/** Money is exact as a number: it is below 2^53. */
const asNumber = (of: RawBuilder<unknown>) => sql`(${of})::float8`;

/** Something that moved money between a payer and the platform. Amounts are in the currency's smallest unit. */
interface Entry {
  readonly id: string;
  /** `charge`: paid into the wallet. */
  readonly type: 'invoice' | 'charge' | 'refund';
  readonly at: Date;
  readonly number: string | null;
  readonly reason: string | null;
  /** Of an invoice what was paid, or is due. */
  readonly amount: number;
  readonly currency: Currency;
  readonly status: InvoiceStatus | 'succeeded' | 'failed';
  /** The invoice that it is, or that a refund is of; null: it is of the wallet. */
  readonly invoiceId: string | null;
  readonly nextAttemptAt: Date | null;
}
export type BillingEntryView = Dated<Entry>;

interface Row {
  readonly id: string;
  readonly number: string | null;
  readonly reason: string | null;
  readonly currency: Currency;
  readonly status: InvoiceStatus;
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly due: number;
  readonly paid: number | null;
  readonly refunded: number;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly issuedAt: Date;
  readonly paidAt: Date | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly lines: readonly InvoiceLine[];
}
export type InvoiceView = Dated<Row>;

const amountOf = sql`case when i.status = 'paid' then coalesce(i.paid, 0) else i.due end`;

export const invoiceQueries = {
  /** Invoices, charges to the wallet and refunds of a payer, the newest first. */
  billingHistory: query({
    reads: (payer: Payer, _page: Page) => scopeOf(payer),
    run: async (db, payer: Payer, { page, perPage }: Page): Promise<Listed<BillingEntryView>> => {
      const none = sql`null::text`;
      const invoices = sql`select i.id, 'invoice' as type, i.issued_at as at, i.number, i.reason,
          ${asNumber(amountOf)} as amount, i.currency, i.status, i.id as "invoiceId",
          case when i.status = 'open' then i.next_attempt_at end as "nextAttemptAt"
        from ${t(invoiceTable)} i where i.payer_id = ${payer.id}`;
      const refunds = sql`select r.id, 'refund', r.refunded_at, i.number, ${none}, ${asNumber(sql`r.amount`)},
          i.currency, case when r.is_failed then 'failed' else 'succeeded' end, r.invoice_id, null::timestamptz
        from ${t(invoiceRefundTable)} r join ${t(invoiceTable)} i on i.id = r.invoice_id
        where r.payer_id = ${payer.id}`;
      const wallet = sql`select l.id::text, case l.type when 'FundsAdded' then 'charge' else 'refund' end, l.at, ${none},
          case when l.cause ? 'crossing' then 'auto_recharge' end,
          ${asNumber(sql`abs(l.units) / ${unitsPerSmallest}`)}, l.currency, 'succeeded', ${none}, null::timestamptz
        from ${lines} l where l.wallet_id = ${payer.id} and l.type in ('FundsAdded', 'FundsRefunded')`;
      const all = sql`(${invoices} union all ${refunds} union all ${wallet}) e`;
      const { data, total } = await listed(
        db,
        (counted) => sql<Entry>`select e.*, ${counted} from ${all}
          order by e.at desc, e.type, e.id limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from ${all}`,
      );
      return { data: data.map(dated), total };
    },
  }),

  /** Null: the payer has no such invoice. */
  invoice: query({
    reads: (payer: Payer, _id: string) => scopeOf(payer),
    run: async (db, payer: Payer, id: string): Promise<InvoiceView | null> => {
      const number = (column: string) => asNumber(sql.ref(`i.${column}`));
      const [row] = await db.ask(
        sql<Row>`select i.id, i.number, i.reason, i.currency, i.status, ${number('subtotal')} as subtotal,
            ${asNumber(sql`coalesce(i.tax, 0)`)} as tax,
            ${number('total')} as total, ${number('due')} as due, ${number('paid')} as paid,
            coalesce(i.attempts, 0) as attempts, i.lines, i.issued_at as "issuedAt", i.paid_at as "paidAt",
            case when i.status = 'open' then i.next_attempt_at end as "nextAttemptAt",
            i.period_start as "periodStart", i.period_end as "periodEnd",
            (select coalesce(sum(r.amount), 0)::float8 from ${t(invoiceRefundTable)} r
              where r.invoice_id = i.id and r.payer_id = i.payer_id and not r.is_failed) as refunded
          from ${t(invoiceTable)} i where i.payer_id = ${payer.id} and i.id = ${id}`,
      );
      return row ? dated(row) : null;
    },
  }),
};
