import { type Kysely, sql } from 'kysely';

/** What the workers keep: how far each has read, what is to be sent and how it stands with the carrier, and what is due later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists ops`.execute(db);

  // How far a worker has handled the feed. paused_at: an event failed for good; it waits until somebody says `resume`.
  await sql`
    create table ops.worker_checkpoints (
      name            text        primary key,
      position        bigint      not null,
      updated_at      timestamptz not null default now(),
      paused_at       timestamptz,
      paused_event    uuid,
      paused_position bigint,
      paused_reason   text
    )`.execute(db);

  // One row per outgoing message. No phone number or text is kept: both are in the message's stream, encrypted.
  //   pending  may be claimed once due_at has come
  //   claimed  a sender has it, nothing has gone out: if that sender dies, it is pending again
  //   sending  committed before the request to the carrier: if that sender dies, the outcome is unknown
  //   unknown  may or may not have been taken: looked up at the carrier before anything else
  //   done     it is the message's own stream that says how it ended
  await sql`
    create table ops.outbox (
      message_id          uuid        primary key,
      business_id         uuid        not null,
      agency_id           uuid,
      contact_id          uuid        not null,
      sender              text        not null,
      lane                smallint    not null check (lane in (0, 1)),
      segments            int         not null check (segments > 0),
      position            bigint      not null,
      state               text        not null check (state in ('pending', 'claimed', 'sending', 'unknown', 'done')),
      due_at              timestamptz not null,
      -- waits for quiet hours or a scheduled time: later messages to the same contact may pass it
      deferred            boolean     not null default false,
      holder              text,
      attempts            int         not null default 0,
      -- how often it had to wait for a fault of the carrier: such waits grow
      delays              int         not null default 0,
      -- how often its outcome was unknown
      unknowns            int         not null default 0,
      -- the first and the latest request to the carrier
      first_sending_at    timestamptz,
      sending_at          timestamptz,
      lookups             int         not null default 0,
      provider_message_id text,
      note                text,
      queued_at           timestamptz not null default now(),
      done_at             timestamptz
    )`.execute(db);
  await sql`create index outbox_claim on ops.outbox (sender, lane, due_at, position) where state = 'pending'`.execute(
    db,
  );
  await sql`create index outbox_contact on ops.outbox (contact_id, position) where state <> 'done'`.execute(db);
  await sql`create index outbox_in_flight on ops.outbox (state, holder) where state in ('claimed', 'sending')`.execute(
    db,
  );
  await sql`create index outbox_unknown on ops.outbox (due_at) where state = 'unknown'`.execute(db);
  await sql`create index outbox_overdue on ops.outbox (due_at) where state = 'pending'`.execute(db);
  await sql`create index outbox_done on ops.outbox (done_at) where state = 'done'`.execute(db);
  await sql`create unique index outbox_carrier_id on ops.outbox (provider_message_id) where provider_message_id is not null`.execute(
    db,
  );

  // One row per sender number: its token bucket, whose turn it is, and whether the carrier lets it send.
  await sql`
    create table ops.senders (
      sender         text             primary key,
      business_id    uuid             not null,
      has_work       boolean          not null default false,
      -- has something of lane 0
      urgent         boolean          not null default false,
      -- when its earliest message is due, or its tokens suffice again
      ready_at       timestamptz      not null default '-infinity',
      -- the carrier asked it to slow down until then
      paused_until   timestamptz      not null default '-infinity',
      tokens         double precision,
      refilled_at    timestamptz,
      served_at      timestamptz      not null default '-infinity',
      blocked_at     timestamptz,
      blocked_code   int
    )`.execute(db);
  await sql`create index senders_ready on ops.senders (urgent desc, served_at) where has_work and blocked_at is null`.execute(
    db,
  );

  // Which message is a repeat of which: bounds how often a failed one is tried again.
  await sql`
    create table ops.resends (
      message_id uuid primary key,
      root_id    uuid not null,
      attempt    int  not null check (attempt > 0)
    )`.execute(db);

  await sql`
    create table ops.timers (
      id         uuid        primary key,
      kind       text        not null,
      due_at     timestamptz not null,
      payload    jsonb       not null,
      attempts   int         not null default 0,
      failed_at  timestamptz,
      last_error text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index timers_due on ops.timers (due_at) where failed_at is null`.execute(db);
}
