import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../api/contract/common.ts';
import { routes } from '../../../api/routes/index.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';
import { nothing, thingsOf } from './things.ts';
import { type Theirs, visits } from './visits.ts';

const everybody: readonly Role[] = ['Admin', 'Agency', 'Business'];
const calls = routes.map(({ contract }) => ({
  name: `${contract.method} ${contract.path}`,
  contract,
  method: contract.method,
  path: contract.path,
  visit: visits[`${contract.method} ${contract.path}`],
}));
const guarded = calls
  .filter((call) => call.visit !== undefined && call.visit.who !== 'public')
  .map((call) => ({ ...call, who: call.visit!.who as readonly Role[] }));
const reaching = guarded.filter((call) => call.visit!.foreign !== null);

let app: TestApi;
let bella: Tenant;
let mallory: Tenant;
/** Whose things they are, and to whom they are foreign. */
let others: readonly { readonly whose: string; readonly theirs: Theirs; readonly foreignTo: readonly Role[] }[];
const tokens = {} as Record<Role, string>;

beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  mallory = await app.addTenant('mallory');
  const sibling = await app.addTenant('sibling', { agencyId: mallory.agencyId });
  const lone = await app.addTenant('lone', { agencyId: null });
  tokens.Admin = await app.addUser('Admin', null);
  tokens.Agency = await app.addUser('Agency', mallory.agencyId);
  tokens.Business = mallory.token;
  const [ofBella, ofLone, ofSibling] = await Promise.all([bella, lone, sibling].map((one) => thingsOf(app, one)));
  others = [
    { whose: 'of another agency and business', theirs: ofBella!, foreignTo: ['Agency', 'Business'] },
    { whose: 'of a business without an agency', theirs: ofLone!, foreignTo: ['Agency', 'Business'] },
    { whose: 'of another business of the same agency', theirs: ofSibling!, foreignTo: ['Business'] },
    { whose: 'of nobody', theirs: nothing(), foreignTo: everybody },
  ];
}, 300_000);
afterAll(() => app.close());

/** What must be the same afterwards: the log, and what the API keeps beside it. */
async function everything(): Promise<string> {
  const { rows } = await app.pool.query(
    `select (select count(*) from ops.sessions where revoked_at is null) as sessions, (select count(*) from ops.media) as media`,
  );
  return JSON.stringify([await app.events(), rows]);
}

describe('every call', () => {
  it('is in this walk, and the walk is in the API', () => {
    expect(calls.filter((call) => call.visit === undefined).map((call) => call.name)).toEqual([]);
    expect(Object.keys(visits).filter((name) => !calls.some((call) => call.name === name))).toEqual([]);
  });

  it('that takes an id is tried with somebody else’s', () => {
    // The only parameters of a path that are no ids.
    const noIds = [
      'GET /integrations/type/{type}',
      'DELETE /agencies/whitelabel-file/{type}',
      'POST /system/read-models/{name}',
    ];
    expect(
      guarded.filter((call) => call.path.includes('{') && call.visit!.foreign === null).map((call) => call.name),
    ).toEqual(noIds);
  });
});

const fill = (path: string, id: string = randomUUID()): string => path.replace(/\{\w+\}/g, id);

describe('without a token, or with a wrong one', () => {
  it.each(guarded)('$name is 401', async ({ method, path }) => {
    for (const token of [null, 'x', 'A'.repeat(43), `${bella.token}x`]) {
      const answer = await app.call(token, method, fill(path));
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        code: 'unauthenticated',
        message: expect.any(String),
        requestId: expect.any(String),
      });
    }
  });
});

describe('in the wrong role', () => {
  it.each(guarded)('$name is 403', async ({ method, path, who }) => {
    for (const role of everybody.filter((one) => !who.includes(one))) {
      const answer = await app.call(tokens[role], method, fill(path));
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: 'forbidden' });
    }
  });
});

describe('with the ids of somebody else, or of nothing', () => {
  it.each(reaching)('$name is 404 and changes nothing', async ({ method, visit, who }) => {
    for (const { whose, theirs, foreignTo } of others) {
      for (const role of who.filter(
        (one) => foreignTo.includes(one) && (visit!.foreignTo ?? everybody).includes(one),
      )) {
        const { path, body } = visit!.foreign!(theirs);
        const before = await everything();
        const answer = await app.call(tokens[role], method, path, body);
        expect({ role, whose, status: answer.status, code: answer.body['code'] }).toEqual({
          role,
          whose,
          status: 404,
          code: 'not_found',
        });
        expect(await everything()).toBe(before);
      }
    }
  });

  it('lists show nothing of theirs', async () => {
    for (const path of [
      '/livechat',
      '/contacts',
      '/livechat/search-contacts?search=555',
      '/notifications',
      '/businesses/notifications',
      '/contacts?search=0123',
    ]) {
      const answer = await app.call<{ data: unknown[] }>(mallory.token, 'GET', path);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual([]);
    }
    expect((await app.call(mallory.token, 'GET', '/live-data')).body).toEqual({ unread: 0, notifications_unread: 0 });
    for (const path of [
      '/businesses',
      `/businesses?agency_id=${bella.agencyId}`,
      '/businesses?search=bella',
      '/businesses?per_page=9999',
    ]) {
      const { body } = await app.call<{ data: { id: string; agency: { id: string } }[] }>(tokens.Agency, 'GET', path);
      expect(new Set(body.data.map((row) => row.agency.id))).toEqual(
        path.includes('search') ? new Set() : new Set([mallory.agencyId]),
      );
    }
  });

  it('pictures of theirs can not be attached', async () => {
    const { contactId } = await app.textIn(mallory, 'Hello');
    const id = 'A'.repeat(22);
    await app.pool.query(
      `insert into ops.media (id, storage_key, content_type, size, user_id, business_id, created_at)
        values ($1, 'k', 'image/png', 1, $2, $3, now())`,
      [id, bella.userId, bella.businessId],
    );
    for (const media of [
      `https://app.example.test/media/${id}`,
      'https://evil.example.test/x.png',
      'http://169.254.169.254/latest',
    ]) {
      expect(
        await app.call(mallory.token, 'POST', '/livechat/messages', {
          contact_id: contactId,
          body: 'x',
          media: [media],
        }),
      ).toMatchObject({ status: 422, body: { errors: { media: [expect.any(String)] } } });
    }
  });
});

describe('with an id that is none', () => {
  const malformed = [
    'x',
    '0',
    '-1',
    'null',
    'undefined',
    '1.5',
    '%20',
    '%F0%9F%8D%95',
    "'; drop table ops.sessions; --",
    '00000000-0000-0000-0000-00000000000',
    `${randomUUID()}x`,
    'A'.repeat(250),
    '%2e%2e%2f',
    '__proto__',
  ];
  // A unique id and a plan's name may be almost any word.
  it.each(reaching.filter((call) => /\{(?!uniqueId|name)/.test(call.path)))(
    '$name is 422',
    async ({ method, path, who, visit }) => {
      const { body } = visit!.foreign!(nothing());
      for (const role of who) {
        for (const id of malformed) {
          const answer = await app.call(
            tokens[role],
            method,
            fill(path, id.includes('%') ? id : encodeURIComponent(id)),
            body,
          );
          expect({ id, status: answer.status, code: answer.body['code'] }).toEqual({
            id,
            status: 422,
            code: 'validation_failed',
          });
          const places = path.match(/\{\w+\}/g)!;
          expect(Object.keys(answer.body['errors'] as object)).toHaveLength(places.length);
        }
      }
    },
  );

  it.each([
    ['Business', 'GET', '/livechat/messages?contact_id=x', undefined, 'contact_id'],
    ['Business', 'POST', '/livechat', { contact_id: 'x' }, 'contact_id'],
    ['Business', 'POST', '/livechat/messages', { contact_id: 7, body: 'x' }, 'contact_id'],
    ['Admin', 'GET', '/businesses?agency_id=x', undefined, 'agency_id'],
    ['Agency', 'GET', '/businesses?agency_id=1', undefined, 'agency_id'],
    [
      'Admin',
      'POST',
      '/businesses',
      { name: 'A', email: 'a@example.test', first_name: 'A', timezone: 'UTC', agency_id: 'x' },
      'agency_id',
    ],
  ] as const)('%s %s %s is 422 too', async (role, method, path, body, field) => {
    expect(await app.call(tokens[role], method, path, body)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: { [field]: [expect.any(String)] } },
    });
  });
});

describe('a list', () => {
  const lists = guarded.filter(
    (call) =>
      call.method === 'GET' &&
      call.contract.query !== undefined &&
      'sort_by' in (call.contract.query as unknown as { shape?: object }).shape!,
  );
  it.each(lists)('$name takes only named columns, named states and pages that exist', async ({ path, who, name }) => {
    for (const query of [
      'sort_by=password',
      'sort_by=id;drop',
      'sort_by=__proto__',
      'sort_by=constructor',
      `sort_by=${'a'.repeat(500)}`,
      'status=nonsense',
      'status=__proto__',
      'page=0',
      'page=-1',
      'page=x',
      'page=1e9',
      'per_page=0',
      'per_page=10000',
      'per_page=NaN',
      'sort_desc=maybe',
      ...(name === 'GET /businesses' ? [] : ['per_page=101']),
    ]) {
      const answer = await app.call(tokens[who[0]!], 'GET', `${fill(path)}?${query}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 422 });
    }
    expect(
      (
        await app.call(
          tokens[who[0]!],
          'GET',
          `${fill(path)}?per_page=${name === 'GET /businesses' ? 9999 : 100}&search=%25_%27`,
        )
      ).status,
      // A list of what belongs to nothing.
    ).toBe(path.includes('{') ? 404 : 200);
  });
});
