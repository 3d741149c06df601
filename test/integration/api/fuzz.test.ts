import fc from 'fast-check';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../api/contract/common.ts';
import { routes } from '../../../api/routes/index.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

/** The same inputs in every run; a failure names the seed and the path to replay. */
const seed = 20_261_121;

let app: TestApi;
let bella: Tenant;
/** What the calls may destroy: nobody works there. */
let victim: Tenant;
const tokens = {} as Record<Role, string>;
/** Ids of things that the caller may reach, by the kind of call. */
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  // A limit of sign-ins would hide what the call makes of its input.
  app = await startTestApi({ config: { signInLimit: { perAddress: 1e6, perIp: 1e6 } } });
  bella = await app.addTenant('bella');
  victim = await app.addTenant('victim', { agencyId: bella.agencyId });
  const lost = await app.addTenant('lost');
  tokens.Admin = await app.addUser('Admin', null);
  tokens.Agency = await app.addUser('Agency', bella.agencyId);
  tokens.Business = bella.token;
  const { contactId } = await app.textIn(bella, 'PIZZA');
  const loop = await loopOf(bella);
  ids = {
    agencies: lost.agencyId,
    whitelabels: lost.agencyId,
    businesses: victim.businessId,
    impersonate: victim.businessId,
    users: victim.userId,
    livechat: contactId,
    contacts: contactId,
    notification: contactId,
    campaigns: loop.campaignId,
    landings: loop.campaignId,
    coupons: loop.campaignId,
    redemptions: loop.redemptionId,
    rewards: loop.rewardId,
    tills: loop.tillId,
  };
});

/** A loop with a rule, a coupon that somebody holds, and a till: what calls of campaigns are about. */
async function loopOf(tenant: Tenant) {
  const made = async (path: string, payload: object): Promise<string> => {
    const answer = await app.call(tenant.token, 'POST', path, payload);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return (answer.body as { data: { id: string } }).data.id;
  };
  const campaignId = await made('/campaigns', {
    name: 'Friends',
    type: 'loop',
    keyword: 'FUZZLOOP',
    reply: 'Hi {{loop_link}}',
    sections: {},
  });
  const rewardId = await made(`/landings/${campaignId}/rewards`, { kind: 'reward', title: 'Coffee', points: 50 });
  const tillId = await made('/tills', { name: 'Front counter' });
  const held = await app.call(tenant.token, 'GET', '/redemptions');
  return {
    campaignId,
    rewardId,
    tillId,
    redemptionId: (held.body as { data: { id: string }[] }).data[0]?.id ?? tillId,
  };
}
afterAll(() => app.close());

const names = [
  'contact_id',
  'phone',
  'body',
  'media',
  'email',
  'password',
  'open',
  'read',
  'position',
  'first_name',
  'last_name',
  'assignee_id',
  'note',
  'user_id',
  'status',
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
];
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    '\u0000',
    'a\u0000b',
    '\uD800',
    '\uDFFFx',
    '__proto__',
    '-1',
    '1e400',
    '99999999999999999999',
    'NaN',
    ' ',
    "'; drop table ops.sessions; --",
    '%',
    '\\',
    '$1',
    '../../etc/passwd',
    0,
    -0,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    0.1,
    [],
    {},
    [[[[[]]]]],
    { length: 1e9 },
    { $ne: null },
    '🍕'.repeat(2000),
    'x'.repeat(20_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.jsonValue({ maxDepth: 4 }),
  fc.uuid(),
  fc.constantFrom('+12025550123', 'bella@example.test', 'https://app.example.test/media/AAAAAAAAAAAAAAAAAAAAAA'),
);
const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...names), nasty), { maxLength: 8 })
      .map((entries) => JSON.stringify(Object.fromEntries(entries.filter(([name]) => name !== '__proto__')))),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"role":"Admin"}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"body":{"__proto__":{"x":1}}}',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      '{"contact_id":1e999999}',
      `{"position":${'9'.repeat(5_000)}}`,
      '{"body":"\\u0000"}',
      '{"body":"\\ud800"}',
      '{',
      '',
      ' ',
      'null',
      '"x"',
      '1',
      '[]',
      '{"a":1}{"b":2}',
      '\uFEFF{}',
      '{"email":"a@b.c","password":"\\u0000"}',
      `{"email":"${'a'.repeat(60_000)}@x.test","password":"x"}`,
    ),
  },
);
const queryValue = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    '%00',
    '%F0%9F%8D%95',
    "'",
    '%',
    'a,b',
    '2026-02-30,2026-03-01',
    '0000-00-00,9999-99-99',
    '2026-01-01,2026-01-02',
    'NaN',
    '[]',
    '1,2',
    '%ED%A0%80',
  ),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const query = fc.array(
  fc.tuple(
    fc.constantFrom(
      'page',
      'per_page',
      'search',
      'sort_by',
      'sort_desc',
      'status',
      'filter',
      'before',
      'contact_id',
      'keywords',
      'opt_out',
      'date_range',
      'domain',
      'i',
      '__proto__',
      'constructor',
    ),
    queryValue,
  ),
  { maxLength: 6 },
);
const pathId = fc.oneof(
  fc.constantFrom('x', '%00', '0', '-', '%20', '..%2f..', 'null', '%F0%9F%8D%95', 'A'.repeat(250)),
  fc.uuid(),
  fc
    .string({ minLength: 1, maxLength: 20 })
    .map((text) => encodeURIComponent(text.toWellFormed()))
    .filter((text) => text !== '.' && text !== '..'),
);

/** The fields that a call's contract knows, also within its parts: what is fuzzed has to get past the names. */
function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'properties') for (const name of Object.keys(inner as object)) found.add(name);
      look(inner);
    }
  };
  if (schema !== undefined) look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...found];
}

/** A value that a field of this name might well have, so that one wrong field at a time gets through to the command. */
const plausible = (name: string): unknown =>
  name !== 'unique_id' && /_id$|^id$/.test(name) ? '6f1c1f6e-8d3b-4f0e-9a55-0c5a5b0f7d11'
  : /email/.test(name) ? 'a@example.test'
  : /^(is_|show|free_fee|open|read|remove|active)/.test(name) ? true
  : /free_|no_|revision/.test(name) ? 1
  : name === 'timezone' ? 'America/New_York'
  : name === 'currency' ? 'USD'
  : /password/.test(name) ? 'long-enough-for-all'
  : name === 'unique_id' ? 'uni-que'
  : name === 'color' ? '#112233'
  : name === 'subdomain' ? 'sub'
  : name === 'custom_domain' ? 'own.example.com'
  : name === 'date_format' ? 'MM/DD/YYYY'
  : name === 'broadcasters' ? [{ name: 'Ann', phone: '+12025550100' }]
  : name === 'pages' ? { privacy: { content: 'x', link: null }, terms: { content: 'x', link: null } }
  : name === 'brand' ? { name: 'B', color: '#112233', custom_domain: 'a.example.com', subdomain: 'b' }
  : /website|link/.test(name) ? 'https://example.com'
  : 'x';
const bodyOf = (schema: z.ZodType | undefined) => {
  const known = fieldsOf(schema);
  if (known.length === 0) return body;
  const odd = fc.array(fc.tuple(fc.constantFrom(...known), nasty), { maxLength: 2 });
  const whole = odd.map((entries) =>
    JSON.stringify({
      ...Object.fromEntries(known.map((name) => [name, plausible(name)])),
      ...Object.fromEntries(entries),
    }),
  );
  return fc.oneof(
    { weight: 3, arbitrary: whole },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...known), nasty).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: body },
  );
};

/** People read what is wrong in the words of `domain/kernel/issue-words.ts`, never in those of the library. */
const wordsOfZod = /^Invalid |: expected |^Too (big|small)|^Unrecognized key/;

/** What only says that something is not set up here, whatever is asked. */
const notSetUp = new Set(['push_not_configured', 'provider_unavailable']);

describe('whatever is thrown at a call, the answer is never a fault of ours', () => {
  // Signing out would end the session of the others.
  it.each(
    routes
      .filter((route) => route.contract.path !== '/logout')
      .map(({ contract }) => ({ name: `${contract.method} ${contract.path}`, contract })),
  )('$name', async ({ contract }) => {
    const roles: readonly Role[] = typeof contract.who === 'string' ? ['Business', 'Agency', 'Admin'] : contract.who;
    const own = (kind: string | undefined) => ids[kind ?? ''] ?? bella.userId;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...roles),
        bodyOf(contract.body),
        query,
        fc.oneof({ weight: 1, arbitrary: pathId }, { weight: 1, arbitrary: fc.constant(null) }),
        fc.option(fc.string({ maxLength: 30 }), { freq: 5 }),
        async (role, payload, params, id, key) => {
          // `/landings/{couponId}/rewards/{id}`: each place has an id of what it names.
          const path = contract.path.replace(
            /(?:([\w-]+)\/)?\{\w+\}/g,
            (_whole, kind?: string) => `${kind === undefined ? '' : `${kind}/`}${id ?? own(kind)}`,
          );
          const search = params.map(([name, value]) => `${name}=${value}`).join('&');
          const response = await app.api.inject({
            method: contract.method,
            url: `/api/v1${path}${search === '' ? '' : `?${search}`}`,
            headers: {
              authorization: `Bearer ${tokens[role]}`,
              ...(contract.method === 'GET' ? {} : { 'content-type': 'application/json' }),
              ...(key === null || !/^[\x20-\x7e]*$/.test(key) ? {} : { 'idempotency-key': key }),
            },
            ...(contract.method === 'GET' ? {} : { payload }),
          });
          const { statusCode } = response;
          const said =
            response.body.startsWith('{') ?
              response.json<{
                code?: string;
                message?: string;
                requestId?: string;
                errors?: Record<string, string[]>;
              }>()
            : {};
          if (statusCode === 503 && notSetUp.has(said.code ?? '')) return;
          expect(statusCode, response.body).toBeLessThan(500);
          if (statusCode >= 400)
            expect(said).toMatchObject({
              code: expect.any(String),
              message: expect.any(String),
              requestId: expect.any(String),
            });
          expect(response.body).not.toMatch(/node_modules|at .*\.ts:\d|SQLSTATE|syntax error at/);
          for (const message of [said.message ?? '', ...Object.values(said.errors ?? {}).flat()])
            expect(message).not.toMatch(wordsOfZod);
        },
      ),
      { seed, numRuns: 40, endOnFailure: true },
    );
  });

  it('nor by odd addresses, methods and content types', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD') as fc.Arbitrary<'GET'>,
        fc.string({ maxLength: 60 }),
        fc.constantFrom(
          'application/json',
          'text/plain',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
          'x/y',
          '',
        ),
        body,
        async (method, rest, type, payload) => {
          const starts = ['api/v1/', 'webhooks/twilio/inbound', 'media/', 'api/docs/', 'health/', ''];
          const end = encodeURI(rest.toWellFormed()).replace(/^\/+/, '');
          const path = `/${starts[rest.length % 6]}${end}`;
          const response = await app.api.inject({
            method,
            url: path,
            headers: type === '' ? {} : { 'content-type': type },
            ...(method === 'GET' || method === 'HEAD' ? {} : { payload }),
          });
          expect(response.statusCode).toBeLessThan(500);
        },
      ),
      { seed, numRuns: 300, endOnFailure: true },
    );
  });

  it('leaves the process and the data as they were', async () => {
    expect(({} as { role?: string }).role).toBeUndefined();
    expect(({} as { x?: number }).x).toBeUndefined();
    expect((await app.call(bella.token, 'GET', '/profile')).status).toBe(200);
  });
});
