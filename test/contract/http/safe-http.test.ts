import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSafeHttp, isPublicAddress, type Resolver, type SafeHttp } from '../../../adapters/http/index.ts';

/** Against a real server. Names are resolved by the test, so that nothing leaves the machine. */
let server: Server;
let port: number;
let handle: (request: IncomingMessage, response: ServerResponse) => void;
const seen: { method: string; url: string; host: string; authorization: string | undefined; body: string }[] = [];
const open: SafeHttp[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      seen.push({
        method: request.method!,
        url: request.url!,
        host: request.headers.host!,
        authorization: request.headers.authorization,
        body,
      });
      handle(request, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const http of open.splice(0)) await http.close();
  seen.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const client = (options: Parameters<typeof createSafeHttp>[0] = {}): SafeHttp => {
  const http = createSafeHttp(options);
  open.push(http);
  return http;
};
const resolving =
  (...addresses: string[]): Resolver =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const answering = (status: number, headers: Record<string, string> = {}, body = 'fine') => {
  handle = (_request, response) => response.writeHead(status, headers).end(body);
};

describe('which addresses are public', () => {
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '100::1',
    'localhost',
    '',
    '1.2.3',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s is', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('what is refused before anything leaves', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://localhost:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://user:secret@example.com/',
    'no address',
    '//example.com',
  ])('%s', async (address) => {
    answering(200);
    await expect(client().request(address.replace('PORT', String(port)))).rejects.toMatchObject({
      name: 'RequestRefused',
    });
    expect(seen).toEqual([]);
  });

  test.each([['127.0.0.1'], ['10.1.2.3'], ['::1'], ['fd00::1'], ['8.8.8.8', '127.0.0.1']])(
    'a name that leads to %s %s',
    async (...addresses) => {
      answering(200);
      await expect(
        client({ resolver: resolving(...addresses) }).request(`http://hook.example.com:${port}/`),
      ).rejects.toMatchObject({ name: 'RequestRefused' });
      expect(seen).toEqual([]);
    },
  );

  test('a name that answers differently the second time: only what was checked is connected to', async () => {
    answering(200);
    let asked = 0;
    const resolver: Resolver = async () => [{ address: (asked += 1) === 1 ? '203.0.113.1' : '127.0.0.1', family: 4 }];
    await expect(client({ resolver }).request(`http://rebind.example.com:${port}/`)).rejects.toMatchObject({
      name: 'RequestRefused',
    });
    await expect(client({ resolver }).request(`http://rebind.example.com:${port}/`)).rejects.toMatchObject({
      name: 'RequestRefused',
    });
    expect(asked).toBe(2); // One look-up a request: there is none between the check and the connection.
    expect(seen).toEqual([]);
  });

  test('a redirect into the private network', async () => {
    handle = (_request, response) => response.writeHead(302, { location: `http://localhost:${port}/inside` }).end();
    await expect(
      client({
        allow: [`start.example.com:${port}`],
        resolver: async (host) =>
          host === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '127.0.0.1', family: 4 }],
      }).request(`http://start.example.com:${port}/`, { redirects: 3 }),
    ).rejects.toMatchObject({ name: 'RequestRefused' });
    handle = (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end();
    await expect(
      client({ allow: [`start.example.com:${port}`], resolver: resolving('127.0.0.1') }).request(
        `http://start.example.com:${port}/`,
        { redirects: 3 },
      ),
    ).rejects.toMatchObject({ name: 'RequestRefused' });
    expect(seen.map(({ url }) => url)).toEqual(['/', '/']);
  });

  test('another port of a host that is allowed', async () => {
    answering(200);
    await expect(client({ allow: ['127.0.0.1:1'] }).request(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      name: 'RequestRefused',
    });
  });
});

describe('what is allowed', () => {
  const http = () =>
    client({
      allow: [`hook.example.com:${port}`, `other.example.com:${port}`, `127.0.0.1:${port}`],
      resolver: resolving('127.0.0.1'),
    });
  const url = (path = '/', host = 'hook.example.com') => `http://${host}:${port}${path}`;

  test('method, headers and body go out, the answer comes back whole', async () => {
    answering(201, { 'x-answer': 'yes' }, 'made');
    const answer = await http().request(url('/a?b=c'), {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
      body: 'hello',
    });
    expect(answer).toMatchObject({ status: 201, url: url('/a?b=c') });
    expect([answer.headers['x-answer'], answer.body.toString()]).toEqual(['yes', 'made']);
    expect(seen).toEqual([
      { method: 'POST', url: '/a?b=c', host: `hook.example.com:${port}`, authorization: 'Bearer x', body: 'hello' },
    ]);
  });

  test('a redirect is an answer unless it may be followed; secrets do not follow to another host', async () => {
    handle = (request, response) =>
      request.url === '/end' ?
        response.end('end')
      : response.writeHead(302, { location: url('/end', 'other.example.com') }).end();
    expect((await http().request(url(), { headers: { authorization: 'secret' } })).status).toBe(302);
    const answer = await http().request(url(), {
      method: 'POST',
      body: 'x',
      headers: { authorization: 'secret', 'content-type': 'text/plain' },
      redirects: 1,
    });
    expect(answer).toMatchObject({ status: 200, url: url('/end', 'other.example.com') });
    expect(seen.at(-1)).toMatchObject({ method: 'GET', authorization: undefined, body: '' });
  });

  test('a 307 keeps method and body; too many redirects end', async () => {
    handle = (request, response) =>
      request.url === '/end' ? response.end() : response.writeHead(307, { location: '/end' }).end();
    await http().request(url(), { method: 'PUT', body: 'kept', redirects: 1 });
    expect(seen.at(-1)).toMatchObject({ method: 'PUT', url: '/end', body: 'kept' });
    handle = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    await expect(http().request(url(), { redirects: 3 })).rejects.toMatchObject({
      name: 'RequestFailed',
      reason: 'too-many-redirects',
    });
  });

  test('size and time are bounded', async () => {
    handle = (_request, response) => {
      response.writeHead(200);
      for (let i = 0; i < 20; i++) response.write('x'.repeat(1_000));
      response.end();
    };
    await expect(http().request(url(), { maxBytes: 5_000 })).rejects.toMatchObject({ reason: 'too-large' });
    handle = () => {};
    await expect(http().request(url(), { timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'timeout',
      neverSent: false,
    });
    const stop = new AbortController();
    const waiting = http().request(url(), { signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(waiting).rejects.toMatchObject({ reason: 'aborted' });
  });

  test('nobody there: the other side has certainly seen nothing', async () => {
    await expect(client({ allow: ['127.0.0.1:9'] }).request('http://127.0.0.1:9/')).rejects.toMatchObject({
      reason: 'unreachable',
      neverSent: true,
    });
    await expect(
      client({
        resolver: async () => {
          throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
        },
      }).request('http://nobody.example.com/'),
    ).rejects.toMatchObject({ reason: 'unreachable', neverSent: true });
  });
});
