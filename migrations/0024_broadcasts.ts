import { type Kysely, sql } from 'kysely';

/** What the workers keep of broadcasts: how far each has come, and who was written to last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // broadcast_id: the message has no stream of its own before it goes out; its recipient stands in a frozen audience.
  // variant:      0 is A; -1: waits for the winner of the test.
  // expires_at:   it does not go out after this.
  await sql`alter table ops.outbox
    add column broadcast_id uuid,
    add column variant smallint,
    add column expires_at timestamptz`.execute(db);
  // Besides what 0004 says, of broadcasts alone:
  //   parked    its broadcast is paused, or it waits for the winner of the test
  //   accepted  the carrier has it; whether it arrived is not known yet, and is asked from due_at on
  await sql`alter table ops.outbox drop constraint outbox_state_check`.execute(db);
  await sql`alter table ops.outbox add constraint outbox_state_check
    check (state in ('pending', 'claimed', 'sending', 'unknown', 'done', 'parked', 'accepted'))`.execute(db);
  await sql`create index outbox_broadcast on ops.outbox (broadcast_id, state)
    where broadcast_id is not null and state <> 'done'`.execute(db);
  await sql`create index outbox_accepted on ops.outbox (due_at) where state = 'accepted'`.execute(db);

  //   scheduled  begins at due_at
  //   freezing   its audience is being frozen: `chunk` comes next, at `cursor`
  //   sending    all of it is in the outbox
  //   stopping   what has not gone out is struck off
  //   ended      nothing is left to do
  // The tallies are of what ended since it began, or was last resumed.
  await sql`
    create table ops.broadcasts (
      broadcast_id uuid        primary key,
      business_id  uuid        not null,
      agency_id    uuid,
      phase        text        not null check (phase in ('scheduled', 'freezing', 'sending', 'stopping', 'ended')),
      paused       boolean     not null default false,
      due_at       timestamptz not null,
      -- a process that works on it has it until then
      held_until   timestamptz not null default '-infinity',
      position     bigint,
      sender       text,
      segments     int         not null default 1,
      started_at   timestamptz,
      expires_at   timestamptz,
      chunk        int         not null default 0,
      cursor       text,
      winner       smallint,
      delivered    bigint      not null default 0,
      failed       bigint      not null default 0,
      filtered     bigint      not null default 0
    )`.execute(db);
  await sql`create index broadcasts_due on ops.broadcasts (due_at) where phase <> 'ended'`.execute(db);

  // Who was written to last by a broadcast, by channel. `address`: an id made of the business and the number or
  // address, so that two contacts with one number are one. Written together with `sending`: of two broadcasts at once
  // one has the place.
  await sql`
    create table ops.reached (
      address      uuid        not null,
      channel      text        not null,
      business_id  uuid        not null,
      broadcast_id uuid        not null,
      message_id   uuid        not null,
      at           timestamptz not null,
      primary key (address, channel)
    )`.execute(db);
}
