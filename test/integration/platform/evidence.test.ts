import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../../adapters/database/pool.ts';
import { createPostgresEventStore } from '../../../adapters/event-store/postgres/store.ts';
import { type EventStore, type EventToStore, LogEndsEarlier } from '../../../adapters/event-store/port.ts';
import { entryText } from '../../../adapters/evidence/entries.ts';
import { createEvidence } from '../../../adapters/evidence/index.ts';
import { leafHash, nodeHash, splitOf } from '../../../adapters/evidence/tree.ts';
import { differingTrees } from '../../../adapters/evidence/verify.ts';
import { createSubjectKeys, createVault } from '../../../adapters/vault/index.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

let made: TestDatabase;
let database: Database<unknown>;
let raw: EventStore;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase({ connectionString: made.connectionString, log: quiet, max: 10 });
  raw = createPostgresEventStore({ connectionString: made.connectionString, log: quiet });
});
afterAll(async () => {
  await raw.close();
  await database.close();
  await made.drop();
});

const secretKey = 'a key of the installation, for tests only';
const name = 'beckon.example';
/** As another process has it: nothing shared but the database. */
const open = (log = raw) =>
  createEvidence({
    db: database.db,
    raw: log,
    vault: createVault({ db: database.db, secretKey }),
    subjectKeys: createSubjectKeys({ db: database.db, secretKey }),
    now: () => new Date('2026-03-03T12:00:00Z'),
    name,
  });

const agencyId = randomUUID();
const [bella, other] = [randomUUID(), randomUUID()];
const eventOf = (businessId: string | null, n: number): EventToStore => ({
  id: randomUUID(),
  type: 'Tried',
  version: 1,
  data: { n, text: 'é\u0000"' },
  metadata: {
    tenant: { agencyId, businessId },
    actor: { kind: 'system', name: 'test' },
    occurredAt: '2026-03-03T12:00:00.000Z',
    correlationId: randomUUID(),
    causationId: null,
    commandId: randomUUID(),
  },
});
/** Business, agency and contacts in turns: one stream each. */
async function append(count: number, businessId = bella): Promise<void> {
  const each = Array.from({ length: count }, (_, n) => n);
  await raw.appendMany(
    each.map((n) => ({
      stream: n % 3 === 0 ? `contact-${randomUUID()}` : `message-${randomUUID()}`,
      expected: 'noStream' as const,
      events: [eventOf(n % 7 === 6 ? null : businessId, n)],
    })),
  );
}

/** As a stranger checks a checkpoint: by its three lines and its signature. */
function readNote(note: string, verifierKey: string) {
  const [, keyName, id, key] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(verifierKey)!.map(String) as [
    string,
    string,
    string,
    string,
  ];
  const [text, signed] = note.split('\n\n') as [string, string];
  const bytes = Buffer.from(signed.replace(`— ${keyName} `, '').trim(), 'base64');
  expect(bytes.subarray(0, 4).toString('hex')).toBe(id);
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(key, 'base64').subarray(1)]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(`${text}\n`), publicKey, bytes.subarray(4))).toBe(true);
  const [origin, size, root] = text.split('\n') as [string, string, string];
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

function rootFrom(leaves: ReadonlyMap<number, Buffer>, size: number, hashes: readonly Buffer[]): Buffer {
  const left = [...hashes];
  const walk = (low: number, high: number): Buffer => {
    if (![...leaves.keys()].some((index) => index >= low && index < high)) return left.shift()!;
    if (high - low === 1) return leaves.get(low)!;
    const middle = low + splitOf(high - low);
    const first = walk(low, middle);
    return nodeHash(first, walk(middle, high));
  };
  return walk(0, size);
}

test('events are proven to a stranger by their business’s checkpoint, however the log was taken in', async () => {
  const evidence = open();
  for (const count of [1, 3, 300, 2, 700]) {
    await append(count);
    await append(1, other);
    await evidence.catchUp();
  }
  expect(await differingTrees({ db: database.db, raw })).toEqual([]);

  const own = (await raw.readAll(0n, { limit: 5_000 })).events.filter(
    ({ metadata }) => metadata.tenant.businessId === bella,
  );
  const chosen = [0, 1, 255, 256, 400, own.length - 1].map((n) => own[n]!);
  const proof = (await evidence.prove(
    bella,
    'events',
    chosen.map(({ position }) => position),
  ))!;
  const checkpoint = readNote(proof.checkpoint, await evidence.verifierKey());
  expect(checkpoint).toMatchObject({ origin: `${name}/log/${bella}`, size: own.length });
  expect(proof.indexes).toEqual([0, 1, 255, 256, 400, own.length - 1]);
  const leaves = new Map(proof.indexes.map((index, n) => [index!, leafHash(Buffer.from(entryText(chosen[n]!)))]));
  expect(rootFrom(leaves, proof.size, proof.hashes)).toEqual(checkpoint.root);
  expect(proof.proofOf(256)).toMatch(
    /^c2sp\.org\/tlog-proof@v1\nindex 256\n([\w+/]{43}=\n){9,11}\nbeckon\.example\/log\//,
  );

  const altered = new Map(leaves).set(256, leafHash(Buffer.from(entryText({ ...chosen[3]!, revision: 1 }))));
  expect(rootFrom(altered, proof.size, proof.hashes)).not.toEqual(checkpoint.root);
});

test('the tree of contacts is handed over whole: whose event each leaf is, and its hash', async () => {
  const evidence = open();
  await evidence.catchUp();
  const own = (await raw.readAll(0n, { limit: 5_000 })).events.filter(
    ({ metadata, stream }) => metadata.tenant.businessId === bella && stream.startsWith('contact-'),
  );
  const proof = (await evidence.prove(bella, 'contacts', [own[2]!.position]))!;
  const entries = await evidence.contactEntries(bella, proof.size);
  expect(entries.length).toBe(48 * own.length);
  const leaves = new Map(own.map((_, n) => [n, leafHash(entries.subarray(n * 48, n * 48 + 48))]));
  expect(rootFrom(leaves, proof.size, [])).toEqual(readNote(proof.checkpoint, await evidence.verifierKey()).root);
  const hash = createHash('sha256').update(entryText(own[2]!)).digest();
  expect(entries.subarray(2 * 48 + 16, 3 * 48)).toEqual(hash);
});

test('of another business nothing is proven, nor what no tree has', async () => {
  const evidence = open();
  await evidence.catchUp();
  const foreign = (await raw.readAll(0n, { limit: 5_000 })).events.find(
    ({ metadata }) => metadata.tenant.businessId === other,
  )!;
  const proof = (await evidence.prove(bella, 'events', [foreign.position, 9_999_999n]))!;
  expect(proof.indexes).toEqual([null, null]);
  expect(await evidence.prove(randomUUID(), 'events', [1n])).toBeNull();
});

test('several processes at once, and one that was cut off, make the one tree of the log', async () => {
  await append(2_500);
  const cut = new AbortController();
  // Many small pages, so that they come between each other's.
  const paged: EventStore = { ...raw, readAll: (position) => raw.readAll(position, { limit: 90 }) };
  const halted: EventStore = {
    ...paged,
    readAll: async (position) => {
      const page = await paged.readAll(position);
      cut.abort();
      return page;
    },
  };
  await Promise.all([open(paged).catchUp(), open(paged).catchUp(), open(halted).catchUp(cut.signal), append(40)]);
  await open().catchUp();
  expect(await differingTrees({ db: database.db, raw })).toEqual([]);
  const { rows } = await sql<{ unsigned: number }>`select count(*)::int as unsigned from ops.evidence_trees
    where size <> noted`.execute(database.db);
  expect(rows).toEqual([{ unsigned: 0 }]);
});

test('a checkpoint is signed when its tree grew, and entered into the platform’s tree', async () => {
  const evidence = open();
  await evidence.catchUp();
  const signed = async () => (await evidence.prove('00000000-0000-0000-0000-000000000000', 'checkpoints', [0n]))!;
  const before = await signed();
  await evidence.catchUp();
  expect((await signed()).size).toBe(before.size);
  await append(1);
  await evidence.catchUp();
  const after = await signed();
  // The business's tree of events, and that of its contacts.
  expect(after.size).toBe(before.size + 2);
  expect(readNote(after.checkpoint, await evidence.verifierKey()).origin).toMatch(/\/checkpoints$/);
});

test('a tree that is not what the log makes is found', async () => {
  await sql`update ops.evidence_trees set peaks = set_byte(peaks, 0, (get_byte(peaks, 0) + 1) % 256)
    where owner = ${bella}::uuid and kind = 'events'`.execute(database.db);
  expect((await differingTrees({ db: database.db, raw })).map(({ tree }) => tree)).toEqual([`events ${bella}`]);
});

test('a log that ends before what was taken in is another log', async () => {
  const ended: EventStore = {
    ...raw,
    end: async () => 1n,
    readAll: async (position) => ({ events: [], next: position, atEnd: true }),
  };
  await expect(open(ended).catchUp()).rejects.toBeInstanceOf(LogEndsEarlier);
});
