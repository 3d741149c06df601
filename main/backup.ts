import { createHash, type Hash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { copyIn, copyOut } from '../adapters/database/copy.ts';

/**
 * A backup in one file: the events and the schema `ops` as they were at one moment, and the files of DATA_DIR. Gzip over
 * a sequence of entries; each has a header (JSON), its bytes in pieces, and a trailer with their SHA-256, so that what
 * was cut off or changed is noticed before anything is restored. Read models are not in it: they are made of the events.
 */
const format = 1;

/** Somebody has to do something else. The message says what. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const Header = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('backup'),
    format: z.number(),
    madeAt: z.string(),
    migrations: z.array(z.string()),
    lastPosition: z.string(),
  }),
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('sequence'), name: z.string(), value: z.string() }),
  z.object({ kind: z.literal('file'), path: z.string(), mode: z.number() }),
  z.object({ kind: z.literal('end'), entries: z.number() }),
]);
type Header = z.infer<typeof Header>;
const Trailer = z.object({ bytes: z.number(), sha256: z.string() });
type First = Extract<Header, { kind: 'backup' }>;

/** What is in a backup, for whoever made it or looks at it. */
export interface Contents {
  readonly madeAt: string;
  readonly events: bigint;
  readonly tables: number;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Not kept: the read models' places (they begin anew), who holds a lease (a process that is gone by then), what
 * migrations ran (they run again), and what is written to see whether anything can be.
 */
const leftOut = ['projection_checkpoints', 'leases', 'kysely_migration', 'kysely_migration_lock', 'write_probe'];

/** Below DATA_DIR, but not kept as files: the server's data are kept as tables. */
const notFiles: ReadonlySet<string> = new Set(['postgres']);

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'beckon-backup' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Writes a backup beside a running application. The file appears when it is complete; one that is there is not replaced. */
export async function writeBackup(
  from: { readonly connectionString: string; readonly dataDir: string },
  file: string,
  now: Date,
): Promise<Contents> {
  if (existsSync(file)) throw new BackupRefused(`${file} exists. Choose another name: a backup replaces no other.`);
  const draft = `${file}.partial`;
  const client = await connected(from.connectionString);
  try {
    await client.query('begin isolation level repeatable read read only');
    await pipeline(
      entriesOf(client, from.dataDir, now),
      createGzip({ level: 4 }),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await client.query('commit');
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    await client.end();
  }
  // What was written is read again: a backup that can't be read is none.
  const contents = await verifyBackup(draft);
  renameSync(draft, file);
  return contents;
}

async function* entriesOf(client: pg.Client, dataDir: string, now: Date): AsyncGenerator<Buffer> {
  let entries = 0;
  async function* entry(header: Header, pieces: AsyncIterable<Buffer> | Iterable<Buffer> = []): AsyncGenerator<Buffer> {
    entries += 1;
    yield piece(Buffer.from(JSON.stringify(header)));
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const one of pieces) {
      if (one.length === 0) continue;
      digest.update(one);
      bytes += one.length;
      yield piece(one);
    }
    yield piece(Buffer.alloc(0));
    yield piece(Buffer.from(JSON.stringify({ bytes, sha256: digest.digest('hex') })));
  }
  const rows = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> => (await client.query<R>(text)).rows;

  const migrations = await rows<{ name: string }>('select name from ops.kysely_migration order by name');
  const [last] = await rows<{ position: string }>('select coalesce(max(position), 0)::text as position from es.events');
  yield* entry({
    kind: 'backup',
    format,
    madeAt: now.toISOString(),
    migrations: migrations.map(({ name }) => name),
    lastPosition: last!.position,
  });
  for (const { name, columns } of await tablesOf(client)) {
    const copy = copyOut(client, `copy ${name} (${columns.join(', ')}) to stdout`);
    yield* entry({ kind: 'table', name, columns }, copy as AsyncIterable<Buffer>);
  }
  for (const { name, value } of await rows<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
      where schemaname in ('es', 'ops') and last_value is not null order by 1`,
  ))
    yield* entry({ kind: 'sequence', name, value });
  // After the tables: a file that a row names was there before the row.
  for (const path of existsSync(dataDir) ? filesBelow(dataDir, dataDir) : []) {
    const at = join(dataDir, path);
    // One that is deleted at this moment belongs to nothing any more.
    const mode = statSync(at, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined) yield* entry({ kind: 'file', path, mode: mode & 0o777 }, createReadStream(at));
  }
  yield* entry({ kind: 'end', entries });
}

/** The tables that are kept, with the columns that hold something of their own. */
async function tablesOf(client: pg.Client): Promise<{ readonly name: string; readonly columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
        array_agg(quote_ident(a.attname) order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname in ('es', 'ops') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and not (n.nspname = 'ops' and c.relname = any($1))
      group by 1 order by 1`,
    [leftOut],
  );
  return rows;
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const at = join(folder, one.name);
    if (folder === root && notFiles.has(one.name)) return [];
    return (
      one.isDirectory() ? filesBelow(root, at)
      : one.isFile() ? [relative(root, at)]
      : []
    );
  });
}

function piece(bytes: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(4 + bytes.length);
  framed.writeUInt32BE(bytes.length);
  bytes.copy(framed, 4);
  return framed;
}

/** Longer is no piece of ours: a file of another kind, or one that was changed. */
const longestPiece = 64 * 1024 * 1024;
const broken = (file: string): BackupRefused =>
  new BackupRefused(`${file} is damaged, cut off, or no backup of Beckon. Nothing was restored from it.`);

interface Entry {
  readonly header: Header;
  /** To be read to its end before the next entry is asked for; throws when the bytes are not those that were written. */
  readonly pieces: AsyncGenerator<Buffer>;
}

async function* readEntries(file: string): AsyncGenerator<Entry> {
  const unzipped = createReadStream(file).pipe(createGunzip());
  const source = unzipped[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);
  async function take(length: number): Promise<Buffer> {
    const parts = [held];
    let size = held.length;
    while (size < length) {
      const next = await source.next().catch(() => ({ done: true as const, value: undefined }));
      if (next.done === true) throw broken(file);
      parts.push(next.value);
      size += next.value.length;
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts);
    held = all.subarray(length);
    return all.subarray(0, length);
  }
  async function nextPiece(): Promise<Buffer> {
    const length = (await take(4)).readUInt32BE();
    if (length > longestPiece) throw broken(file);
    return take(length);
  }
  async function json<T>(schema: z.ZodType<T>): Promise<T> {
    const text = (await nextPiece()).toString('utf8');
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw broken(file);
    }
  }
  async function* pieces(digest: Hash): AsyncGenerator<Buffer> {
    let bytes = 0;
    for (let one = await nextPiece(); one.length > 0; one = await nextPiece()) {
      digest.update(one);
      bytes += one.length;
      yield one;
    }
    const trailer = await json(Trailer);
    if (trailer.bytes !== bytes || trailer.sha256 !== digest.digest('hex')) throw broken(file);
  }
  try {
    for (let count = 0; ; count += 1) {
      const header = await json(Header);
      if ((header.kind === 'backup') !== (count === 0)) throw broken(file);
      if (header.kind === 'end' && header.entries !== count) throw broken(file);
      yield { header, pieces: pieces(createHash('sha256')) };
      if (header.kind === 'end') break;
    }
    // Not a byte more, and the last ones of gzip, which say how much there was.
    const rest = await source.next().catch(() => null);
    if (rest?.done !== true || held.length > 0) throw broken(file);
  } finally {
    unzipped.destroy();
  }
}

/** Reads all of it and compares every checksum. Throws `BackupRefused`. */
export async function verifyBackup(file: string): Promise<Contents> {
  if (!existsSync(file)) throw new BackupRefused(`There is no file ${file}.`);
  let first: First | null = null;
  const counts = { table: 0, file: 0, bytes: 0 };
  for await (const { header, pieces } of readEntries(file)) {
    if (header.kind === 'backup') {
      first = header;
      if (header.format !== format)
        throw new BackupRefused(`${file} is of format ${header.format}, this release reads ${format}.`);
    }
    if (header.kind === 'table' || header.kind === 'file') counts[header.kind] += 1;
    for await (const one of pieces) counts.bytes += one.length;
  }
  return {
    madeAt: first!.madeAt,
    events: BigInt(first!.lastPosition),
    tables: counts.table,
    files: counts.file,
    bytes: counts.bytes,
  };
}

/** How a restore gets a database, and lets it go when it is filled. */
export interface Target {
  readonly dataDir: string;
  /** `at`: the folder that is filled; it becomes `dataDir` at the end. */
  open(at: string): Promise<{ readonly connectionString: string; close(): Promise<void> }>;
  migrate(connectionString: string, upTo: string | null): Promise<unknown>;
  readonly knownMigrations: readonly string[];
}

/**
 * Fills an empty DATA_DIR (and the database that belongs to it). All of it is checked before anything is written, and
 * the folder gets its name when everything is in it: a restore that is cut off leaves none that could be started from.
 */
export async function restoreBackup(file: string, target: Target): Promise<Contents> {
  const dataDir = resolve(target.dataDir);
  const refuse = (): never => {
    throw new BackupRefused(`${dataDir} isn't empty. Set DATA_DIR to a new folder: a restore replaces nothing.`);
  };
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) refuse();
  const contents = await verifyBackup(file);
  const draft = `${dataDir}.restoring`;
  const mark = join(draft, 'not-complete');
  if (existsSync(draft)) {
    if (!existsSync(mark)) throw new BackupRefused(`${draft} is in the way, and not of a restore. Move it away.`);
    rmSync(draft, { recursive: true });
  }
  mkdirSync(draft, { recursive: true, mode: 0o711 });
  writeFileSync(mark, 'A restore is under way here, or was cut off.\n');
  const { connectionString, close } = await target.open(draft);
  try {
    await fill(file, draft, connectionString, target);
  } finally {
    await close();
  }
  rmSync(mark);
  if (existsSync(dataDir)) rmdirSync(dataDir);
  renameSync(draft, dataDir);
  return contents;
}

async function fill(file: string, folder: string, connectionString: string, target: Target): Promise<void> {
  const client = await connected(connectionString);
  try {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('es.events') is not null as there");
    if (rows[0]!.there) throw new BackupRefused('The database isn’t empty. Use a new one: a restore replaces nothing.');
    let allowed: ReadonlyMap<string, readonly string[]> = new Map();
    for await (const { header, pieces } of readEntries(file)) {
      switch (header.kind) {
        case 'backup': {
          const unknown = header.migrations.filter((name) => !target.knownMigrations.includes(name));
          if (unknown.length > 0)
            throw new BackupRefused(
              `The backup is of a later release (${unknown.join(', ')}). Restore it with that one.`,
            );
          await target.migrate(connectionString, header.migrations.at(-1) ?? null);
          allowed = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]));
          await client.query('begin');
          await client.query(`truncate ${[...allowed.keys()].join(', ')}`);
          break;
        }
        case 'table': {
          const columns = allowed.get(header.name);
          if (columns === undefined || header.columns.some((name) => !columns.includes(name))) throw broken(file);
          await copyIn(client, `copy ${header.name} (${header.columns.join(', ')}) from stdin`, pieces);
          continue;
        }
        case 'sequence':
          await client.query('select setval($1::regclass, $2::bigint)', [header.name, header.value]);
          break;
        case 'file': {
          const at = join(folder, header.path);
          if (isAbsolute(header.path) || relative(folder, at).startsWith('..') || header.path.startsWith('postgres/'))
            throw broken(file);
          mkdirSync(dirname(at), { recursive: true });
          await pipeline(pieces, createWriteStream(at, { mode: header.mode }));
          continue;
        }
        case 'end':
          await client.query('commit');
          break;
      }
      for await (const _ of pieces);
    }
  } finally {
    await client.end();
  }
  await target.migrate(connectionString, null);
  // What has moved away stays closed here: a backup has the fences, not their trigger.
  const after = await connected(connectionString);
  await after.query('select es.keep_fences()').finally(() => after.end());
}
