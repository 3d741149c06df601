import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql, type Transaction } from 'kysely';
import { disclose } from '../event-store/codec/commitments.ts';
import { type Envelope, envelopeField, unseal } from '../event-store/codec/envelope.ts';
import {
  type EventStore,
  type FeedPage,
  LogEndsEarlier,
  type Position,
  type StoredEvent,
} from '../event-store/port.ts';
import type { SubjectKeys, Vault } from '../vault/port.ts';
import { entryText, platformOwner } from './entries.ts';
import { GrowingTree, leavesByTree, type Segment, treeKey } from './growth.ts';
import { checkpointText, createSigner, newKey, proofText, type Signer } from './note.ts';
import type { Entry, Evidence, OpenedField, TreeKind, TreeProof } from './port.ts';
import { type TimestampAuthority, timestampOf } from './timestamp.ts';
import { Frontier, hashesIn, inclusionPath, manyPath, tileSize, tilesFor } from './tree.ts';

export interface EvidenceOptions {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- it names its own tables itself
  readonly db: Kysely<any>;
  /** The log as its engine has it, personal data still encrypted. */
  readonly raw: EventStore;
  readonly vault: Vault;
  readonly subjectKeys: Pick<SubjectKeys, 'forReading'>;
  readonly now: () => Date;
  /** What a new signing key is named by: the installation's host. */
  readonly name: string;
  /** Left out: nothing is time-stamped. */
  readonly authority?: TimestampAuthority;
  readonly log?: { warn(given: object, message: string): void };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
type Trx = Transaction<any>;

/** Events taken in by one transaction, and after how many the trees are signed. */
const pageSize = 5_000;
const signAfter = 10_000;
const keyRef = 'installation/evidence-key';

interface TreeRow {
  readonly tree: number;
  readonly owner: string;
  readonly kind: TreeKind;
  readonly size: string;
  readonly peaks: Buffer;
  readonly noted: string;
  readonly note: string | null;
}

/** The trees in Postgres, beside whatever engine the log has. */
export function createEvidence(options: EvidenceOptions): Evidence {
  const { db, raw, vault, subjectKeys, now, name, authority, log } = options;
  let signer: Promise<Signer> | null = null;
  /** Made once, also when several processes start together; the name stays that of the first start. */
  const signing = (): Promise<Signer> =>
    (signer ??= (async () => {
      const kept =
        (await vault.get(keyRef)) ?? (await vault.putIfAbsent(keyRef, JSON.stringify({ name, key: newKey() })));
      const own = JSON.parse(kept) as { readonly name: string; readonly key: string };
      return createSigner(own.name, own.key);
    })().catch((error: unknown) => {
      signer = null;
      throw error;
    }));

  /** How far the log was taken in, and whether a tree has grown since it was signed. */
  async function progress(): Promise<{ readonly position: Position; readonly grown: boolean }> {
    const { rows } = await sql<{ position: string; grown: boolean }>`select position, exists (
      select from ops.evidence_trees where size <> noted and kind <> 'checkpoints') as grown
      from ops.evidence_progress`.execute(db);
    return { position: BigInt(rows[0]!.position), grown: rows[0]!.grown };
  }

  /** False: another process has taken these events in. */
  const takeIn = (from: Position, to: Position, events: readonly StoredEvent[]): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const { numAffectedRows } =
        await sql`update ops.evidence_progress set position = ${to} where position = ${from}`.execute(trx);
      if (numAffectedRows !== 1n) return false;
      const trees = leavesByTree(events);
      const rows = await lockTrees(trx, [...trees.values()]);
      const grown = [...trees].map(([key, { owner, kind, leaves }]) => {
        const row = rows.get(key)!;
        const tree = new GrowingTree(owner, kind, frontierOf(row));
        for (const [entry, position] of leaves) tree.add(entry, position);
        return { row, tree };
      });
      await write(trx, grown);
      return true;
    });

  async function catchUp(signal?: AbortSignal): Promise<void> {
    let { position: from, grown } = await progress();
    const end = await raw.end();
    if (end < from) throw new LogEndsEarlier(from, end);
    let taken = 0;
    let ahead: { readonly from: Position; readonly page: Promise<FeedPage> } | null = null;
    while (from < end && signal?.aborted !== true) {
      const page: FeedPage = await (ahead?.from === from ? ahead.page : raw.readAll(from, { limit: pageSize }));
      if (page.next === from) break;
      // The next page comes while this one is taken in.
      ahead = page.next < end ? { from: page.next, page: raw.readAll(page.next, { limit: pageSize }) } : null;
      ahead?.page.catch(() => {});
      if (await takeIn(from, page.next, page.events)) {
        from = page.next;
        taken += page.events.length;
        grown ||= page.events.length > 0;
      } else ({ position: from, grown } = await progress());
      if (taken >= signAfter) {
        await signGrown();
        taken = 0;
      }
    }
    if (grown) await signGrown();
  }

  /** Signs every tree that grew since it was signed, and enters what was signed into the platform's tree. */
  async function signGrown(): Promise<void> {
    const own = await signing();
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<TreeRow>`select * from ops.evidence_trees where size <> noted and kind <> 'checkpoints'
        order by tree for update`.execute(trx);
      if (rows.length === 0) return;
      const notes = rows.map((row) => noteOf(own, row, frontierOf(row)));
      await keepNotes(trx, rows, notes);
      const checkpoints = { owner: platformOwner, kind: 'checkpoints' } as const;
      const row = (await lockTrees(trx, [checkpoints])).get(treeKey(platformOwner, 'checkpoints'))!;
      const tree = new GrowingTree(platformOwner, 'checkpoints', frontierOf(row));
      // It is of no place in the log: its leaves are found by their number.
      for (const note of notes) tree.add(Buffer.from(note), BigInt(tree.frontier.size));
      await write(trx, [{ row, tree }]);
      const size = String(tree.frontier.size);
      await keepNotes(trx, [{ ...row, size }], [noteOf(own, { ...row, size }, tree.frontier)]);
    });
  }

  async function keepNotes(trx: Trx, rows: readonly TreeRow[], notes: readonly string[]): Promise<void> {
    const trees = rows.map(({ tree }) => tree);
    const sizes = rows.map(({ size }) => size);
    await sql`update ops.evidence_trees t set noted = n.size, note = n.note
      from unnest(${trees}::int[], ${sizes}::bigint[], ${notes}::text[]) n (tree, size, note)
      where t.tree = n.tree`.execute(trx);
    await sql`insert into ops.evidence_checkpoints (tree, day, note)
      select tree, ${now().toISOString().slice(0, 10)}::date, note from unnest(${trees}::int[], ${notes}::text[]) n (tree, note)
      on conflict (tree, day) do update set note = excluded.note`.execute(trx);
  }

  async function stored(streams: readonly string[]): Promise<readonly StoredEvent[]> {
    return [...(await raw.readMany([...new Set(streams)])).values()].flat();
  }

  async function openedEntries(events: readonly StoredEvent[]): Promise<readonly Entry[]> {
    const subjects = new Set(events.flatMap((event) => envelopeOf(event)?.of ?? []));
    const keys = await subjectKeys.forReading([...subjects]);
    return events.map((event) => {
      const envelope = envelopeOf(event);
      return { event, text: entryText(event), fields: envelope === null ? [] : opened(event, envelope, keys) };
    });
  }

  async function prove(owner: string, kind: TreeKind, positions: readonly bigint[]): Promise<TreeProof | null> {
    const { rows } =
      await sql<TreeRow>`select * from ops.evidence_trees where owner = ${owner}::uuid and kind = ${kind}`.execute(db);
    const row = rows[0];
    if (row?.note == null) return null;
    const size = Number(row.noted);
    const places = await placesOf(row.tree, positions);
    const indexes = positions.map((position) => {
      const index = places.get(position);
      return index === undefined || index >= size ? null : index;
    });
    const wanted = [...new Set(indexes.filter((index) => index !== null))].sort((one, other) => one - other);
    const tiles = await readTiles(row.tree, tilesFor(wanted, size));
    const hashOf = hashesIn((level, tile) => tiles.get(`${level} ${tile}`)!);
    return {
      size,
      checkpoint: row.note,
      indexes,
      hashes: manyPath(wanted, size, hashOf),
      proofOf: (index) => proofText(index, inclusionPath(index, size, hashOf), row.note!),
    };
  }

  /** Page by page along the tree, past what is between two positions: no plan of Postgres looks through it for each. */
  async function placesOf(tree: number, positions: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
    const wanted = [...positions].sort((one, other) => (one < other ? -1 : 1));
    const places = new Map<bigint, number>();
    for (let next = 0; next < wanted.length;) {
      const { rows } = await sql<{ first: string; positions: Buffer }>`
        select first, positions from ops.evidence_segments
        where tree = ${tree} and level = 0 and last_position >= ${wanted[next]} order by last_position limit ${tileSize}`.execute(
        db,
      );
      if (rows.length === 0) break;
      let last = 0n;
      for (const { first, positions: bytes } of rows)
        for (let at = 0; at < bytes.length; at += 8) {
          last = bytes.readBigInt64BE(at);
          places.set(last, Number(first) + at / 8);
        }
      while (next < wanted.length && wanted[next]! <= last) next += 1;
    }
    return places;
  }

  async function readTiles(
    tree: number,
    wanted: ReadonlyMap<number, readonly number[]>,
  ): Promise<ReadonlyMap<string, Buffer>> {
    const pairs = [...wanted].flatMap(([level, tiles]) => tiles.map((tile) => [level, tile] as const));
    const { rows } = await sql<{ level: number; first: string; hashes: Buffer }>`
      select s.level, s.first, s.hashes
      from unnest(${pairs.map(([level]) => level)}::smallint[], ${pairs.map(([, tile]) => tile)}::bigint[]) w (level, tile)
      join ops.evidence_segments s on s.tree = ${tree} and s.level = w.level
        and s.first >= w.tile * ${tileSize} and s.first < (w.tile + 1) * ${tileSize}
      order by s.level, s.first`.execute(db);
    const parts = new Map<string, Buffer[]>();
    for (const { level, first, hashes } of rows) {
      const key = `${level} ${Math.floor(Number(first) / tileSize)}`;
      parts.set(key, [...(parts.get(key) ?? []), hashes]);
    }
    return new Map([...parts].map(([key, hashes]) => [key, Buffer.concat(hashes)]));
  }

  async function contactEntries(owner: string, size: number): Promise<Buffer> {
    const { rows } = await sql<{ entries: Buffer }>`select s.entries from ops.evidence_segments s
      join ops.evidence_trees t on t.tree = s.tree
      where t.owner = ${owner}::uuid and t.kind = 'contacts' and s.level = 0 and s.first < ${size} order by s.first`.execute(
      db,
    );
    return Buffer.concat(rows.map((row) => row.entries)).subarray(0, size * entryBytes);
  }

  return {
    catchUp,
    stored,
    opened: openedEntries,
    prove,
    contactEntries,
    verifier: readVerifier,
    verifierKey: async () => (await signing()).verifierKey,
    sign: async (text) => (await signing()).sign(text),
    async timestamp(text) {
      if (authority === undefined) return null;
      try {
        return await timestampOf(authority, Buffer.from(text));
      } catch (error) {
        // A packet is whole without it.
        log?.warn({ err: error }, 'the time-stamp authority gave no time-stamp');
        return null;
      }
    },
  };
}

const entryBytes = 48;

/** Beside this file, or as the build has it beside or above the part that holds this. */
function readVerifier(): string {
  const places = ['./verifier/verify.mjs', './evidence/verify.mjs', '../evidence/verify.mjs'];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (found === undefined) throw new Error('The verifier of evidence packets is missing from this installation.');
  return readFileSync(found, 'utf8');
}

const envelopeOf = ({ data }: StoredEvent): Envelope | null => (data[envelopeField] as Envelope | undefined) ?? null;

/** What a sealed event says, field by field, with what proves each; nothing of it once the key is destroyed. */
function opened(
  event: StoredEvent,
  { of, fields, sealed, commit }: Envelope,
  keys: Awaited<ReturnType<SubjectKeys['forReading']>>,
): readonly OpenedField[] {
  const key = sealed === null ? null : (keys.get(of) ?? null);
  if (key === null) return fields.map((name) => ({ name, hash: null, salt: null, value: null }));
  const personal = JSON.parse(unseal(key, event.id, sealed!)) as Record<string, unknown>;
  const values = fields.map((field) => personal[field] ?? null);
  if (commit === undefined) return fields.map((name, at) => ({ name, hash: null, salt: null, value: values[at] }));
  return disclose(key, event.id, values).map(({ hash, salt, value }, at) => ({ name: fields[at]!, hash, salt, value }));
}

const frontierOf = ({ size, peaks }: Pick<TreeRow, 'size' | 'peaks'>): Frontier =>
  new Frontier(
    Number(size),
    Array.from({ length: peaks.length / 32 }, (_, n) => peaks.subarray(n * 32, n * 32 + 32)),
  );

const noteOf = (signer: Signer, { owner, kind, size }: TreeRow, { root }: Frontier): string =>
  signer.sign(checkpointText(`${signer.name}/log/${owner}${kind === 'events' ? '' : `/${kind}`}`, Number(size), root));

/** The rows of these trees, made where there are none, locked in one order. */
async function lockTrees(
  trx: Trx,
  wanted: readonly { readonly owner: string; readonly kind: TreeKind }[],
): Promise<ReadonlyMap<string, TreeRow>> {
  const owners = wanted.map(({ owner }) => owner);
  const kinds = wanted.map(({ kind }) => kind);
  const find = () =>
    sql<TreeRow>`select t.* from unnest(${owners}::uuid[], ${kinds}::text[]) w (owner, kind)
      join ops.evidence_trees t using (owner, kind) order by t.tree for update of t`.execute(trx);
  let { rows } = await find();
  if (rows.length < wanted.length) {
    await sql`insert into ops.evidence_trees (owner, kind)
      select * from unnest(${owners}::uuid[], ${kinds}::text[]) on conflict (owner, kind) do nothing`.execute(trx);
    ({ rows } = await find());
  }
  return new Map(rows.map((row) => [treeKey(row.owner, row.kind), row]));
}

async function write(trx: Trx, grown: readonly { readonly row: TreeRow; readonly tree: GrowingTree }[]): Promise<void> {
  const rows = grown.flatMap(({ row, tree }) => tree.segments.map((segment) => ({ tree: row.tree, ...segment })));
  const column = <T>(of: (row: (typeof rows)[number]) => T): T[] => rows.map(of);
  await sql`insert into ops.evidence_segments (tree, level, first, last_position, hashes, positions, entries)
    select * from unnest(${column(({ tree }) => tree)}::int[], ${column(({ level }) => level)}::smallint[],
      ${column(({ first }) => first)}::bigint[], ${column(({ positions }) => positions.at(-1)?.toString() ?? null)}::bigint[],
      ${column(({ hashes }) => Buffer.concat(hashes))}::bytea[], ${column(positionsOf)}::bytea[],
      ${column(({ entries }) => (entries.length === 0 ? null : Buffer.concat(entries)))}::bytea[])`.execute(trx);
  await sql`update ops.evidence_trees t set size = g.size, peaks = g.peaks
    from unnest(${grown.map(({ row }) => row.tree)}::int[], ${grown.map(({ tree }) => tree.frontier.size)}::bigint[],
      ${grown.map(({ tree }) => Buffer.concat(tree.frontier.peaks))}::bytea[]) g (tree, size, peaks)
    where t.tree = g.tree`.execute(trx);
}

function positionsOf({ positions }: Segment): Buffer | null {
  if (positions.length === 0) return null;
  const bytes = Buffer.alloc(positions.length * 8);
  // Below 2^53: as two halves it takes a fifth of the time of a big integer.
  positions.forEach((position, at) => {
    const number = Number(position);
    bytes.writeUInt32BE(Math.floor(number / 2 ** 32), at * 8);
    bytes.writeUInt32BE(number >>> 0, at * 8 + 4);
  });
  return bytes;
}
