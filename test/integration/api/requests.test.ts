import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../api/contract/common.ts';
import type { TrustedProxies } from '../../../api/dependencies.ts';
import { routes } from '../../../api/routes/index.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

/** What is asked of a request before any call looks at it. */
let app: TestApi;
let bella: Tenant;
let tokens: Record<Role, string>;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  tokens = {
    Business: bella.token,
    Agency: await app.addUser('Agency', bella.agencyId),
    Admin: await app.addUser('Admin', null),
  };
});
afterAll(() => app.close());

describe('what is not JSON, where JSON is expected', () => {
  const boundary = 'x-boundary';
  const bodies = {
    [`multipart/form-data; boundary=${boundary}`]: [
      `--${boundary}`,
      'content-disposition: form-data; name="contact_id"',
      '',
      '1',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
    'text/plain': '{"contact_id":"1"}',
    'application/x-www-form-urlencoded': 'contact_id=1',
    'application/xml': '<contact_id>1</contact_id>',
  };
  const changing = routes.filter(
    ({ contract }) => contract.method !== 'GET' && contract.file === undefined && contract.path !== '/logout',
  );

  it.each(changing.map(({ contract }) => [`${contract.method} ${contract.path}`, contract] as const))(
    '%s answers 415, and nothing happens',
    async (_name, { method, path, who }) => {
      const before = await app.raw.head();
      const role = typeof who === 'string' ? 'Business' : who[0]!;
      for (const [type, payload] of Object.entries(bodies)) {
        const answer = await app.api.inject({
          method,
          url: `/api/v1${path.replace(/\{\w+\}/g, bella.businessId)}`,
          headers: { 'content-type': type, ...(who === 'public' ? {} : { authorization: `Bearer ${tokens[role]}` }) },
          payload,
        });
        expect({ type, status: answer.statusCode, code: answer.json<{ code: string }>().code }).toEqual({
          type,
          status: 415,
          code: 'unsupported_content_type',
        });
      }
      expect(await app.raw.head()).toBe(before);
    },
  );
});

describe('a request that names two hosts', () => {
  /** What a server says to bytes as they are. */
  const ask = async (lines: readonly string[]): Promise<string> => {
    const [host, port] = (await address).split(':') as [string, string];
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), host, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
      let answer = '';
      socket
        .on('error', reject)
        .on('data', (chunk: Buffer) => void (answer += chunk.toString()))
        .on('close', () => resolve(answer));
    });
  };
  let address: Promise<string>;
  beforeAll(() => void (address = app.listen()));

  it.each(['/health/live', '/api/v1/config', '/', '/media/none'])('is refused at %s', async (path) => {
    const one = [`GET ${path} HTTP/1.1`, 'Host: app.example.test', 'Connection: close'];
    expect(await ask(one)).not.toMatch(/^HTTP\/1\.1 400/);
    expect(await ask([...one, 'host: evil.example.test'])).toMatch(/^HTTP\/1\.1 400/);
  });
});

describe('the address of a client behind proxies', () => {
  const wrong = { email: 'nobody@example.test', password: 'not-the-password' };
  /** How many sign-ins out of five were let through to the password; three are allowed to one client. */
  async function tried(
    trustedProxies: TrustedProxies,
    { from, forwarded }: { readonly from: string; readonly forwarded: (attempt: number) => string },
  ): Promise<number> {
    const api = await startTestApi({
      config: { trustedProxies, signInLimit: { perAddress: 100, perIp: 3, perAccount: 100 } },
    });
    try {
      let through = 0;
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const answer = await api.api.inject({
          method: 'POST',
          url: '/api/v1/login',
          remoteAddress: from,
          headers: { 'x-forwarded-for': forwarded(attempt) },
          payload: wrong,
        });
        if (answer.statusCode === 422) through += 1;
      }
      return through;
    } finally {
      await api.close();
    }
  }
  const invented = (attempt: number): string => `192.0.2.${attempt}`;

  it('is the last that the one proxy wrote down, whatever the client sent before it', async () => {
    const behindOne = { from: '10.0.0.9', forwarded: (n: number) => `${invented(n)}, 198.51.100.7` };
    expect(await tried({ hops: 1 }, behindOne)).toBe(3);
    expect(await tried({ addresses: ['10.0.0.0/8'] }, behindOne)).toBe(3);
    // Other clients of the same proxy are others.
    expect(await tried({ hops: 1 }, { from: '10.0.0.9', forwarded: invented })).toBe(5);
  });

  it('is believed of nobody else', async () => {
    expect(await tried(null, { from: '203.0.113.5', forwarded: invented })).toBe(3);
    expect(await tried({ addresses: ['10.0.0.0/8'] }, { from: '203.0.113.5', forwarded: invented })).toBe(3);
  });

  it('is the last but one behind two', async () => {
    const behindTwo = (n: number): string => `${invented(n)}, 198.51.100.7, 172.16.0.2`;
    expect(await tried({ hops: 2 }, { from: '10.0.0.9', forwarded: behindTwo })).toBe(3);
    expect(await tried({ addresses: ['uniquelocal'] }, { from: '10.0.0.9', forwarded: behindTwo })).toBe(3);
  });
});
