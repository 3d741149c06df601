import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createSpreadsheets } from '../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../adapters/storage/local.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { UploadId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { attestation } from '../../domain/contacts/attestation.ts';
import { limits } from '../../domain/uploads/fields.ts';
import { Upload } from '../../domain/uploads/upload.ts';
import { contactIndexes, contactModel, contactTable } from '../../projections/tables/contacts.ts';
import { createSparing } from '../../main/sparing.ts';
import { openComposition } from '../support/composition.ts';
import { systemContext } from '../support/callers.ts';
import type { BenchResult } from './result.ts';
import { benchPostgres, processorTimeOf } from './support/postgres.ts';

/** The most that an import may take, of the baseline's time. */
const target = 2;
/** What the import itself may take of memory: on top of the same process before it, which has just rehearsed the file. */
const maxMegabytes = 200;

/**
 * Import of `rows` rows (parsed, validated, events appended, contacts shown) against COPY of the same file into a
 * staging table and one insert-select of it into a table with the read model's columns and indexes. Both without and
 * with consent. Everything runs in this process but Postgres: on two cores both have one. Beside the ratio of times
 * stands that of processor time, which other work on the machine changes little.
 */
export async function run({ rows = 100_000 }: { readonly rows?: number } = {}): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const consent of [false, true]) {
    const postgres = await benchPostgres();
    const folder = mkdtempSync(join(tmpdir(), 'beckon-bench-import-'));
    // The server, which reads the file itself, may be another user.
    chmodSync(folder, 0o711);
    try {
      const file = join(folder, 'contacts.csv');
      await writeRows(file, rows);
      const raw = await copyIn(postgres, file, rows);
      const own = await importAll(postgres, folder, file, rows, consent);
      const ratio = own.seconds / (raw.copy + raw.insert);
      const count = (number: number): string => Math.round(number).toLocaleString('en-US');
      results.push({
        name: `import of ${count(rows)} rows${consent ? ' with consent' : ''}`,
        ratio,
        target: { atMost: target },
        unit: 's',
        measured: own.seconds,
        baseline: raw.copy + raw.insert,
        pass: ratio <= target && own.megabytes - own.before <= maxMegabytes,
        detail:
          `${count(rows / own.seconds)} rows/s; appended after ${own.appended.toFixed(1)} s; ` +
          `processor time per row ${own.here.toFixed(0)} µs here, ${own.there.toFixed(0)} µs in Postgres, ` +
          `${((own.here + own.there) / raw.spent).toFixed(1)} times the ${raw.spent.toFixed(0)} µs of the baseline; ` +
          `largest resident ${own.megabytes} MB, of which the import ${own.megabytes - own.before} ` +
          `(by fifths of the way ${own.fifths.join(', ')}). ` +
          `The rows alone that it leaves behind, by insert-select with their indexes, by processor time: events ` +
          `${own.floor.events.toFixed(0)} µs, keys ${own.floor.keys.toFixed(0)}, contacts ${own.floor.contacts.toFixed(0)}, ` +
          `consents ${own.floor.consents.toFixed(0)}: ${(own.floor.all / raw.spent).toFixed(1)} times the baseline, and the ` +
          `import ${((own.here + own.there) / own.floor.all).toFixed(1)} times that; ` +
          `COPY ${raw.copy.toFixed(1)} s, insert-select with the same indexes ${raw.insert.toFixed(1)} s, ` +
          `without any ${raw.bare.toFixed(1)} s.`,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await postgres.remove();
    }
  }
  return results;
}

const first = ['Ada', 'Bob', 'Cleo', 'Dario', 'Emma', 'Finn', 'Grace', 'Hugo', 'Ines', 'Jonas'];
const last = ['Lovelace', 'Okafor', 'Rossi', 'Lindqvist', 'Castellano', 'Raman', 'Whitfield', 'Ferrer'];

async function writeRows(path: string, rows: number): Promise<void> {
  const file = await open(path, 'w');
  let text = 'phone,first_name,last_name,email\n';
  for (let n = 0; n < rows; n += 1) {
    // Area codes of places, 7 digits: a million numbers that could be somebody's.
    const phone = `+1${[212, 415, 312, 206, 617][n % 5]}${String(2_000_000 + Math.floor(n / 5)).padStart(7, '0')}`;
    text += `${phone},${first[n % 10]},${last[n % 8]} ${n},guest${n}@example.com\n`;
    if (text.length > 1 << 20) {
      await file.write(text);
      text = '';
    }
  }
  await file.write(text);
  await file.close();
}

async function copyIn({ connectionString, processId }: Postgres, path: string, rows: number) {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {}); // What failed says so itself.
  await client.connect();
  const clock = async (statement: string): Promise<number> => {
    const began = performance.now();
    await client.query(statement);
    return (performance.now() - began) / 1000;
  };
  await client.query('create extension if not exists pg_trgm; create extension if not exists btree_gin');
  await client.query('create table staging (phone text, first_name text, last_name text, email text)');
  await client.query('create schema raw; create schema bare');
  for (const schema of ['raw', 'bare']) await client.query(contactTable.create(schema));
  for (const statement of contactIndexes('raw').split(';'))
    if (/ on raw\.contacts /.test(statement)) await client.query(statement);
  const spent = processorTimeOf(processId);
  const copy = await clock(`copy staging from '${path}' with (format csv, header true)`);
  const businessId = randomUUID();
  const insert = (schema: string) => `
    insert into ${schema}.contacts (id, business_id, phone, unreachable_said, first_name, last_name, email, source,
      keywords_since, created_at, position, revision)
    select gen_random_uuid(), '${businessId}', phone, false, first_name, last_name, email, 'import', '{}', now(),
      row_number() over (), 0 from staging`;
  const inserted = await clock(insert('raw'));
  const perRow = (spent() / rows) * 1e6;
  const bare = await clock(insert('bare'));
  const { rows: counted } = await client.query<{ count: string }>('select count(*) from raw.contacts');
  if (Number(counted[0]!.count) !== rows) throw new Error('The baseline has lost rows.');
  await client.query('drop schema raw cascade; drop schema bare cascade; drop table staging');
  await client.end();
  return { copy, insert: inserted, bare, spent: perRow };
}

/**
 * What the rows of an import cost to write and nothing else, each table by one insert-select into another one with the
 * same indexes: the least that this shape of events and read models can come to, without a process that makes them. In
 * µs of processor time for each row of the file.
 */
async function writeAgain({ connectionString, processId }: Postgres, rows: number) {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {}); // What failed says so itself.
  await client.connect();
  const schema = `rm_${contactModel.name}_v${contactModel.version}`;
  await client.query('create schema floor');
  await client.query(contactTable.create('floor'));
  for (const statement of contactIndexes('floor').split(';'))
    if (/ on floor\.contacts /.test(statement)) await client.query(statement);
  for (const [name, from] of [
    ['events', 'es.events'],
    ['subject_keys', 'ops.subject_keys'],
    ['consents', `${schema}.consents`],
  ])
    await client.query(`create table floor.${name} (like ${from} including all)`);
  await client.query('checkpoint');
  const spent = async (statement: string): Promise<number> => {
    const until = processorTimeOf(processId);
    await client.query(statement);
    return (until() / rows) * 1e6;
  };
  const events = await spent(`insert into floor.events select * from es.events where type = 'ContactImported'`);
  const keys = await spent('insert into floor.subject_keys select * from ops.subject_keys');
  const contacts = await spent(
    `insert into floor.contacts (${contactTable.names}) select ${contactTable.names} from ${schema}.contacts`,
  );
  const consents = await spent(`insert into floor.consents select * from ${schema}.consents`);
  await client.query('drop schema floor cascade');
  await client.end();
  return { events, keys, contacts, consents, all: events + keys + contacts + consents };
}

interface Postgres {
  readonly connectionString: string;
  readonly processId: number;
}

async function importAll(
  { connectionString, processId }: Postgres,
  folder: string,
  path: string,
  rows: number,
  consented: boolean,
) {
  const composed = await openComposition(connectionString, { secretKey: randomBytes(32).toString('hex') });
  const { commands, runner, store } = composed;
  const storage = createLocalStorage({ folder: join(folder, 'files') });
  const spreadsheets = createSpreadsheets({ storage, limits });
  const workers = composed.workers({
    carrierFor: () => {
      throw new Error('Nothing is sent here.');
    },
    uploads: { storage, spreadsheets, spare: createSparing() },
    config: { publicUrl: 'http://localhost' },
  });
  await runner.start();
  await workers.start();
  const businessId = randomUUID();
  await commands.setup.createBusiness(systemContext(), {
    businessId,
    agencyId: null,
    name: 'Bench',
    uniqueId: 'bench',
    currency: 'USD',
    timezone: 'America/New_York',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
  const uploadId = UploadId.parse(randomUUID());
  const context = () => ({
    caller: {
      role: 'business' as const,
      actor: { kind: 'user' as const, userId: businessId, impersonatorId: null },
      tenant: { agencyId: null, businessId },
    },
    commandId: randomUUID(),
    correlationId: randomUUID(),
    causationId: null,
  });
  const reaches = async (stage: string): Promise<void> => {
    while (stateOf(Upload, await store.read(streams.upload(uploadId))).stage !== stage)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const handle = await open(path);
  const { key, size } = await storage.put(handle.createReadStream(), limits.fileBytes);
  await commands.uploads.receive(context(), {
    uploadId,
    businessId,
    fileName: 'contacts.csv',
    size,
    storageKey: key,
    format: 'csv',
  });
  await reaches('read');
  const consent = { texts: consented, emails: false };
  const columns = ['phone', 'first_name', 'last_name', 'email'].map((target) => ({
    target,
    policy: 'overwrite' as const,
  }));
  await commands.uploads.plan(context(), { uploadId, columns, country: 'US', tags: [], campaignIds: [], consent });
  await reaches('rehearsed');

  const samples: number[] = [];
  const resident = (): number => Math.round(process.memoryUsage.rss() / 2 ** 20);
  const before = resident();
  const watch = setInterval(() => samples.push(resident()), 100);
  const [inPostgres, inNode] = [processorTimeOf(processId), processorTimeOf(process.pid)];
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  await commands.uploads.attest(context(), { uploadId, statement: attestation('Bench', consent), ipAddress: null });
  await reaches('finished');
  const appended = seconds();
  await runner.waitFor(await store.head(), { timeoutMs: 3_600_000, projectors: [contactModel.name, 'uploads'] });
  const done = seconds();
  const [here, there] = [inNode(), inPostgres()].map((spent) => (spent / rows) * 1e6) as [number, number];
  clearInterval(watch);
  const shown = await composed.readModels.contactTotal(businessId);
  if (shown !== rows) throw new Error(`${shown} of ${rows} contacts are shown.`);
  await workers.stop();
  await composed.close();
  const floor = await writeAgain({ connectionString, processId }, rows);
  const fifths = [0, 1, 2, 3, 4].map((nth) =>
    Math.max(...samples.slice((samples.length * nth) / 5, (samples.length * (nth + 1)) / 5)),
  );
  return { seconds: done, appended, megabytes: Math.max(...samples), before, fifths, here, there, floor };
}
