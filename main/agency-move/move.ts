import type pg from 'pg';
import type { Append, EventStore, EventToStore, Position, StoredEvent } from '../../adapters/event-store/port.ts';
import type { Storage } from '../../adapters/storage/port.ts';
import type { Vault } from '../../adapters/vault/port.ts';
import type { Directory } from '../../adapters/directory/port.ts';
import type { Worker } from '../../workers/engine/worker.ts';
import { type MovedTable, movedTables, refusedRows } from './tables.ts';

/** One installation of a platform, as a move reaches it. */
export interface Cell {
  /** As the directory knows it. */
  readonly name: string;
  readonly pool: pg.Pool;
  /** The log as its engine has it, personal data still encrypted. */
  readonly log: EventStore;
  readonly vault: Pick<Vault, 'get' | 'fingerprint'>;
  readonly storage: Storage;
  /** Who follows the log, and for which events. */
  readonly follows: readonly Pick<Worker, 'name' | 'handles'>[];
  readonly now: () => Date;
}

/** The move can't begin, or not go on. The message says why and what to do. Nothing is lost: it can be repeated. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** In order. Each can be repeated: whoever is killed in one begins with it again. */
export const steps = ['copy', 'fence', 'drain', 'take', 'catch up', 'arrive', 'switch', 'release'] as const;
export type Step = (typeof steps)[number];

export interface Move {
  readonly agencyId: string;
  readonly from: Cell;
  readonly to: Cell;
  readonly directory: Directory;
  /** Told before each step, and of what it counts. */
  readonly told?: (line: string) => void;
  /** How long what is in hand may take to end, in ms. Default 120,000. */
  readonly drainMs?: number;
}

interface Tenants {
  readonly agencyId: string;
  readonly businesses: readonly string[];
  readonly users: readonly string[];
}

const pepperRef = 'installation/identifier-pepper';
const pageSize = 1_000;
/** So far ahead that nothing due is near it; in hours, which no calendar bends. */
const far = "interval '8766000 hours'";
const isHeld = (column: string): string => `(isfinite(${column}) and ${column} > now() + interval '4383000 hours')`;
/** The lock that appends take: whoever has had it knows that no append is under way that has not seen what was committed before. */
const appendLock = 'select pg_advisory_xact_lock(4851002)';

/** Moves an agency with all that belongs to it, or goes on with a move that was cut off. Throws `MoveRefused`. */
export async function moveAgency(move: Move): Promise<void> {
  const { agencyId, from, to, told = () => {} } = move;
  const begun = await stepOf(from, agencyId, 'leaving');
  if (begun === 'release') throw new MoveRefused(`This agency has moved away from ${from.name} already.`);
  if (begun === null) await check(move);
  for (const step of steps.slice(begun === null ? 0 : steps.indexOf(begun))) {
    told(step);
    await noteStep(from, agencyId, 'leaving', step, to.name);
    await perform[step](move);
  }
  await from.pool.query(`update ops.agency_moves set step = 'release' where agency_id = $1`, [agencyId]);
}

/** Takes back a move that has not arrived: the agency goes on where it was. Throws `MoveRefused`. */
export async function cancelMove({ agencyId, from, to, directory }: Move): Promise<void> {
  const begun = await stepOf(from, agencyId, 'leaving');
  if (begun === null) throw new MoveRefused('This agency is not moving.');
  if (steps.indexOf(begun) >= steps.indexOf('arrive'))
    throw new MoveRefused(`It is at ${to.name} already: finish the move, then move it back.`);
  await inTransaction(from.pool, async (client) => {
    await client.query(appendLock);
    await putRows(client, agencyId, 'position');
    for (const table of movedTables) await unhold(client, table, await tenantsOf(from, agencyId));
    await setFences(client, await tenantsOf(from, agencyId), null);
    await client.query('delete from ops.agency_moves where agency_id = $1', [agencyId]);
  });
  await directory.place(agencyId, from.name, 'here');
}

const perform: Readonly<Record<Step, (move: Move) => Promise<void>>> = {
  async copy(move) {
    const { agencyId, from, to } = move;
    if ((await stepOf(to, agencyId, 'arriving')) === null)
      await inTransaction(to.pool, async (client) => {
        await setFences(client, await tenantsOf(from, agencyId), 'arriving');
        await client.query(
          `insert into ops.agency_moves (agency_id, role, step, peer) values ($1, 'arriving', 'copy', $2)
            on conflict (agency_id) do update set role = 'arriving', step = 'copy', peer = excluded.peer, copied_to = 0, fenced_at = null`,
          [agencyId, from.name],
        );
      });
    await copyEvents(move);
  },
  async fence({ agencyId, from, directory }) {
    await directory.place(agencyId, from.name, 'moving');
    await inTransaction(from.pool, async (client) => {
      await setFences(client, await tenantsOf(from, agencyId), 'fenced');
      await client.query(
        `update ops.agency_moves set fenced_at = (select coalesce(max(position), 0) from es.events) where agency_id = $1`,
        [agencyId],
      );
    });
  },
  drain,
  take: ({ agencyId, from }) =>
    inTransaction(from.pool, async (client) => {
      const tenants = await tenantsOf(from, agencyId);
      for (const table of movedTables) await takeRows(client, table, tenants);
    }),
  async 'catch up'(move) {
    const { agencyId, from, to } = move;
    if ((await stepOf(to, agencyId, 'arriving')) !== 'copy') return;
    // A business that was made after the first copy began is the agency's as well.
    await inTransaction(to.pool, async (client) => setFences(client, await tenantsOf(from, agencyId), 'arriving'));
    await copyEvents(move);
    await copyKeys(move);
    await copyRows(move);
    await compare(move);
  },
  arrive: ({ agencyId, from, to }) =>
    inTransaction(to.pool, async (client) => {
      const { rowCount } = await client.query(
        `update ops.agency_moves set step = 'arrived' where agency_id = $1 and role = 'arriving' and step = 'copy'`,
        [agencyId],
      );
      if (rowCount !== 1) return;
      await client.query(appendLock);
      await putRows(client, agencyId, 'id');
      await setFences(client, await tenantsOf(from, agencyId), null);
    }),
  async switch({ agencyId, from, to, directory }) {
    await directory.enter(agencyId, await addressesOf(from, await tenantsOf(from, agencyId)));
    await directory.place(agencyId, to.name, 'here');
  },
  async release({ agencyId, from }) {
    await inTransaction(from.pool, async (client) => {
      await setFences(client, await tenantsOf(from, agencyId), 'moved');
      await client.query('delete from ops.moving_rows where agency_id = $1', [agencyId]);
    });
  },
};

// --- before the first step ---------------------------------------------------------------------------------------

/** Throws `MoveRefused` for what a move would lose. */
async function check({ agencyId, from, to }: Move): Promise<void> {
  const refuse = (why: string): never => {
    throw new MoveRefused(why);
  };
  for (const cell of [from, to])
    if (cell.log.engine !== 'postgres')
      refuse(`The events of ${cell.name} are in ${cell.log.engine}: only a log in Postgres can close for one agency.`);
  if (from.vault.fingerprint('cell') !== to.vault.fingerprint('cell'))
    refuse('SECRET_KEY differs: all installations of a platform have the same one.');
  if ((await from.vault.get(pepperRef)) !== (await to.vault.get(pepperRef)))
    refuse(
      `${to.name} makes other ids of phone numbers: join it to the platform before its first use (agency:move -- join).`,
    );
  const tenants = await tenantsOf(from, agencyId);
  const [first] = await rows<{ there: boolean }>(
    from,
    'select exists (select from es.events where stream = $1) as there',
    [`agency-${agencyId}`],
  );
  if (!first!.there) refuse(`There is no agency ${agencyId} at ${from.name}.`);
  for (const { table, own, why } of refusedRows) {
    const [found] = await rows<{ count: number }>(
      from,
      `select count(*)::int as count from ops.${table} where ${own}${unused(3)}`,
      parametersOf(tenants),
    );
    if (found!.count > 0) refuse(`${found!.count} ${why}.`);
  }
  const paused = await rows<{ name: string }>(
    from,
    'select name from ops.worker_checkpoints where paused_at is not null',
  );
  if (paused.length > 0) refuse(`Workers of ${from.name} are paused (${paused.map(({ name }) => name).join(', ')}).`);
  // A stream belongs to one agency as a whole, or it can't leave.
  const shared = await rows<{ stream: string }>(
    from,
    `select stream from es.events where stream in (select stream from es.events where ${ownEvent}) group by stream
      having count(*) filter (where ${ownEvent}) < count(*) limit 5`,
    [tenants.businesses, agencyId],
  );
  if (shared.length > 0)
    refuse(`These are shared with other agencies or the platform: ${shared.map(({ stream }) => stream).join(', ')}.`);
  await refuseTaken(from, to, tenants);
}

/** What the agency claims (addresses, numbers, names) must not be another's at its new home. */
async function refuseTaken(from: Cell, to: Cell, tenants: Tenants): Promise<void> {
  for (let after = '0'; ;) {
    const page = await rows<{ id: string; stream: string; position: string }>(
      from,
      `select id, stream, position::text from es.events where revision = 0 and ${ownEvent} and position > $3 order by position limit 10000`,
      [tenants.businesses, tenants.agencyId, after],
    );
    if (page.length === 0) return;
    after = page.at(-1)!.position;
    const taken = await rows<{ stream: string }>(
      to,
      `select e.stream from unnest($1::text[], $2::uuid[]) as s (stream, id) join es.events e on e.stream = s.stream
        and e.revision = 0 and e.id <> s.id limit 5`,
      [page.map(({ stream }) => stream), page.map(({ id }) => id)],
    );
    if (taken.length > 0)
      throw new MoveRefused(`${to.name} has these for someone else: ${taken.map(({ stream }) => stream).join(', ')}.`);
  }
}

/** Gives a new installation the platform's pepper, before anything happens there. Throws `MoveRefused`. */
export async function joinPlatform(from: Cell, to: Cell): Promise<void> {
  if (from.vault.fingerprint('cell') !== to.vault.fingerprint('cell'))
    throw new MoveRefused('SECRET_KEY differs: all installations of a platform have the same one.');
  if ((await to.log.head()) > 0n) throw new MoveRefused(`${to.name} has been used: its ids are made already.`);
  await copyVault(from, to, [pepperRef]);
}

// --- whose is what ------------------------------------------------------------------------------------------------

/** `$1` businesses, `$2` the agency. */
const ownEvent = `(metadata -> 'tenant' ->> 'agencyId' = $2::text or metadata -> 'tenant' ->> 'businessId' = any($1::text[]))`;
const parametersOf = ({ businesses, agencyId, users }: Tenants): unknown[] => [businesses, agencyId, users];
/** Postgres wants each parameter to be used. */
const unused = (count: number): string =>
  ` and $1::uuid[] is not null and $2::uuid is not null and $3::uuid[] is not null${count > 3 ? ' and $4::timestamptz is not null' : ''}`;

async function tenantsOf(cell: Cell, agencyId: string): Promise<Tenants> {
  const businesses = await rows<{ id: string }>(
    cell,
    `select distinct metadata -> 'tenant' ->> 'businessId' as id from es.events
      where type = 'BusinessCreated' and metadata -> 'tenant' ->> 'agencyId' = $1 and metadata -> 'tenant' ->> 'businessId' is not null`,
    [agencyId],
  );
  const ids = businesses.map(({ id }) => id).sort();
  const users = await rows<{ id: string }>(
    cell,
    `select substr(stream, 6) as id from es.events where split_part(stream, '-', 1) = 'user' and revision = 0 and ${ownEvent}`,
    [ids, agencyId],
  );
  return { agencyId, businesses: ids, users: users.map(({ id }) => id).sort() };
}

const isOwn = ({ agencyId, businesses }: Tenants): ((event: StoredEvent) => boolean) => {
  const all = new Set(businesses);
  return ({ metadata: { tenant } }) =>
    tenant.agencyId === agencyId || (tenant.businessId !== null && all.has(tenant.businessId));
};

/** Null: opens the log to them again. */
async function setFences(
  client: pg.ClientBase,
  { agencyId, businesses }: Tenants,
  state: 'fenced' | 'sealed' | 'moved' | 'arriving' | null,
): Promise<void> {
  await client.query(appendLock);
  if (state === null) await client.query('delete from es.fences where agency_id = $1', [agencyId]);
  else
    await client.query(
      `insert into es.fences (tenant, agency_id, state) select tenant, $1, $3 from unnest($2::uuid[]) tenant
        on conflict (tenant) do update set state = excluded.state`,
      [agencyId, [agencyId, ...businesses], state],
    );
  await client.query('select es.keep_fences()');
}

/** What the router finds the agency by. */
async function addressesOf(cell: Cell, tenants: Tenants) {
  const found = await rows<{ stream: string }>(
    cell,
    `select distinct stream from es.events where split_part(stream, '-', 1) in ('number', 'domain') and ${ownEvent}`,
    [tenants.businesses, tenants.agencyId],
  );
  return found.map(({ stream }) =>
    stream.startsWith('number-') ?
      { kind: 'number' as const, key: stream.slice('number-'.length) }
    : { kind: 'host' as const, key: stream.slice('domain-'.length) },
  );
}

// --- events ------------------------------------------------------------------------------------------------------

/** Brings the target up to the end of the log as it is now. */
async function copyEvents({ agencyId, from, to, told }: Move): Promise<void> {
  const tenants = await tenantsOf(from, agencyId);
  const own = isOwn(tenants);
  const [at] = await rows<{ copied_to: string }>(
    to,
    'select copied_to::text from ops.agency_moves where agency_id = $1',
    [agencyId],
  );
  let position: Position = BigInt(at!.copied_to);
  let copied = 0;
  for (;;) {
    const page = await from.log.readAll(position, { limit: pageSize });
    const events = page.events.filter(own);
    if (events.length > 0) {
      await copySubjectKeys(from, to, subjectsOf(events));
      await copyVault(from, to, refsOf(events));
      await appendCopies(to, events, from.name);
      copied += events.length;
    }
    position = page.next;
    await to.pool.query('update ops.agency_moves set copied_to = $2 where agency_id = $1', [
      agencyId,
      position.toString(),
    ]);
    if (page.atEnd) break;
  }
  told?.(`${copied} events copied`);
}

/** Appends what is not there yet, in its order. A stream comes once in each call of the store, so the page is cut where one returns. */
async function appendCopies(to: Cell, events: readonly StoredEvent[], origin: string): Promise<void> {
  const there = new Set(
    (
      await rows<{ id: string }>(to, 'select id from es.events where id = any($1::uuid[])', [
        events.map(({ id }) => id),
      ])
    ).map(({ id }) => id),
  );
  let call: { stream: string; first: number; events: EventToStore[] }[] = [];
  const seen = new Set<string>();
  const flush = async (): Promise<void> => {
    const appends = call.map(({ stream, first, events }): Append => ({
      stream,
      expected: first === 0 ? 'noStream' : first - 1,
      events,
    }));
    if (appends.length > 0)
      for (const verdict of await to.log.appendMany(appends)) if (verdict instanceof Error) throw verdict;
    call = [];
    seen.clear();
  };
  for (const { id, type, version, data, metadata, stream, revision } of events) {
    if (there.has(id)) continue;
    const copy = { id, type, version, data, metadata: { ...metadata, moved: { from: origin } } };
    if (call.at(-1)?.stream === stream) call.at(-1)!.events.push(copy);
    else {
      if (seen.has(stream)) await flush();
      seen.add(stream);
      call.push({ stream, first: revision, events: [copy] });
    }
  }
  await flush();
}

const subjectsOf = (events: readonly StoredEvent[]): readonly string[] => [
  ...new Set(
    events.flatMap(({ data }) => {
      const envelope = data['$personal'] as { readonly of: string } | undefined;
      return envelope === undefined ? [] : [envelope.of];
    }),
  ),
];
/** Names of secrets, by the fields that hold them. */
const refsOf = (events: readonly StoredEvent[]): readonly string[] => [
  ...new Set(
    events.flatMap(({ data }) =>
      Object.entries(data).flatMap(([field, value]) =>
        field.endsWith('Ref') && typeof value === 'string' ? [value] : [],
      ),
    ),
  ),
];

/** A key that was destroyed here is destroyed there. */
async function copySubjectKeys(from: Cell, to: Cell, subjects: readonly string[]): Promise<void> {
  const keys = await rows<{ subject: string; wrapped: Buffer | null; created_at: Date; destroyed_at: Date | null }>(
    from,
    'select subject, wrapped, created_at, destroyed_at from ops.subject_keys where subject = any($1::text[])',
    [subjects],
  );
  await to.pool.query(
    `insert into ops.subject_keys as k (subject, wrapped, created_at, destroyed_at)
      select * from unnest($1::text[], $2::bytea[], $3::timestamptz[], $4::timestamptz[])
      on conflict (subject) do update set wrapped = null, destroyed_at = excluded.destroyed_at
      where excluded.destroyed_at is not null and k.destroyed_at is null`,
    [
      keys.map(({ subject }) => subject),
      keys.map(({ wrapped }) => wrapped),
      keys.map((key) => key.created_at),
      keys.map((key) => key.destroyed_at),
    ],
  );
}

async function copyVault(from: Cell, to: Cell, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const secrets = await rows<{ ref: string; sealed: Buffer }>(
    from,
    'select ref, sealed from ops.vault where ref = any($1::text[])',
    [refs],
  );
  await to.pool.query(
    `insert into ops.vault (ref, sealed) select * from unnest($1::text[], $2::bytea[])
      on conflict (ref) do update set sealed = excluded.sealed, updated_at = now()`,
    [secrets.map(({ ref }) => ref), secrets.map(({ sealed }) => sealed)],
  );
}

/** Once more when nothing changes any more: who was erased while the copy ran is erased there, too. */
async function copyKeys({ agencyId, from, to }: Move): Promise<void> {
  const tenants = await tenantsOf(from, agencyId);
  const own = isOwn(tenants);
  for (let position: Position = 0n; ;) {
    const page = await from.log.readAll(position, { limit: pageSize });
    const events = page.events.filter(own);
    await copySubjectKeys(from, to, subjectsOf(events));
    await copyVault(from, to, refsOf(events));
    position = page.next;
    if (page.atEnd) return;
  }
}

/** Throws `MoveRefused` unless both logs hold the same events of the agency, byte by byte. */
async function compare({ agencyId, from, to, told }: Move): Promise<void> {
  const { businesses } = await tenantsOf(from, agencyId);
  const digest = async (cell: Cell) =>
    (
      await rows<{ events: string; digest: string }>(
        cell,
        `select count(*)::text as events, coalesce(sum(hashtextextended(
          concat_ws(' ', id, stream, revision, type, version, data::text), 0)::numeric), 0)::text as digest
          from es.events where ${ownEvent}`,
        [businesses, agencyId],
      )
    )[0]!;
  const [left, arrived] = [await digest(from), await digest(to)];
  if (left.events !== arrived.events || left.digest !== arrived.digest)
    throw new MoveRefused(
      `The logs differ: ${left.events} events at ${from.name}, ${arrived.events} at ${to.name}. Nothing was switched.`,
    );
  told?.(`${left.events} events are equal`);
}

// --- rows of ops -------------------------------------------------------------------------------------------------

/**
 * Waits until nothing of the agency is in anyone's hands, and closes the log to it. What is to come is put off again and
 * again, since what ends may set something going.
 */
async function drain({ agencyId, from, drainMs = 120_000 }: Move): Promise<void> {
  const until = performance.now() + drainMs;
  for (;;) {
    const tenants = await tenantsOf(from, agencyId);
    for (const table of movedTables) await hold(from.pool, table, tenants);
    let busy = await busyWith(from, tenants);
    if (busy.length === 0)
      busy = await inTransaction(from.pool, async (client) => {
        await setFences(client, tenants, 'sealed');
        // Nothing was appended while this looks: appends take turns with it.
        const still = await busyWith(from, tenants, client);
        if (still.length > 0)
          await client.query(`update es.fences set state = 'fenced' where agency_id = $1`, [agencyId]);
        return still;
      });
    if (busy.length === 0) return;
    if (performance.now() > until)
      throw new MoveRefused(`Still in hand: ${busy.join(', ')}. Repeat the move, or cancel it.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What is in hand, in words; empty: nothing is. */
async function busyWith(
  cell: Cell,
  tenants: Tenants,
  client: pg.Pool | pg.ClientBase = cell.pool,
): Promise<readonly string[]> {
  const busy: string[] = [];
  const parameters = [...parametersOf(tenants), cell.now()];
  for (const { table, own, inHand, hold: held, isLocked } of movedTables) {
    const count = async (which: string, rest = ''): Promise<number> =>
      Number(
        (
          await client.query(
            `select count(*)::int as count from (select from ops.${table} where ${own} and ${which}${unused(4)} ${rest}) x`,
            parameters,
          )
        ).rows[0].count,
      );
    const inHands = inHand === undefined ? 0 : await count(`(${inHand})`);
    const locked = isLocked ? (await count('true')) - (await count('true', 'for update skip locked')) : 0;
    // What came while nobody looked is put off first.
    const open = held === undefined ? 0 : await count(openOf({ hold: held }));
    if (inHands + locked + open > 0) busy.push(`${inHands + locked + open} of ${table}`);
  }
  const { rows: checkpoints } = await client.query<{ name: string; position: string; paused: boolean }>(
    'select name, position::text, paused_at is not null as paused from ops.worker_checkpoints',
  );
  const at = new Map(checkpoints.map(({ name, position }) => [name, BigInt(position)]));
  const behind = cell.follows.map(({ name, handles }) => ({
    name,
    handles: new Set(handles),
    position: at.get(name) ?? 0n,
  }));
  const lowest = behind.reduce(
    (least, { position }) => (position < least ? position : least),
    behind[0]?.position ?? 0n,
  );
  const { rows: recent } = await client.query<{ position: string; type: string }>(
    `select position::text, type from es.events where position > $3 and ${ownEvent} and metadata -> 'moved' is null`,
    [tenants.businesses, tenants.agencyId, lowest.toString()],
  );
  for (const { name, handles, position } of behind)
    if (recent.some((event) => BigInt(event.position) > position && handles.has(event.type)))
      busy.push(`events of ${name}`);
  return busy;
}

/** Rows that a worker could claim and that are not put off. */
const openOf = ({ hold }: Pick<MovedTable, 'hold'>): string =>
  `(${hold!.of ?? 'true'}) and ${hold!.column} < 'infinity' and not ${isHeld(hold!.column)}`;

async function hold(client: pg.Pool, table: MovedTable, tenants: Tenants): Promise<void> {
  if (table.hold === undefined) return;
  const { column } = table.hold;
  const idle = table.inHand === undefined ? 'true' : `not (${table.inHand.replaceAll('$4', 'now()')})`;
  // '-infinity' has no place to come back to: the beginning of time does as well.
  await client.query(
    `update ops.${table.table} set ${column} = greatest(${column}, 'epoch') + ${far}
      where ${table.own} and ${openOf(table)} and ${idle}${unused(3)}`,
    parametersOf(tenants),
  );
}

const unhold = (client: pg.ClientBase, { table, own, hold }: MovedTable, tenants: Tenants): Promise<unknown> =>
  hold === undefined ?
    Promise.resolve()
  : client.query(
      `update ops.${table} set ${hold.column} = ${hold.column} - ${far} where ${own} and ${isHeld(hold.column)}${unused(3)}`,
      parametersOf(tenants),
    );

/** Takes rows out of their table, as they were before they were put off, with the events that their positions stand for. */
async function takeRows(
  client: pg.ClientBase,
  { table, own, hold, positions = [] }: MovedTable,
  tenants: Tenants,
): Promise<void> {
  const content =
    hold === undefined ? 'to_jsonb(x)' : (
      `to_jsonb(x) || case when ${isHeld(`x.${hold.column}`)} then
        jsonb_build_object('${hold.column}', x.${hold.column} - ${far}) else '{}' end`
    );
  const places = positions.map(
    (column) => `'${column}', (select e.id from es.events e where e.position <= (t.content ->> '${column}')::bigint
      and (e.metadata -> 'tenant' ->> 'agencyId' = $2::uuid::text or e.metadata -> 'tenant' ->> 'businessId' = any($1::uuid[]::text[]))
      order by e.position desc limit 1)`,
  );
  await client.query(
    `with t as (delete from ops.${table} x where ${own}${unused(3)} returning ${content} as content),
      base as (select coalesce(max(n), 0) as n from ops.moving_rows where agency_id = $2::uuid)
      insert into ops.moving_rows (agency_id, n, table_name, content, places)
      select $2::uuid, base.n + row_number() over (), '${table}', t.content, jsonb_build_object(${places.join(', ')}) from t, base`,
    parametersOf(tenants),
  );
}

/** `id`: positions become those of the events here; `position`: they stay, the rows return to where they were. */
async function putRows(client: pg.ClientBase, agencyId: string, by: 'id' | 'position'): Promise<void> {
  for (const { table, positions = [], ownNumber } of movedTables.toReversed()) {
    const { rows: found } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`ops.${table}`],
    );
    const columns = found
      .map(({ name }) => name)
      .filter((name) => name !== ownNumber)
      .map((name) => `"${name}"`)
      .join(', ');
    const moved = positions.map(
      (
        column,
      ) => `|| case when m.content ->> '${column}' is null then '{}' else jsonb_build_object('${column}', coalesce(
        (select e.position from es.events e where e.id = (m.places ->> '${column}')::uuid), 0)) end`,
    );
    await client.query(
      `insert into ops.${table} (${columns}) select ${columns} from (
        select (jsonb_populate_record(null::ops.${table}, m.content ${by === 'id' ? moved.join(' ') : ''})).* from ops.moving_rows m
        where m.agency_id = $1 and m.table_name = '${table}') r`,
      [agencyId],
    );
  }
  await client.query('delete from ops.moving_rows where agency_id = $1', [agencyId]);
}

/** Carries taken rows over, and the files that they name before them. */
async function copyRows({ agencyId, from, to, told }: Move): Promise<void> {
  const fileOf = new Map(
    movedTables.flatMap(({ table, file }) => (file === undefined ? [] : [[table, file] as const])),
  );
  let after = '0';
  let copied = 0;
  for (;;) {
    const page = await rows<{ n: string; table_name: string; content: Record<string, unknown>; places: unknown }>(
      from,
      'select n::text, table_name, content, places from ops.moving_rows where agency_id = $1 and n > $2 order by n limit 1000',
      [agencyId, after],
    );
    if (page.length === 0) break;
    for (const { table_name: table, content } of page) {
      const key = fileOf.has(table) ? content[fileOf.get(table)!] : null;
      if (typeof key === 'string') await copyFile(from, to, key);
      const ref = content['token_ref'];
      if (typeof ref === 'string') await copyVault(from, to, [ref]);
    }
    // Straight from text to text: a number that JavaScript would round stays as it was.
    const texts = await rows<{ n: string; table_name: string; content: string; places: string }>(
      from,
      `select n::text, table_name, content::text, places::text from ops.moving_rows
        where agency_id = $1 and n > $2 and n <= $3 order by n`,
      [agencyId, after, page.at(-1)!.n],
    );
    await to.pool.query(
      `insert into ops.moving_rows (agency_id, n, table_name, content, places)
        select $1, * from unnest($2::bigint[], $3::text[], $4::jsonb[], $5::jsonb[]) on conflict (agency_id, n) do nothing`,
      [
        agencyId,
        texts.map(({ n }) => n),
        texts.map((row) => row.table_name),
        texts.map(({ content }) => content),
        texts.map(({ places }) => places),
      ],
    );
    after = page.at(-1)!.n;
    copied += page.length;
  }
  told?.(`${copied} rows copied`);
}

async function copyFile(from: Cell, to: Cell, key: string): Promise<void> {
  if ((await to.storage.open(key)) !== null) return;
  const file = await from.storage.open(key);
  if (file === null) return;
  const stored = await to.storage.put(file.content, file.size);
  if (stored.key !== key) throw new MoveRefused(`The file ${key} of ${from.name} is damaged.`);
}

// --- how far it is ------------------------------------------------------------------------------------------------

async function stepOf<R extends 'leaving' | 'arriving'>(
  cell: Cell,
  agencyId: string,
  role: R,
): Promise<(R extends 'leaving' ? Step : 'copy' | 'arrived') | null> {
  const [row] = await rows<{ step: string }>(
    cell,
    'select step from ops.agency_moves where agency_id = $1 and role = $2',
    [agencyId, role],
  );
  return (row?.step ?? null) as (R extends 'leaving' ? Step : 'copy' | 'arrived') | null;
}

async function noteStep(cell: Cell, agencyId: string, role: string, step: Step, peer: string): Promise<void> {
  await cell.pool.query(
    `insert into ops.agency_moves (agency_id, role, step, peer) values ($1, $2, $3, $4)
      on conflict (agency_id) do update set role = excluded.role, step = excluded.step, peer = excluded.peer`,
    [agencyId, role, step, peer],
  );
}

async function rows<R extends pg.QueryResultRow>(
  cell: Cell,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly R[]> {
  return (await cell.pool.query<R>(text, [...values])).rows;
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
