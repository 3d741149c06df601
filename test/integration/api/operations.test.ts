import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectorHealth } from '../../../api/server.ts';
import { routes } from '../../../api/routes/index.ts';
import { startTestApi, type TestApi } from './support.ts';

let app: TestApi;
const webRoot = mkdtempSync(join(tmpdir(), 'beckon-web-'));
const broken: { database?: Error; store?: Error; hang?: boolean; projector?: Partial<ProjectorHealth> } = {};
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><script>window.a = 1</script><script type="module" src="/assets/app-1a2b.js"></script>',
  );
  writeFileSync(join(webRoot, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>');
  app = await startTestApi({
    config: {
      webRoot,
      beams: { instanceId: 'the-instance', secretKey: 'a secret of Pusher Beams for tests' },
      sandbox: { phoneUrl: 'http://127.0.0.1:3001/phone', inboxUrl: 'http://127.0.0.1:3001/inbox' },
    },
    status: {
      database: async () => {
        if (broken.hang) await new Promise(() => {});
        if (broken.database) throw broken.database;
      },
      store: async () => {
        if (broken.store) throw broken.store;
      },
      projections: () => [
        {
          name: 'conversations',
          version: 1,
          state: 'live',
          position: '10',
          lag: 0,
          error: null,
          ok: true,
          ...broken.projector,
        },
      ],
      workers: () => [{ name: 'sender', state: 'running', ok: true, detail: null }],
      outbox: async () => ({ pending: 3, sending: 1, unknown: 0 }),
      head: async () => 10n,
    },
  });
});
afterAll(async () => {
  await app.close();
  rmSync(webRoot, { recursive: true, force: true });
});
const get = (url: string, headers: Record<string, string> = {}) => app.api.inject({ url, headers });

describe('health', () => {
  it('is green when everything answers', async () => {
    expect((await get('/health/live')).statusCode).toBe(200);
    const ready = await get('/health/ready');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({
      status: 'ready',
      store: { ok: true },
      database: { ok: true },
      projections: [{ name: 'conversations', lag: 0, state: 'live' }],
      workers: [{ name: 'sender' }],
    });
  });

  it.each<[string, () => void, object]>([
    [
      'the database is away',
      () => {
        broken.database = new Error('connection refused');
      },
      { database: { ok: false } },
    ],
    [
      'the event store is away',
      () => {
        broken.store = new Error('gone');
      },
      { store: { ok: false } },
    ],
    [
      'the database hangs',
      () => {
        broken.hang = true;
      },
      { database: { ok: false, error: 'no answer in time' } },
    ],
    [
      'a projector has paused',
      () => {
        broken.projector = { ok: false, state: 'paused', error: 'Event 7 can not be handled.' };
      },
      { projections: [{ state: 'paused', error: 'Event 7 can not be handled.' }] },
    ],
  ])('is red while %s, and green again by itself', async (_name, breakIt, said) => {
    breakIt();
    const red = await get('/health/ready');
    expect(red.statusCode).toBe(503);
    expect(red.json()).toMatchObject({ status: 'not-ready', ...said });
    expect((await get('/health/live')).statusCode).toBe(200);
    for (const key of Object.keys(broken)) delete broken[key as keyof typeof broken];
    expect((await get('/health/ready')).statusCode).toBe(200);
  });
});

describe('metrics', () => {
  it('say how the parts are', async () => {
    await get('/api/v1/config');
    broken.projector = { lag: 42 };
    const { body } = await get('/metrics');
    for (const line of [
      /^beckon_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/config",status="200"\} [1-9]/m,
      /^beckon_projector_lag\{projector="conversations"\} 42$/m,
      /^beckon_projector_ok\{projector="conversations"\} 1$/m,
      /^beckon_outbox_messages\{state="pending"\} 3$/m,
      /^beckon_live_sockets 0$/m,
      /^beckon_event_log_head 10$/m,
      /^beckon_worker_ok\{worker="sender"\} 1$/m,
    ])
      expect(body).toMatch(line);
    delete broken.projector;
  });

  it('still answer while the parts do not', async () => {
    broken.database = new Error('gone');
    expect((await get('/metrics')).statusCode).toBe(200);
    delete broken.database;
  });
});

describe('the web application', () => {
  it('is the page for every address that wants one, never cached, under a strict policy', async () => {
    for (const path of ['/', '/business/livechat', '/login?next=/x', '/index.html']) {
      const page = await get(path, { accept: 'text/html' });
      expect(page.statusCode).toBe(200);
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      const policy = String(page.headers['content-security-policy']);
      // Our own scripts, and the one in the page by its hash; nothing else.
      expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='(;|$)/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy).toContain("frame-ancestors 'none'");
      // Pictures come from here alone: looking at one tells nobody anything.
      expect(policy).toMatch(/img-src 'self' data: blob: [^ ;]*;/);
    }
  });

  it('keeps hashed assets for ever and other files not at all; a missing one is missing', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
    expect((await get('/assets/app-old.js', { accept: 'text/html' })).statusCode).toBe(404);
    for (const path of ['/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/.env'])
      expect((await get(path, { accept: '*/*' })).body).not.toMatch(/dependencies|SECRET/);
  });

  it('never answers for the API', async () => {
    for (const path of [
      '/api',
      '/api/v1/unknown',
      '/api/unknown',
      '/webhooks/unknown',
      '/health/unknown',
      '/media/unknown',
    ]) {
      const answer = await get(path, { accept: 'text/html' });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not_found' });
    }
    expect(
      (await app.api.inject({ method: 'POST', url: '/business', headers: { accept: 'text/html' } })).statusCode,
    ).toBe(404);
  });

  it('lets no other origin in', async () => {
    const answer = await app.api.inject({
      method: 'OPTIONS',
      url: '/api/v1/profile',
      headers: { origin: 'https://evil.example.test', 'access-control-request-method': 'GET' },
    });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the documentation', () => {
  it('describes every call, from the contract', async () => {
    const document = (await get('/api/docs/json')).json<{ openapi: string; paths: Record<string, object> }>();
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const { contract } of routes)
      expect(document.paths[contract.path], contract.path).toHaveProperty(contract.method.toLowerCase());
  });

  it('can be tried on a page of its own', async () => {
    const page = await get('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    for (const file of page.body.match(/\/api\/docs\/[\w.-]+/g)!) expect((await get(file)).statusCode).toBe(200);
    expect((await get('/api/docs/package.json')).statusCode).toBe(404);
  });
});

describe('push notifications', () => {
  it('get a Beams token for the signed-in user, and for nobody else', async () => {
    const bella = await app.addTenant('bella');
    const { body } = await app.call<{ token: string }>(bella.token, 'POST', '/pusher/beams-auth', {
      user_id: bella.userId,
    });
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1]!, 'base64url').toString()) as {
      sub: string;
      iss: string;
    };
    expect(claims).toMatchObject({ sub: bella.userId, iss: 'https://the-instance.pushnotifications.pusher.com' });
    expect((await app.call(bella.token, 'POST', '/pusher/beams-auth', { user_id: bella.businessId })).status).toBe(403);
  });
});
