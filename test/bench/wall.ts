/**
 * What row-level security costs the list of contacts: the same page of the same business, asked as the owner and
 * behind the wall (begin, role, tenant, query and end in one write), one at a time and sixteen at once.
 */
import { contactList } from '../../domain/contacts/list.ts';
import { asked } from '../../domain/kernel/list.ts';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createPool } from '../../adapters/database/pool.ts';
import { contacts } from '../../projections/contacts/projector.ts';
import { schemaOf } from '../../projections/engine-types.ts';
import { createReaders, createReadModels } from '../../projections/index.ts';
import type { BenchResult } from './result.ts';
import { openComposition } from '../support/composition.ts';
import { benchPostgres } from './support/postgres.ts';

const people = 100_000;
const seconds = 4;
const page = asked(contactList, { sortDesc: true });

export async function run(): Promise<BenchResult[]> {
  const log = pino({ level: 'silent' });
  const postgres = await benchPostgres();
  const { connectionString } = postgres;
  const database = await openComposition(connectionString, { log, max: 20 });
  const reading = createPool({ connectionString, log, max: 10, pipeline: true });
  await database.runner.start();
  const businessId = randomUUID();
  const schema = schemaOf(contacts);
  await database.pool.query(
    `
    insert into ${schema}.contacts (id, business_id, created_at, position, phone, status, unreachable_said, named_at,
      first_name, last_name, keywords)
      select gen_random_uuid(), case when n % 2 = 0 then $1::uuid else gen_random_uuid() end, now(), n, '+1415' || n,
        'subscribed', false, 0, 'Ann', 'Lee ' || n, '{}' from generate_series(1, $2::int) n`,
    [businessId, people],
  );
  await database.pool.query(`analyze ${schema}.contacts`);
  const walled = createReaders(reading);
  const plain = createReadModels(database.db, undefined, {
    run: async (_scope, query) => (await database.db.executeQuery(query)).rows as never,
  });
  const models = createReadModels(database.db, undefined, walled);
  const list = (of: typeof models) => async () => {
    if ((await of.contacts(businessId, page)).data.length !== 10) throw new Error('Not the page.');
  };
  const results: BenchResult[] = [];
  try {
    for (const lanes of [1, 16]) {
      const rounds = { plain: [] as Shot[], walled: [] as Shot[] };
      await shoot(list(plain), lanes, 1);
      await shoot(list(models), lanes, 1);
      for (let round = 0; round < 2; round += 1) {
        rounds.plain.push(await shoot(list(plain), lanes, seconds));
        rounds.walled.push(await shoot(list(models), lanes, seconds));
      }
      const best = (shots: Shot[]): Shot => shots.reduce((a, b) => (b.p99 < a.p99 ? b : a));
      const [baseline, measured] = [best(rounds.plain), best(rounds.walled)];
      results.push({
        name: `Contacts of a business behind row-level security, against the same without it, ${lanes} at once`,
        ratio: measured.p99 / baseline.p99,
        target: { atMost: 1.5 },
        unit: 'ms at p99',
        measured: measured.p99,
        baseline: baseline.p99,
        pass: measured.p99 <= 1.5 * baseline.p99,
        detail:
          `p50 ${measured.p50} against ${baseline.p50} ms, ${measured.rate} against ${baseline.rate} a second; ` +
          `${people} contacts, half of them this business's; two queries each`,
      });
    }
  } finally {
    await reading.end();
    await database.close();
    await postgres.remove();
  }
  return results;
}

interface Shot {
  readonly p50: number;
  readonly p99: number;
  readonly rate: number;
}

async function shoot(work: () => Promise<void>, lanes: number, duration: number): Promise<Shot> {
  const times: number[] = [];
  const until = performance.now() + duration * 1_000;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < until) {
        const began = performance.now();
        await work();
        times.push(performance.now() - began);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)]! * 1_000) / 1_000;
  return { p50: at(0.5), p99: at(0.99), rate: Math.round(times.length / duration) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await run(), null, 2));
