import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, createClient, eachRow } from '../../../client/index.ts';
import { startTestApi, type Tenant, type TestApi } from '../api/support.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

let app: TestApi;
let bella: Tenant;
let origin: string;
let key: string;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  origin = `http://${await app.listen()}`;
  const scopes = ['contacts:read', 'contacts:write', 'messages:send', 'broadcasts:read', 'campaigns:write'];
  const made = await app.call<{ data: { secret: string } }>(bella.token, 'POST', '/api-keys', {
    name: 'Client',
    scopes,
  });
  key = made.body.data.secret;
}, 400_000);
afterAll(() => app?.close());

const client = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ baseUrl: origin, key, retries: 0, ...more });
const guest = (phone: string) => ({
  phone,
  first_name: 'Ada',
  last_name: null,
  email: null,
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  custom: {},
  tags: [],
});

describe('the typed client over the wire', () => {
  it('adds, reads, changes and pages', async () => {
    const api = client();
    const ids: string[] = [];
    for (const digit of [1, 2, 3]) ids.push((await api.createContact(guest(`+1202555016${digit}`))).data.id);
    expect((await api.tagContact(ids[0]!, { tags: ['vip'] })).data.tags).toEqual(['vip']);
    const found: string[] = [];
    for await (const { id } of eachRow((page) => api.listContacts({ ...page, search: '+1202555016' }), 2))
      found.push(id);
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect((await api.listContacts({ tags: 'vip' })).data.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('throws what went wrong, with its code and fields', async () => {
    const failure = await client()
      .createContact({ ...guest('+12025550164'), phone: 'nothing' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 422, code: 'validation_failed', errors: { phone: [expect.any(String)] } });
    await expect(client().listAutomations()).rejects.toMatchObject({ status: 403, code: 'scope_missing' });
  });

  it('tries again what was cut off, and a command happens once', async () => {
    const { id } = (await client().createContact(guest('+12025550165'))).data;
    let tries = 0;
    const cutOff: typeof fetch = async (...request) => {
      const answer = await fetch(...request);
      // It arrived, and its answer was lost.
      if ((tries += 1) === 1) throw new TypeError('The connection was lost.');
      return answer;
    };
    const api = client({ fetch: cutOff, retries: 1 });
    const sent = await api.sendMessage({ contact_id: id, body: 'Once' });
    expect(tries).toBe(2);
    const { rows } = await app.pool.query('select 1 from es.events where type = $1 and data->>$2 = $3', [
      'MessageQueued',
      'messageId',
      sent.data.id,
    ]);
    expect(rows).toHaveLength(1);
    const all = await app.pool.query(
      `select 1 from es.events where type = 'MessageQueued' and data->>'contactId' = $1`,
      [id],
    );
    expect(all.rows).toHaveLength(1);
  });

  it('sends a file', async () => {
    const file = new File(['no picture'], 'photo.png', { type: 'image/png' });
    await expect(client().uploadCouponImage(file)).rejects.toMatchObject({ status: 422, code: 'unsupported_media' });
  });
});

it('is a package that packs, installs without the network, and works from JavaScript', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    const source = join(folder, 'client');
    for (const name of ['package.json', 'README.md', 'index.ts'])
      cpSync(join(root, 'client', name), join(source, name));
    // Compiled as `npm publish` does it.
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
    const config = join(root, 'client/tsconfig.json');
    await run(process.execPath, [compiler, '-p', config, '--outDir', join(source, 'dist')]);
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: source });
    const user = join(folder, 'user');
    cpSync(join(source, 'README.md'), join(user, 'README.md'));
    writeFileSync(join(user, 'package.json'), '{ "type": "module", "private": true }');
    const offline = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
    await run('npm', ['install', ...offline, join(folder, 'beckon-client-0.1.0.tgz')], { cwd: user });
    writeFileSync(
      join(user, 'program.js'),
      `import { createClient } from 'beckon-client';
       const api = createClient({ baseUrl: '${origin}', key: '${key}' });
       console.log((await api.listContacts()).meta.page);`,
    );
    expect((await run(process.execPath, ['program.js'], { cwd: user })).stdout).toBe('1\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
