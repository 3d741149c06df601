import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../adapters/database/embedded.ts';
import { createPostgresEventStore } from '../../adapters/event-store/postgres/store.ts';
import type { EventStore, EventToStore } from '../../adapters/event-store/port.ts';
import { platformTenant } from '../../domain/kernel/event.ts';
import { migrate } from '../../migrations/index.ts';
import type { BenchResult } from './result.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const roundMs = 1_500;
const rounds = 3;

/**
 * Appends against raw single-row committed inserts into a bare table (a key, a unique (stream, revision), the same
 * bytes), on the same server in the same run, synchronous_commit on. Raw and append take turns, and the best round of
 * each counts: noise only ever makes slower.
 */
export async function run(): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-bench-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'full' });
  try {
    await migrate(server.connectionString);
    const pool = new pg.Pool({ connectionString: server.connectionString, max: 64 });
    pool.on('error', () => {}); // A failing run stops the server under it.
    await pool.query(
      `create table raw_events (position bigserial primary key, stream text not null, revision int not null,
        data json not null, metadata json not null, unique (stream, revision))`,
    );
    const { rows } = await pool.query<{ s: string; f: string }>(
      `select current_setting('synchronous_commit') s, current_setting('fsync') f`,
    );
    const store = createPostgresEventStore({ connectionString: server.connectionString, log: quiet });

    const results = [
      await compare(
        'append, one caller',
        1,
        0.8,
        (n) => rawInserts(pool, n),
        (n) => appends(store, n),
      ),
      await compare(
        'append, 64 concurrent callers of one event',
        64,
        2.5,
        (n) => rawInserts(pool, n),
        (n) => appends(store, n),
      ),
    ];
    await store.close();
    await pool.end();
    return results.map((result) => ({
      ...result,
      detail: `${result.detail}; synchronous_commit ${rows[0]!.s}, fsync ${rows[0]!.f}`,
    }));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compare(
  name: string,
  callers: number,
  atLeast: number,
  raw: (callers: number) => Promise<number>,
  append: (callers: number) => Promise<number>,
): Promise<BenchResult> {
  await raw(callers);
  await append(callers);
  let baseline = 0;
  let measured = 0;
  for (let round = 0; round < rounds; round += 1) {
    baseline = Math.max(baseline, await raw(callers));
    measured = Math.max(measured, await append(callers));
  }
  const ratio = measured / baseline;
  return {
    name,
    ratio,
    target: { atLeast },
    unit: 'events/s',
    measured,
    baseline,
    pass: ratio >= atLeast,
    detail:
      `best of ${rounds} rounds of ${roundMs / 1000} s; ` +
      `raw: committed single-row inserts over ${callers} connection${callers > 1 ? 's' : ''}`,
  };
}

/** Committed single-row inserts per second, each caller on a connection of its own. */
function rawInserts(pool: pg.Pool, callers: number): Promise<number> {
  return rate(callers, async () => {
    const client = await pool.connect();
    return {
      once: async () => {
        const { data, metadata } = sample();
        await client.query({
          name: 'raw',
          text: 'insert into raw_events (stream, revision, data, metadata) values ($1, $2, $3, $4)',
          values: [`message-${randomUUID()}`, 0, JSON.stringify(data), JSON.stringify(metadata)],
        });
      },
      done: () => client.release(),
    };
  });
}

/** Appended events per second, each caller waiting for its append before the next one. */
function appends(store: EventStore, callers: number): Promise<number> {
  return rate(callers, async () => ({
    once: async () => {
      await store.append(`message-${randomUUID()}`, 'noStream', [sample()]);
    },
    done: () => {},
  }));
}

async function rate(
  callers: number,
  open: () => Promise<{ once: () => Promise<void>; done: () => void }>,
): Promise<number> {
  const ready = await Promise.all(Array.from({ length: callers }, open));
  const start = performance.now();
  const end = start + roundMs;
  let count = 0;
  await Promise.all(
    ready.map(async ({ once }) => {
      while (performance.now() < end) {
        await once();
        count += 1;
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const { done } of ready) done();
  return count / seconds;
}

/** 341 bytes of data, as in the limits measured for the design, besides the metadata that every event has. */
function sample(): EventToStore {
  return {
    id: randomUUID(),
    type: 'MessageReceived',
    version: 1,
    data: {
      messageId: randomUUID(),
      businessId: randomUUID(),
      contactId: randomUUID(),
      from: '+14155550123',
      to: '+14155550100',
      body: 'x'.repeat(137),
    },
    metadata: {
      tenant: platformTenant,
      actor: { kind: 'system', name: 'bench' },
      occurredAt: '2026-01-01T00:00:00.000Z',
      correlationId: randomUUID(),
      causationId: null,
      commandId: randomUUID(),
    },
  };
}
