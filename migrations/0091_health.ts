import { type Kysely, sql } from 'kysely';

/**
 * What the operator's health page shows besides what is there already: how each read model compared with its rebuild
 * when it was last looked at, what people asked for of one (rebuild, check, pause, resume), webhooks that were refused,
 * how the carriers answered minute by minute, and the last backup.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.read_model_checks (
      name text primary key,
      known_since timestamptz not null,
      checked_at timestamptz,
      duration_ms int,
      differences jsonb not null default '[]',
      error text
    );
    create table ops.read_model_jobs (
      id uuid primary key,
      read_model text not null,
      kind text not null check (kind in ('rebuild', 'check', 'pause', 'resume')),
      requested_by uuid,
      requested_at timestamptz not null,
      tries int not null default 0,
      started_at timestamptz,
      finished_at timestamptz,
      phase text,
      share real,
      error text
    );
    create unique index read_model_jobs_open on ops.read_model_jobs (read_model, kind) where finished_at is null;
    create index read_model_jobs_newest on ops.read_model_jobs (requested_at desc);
    create table ops.webhook_refusals (
      provider text primary key,
      count bigint not null,
      last_reason text not null,
      last_at timestamptz not null
    );
    create table ops.carrier_minutes (
      minute timestamptz not null,
      provider text not null,
      calls int not null,
      failures int not null,
      total_ms bigint not null,
      slowest_ms int not null,
      primary key (minute, provider)
    );
    create table ops.backups (
      only_row boolean primary key default true check (only_row),
      finished_at timestamptz not null,
      events bigint not null,
      bytes bigint not null
    )`.execute(db);
}
