import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error -- plain JavaScript, so that it runs before anything is built
import { compressFolder } from '../../../main/compress.mjs';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

const code = 'export const words = "many words, ".repeat(3);\n'.repeat(100);
const font = randomBytes(4_000);
let app: TestApi;
let bella: Tenant;
let messages: string;
let webRoot: string;
beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'beckon-weight-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><html><head><title>Beckon</title></head></html>');
  writeFileSync(join(webRoot, 'assets/main-abc123.js'), code);
  writeFileSync(join(webRoot, 'assets/small-abc123.js'), 'export {};\n');
  writeFileSync(join(webRoot, 'assets/inter-abc123.woff2'), font);
  await compressFolder(webRoot);
  app = await startTestApi({ config: { webRoot } });
  bella = await app.addTenant('bella');
  let contactId = '';
  for (const words of ['Hello', 'Is a table free?', 'At seven', 'For four', 'Thanks'])
    ({ contactId } = await app.textIn(bella, words));
  messages = `/api/v1/livechat/messages?contact_id=${contactId}`;
});
afterAll(async () => {
  await app.close();
  rmSync(webRoot, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.api.inject({ method: 'GET', url, headers });
const plain = { br: brotliDecompressSync, gzip: gunzipSync };

describe('files of the web', () => {
  it.each(['br', 'gzip'] as const)('are sent as the build compressed them: %s', async (encoding) => {
    const answer = await get('/assets/main-abc123.js', { 'accept-encoding': encoding });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
      'x-content-type-options': 'nosniff',
    });
    expect(answer.rawPayload.length).toBeLessThan(code.length / 10);
    expect(plain[encoding](answer.rawPayload).toString()).toBe(code);
  });

  it('are sent as they are to whoever takes nothing else, and where nothing is won', async () => {
    const bare = await get('/assets/main-abc123.js');
    expect(bare.headers['content-encoding']).toBeUndefined();
    expect(bare.headers['vary']).toMatch(/accept-encoding/i);
    expect(bare.body).toBe(code);
    for (const file of ['small-abc123.js', 'inter-abc123.woff2']) {
      const answer = await get(`/assets/${file}`, { 'accept-encoding': 'br, gzip' });
      expect(answer.headers['content-encoding']).toBeUndefined();
    }
  });
});

describe('the page', () => {
  it('is compressed for each host, asked for again, and sent again only when it has changed', async () => {
    const first = await get('/login', { accept: 'text/html', 'accept-encoding': 'br' });
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
    expect(String(first.headers['vary'])).toMatch(/Host.*accept-encoding/i);
    expect(brotliDecompressSync(first.rawPayload).toString()).toContain('<title>Beckon</title>');
    const etag = String(first.headers['etag']);
    const again = await get('/login', { accept: 'text/html', 'if-none-match': `"other", ${etag}` });
    expect({ status: again.statusCode, body: again.body, policy: again.headers['content-security-policy'] }).toEqual({
      status: 304,
      body: '',
      policy: first.headers['content-security-policy'],
    });
    expect((await get('/login', { accept: 'text/html', 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

describe('answers of the API', () => {
  it.each(['br', 'gzip'] as const)('are compressed where it pays: %s', async (encoding) => {
    const ask = (accepts?: string) =>
      get(messages, {
        authorization: `Bearer ${bella.token}`,
        ...(accepts === undefined ? {} : { 'accept-encoding': accepts }),
      });
    const bare = await ask();
    expect(bare.headers['content-encoding']).toBeUndefined();
    const answer = await ask(encoding);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringMatching(/accept-encoding/),
    });
    expect(plain[encoding](answer.rawPayload).toString()).toBe(bare.body);
    const short = await get('/api/v1/live-data', {
      authorization: `Bearer ${bella.token}`,
      'accept-encoding': encoding,
    });
    expect(short.headers['content-encoding']).toBeUndefined();
  });
});
