import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSafeHttp, type SafeHttp } from '../../../adapters/http/index.ts';
import { createImages, type Images } from '../../../adapters/images/index.ts';
import { bundledStock } from '../../../adapters/stock/bundled.ts';
import { createKeptStock } from '../../../adapters/stock/kept.ts';
import { createPexels } from '../../../adapters/stock/pexels.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { registerStock } from '../../../api/routes/stock.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { openDatabase } from '../../support/open-database.ts';
import { quietLog } from '../../support/quiet.ts';

/** The photo search, from the words to the picture that a page shows. */
const db = openDatabase();
const folder = mkdtempSync(join(tmpdir(), 'stock-'));
let sandbox: Sandbox;
let http: SafeHttp;
let images: Images;
let app: FastifyInstance;
const failures: unknown[] = [];
const stockWith = (key: string, baseUrl = sandbox.url) =>
  createKeptStock({
    pexels: createPexels({ key, http, baseUrl }),
    db: db.db as never,
    storage: createLocalStorage({ folder }),
    images,
    instead: bundledStock,
    failed: (error) => failures.push(error),
  });

beforeAll(async () => {
  sandbox = await startSandbox();
  http = createSafeHttp({ allow: [new URL(sandbox.url).host] });
  images = createImages({});
  app = Fastify();
  registerStock(app, { stock: stockWith('a-key'), log: quietLog as never });
  app.setErrorHandler((_error, _request, reply) => reply.code(404).send());
});
afterAll(async () => {
  await app.close();
  await images.close();
  await http.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

it('finds twelve landscape photos a page, under addresses of ours, with who took them', async () => {
  const stock = stockWith('a-key');
  for (const page of [1, 2]) {
    const { data, total } = await stock.search({ search: 'pizza', page, perPage: 12 });
    expect(total).toBe(40);
    expect(data).toHaveLength(12);
    for (const photo of data) {
      expect(photo.url).toMatch(/^\/stock\/pexels-\d+\.webp$/);
      expect(photo.width).toBeGreaterThan(photo.height);
      expect(photo.credit).toMatch(/^Photo by .+ on Pexels$/);
    }
  }
  expect((await stock.search({ search: '', page: 1, perPage: 12 })).data).toHaveLength(12);
  expect(failures).toEqual([]);
});

it('keeps a photo when it is looked at for the first time; what no search found can not be fetched', async () => {
  const [photo] = (await stockWith('a-key').search({ search: 'mat', page: 1, perPage: 12 })).data;
  const first = await app.inject({ method: 'GET', url: photo!.url });
  expect(first.statusCode).toBe(200);
  expect(first.headers['content-type']).toMatch(/^image\//);
  const { rows } = await sql<{ kept: number; credited: number }>`select count(storage_key)::int as kept,
    count(*) filter (where credit like 'Photo by %' and page like 'https://www.pexels.com/%')::int as credited
    from ops.stock_photos`.execute(db.db);
  expect(rows[0]).toMatchObject({ kept: 1 });
  expect(rows[0]!.credited).toBeGreaterThanOrEqual(12);
  // Gone there, and here all the same.
  await sql`update ops.stock_photos set source = 'http://127.0.0.1:1/gone.jpg'`.execute(db.db);
  const again = await app.inject({ method: 'GET', url: photo!.url });
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  for (const url of ['/stock/pexels-999999.webp', '/stock/pexels-..%2f..webp'])
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404);
});

it('shows the pictures of the product where the service refuses or is not there', async () => {
  for (const stock of [stockWith(''), stockWith('a-key', 'http://127.0.0.1:1')]) {
    const { data } = await stock.search({ search: 'pizza', page: 1, perPage: 12 });
    expect(data.length).toBeGreaterThan(0);
    expect(data.every(({ url, credit }) => !url.includes('pexels') && credit === null)).toBe(true);
  }
  expect(failures).toHaveLength(2);
});
