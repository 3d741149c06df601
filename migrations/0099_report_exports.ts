import { type Kysely, sql } from 'kysely';

/** Reports that are written to files in the background, and the parts that such a file is made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A report that a person asked for.
  //   wish    who asks, and how the report is narrowed: sealed, since a filter may name a person
  //   place   behind which row the next part begins; null: at the beginning
  //   parts   so many are whole; a part beyond them is left over from a process that died
  //   up_to   what came into the log later is not in the file
  await sql`
    create table ops.report_exports (
      id            uuid        primary key,
      user_id       uuid        not null,
      agency_id     uuid,
      business_id   uuid,
      report        text        not null,
      wish          bytea       not null,
      name          text        not null,
      state         text        not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'withdrawn')),
      reason        text,
      total         bigint,
      rows          bigint      not null default 0,
      bytes         bigint      not null default 0,
      parts         int         not null default 0,
      place         text,
      up_to         bigint,
      asked_at      timestamptz not null,
      due_at        timestamptz not null,
      claimed_until timestamptz,
      token         int         not null default 0,
      attempts      int         not null default 0,
      faults        int         not null default 0,
      ended_at      timestamptz,
      expires_at    timestamptz
    );
    create index report_exports_due on ops.report_exports (due_at) where state = 'waiting';
    create index report_exports_of_user on ops.report_exports (user_id, asked_at desc);
    create index report_exports_of_business on ops.report_exports (business_id) where business_id is not null;
    create index report_exports_expiring on ops.report_exports (expires_at);
    create table ops.report_export_parts (
      export_id   uuid not null references ops.report_exports on delete cascade,
      nth         int  not null,
      storage_key text not null,
      bytes       int  not null,
      primary key (export_id, nth)
    )`.execute(db);
}
