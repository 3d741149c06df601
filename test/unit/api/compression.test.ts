import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { compressAnswers, encodingFor } from '../../../api/kernel/compression.ts';

it.each([
  [undefined, null],
  ['', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br;q=0.0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['GZip;Q=0.5', 'gzip'],
  ['identity', null],
  ['deflate', null],
])('of what a client takes with %j we send %j', (accepts, encoding) => {
  expect(encodingFor(accepts)).toBe(encoding);
});

it('long answers that hold a token are never compressed: their length would tell of it', async () => {
  const app = fastify();
  await app.register(
    async (scope) => {
      compressAnswers(scope, '/api/v1');
      for (const path of ['/login', '/impersonate/:id', '/contacts'])
        scope.post(path, async () => ({ access_token: 'x'.repeat(5_000) }));
    },
    { prefix: '/api/v1' },
  );
  const encodingOf = async (path: string) =>
    (await app.inject({ method: 'POST', url: `/api/v1${path}`, headers: { 'accept-encoding': 'br' } })).headers[
      'content-encoding'
    ];
  expect(await encodingOf('/contacts')).toBe('br');
  expect(await encodingOf('/login')).toBeUndefined();
  expect(await encodingOf('/impersonate/1')).toBeUndefined();
  await app.close();
});
