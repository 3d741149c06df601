import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openDirectory } from '../../adapters/directory/index.ts';
import type { Directory } from '../../adapters/directory/port.ts';
import { createLocalStorage } from '../../adapters/storage/local.ts';
import type { Storage } from '../../adapters/storage/port.ts';
import { createVault } from '../../adapters/vault/index.ts';
import { createDatabase } from '../../adapters/database/pool.ts';
import { type Cell, joinPlatform } from '../../main/agency-move/move.ts';
import { type Router, startRouter } from '../../main/router.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import type { Workers } from '../../workers/index.ts';
import { systemContext } from './callers.ts';
import { promptCarrier } from './carrier-world.ts';
import { systemClock } from '../../adapters/clock/system.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import { eventually } from './eventually.ts';
import { texts } from './outbox.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { quietLog } from './quiet.ts';
import {
  account,
  type Callbacks,
  createTenant,
  openSpine,
  receiveCallbacks,
  type Spine,
  type Tenant,
} from './spine.ts';

export const secretKey = 'a secret key of one platform, forty characters';

/** An installation of the platform: a database and files of its own, its workers, and what its API does with webhooks. */
export interface Installation {
  readonly name: string;
  readonly cell: Cell;
  readonly spine: Spine;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly storage: Storage;
  readonly callbacks: Callbacks;
  /** Everything its workers and read models know of. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A platform of two installations behind one router, with one carrier. */
export interface Platform {
  readonly old: Installation;
  readonly next: Installation;
  readonly directory: Directory;
  readonly directoryAt: string;
  readonly router: Router;
  readonly sandbox: Sandbox;
  /** Goes as the machine's does, so far ahead of it. */
  readonly clock: Clock & { aheadMs: number };
  /** An agency at the old one, with so many businesses, each with a number at the carrier. */
  agency(businesses: number): Promise<{ readonly agencyId: string; readonly businesses: readonly Tenant[] }>;
  /** Texts in, and waits until the carrier has brought it to someone or waits to try again. */
  text(from: string, to: Tenant, body: string): Promise<void>;
  close(): Promise<void>;
}

/** `segmentsPerSecond`: of each number. `platformPepper`: false, and the second makes ids of its own. */
export async function openPlatform({
  platformPepper = true,
  segmentsPerSecond = 1_000_000,
}: { readonly platformPepper?: boolean; readonly segmentsPerSecond?: number } = {}): Promise<Platform> {
  const clock = { ...systemClock, aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
  const directoryDatabase = await createTestDatabase({ migrated: false });
  const directory = await openDirectory(directoryDatabase.connectionString);
  const databases = [
    await createTestDatabase({ readModels: true }),
    await createTestDatabase({ readModels: true }),
  ] as const;
  // The copies of one template have one pepper: each makes its own.
  for (const { connectionString } of databases) await forgetPepper(connectionString);
  const old = await open('old', databases[0]);
  if (platformPepper) await giveItsPepper(old, databases[1]);
  const next = await open('next', databases[1]);
  for (const { name, callbacks } of [old, next]) await directory.cell(name, callbacks.url);
  const router = await startRouter({ directory, elsewhere: 'old', log: quietLog, freshMs: 20 });
  const sandbox = await startSandbox({ accounts: [account], seed: 7 });
  sandbox.carrier.configure({ ...promptCarrier, retry: { firstMs: 50, maxMs: 200 } });
  const running: Workers[] = [];
  for (const { spine } of [old, next]) {
    const workers = spine.workers({
      publicUrl: router.url,
      baseUrl: sandbox.url,
      timeoutMs: 15_000,
      leaseMs: 60_000,
      automations: { pollMs: 50, daysMs: 60_000, writingMs: 0 },
      broadcasts: { pollMs: 50, lookMs: 50 },
      sender: { rateFor: () => ({ segmentsPerSecond, burst: segmentsPerSecond }), retryFirstMs: 50, idleMs: 100 },
    });
    await workers.start();
    running.push(workers);
  }

  async function open(name: string, database: TestDatabase): Promise<Installation> {
    const spine = await openSpine(database.connectionString, { clock, secretKey });
    await spine.runner.start();
    const dataDir = mkdtempSync(join(tmpdir(), `beckon-${name}-`));
    const storage = createLocalStorage({ folder: join(dataDir, 'media') });
    const callbacks = await receiveCallbacks(spine.commands, 0, () => clock.now());
    const { follows } = spine.workers({ publicUrl: '', baseUrl: '' });
    return {
      name,
      spine,
      database,
      dataDir,
      storage,
      callbacks,
      cell: { name, pool: spine.pool, log: spine.raw, vault: spine.vault, storage, follows, now: () => clock.now() },
      settled: async () => {
        await eventually(
          async () => {
            const head = await spine.raw.head();
            const { rows } = await spine.pool.query<{ name: string; position: string }>(
              'select name, position::text from ops.worker_checkpoints',
            );
            const open =
              (await texts.count(spine.db, { stage: ['in hand', 'unknown'] })) +
              (await texts.count(spine.db, { stage: 'pending', deferred: false }));
            const recent = await spine.raw.readAll(0n, { limit: 100_000 });
            const behind = follows.filter(({ name: worker, handles }) => {
              const at = BigInt(rows.find((row) => row.name === worker)?.position ?? 0);
              return recent.events.some(
                ({ position, type, metadata }) =>
                  position > at && handles.includes(type) && metadata.moved === undefined,
              );
            });
            return { head, behind: behind.map((one) => one.name), open };
          },
          ({ behind, open }) => behind.length === 0 && open === 0,
        );
        await spine.runner.waitFor(await spine.raw.head(), { timeoutMs: 60_000 });
      },
      close: async () => {
        await callbacks.close();
        await spine.close();
        await database.drop();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }

  async function forgetPepper(connectionString: string): Promise<void> {
    const { pool, close } = createDatabase<unknown>({ connectionString, log: quietLog });
    await pool.query(`delete from ops.vault`);
    await close();
  }

  /** Before its first start: afterwards it has made a pepper of its own. */
  async function giveItsPepper(from: Installation, database: TestDatabase): Promise<void> {
    const { db, pool, close } = createDatabase<unknown>({ connectionString: database.connectionString, log: quietLog });
    const vault = createVault({ db, secretKey });
    await joinPlatform(from.cell, {
      ...from.cell,
      name: 'next',
      pool,
      vault,
      log: { ...from.cell.log, head: async () => 0n },
    });
    await close();
  }

  let digits = 2_000;
  return {
    old,
    next,
    directory,
    directoryAt: directoryDatabase.connectionString,
    router,
    sandbox,
    clock,
    async agency(count) {
      const agencyId = randomUUID();
      await old.spine.commands.setup.createAgency(systemContext(), {
        agencyId,
        name: `Agency ${digits}`,
        email: `agency-${digits}@example.com`,
      });
      const businesses: Tenant[] = [];
      for (let n = 0; n < count; n += 1) {
        const number = `+1415555${digits++}`;
        sandbox.carrier.addNumber({ number, accountSid: account.sid, smsUrl: `${router.url}/webhooks/twilio/inbound` });
        businesses.push(await createTenant(old.spine, number, { agencyId }));
      }
      await directory.place(agencyId, 'old', 'here');
      await directory.enter(
        agencyId,
        businesses.map(({ number }) => ({ kind: 'number' as const, key: number })),
      );
      return { agencyId, businesses };
    },
    async text(from, to, body) {
      const response = await fetch(`${sandbox.url}/phone/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from, to: to.number, body }),
      });
      if (!response.ok) throw new Error(`The phone could not send: ${response.status} ${await response.text()}`);
    },
    async close() {
      await Promise.all(running.map((workers) => workers.stop()));
      await sandbox.close();
      await router.close();
      await old.close();
      await next.close();
      await directory.close();
      await directoryDatabase.drop();
    },
  };
}

/** A query over an installation's own database. */
export const ask = async <R extends pg.QueryResultRow>({ spine }: Installation, text: string, values: unknown[] = []) =>
  (await spine.pool.query<R>(text, values)).rows;
