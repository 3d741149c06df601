import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePorts } from '../support/ports.ts';
import { startEmbeddedPostgres } from '../../adapters/database/embedded.ts';
import { migrate } from '../../migrations/index.ts';
import { projectors } from '../../projections/index.ts';
import { openComposition } from '../support/composition.ts';
import type { BenchResult } from './result.ts';
import { seedHistory } from './support/history.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const secretKey = 'the secret key of the bench of starts, long enough';

/**
 * From spawning the process to its first answered request, web built and packages installed. The baseline of each
 * figure is the limit in seconds, since there is nothing raw to compare with but an empty Node process, whose start is
 * named in the detail.
 */
export async function run({ events }: { readonly events: number }): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-bench-start-'));
  try {
    const bare = await bareNode();
    const cold = await once(dataDir, 'TERM');
    const warm = [];
    for (let index = 0; index < 5; index += 1) warm.push(await once(dataDir, 'TERM'));
    const afterKill = [];
    for (let index = 0; index < 3; index += 1) {
      await once(dataDir, 'KILL');
      afterKill.push(await once(dataDir, 'TERM'));
    }
    const stored = await withEvents(events);
    return [
      stored,
      figure('start, cold (empty data folder)', cold, 3, bare),
      figure('start, warm (median of 5)', median(warm), 1, bare),
      figure('start after kill -9 (median of 3)', median(afterKill), 1, bare),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A warm start of an installation that has been in use: so many events, and its read models up to date. */
async function withEvents(events: number): Promise<BenchResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'beckon-bench-start-'));
  chmodSync(dataDir, 0o711);
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'full' });
    await migrate(server.connectionString);
    await seedHistory(server.connectionString, secretKey, events);
    const composed = await openComposition(server.connectionString, { secretKey });
    await composed.runner.rebuild(projectors.map(({ name }) => name));
    const head = await composed.raw.head();
    await composed.close();
    await server.stop();
    // The workers' checkpoints come into being, and then stand where they would in a server that was in use.
    await once(dataDir, 'TERM');
    await withServer(dataDir, (client) =>
      client.query('update ops.worker_checkpoints set position = greatest(position, $1)', [head.toString()]),
    );
    const times = [];
    for (let index = 0; index < 3; index += 1) times.push(await once(dataDir, 'TERM'));
    return figure(
      `start with ${events.toLocaleString('en-US')} events stored, warm (median of 3)`,
      median(times),
      1,
      await bareNode(),
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withServer(dataDir: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'full' });
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await work(client);
  await client.end();
  await server.stop();
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function figure(name: string, seconds: number, limit: number, bare: number): BenchResult {
  return {
    name,
    ratio: seconds / limit,
    target: { atMost: 1 },
    unit: 's',
    measured: seconds,
    baseline: limit,
    pass: seconds <= limit,
    detail: `Baseline: the limit. An empty Node process takes ${bare.toFixed(2)} s.`,
  };
}

/** Seconds from spawn to the first 200 from the API (its configuration call, which reads the database is not needed for). */
async function once(dataDir: string, end: 'TERM' | 'KILL'): Promise<number> {
  const [port, sandboxPort] = await freePorts(2);
  const started = performance.now();
  const child = spawn(process.execPath, ['main/launch.mjs'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: 'correct-horse-battery',
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended while starting: ${child.exitCode}`);
    if (
      await fetch(`http://127.0.0.1:${port}/api/v1/config?domain=localhost`).then(
        (response) => response.ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const seconds = (performance.now() - started) / 1000;
  // Let it settle: the demo is seeded behind the first answer.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await gone(child, end === 'TERM' ? 'SIGTERM' : 'SIGKILL');
  return seconds;
}

async function bareNode(): Promise<number> {
  const started = performance.now();
  await gone(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), null);
  return (performance.now() - started) / 1000;
}

function gone(child: ChildProcess, signal: NodeJS.Signals | null): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    if (signal !== null) child.kill(signal);
  });
}
