import { type Kysely, sql } from 'kysely';

/**
 * Moving an agency to another installation. `es.fences` names whose events this log refuses:
 *
 * - `fenced`: it moves away. What people, carriers and the public do is refused; workers finish what they have in hand.
 * - `sealed`: everything is refused, while the last of it is copied.
 * - `moved`: it lives elsewhere, for good.
 * - `arriving`: it moves here. Only copied events are taken, which their metadata tell (`moved`).
 *
 * The trigger stands on the log only while there are fences (`es.keep_fences`): an installation that moves no one pays
 * nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table es.fences (
    tenant uuid primary key,
    agency_id uuid not null,
    state text not null check (state in ('fenced', 'sealed', 'moved', 'arriving'))
  )`.execute(db);
  await sql.raw(refuseFenced).execute(db);
  await sql.raw(keepFences).execute(db);
  // `copied_to`, of the arriving: up to which position of the log it leaves its events are here. `fenced_at`, of the leaving:
  // where its log ended when the fence came down.
  await sql`
    create table ops.agency_moves (
      agency_id  uuid        primary key,
      role       text        not null check (role in ('leaving', 'arriving')),
      step       text        not null,
      peer       text        not null,
      copied_to  bigint      not null default 0,
      fenced_at  bigint,
      started_at timestamptz not null default now()
    )`.execute(db);
  // Rows that are between two installations. `places`: the events that their positions stood for.
  await sql`
    create table ops.moving_rows (
      agency_id  uuid   not null,
      n          bigint not null,
      table_name text   not null,
      content    jsonb  not null,
      places     jsonb  not null,
      primary key (agency_id, n)
    )`.execute(db);
}

const refuseFenced = `
create function es.refuse_fenced() returns trigger language plpgsql as $$
declare
  held text;
begin
  select f.state into held from es.fences f
  where f.tenant in ((new.metadata -> 'tenant' ->> 'businessId')::uuid, (new.metadata -> 'tenant' ->> 'agencyId')::uuid)
  limit 1;
  if held is null
    or (held = 'fenced' and new.metadata -> 'actor' ->> 'kind' = 'system')
    or (held = 'arriving' and new.metadata -> 'moved' is not null)
  then
    return new;
  end if;
  raise exception using errcode = 'BKMOV', message = held;
end
$$`;

const keepFences = `
create function es.keep_fences() returns void language plpgsql as $$
begin
  if not exists (select from es.fences) then
    drop trigger if exists fences on es.events;
  elsif not exists (select from pg_trigger where tgrelid = 'es.events'::regclass and tgname = 'fences') then
    create trigger fences before insert on es.events for each row execute function es.refuse_fenced();
  end if;
end
$$`;
