import { type Kysely, sql } from 'kysely';

/**
 * Who pays for texts out of a wallet, and the slices of sending that it keeps money for. A text names its slice from the
 * commit before its request on: what a slice has sent is counted from its rows, whoever sent them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.wallet_payers (payer_id uuid primary key)`.execute(db);
  await sql`create table ops.wallet_slices (
    hold_id uuid primary key, agency_id uuid, business_id uuid not null, currency text not null, month date not null,
    channel text not null, country text not null, carrier_class text not null,
    carrier bigint not null, price bigint not null, resale bigint not null, included int,
    expires_at timestamptz not null, due_at timestamptz not null, captured int not null default 0,
    released boolean not null default false, looks int not null default 0)`.execute(db);
  await sql`create index wallet_slices_due on ops.wallet_slices (due_at)`.execute(db);
  await sql`alter table ops.outbox add column hold_id uuid`.execute(db);
  await sql`create index outbox_hold on ops.outbox (hold_id) where hold_id is not null`.execute(db);
}
