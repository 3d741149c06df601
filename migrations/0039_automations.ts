import { type Kysely, sql } from 'kysely';

/** Automations under way: who is inside, who is about to be, what happened to them, and what starts which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The newest published version of each, as the feed left it. is_on: it lets people in, and who is inside goes on.
  await sql`
    create table ops.automations (
      automation_id uuid    primary key,
      business_id   uuid    not null,
      version       int,
      is_on         boolean not null default true
    )`.execute(db);
  // Of versions that are published or about to be.
  await sql`
    create table ops.automation_triggers (
      automation_id uuid  not null,
      version       int   not null,
      nth           int   not null,
      business_id   uuid  not null,
      kind          text  not null,
      trigger       jsonb not null,
      primary key (automation_id, version, nth)
    )`.execute(db);
  await sql`create index automation_triggers_of_business on ops.automation_triggers (business_id, kind)`.execute(db);
  // Somebody whom a trigger means. position: of the cause in the log. lane: 1 where many come at once.
  await sql`
    create table ops.automation_entering (
      automation_id uuid        not null,
      contact_id    uuid        not null,
      position      bigint      not null,
      trigger       text        not null,
      business_id   uuid        not null,
      agency_id     uuid,
      cause         text        not null,
      correlation   text        not null,
      at            timestamptz not null,
      due_at        timestamptz not null,
      lane          smallint    not null default 0,
      held_until    timestamptz not null default '-infinity',
      failures      int         not null default 0,
      primary key (automation_id, contact_id, position, trigger)
    )`.execute(db);
  await sql`create index automation_entering_due on ops.automation_entering (lane, business_id, due_at)`.execute(db);
  await sql`create index automation_entering_of_contact on ops.automation_entering (contact_id)`.execute(db);
  // One contact on its way. due_at: when it is looked at next; infinity: only when something happens. woken: how often
  // something happened that it is to be looked at for. awaits: the stream of the text or mail whose outcome it waits for.
  await sql`
    create table ops.automation_runs (
      run_id        uuid        primary key,
      automation_id uuid        not null,
      business_id   uuid        not null,
      agency_id     uuid,
      contact_id    uuid        not null,
      version       int         not null,
      entry         int         not null,
      position      bigint      not null,
      lane          smallint    not null default 0,
      state         text        not null default 'due',
      node          uuid,
      visit         int         not null default 0,
      awaits        text,
      due_at        timestamptz not null,
      listens       text[]      not null default '{}',
      held_until    timestamptz not null default '-infinity',
      woken         int         not null default 0,
      failures      int         not null default 0,
      ended_at      timestamptz
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index automation_runs_due on ops.automation_runs (lane, due_at)
    where state <> 'ended' and due_at < 'infinity'`.execute(db);
  await sql`create index automation_runs_of_contact on ops.automation_runs (contact_id) where state <> 'ended'`.execute(
    db,
  );
  await sql`create index automation_runs_at_step on ops.automation_runs (automation_id, node) where state <> 'ended'`.execute(
    db,
  );
  await sql`create index automation_runs_ended on ops.automation_runs (ended_at) where state = 'ended'`.execute(db);
  // Whose outcome a message or a mail is, and what it was caused by: two of one cause are one too many.
  await sql`
    create table ops.automation_effects (
      effect_id     uuid        primary key,
      run_id        uuid        not null,
      contact_id    uuid        not null,
      correlation   text        not null,
      channel       text        not null,
      at            timestamptz not null
    )`.execute(db);
  await sql`create index automation_effects_of_contact on ops.automation_effects (contact_id, at)`.execute(db);
  await sql`create index automation_effects_old on ops.automation_effects (at)`.execute(db);
  // What happened to who is inside, or about to be. detail: ids and numbers; of fields what they are now.
  await sql`
    create table ops.automation_happened (
      contact_id uuid        not null,
      position   bigint      not null,
      kind       text        not null,
      nth        int         not null default 0,
      at         timestamptz not null,
      detail     jsonb       not null,
      primary key (contact_id, position, kind, nth)
    )`.execute(db);
  // Days of the calendar that were handed out, by trigger.
  await sql`
    create table ops.automation_days (
      automation_id uuid not null,
      trigger       text not null,
      day           date not null,
      primary key (automation_id, trigger, day)
    )`.execute(db);
}
