import { type Kysely, sql } from 'kysely';

/**
 * The event log. `position` orders everything, `revision` orders a stream. Rows are only ever added, by `es.append`
 * alone; the checks of the port are made there, under the ordering lock, so that any number of processes may append at
 * once.
 *
 * `data` and `metadata` are `json`, not `jsonb`: stored as written (key order, numbers, escaped NUL), and cheaper to write and to read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists es`.execute(db);
  await sql`create table es.events (
    position bigint primary key,
    revision int not null,
    version smallint not null,
    id uuid not null constraint events_id unique,
    stream text collate "C" not null,
    type text collate "C" not null,
    data json not null,
    metadata json not null,
    constraint events_stream unique (stream, revision)
  )`.execute(db);
  await sql`comment on table es.events is 'The log: add through es.append only, never change or delete a row'`.execute(
    db,
  );
  // The jumps of es.read_filtered: to the next event of a type, or of a category (what a stream's name holds before its first hyphen).
  await sql`create index events_type on es.events (type, position)`.execute(db);
  await sql`create index events_category on es.events (split_part(stream, '-', 1), position)`.execute(db);
  await sql.raw(append).execute(db);
  await sql.raw(appendSortedOut).execute(db);
  await sql.raw(appendOne).execute(db);
  await sql.raw(readFiltered).execute(db);
}

/**
 * Appends a batch: many appends, each all or nothing, each with a verdict of its own. Arrays that describe appends:
 * `streams`, `expected` (a revision, or -1 no stream, -2 any, -3 stream exists), `firsts` (where its events start,
 * from 1), `alone` (no earlier append of the batch has its stream or one of its ids). Arrays that describe events, in
 * the order of the appends: `owners` (the number of the append), `ids`, `types`, `versions`, `data`, `metadata`.
 *
 * Answers one row per append: `outcome` is `appended`, `repeated`, `conflict` (`last_revision` is the stream's, -1
 * for none) or `reused` (`event` names the id).
 *
 * The lock is taken before positions are given out and held to the commit. So positions become visible in their order,
 * and who has read up to one never misses a lower one.
 *
 * Nearly always nothing is in the way, so at first everything is inserted at once and the unique constraints (stream,
 * revision) and (id) are left to object. If they do, or a stream is not where it was expected, the batch is sorted
 * out: what stands alone and meets no obstacle goes in with one statement, the rest follows, one append after another.
 * Sequential scans are off because the plans outlive the statistics of an empty table.
 */
const append = `
create function es.append(
  streams text[], expected int[], firsts int[], alone boolean[],
  owners int[], ids uuid[], types text[], versions smallint[], data json[], metadata json[]
) returns table (append int, outcome text, last_revision int, last_position bigint, event uuid)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  at int[];
  clear boolean;
begin
  perform pg_advisory_xact_lock(4851002);

  if -1 = all (expected) then
    at := expected;
    clear := true = all (alone);
  else
    select array_agg(s.at order by s.n), bool_and(s.alone and (s.expected = -2 or s.expected = s.at or (s.expected = -3 and s.at >= 0)))
    into at, clear
    from (
      select a.n, a.expected, a.alone, coalesce((select e.revision from es.events e where e.stream = a.stream
        order by e.revision desc limit 1), -1) as at
      from unnest(streams, expected, alone) with ordinality a (stream, expected, alone, n)
    ) s;
  end if;

  if clear then
    begin
      last_position := coalesce((select e.position from es.events e order by e.position desc limit 1), 0);
      if cardinality(ids) = 1 then
        insert into es.events (position, revision, version, id, stream, type, data, metadata)
        values (last_position + 1, at[1] + 1, versions[1], ids[1], streams[1], types[1], data[1], metadata[1]);
      else
        insert into es.events (position, revision, version, id, stream, type, data, metadata)
        select last_position + i.n, at[i.owner] + (i.n - firsts[i.owner] + 1)::int, i.version, i.id, a.stream, i.type, i.data, i.metadata
        from unnest(owners, ids, types, versions, data, metadata) with ordinality i (owner, id, type, version, data, metadata, n)
        join unnest(streams) with ordinality a (stream, n) on a.n = i.owner;
      end if;
      for n in 1 .. cardinality(streams) loop
        append := n;
        outcome := 'appended';
        last_revision := at[n] + coalesce(firsts[n + 1], cardinality(ids) + 1) - firsts[n];
        event := null;
        last_position := last_position + coalesce(firsts[n + 1], cardinality(ids) + 1) - firsts[n];
        return next;
      end loop;
      return;
    exception when unique_violation then
      null;
    end;
  end if;

  return query select * from es.append_sorted_out(streams, expected, firsts, alone, owners, ids, types, versions, data, metadata);
end
$$`;

/**
 * One append of one event, which is most of what happens when little happens: as few statements as it takes. Answers
 * {revision, position}, or null when something is in the way (then nothing was written and `es.append` finds out
 * what). `expected` as there. Its caller turns sequential scans off once for its connection: to do so in every call
 * costs as much as one of its statements.
 */
const appendOne = `
create function es.append_one(stream text, expected int, id uuid, type text, version smallint, data json, metadata json) returns bigint[]
language plpgsql
as $$
#variable_conflict use_variable
declare
  at int := expected;
  added bigint;
begin
  perform pg_advisory_xact_lock(4851002);
  if expected <> -1 then
    at := coalesce((select e.revision from es.events e where e.stream = stream order by e.revision desc limit 1), -1);
    if not (expected = -2 or expected = at or (expected = -3 and at >= 0)) then return null; end if;
  end if;
  insert into es.events (position, revision, version, id, stream, type, data, metadata)
  values (coalesce((select e.position from es.events e order by e.position desc
    limit 1), 0) + 1, at + 1, version, id, stream, type, data, metadata)
  returning events.position into added;
  return array[at + 1, added];
exception when unique_violation then
  return null;
end
$$`;

const appendSortedOut = `
create function es.append_sorted_out(
  streams text[], expected int[], firsts int[], alone boolean[],
  owners int[], ids uuid[], types text[], versions smallint[], data json[], metadata json[]
) returns table (append int, outcome text, last_revision int, last_position bigint, event uuid)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  at int[];
  simple boolean[];
  first int; last int; total int; found int; same boolean; culprit uuid; tail int; top bigint;
begin
  select array_agg(s.at order by s.n), array_agg(s.alone and (s.expected = -2 or s.expected = s.at
    or (s.expected = -3 and s.at >= 0)) and not s.known order by s.n)
  into at, simple
  from (
    select a.n, a.expected, a.alone,
      coalesce((select e.revision from es.events e where e.stream = a.stream order by e.revision desc limit 1), -1) as at,
      exists (
        select from unnest(ids[a.first : coalesce(firsts[a.n + 1] - 1, cardinality(ids))]) i (id)
        where (select true from es.events e where e.id = i.id)
      ) as known
    from unnest(streams, expected, firsts, alone) with ordinality a (stream, expected, first, alone, n)
  ) s;

  return query
  with added as (
    insert into es.events (position, revision, version, id, stream, type, data, metadata)
    select
      coalesce((select e.position from es.events e order by e.position desc limit 1), 0) + row_number() over (order by i.n),
      at[i.owner] + (i.n - firsts[i.owner] + 1)::int, i.version, i.id, a.stream, i.type, i.data, i.metadata
    from unnest(owners, ids, types, versions, data, metadata) with ordinality i (owner, id, type, version, data, metadata, n)
    join unnest(streams) with ordinality a (stream, n) on a.n = i.owner
    where simple[i.owner]
    returning stream, revision, position
  )
  select a.n::int, 'appended', max(added.revision), max(added.position), null::uuid
  from added join unnest(streams, simple) with ordinality a (stream, simple, n) on a.stream = added.stream and a.simple
  group by a.n;

  for nth in 1 .. cardinality(streams) loop
    continue when simple[nth];
    first := firsts[nth];
    last := coalesce(firsts[nth + 1] - 1, cardinality(ids));
    total := last - first + 1;

    select
      count(k.id),
      bool_and(k.stream = streams[nth] and k.type = i.type and k.version = i.version and k.data::text = i.data::text)
        and count(k.id) = total and max(k.revision - i.n) = min(k.revision - i.n),
      (array_agg(i.id order by i.n) filter (where k.id is not null))[1], max(k.revision), max(k.position)
    into found, same, culprit, tail, top
    from unnest(ids[first:last], types[first:last], versions[first:last], data[first:last]) with ordinality i (id, type, version, data, n)
    left join lateral (select e.* from es.events e where e.id = i.id limit 1) k on true;

    if found > 0 then
      return query select nth, case when same then 'repeated' else 'reused' end, tail, top, culprit;
      continue;
    end if;

    tail := coalesce((select e.revision from es.events e where e.stream = streams[nth] order by e.revision desc limit 1), -1);
    if not (expected[nth] = -2 or expected[nth] = tail or (expected[nth] = -3 and tail >= 0)) then
      return query select nth, 'conflict', tail, null::bigint, null::uuid;
      continue;
    end if;

    top := coalesce((select e.position from es.events e order by e.position desc limit 1), 0);
    insert into es.events (position, revision, version, id, stream, type, data, metadata)
    select top + i.n, tail + i.n, i.version, i.id, streams[nth], i.type, i.data, i.metadata
    from unnest(ids[first:last], types[first:last], versions[first:last], data[first:last], metadata[first:last])
      with ordinality i (id, type, version, data, metadata, n)
    order by i.n;
    return query select nth, 'appended', tail + total, top + total, null::uuid;
  end loop;
end
$$`;

/**
 * A page of the feed after a position: events of one of the `types`, in a stream whose name fits one of the `patterns`
 * (of LIKE); null leaves a condition out. `categories` are those of the patterns where all of them name one, else
 * null. Always ends with one row without an id: its `position` is how far was looked, its `head` the end of the feed.
 * Looks at no more than `reach` positions one by one.
 *
 * What is certainly not wanted is jumped over with one index probe per type or category; from there on a stretch is read in order and
 * sifted. So a feed in which nearly everything is wanted is read at the speed of the log, and one with little is found at once.
 */
const readFiltered = `
create function es.read_filtered(after bigint, types text[], patterns text[], categories text[], page int, reach int)
returns table ("position" bigint, revision int, version smallint, id uuid, stream text, type text, data json, metadata json, head bigint)
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  head bigint := coalesce((select e.position from es.events e order by e.position desc limit 1), 0);
  done bigint := least(after, head);
  stretch int := page * 2;
  looked int := 0;
  missing int := page;
  hop bigint;
  n int;
begin
  while missing > 0 and done < head and looked < reach loop
    if types is not null then
      select min(p.position) into hop from unnest(types) t (name),
        lateral (select e.position from es.events e where e.type = t.name and e.position > done order by e.position limit 1) p;
      done := coalesce(hop - 1, head);
    end if;
    if categories is not null then
      select min(p.position) into hop from unnest(categories) c (name),
        lateral (select e.position from es.events e where split_part(e.stream, '-', 1) = c.name and e.position > done
          order by e.position limit 1) p;
      done := coalesce(hop - 1, head);
    end if;
    return query
    select e.position, e.revision, e.version, e.id, e.stream, e.type, e.data, e.metadata, null::bigint
    from es.events e
    where e.position > done and e.position <= done + stretch
      and (types is null or e.type = any (types)) and (patterns is null or e.stream like any (patterns))
    order by e.position limit missing;
    get diagnostics n = row_count;
    missing := missing - n;
    done := least(done + stretch, head);
    looked := looked + stretch;
  end loop;
  return query select done, null::int, null::smallint, null::uuid, null::text, null::text, null::json, null::json, head;
end
$$`;
