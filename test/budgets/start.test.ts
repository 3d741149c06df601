import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { freePorts } from '../support/ports.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { openWire, type Statement, type Wire } from '../support/wire.ts';
import { expectWithin, listed } from './support/counted.ts';

let database: TestDatabase;
let wire: Wire;
const dataDir = mkdtempSync(join(tmpdir(), 'beckon-start-'));
const said = join(dataDir, 'loaded');
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await openWire(database.connectionString);
  // The first makes the read models and what is kept of the compiled code.
  await start();
  await start();
});
afterAll(async () => {
  await wire.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs in the process before anything else, and writes down what was loaded when it says that it answers. */
const watching = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeFileSync } from 'node:fs';
  const loaded = new Set();
  registerHooks({ load(url, context, next) { if (!url.startsWith('node:')) loaded.add(url); return next(url, context); } });
  const write = process.stdout.write;
  process.stdout.write = function (text, ...rest) {
    if (String(text).includes(' answers at ')) writeFileSync(${JSON.stringify(said)}, [...loaded].join('\\n'));
    return write.call(this, text, ...rest);
  };`)}`;

/** One start up to the moment at which it says that it answers. */
async function start() {
  const [port, sandboxPort] = await freePorts(2);
  wire.take();
  const child = spawn(process.execPath, ['--import', watching, 'main/launch.mjs'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      DATABASE_URL: wire.connectionString,
      DEMO: 'off',
      SANDBOX: 'on',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(' answers at ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${output}`)));
  });
  // Loops begin when they begin; what is counted is what the start itself asks, to the last of its locks.
  const statements: Statement[] = [];
  do {
    await new Promise((resolve) => setTimeout(resolve, 20));
    statements.push(...wire.take().statements.filter(({ by }) => /migrate|projections/.test(by)));
  } while (!statements.some(({ by, text }) => by.endsWith('-locks') && text.startsWith('select schema, projector')));
  const loaded = readFileSync(said, 'utf8').split('\n');
  child.removeAllListeners('exit');
  await ended(child);
  return { statements, loaded };
}

const ended = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

it('warm start', async () => {
  const { statements, loaded } = await start();
  const packages = Map.groupBy(loaded, (url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? 'our own');
  expectWithin('warm start', {
    counts: { statements: statements.length, modules: loaded.length },
    detail: `${[...packages]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([name, all]) => `${String(all.length).padStart(5)} ${name}`)
      .join('\n')}\n${listed(statements)}`,
  });
});
