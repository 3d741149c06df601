import { type Kysely, sql } from 'kysely';

/**
 * How far the payment provider's events were read, with the ids of the last ones, and when each payer's subscriptions
 * are looked at again. `trials_to`: the position up to which payers of before got their trial.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.payment_events_read (
      only_row boolean primary key default true check (only_row),
      since timestamptz not null,
      seen text[] not null default '{}',
      trials_to bigint not null default 0
    );
    create table ops.subscription_looks (
      payer_id uuid primary key,
      payer_kind text not null,
      due_at timestamptz not null
    );
    create index subscription_looks_due on ops.subscription_looks (due_at)`.execute(db);
}
