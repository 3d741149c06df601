import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '../../../api/contract/index.ts';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { password, startTestApi, type TestApi } from './support.ts';

let app: TestApi;
let at = Date.parse('2026-11-02T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
beforeAll(async () => {
  app = await startTestApi({
    now: () => new Date(at),
    config: {
      session: { idleMs: 12 * hour, absoluteMs: 48 * hour },
      accountLimit: { perAddress: 4, perIp: 40, windowMs: 15 * minute },
      signInLimit: { perAccount: 5, windowMs: 15 * minute },
    },
    emailDomains: { takesEmail: async (domain) => (domain === 'silent.example' ? null : domain !== 'nowhere.example') },
  });
});
afterAll(() => app.close());

let clients = 0;
/** A client of its own, so that the limits of one test are not those of another. */
const newClient = (): string => `10.9.${Math.floor((clients += 1) / 250)}.${clients % 250}`;
const ask = async (method: 'GET' | 'POST', path: string, payload?: object, ip = newClient()) => {
  const response = await app.api.inject({
    method,
    url: `/api/v1${path}`,
    ...(payload === undefined ? {} : { payload }),
    remoteAddress: ip,
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<Record<string, unknown>>() };
};
const withoutId = ({ requestId: _id, ...body }: Record<string, unknown>) => body;
const profile = (token: string) => app.call<Profile>(token, 'GET', '/profile?i=1');
const alive = async (token: string): Promise<boolean> => (await app.call(token, 'GET', '/profile')).status !== 401;

async function everything(): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (let position = 0n; ;) {
    const page = await app.store.readAll(position, { limit: 1_000 });
    all.push(...page.events);
    position = page.next;
    if (page.atEnd) return all;
  }
}
const emailsTo = async (email: string) =>
  (await everything())
    .filter(({ type, data }) => type === 'AccountEmailRequested' && data['email'] === email)
    .map(({ data }) => data);
const linkTo = async (email: string): Promise<string> =>
  (await app.vault.get((await emailsTo(email)).at(-1)!['tokenRef'] as string))!;

interface House {
  agencyId: string;
  agencyOwner: string;
  agencyEmail: string;
  businessId: string;
  businessOwner: string;
  businessEmail: string;
}
let houses = 0;
/** An agency and a business of it, each with its owner. */
async function house(): Promise<House> {
  const name = `house${(houses += 1)}`;
  const made: House = {
    agencyId: randomUUID(),
    agencyOwner: randomUUID(),
    agencyEmail: `agency@${name}.test`,
    businessId: randomUUID(),
    businessOwner: randomUUID(),
    businessEmail: `shop@${name}.test`,
  };
  const owner = { firstName: 'Noor', lastName: 'N', timezone: 'America/New_York', password };
  await app.commands.agencies.create(app.system(), {
    ...owner,
    agencyId: made.agencyId,
    ownerId: made.agencyOwner,
    name: `Agency ${name}`,
    email: made.agencyEmail,
    phone: null,
    website: null,
    isTemplate: false,
    isActiveLivechat: false,
    isActiveLoop: false,
    freeFee: true,
    freeNumbers: 2,
    freeMessages: 100,
    freeCalls: 0,
  });
  await app.commands.businesses.create(app.system(), {
    ...owner,
    businessId: made.businessId,
    ownerId: made.businessOwner,
    agencyId: made.agencyId,
    uniqueId: `shop-${name}`,
    name: `Shop ${name}`,
    email: made.businessEmail,
    currency: 'USD',
    dateFormat: 'MM/DD/YYYY',
    isEnabledLivechat: true,
    isActiveLivechat: true,
    isEnabledLoop: false,
    isActiveLoop: false,
    isActiveMms: false,
    isTemplate: false,
    templateContent: null,
    monthlyMessages: null,
    contactLimit: null,
  });
  await app.settled();
  return made;
}
async function actAs(token: string, id: string): Promise<string> {
  const answer = await app.call<{ access_token: string }>(token, 'POST', `/impersonate/${id}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.access_token;
}

describe('a forgotten password', () => {
  it('is chosen anew by the link of the email: all sessions end, the link works once', async () => {
    const { businessEmail: email } = await house();
    const before = [await app.signIn(email), await app.signIn(email)];
    expect(await ask('POST', '/passwords/reset', { email })).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String) },
    });
    const token = await linkTo(email);
    expect((await ask('POST', '/token/verify', { token })).body).toEqual({
      data: {
        valid: true,
        kind: 'reset',
        email: `s•••@${email.split('@')[1]}`,
        expires_at: new Date(at + hour).toISOString(),
      },
    });
    expect(await ask('POST', '/passwords/change', { token, password: 'short' })).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    });
    expect(await ask('POST', '/passwords/change', { token, password: 'my new password' })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await Promise.all(before.map(alive))).toEqual([false, false]);
    expect((await ask('POST', '/login', { email, password })).status).toBe(422);
    expect((await ask('POST', '/login', { email, password: 'my new password' })).status).toBe(200);
    expect(await ask('POST', '/passwords/reset', { token, password: 'my new password' })).toMatchObject({
      status: 422,
      body: { code: 'token_invalid', errors: { token: [expect.any(String)] } },
    });
    expect((await ask('POST', '/token/verify', { token })).body).toEqual({
      data: { valid: false, kind: null, email: null, expires_at: null },
    });
  });

  it("by a link that is too old, altered or nobody's: refused, and the password stays", async () => {
    const { businessEmail: email } = await house();
    await ask('POST', '/passwords/reset', { email });
    const token = await linkTo(email);
    at += hour;
    expect(await ask('POST', '/passwords/change', { token, password: 'my new password' })).toMatchObject({
      status: 422,
      body: { code: 'token_invalid' },
    });
    at -= 2 * minute;
    for (const bad of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
      token.slice(0, 43),
      'x'.repeat(64),
    ]) {
      expect(await ask('POST', '/passwords/change', { token: bad, password: 'my new password' })).toMatchObject({
        status: 422,
        body: { code: 'token_invalid' },
      });
    }
    expect((await ask('POST', '/login', { email, password })).status).toBe(200);
    expect((await ask('POST', '/passwords/change', { token, password: 'my new password' })).status).toBe(200);
  });

  it('says the same whether the address is known or not', async () => {
    const { businessEmail: email } = await house();
    const [known, unknown] = [
      await ask('POST', '/passwords/reset', { email }),
      await ask('POST', '/passwords/reset', { email: 'nobody@house.test' }),
    ];
    expect(known.status).toBe(unknown.status);
    expect(withoutId(known.body)).toEqual(withoutId(unknown.body));
    const names = (headers: object) => Object.keys(headers).sort();
    expect(names(known.headers)).toEqual(names(unknown.headers));
    const [used, none] = [
      await ask('POST', '/token/verify', { token: 'x'.repeat(64) }),
      await ask('POST', '/token/verify', {
        token: await linkTo(email).then((token) => `${token.slice(0, 40)}${'A'.repeat(24)}`),
      }),
    ];
    expect(used.body).toEqual(none.body);
  });

  it('is limited per address from everywhere, and per client; it says how long to wait, of unknown addresses too', async () => {
    const { businessEmail: email } = await house();
    for (const address of [email, 'nobody@limits.test']) {
      for (let attempt = 0; attempt < 4; attempt += 1)
        expect((await ask('POST', '/passwords/reset', { email: address })).status).toBe(200);
      const refused = await ask('POST', '/passwords/reset', { email: address.toUpperCase() });
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await emailsTo(email)).toHaveLength(4);
    for (const [method, path, payload] of [
      ['POST', '/passwords/change', { token: 'x'.repeat(64), password: 'my new password' }],
      ['POST', '/token/verify', { token: 'x' }],
      ['GET', '/validate-email?email=a@b.test', undefined],
    ] as const) {
      const ip = newClient();
      const statuses = [];
      for (let attempt = 0; attempt < 41; attempt += 1) statuses.push((await ask(method, path, payload, ip)).status);
      expect(statuses.slice(0, 40)).not.toContain(429);
      expect(statuses[40]).toBe(429);
    }
    // All of an IPv6 subscriber's addresses are one client.
    const statuses = [];
    for (let attempt = 0; attempt < 41; attempt += 1)
      statuses.push(
        (await ask('POST', '/token/verify', { token: 'x' }, `2001:db8:1:2::${attempt.toString(16)}`)).status,
      );
    expect(statuses[40]).toBe(429);
    expect((await ask('POST', '/token/verify', { token: 'x' }, '2001:db8:1:3::1')).status).toBe(200);
  });
});

describe('a sign-in', () => {
  it('is limited per account, from however many machines', async () => {
    const { businessEmail: email } = await house();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await ask('POST', '/login', { email, password: 'wrong' })).status).toBe(422);
    expect((await ask('POST', '/login', { email, password })).status).toBe(429);
    at += 16 * minute;
    expect((await ask('POST', '/login', { email, password })).status).toBe(200);
  });

  it('and what goes wrong are on record, with where they came from', async () => {
    const { businessEmail: email, businessOwner, agencyId, businessId } = await house();
    await ask('POST', '/login', { email, password: 'wrong' }, '10.1.2.3');
    await ask('POST', '/login', { email, password }, '10.1.2.4');
    const record = (await everything()).filter(({ data }) => data['userId'] === businessOwner).slice(-2);
    expect(record).toMatchObject([
      {
        type: 'UserSignInFailed',
        data: { ipAddress: '10.1.2.3' },
        metadata: { tenant: { agencyId, businessId }, actor: { kind: 'public' } },
      },
      { type: 'UserSignedIn', data: { ipAddress: '10.1.2.4' } },
    ]);
    // Whoever tries passwords does not make the user's own stream long.
    expect((await app.store.read(`user-${businessOwner}`)).map(({ type }) => type)).not.toContain('UserSignInFailed');
  });
});

describe("one's own password", () => {
  it('is changed with the current one; every other session ends, this one goes on', async () => {
    const { businessEmail: email } = await house();
    const [here, there] = [await app.signIn(email), await app.signIn(email)];
    expect(
      await app.call(here, 'POST', '/change-password', { current_password: 'wrong', password: 'my new password' }),
    ).toMatchObject({ status: 422, body: { errors: { current_password: [expect.any(String)] } } });
    expect(await Promise.all([here, there].map(alive))).toEqual([true, true]);
    expect(
      await app.call(here, 'POST', '/change-password', { current_password: password, password: 'my new password' }),
    ).toMatchObject({ status: 200, body: { success: true } });
    expect(await Promise.all([here, there].map(alive))).toEqual([true, false]);
    expect((await ask('POST', '/login', { email, password: 'my new password' })).status).toBe(200);
  });

  it('can not be guessed on a stolen session', async () => {
    const { businessEmail: email } = await house();
    const token = await app.signIn(email);
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(
        (await app.call(token, 'POST', '/change-password', { current_password: 'wrong', password: 'my new password' }))
          .status,
      ).toBe(422);
    const refused = await app.call(token, 'POST', '/change-password', {
      current_password: password,
      password: 'my new password',
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Neither by way of the profile.
    expect(
      (
        await app.call(token, 'PUT', '/profile', {
          first_name: 'A',
          last_name: 'B',
          email: 'x@y.test',
          current_password: password,
        })
      ).status,
    ).toBe(429);
  });

  it('has a mobile number, read in the country of the business, told to its team only as being there', async () => {
    const { businessEmail: email } = await house();
    const token = await app.signIn(email);
    const named = { first_name: 'Bella', last_name: 'Russo', email };
    type Team = { data: { has_phone: boolean }[] };
    const has = async () => (await app.call<Team>(token, 'GET', '/livechat/team')).body.data[0]!.has_phone;
    const mine = async () => (await app.call<{ phone: string | null }>(token, 'GET', '/profile')).body.phone;
    expect([await mine(), await has()]).toEqual([null, false]);
    expect((await app.call(token, 'PUT', '/profile', { ...named, phone: '(415) 555-0123' })).status).toBe(200);
    expect([await mine(), await has()]).toEqual(['+14155550123', true]);
    expect((await app.call(token, 'PUT', '/profile', named)).status).toBe(200);
    expect(await mine()).toBe('+14155550123');
    const wrong = await app.call<{ errors: object }>(token, 'PUT', '/profile', { ...named, phone: 'soon' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { phone: [expect.stringContaining('soon')] }]);
    expect((await app.call(token, 'PUT', '/profile', { ...named, phone: '' })).status).toBe(200);
    expect([await mine(), await has()]).toEqual([null, false]);
  });

  it('leaves no trace with an Idempotency-Key: a repeat is the same command, nothing of it is kept', async () => {
    const { businessEmail: email } = await house();
    const token = await app.signIn(email);
    const change = () =>
      app.call(
        token,
        'POST',
        '/change-password',
        { current_password: password, password: 'my new password' },
        { 'idempotency-key': 'change-1' },
      );
    expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(200);
    expect((await emailsTo(email)).filter(({ kind }) => kind === 'password-changed')).toHaveLength(1);
    const { rows } = await app.pool.query(`select 1 from ops.idempotency_keys where key = 'change-1'`);
    expect(rows).toEqual([]);
  });
});

describe('passwords of others', () => {
  it('are chosen by those above, whose people are signed out', async () => {
    const [mine, theirs] = [await house(), await house()];
    const admin = await app.addUser('Admin', null);
    const agency = await app.signIn(mine.agencyEmail);
    const shop = await app.signIn(mine.businessEmail);
    const set = async (token: string, userId: string) =>
      (await app.call(token, 'POST', `/users/${userId}/change-password`, { password: 'given from above' })).status;
    expect(await set(agency, mine.businessOwner)).toBe(200);
    expect(await alive(shop)).toBe(false);
    expect((await ask('POST', '/login', { email: mine.businessEmail, password: 'given from above' })).status).toBe(200);
    expect(await set(agency, theirs.businessOwner)).toBe(404);
    expect(await set(agency, mine.agencyOwner)).toBe(404);
    expect(await set(agency, randomUUID())).toBe(404);
    expect(await set(admin, mine.agencyOwner)).toBe(200);
    expect(await alive(agency)).toBe(false);
    const { id } = (await profile(await app.addUser('Admin', null))).body;
    expect(await set(admin, id)).toBe(403);
    expect(await set(await actAs(admin, theirs.agencyId), theirs.businessOwner)).toBe(403);
  });
});

describe('acting as somebody else', () => {
  it('from admin to agency to business and back, each under their own name', async () => {
    const one = await house();
    const admin = await app.addUser('Admin', null);
    const me = (await profile(admin)).body;
    expect(me.impersonator).toBeNull();
    const agency = await actAs(admin, one.agencyId);
    expect((await profile(agency)).body).toMatchObject({
      id: one.agencyOwner,
      role: 'Agency',
      agency: { id: one.agencyId, free_numbers: 2 },
      impersonator: { id: me.id, role: 'Admin', full_name: me.full_name },
    });
    const shop = await actAs(agency, one.businessId);
    expect((await profile(shop)).body).toMatchObject({
      id: one.businessOwner,
      role: 'Business',
      business: { id: one.businessId, agency: { id: one.agencyId } },
      impersonator: { id: me.id, role: 'Admin' },
    });
    // What is done meanwhile names both.
    expect((await app.call(shop, 'PUT', '/settings', { color_scheme: 'dark' })).status).toBe(200);
    expect((await app.store.read(`user-${one.businessOwner}`)).at(-1)).toMatchObject({
      type: 'UserSettingsChanged',
      metadata: { actor: { kind: 'user', userId: one.businessOwner, impersonatorId: me.id } },
    });
    expect((await app.call(shop, 'DELETE', '/impersonate')).body).toEqual({ success: true });
    expect(await Promise.all([shop, agency, admin].map(alive))).toEqual([false, false, true]);
    expect((await profile(admin)).body).toMatchObject({ id: me.id, impersonator: null });
    const stops = (await everything()).filter(
      ({ type, data }) => type === 'UserImpersonationStopped' && data['impersonatorId'] === me.id,
    );
    expect(stops.map(({ data }) => data['userId']).sort()).toEqual([one.agencyOwner, one.businessOwner].sort());
    // With nobody to go back from, nothing happens.
    expect((await app.call(admin, 'DELETE', '/impersonate')).status).toBe(200);
    expect(await alive(admin)).toBe(true);
  });

  it('never reaches sideways or up', async () => {
    const [mine, theirs] = [await house(), await house()];
    const admin = await app.addUser('Admin', null);
    const otherAdmin = (await profile(await app.addUser('Admin', null))).body.id;
    const agency = await app.signIn(mine.agencyEmail);
    const to = async (token: string, id: string) => (await app.call(token, 'POST', `/impersonate/${id}`)).status;
    for (const foreign of [
      theirs.agencyId,
      theirs.businessId,
      theirs.businessOwner,
      theirs.agencyOwner,
      mine.agencyId,
      mine.agencyOwner,
      otherAdmin,
      randomUUID(),
    ])
      expect(await to(agency, foreign)).toBe(404);
    expect(await to(admin, otherAdmin)).toBe(403);
    expect(await to(admin, randomUUID())).toBe(404);
    expect(await to(admin, 'not-an-id')).toBe(422);
    const asAgency = await actAs(admin, mine.agencyId);
    for (const foreign of [theirs.businessId, theirs.agencyId, otherAdmin])
      expect(await to(asAgency, foreign)).toBe(404);
    const asShop = await actAs(agency, mine.businessId);
    for (const up of [mine.agencyId, mine.agencyOwner, mine.businessId, otherAdmin])
      expect(await to(asShop, up)).toBe(403);
    for (const path of ['/users', '/users?page=1']) expect((await app.call(asShop, 'GET', path)).status).toBe(403);
  });

  it("touches nobody's password or address", async () => {
    const one = await house();
    const admin = await app.addUser('Admin', null);
    const shop = await actAs(admin, one.businessId);
    const { first_name, last_name, email } = (await profile(shop)).body;
    expect(
      (await app.call(shop, 'POST', '/change-password', { current_password: password, password: 'my new password' }))
        .status,
    ).toBe(403);
    expect(
      (
        await app.call(shop, 'PUT', '/profile', {
          first_name,
          last_name,
          email: 'mine@now.test',
          current_password: password,
        })
      ).status,
    ).toBe(403);
    expect((await app.call(shop, 'PUT', '/profile', { first_name: 'Renamed', last_name, email })).status).toBe(200);
    expect((await ask('POST', '/login', { email: one.businessEmail, password })).status).toBe(200);
  });

  it('ends with any session beneath it, and with a sign-out altogether', async () => {
    const one = await house();
    const adminEmail = `boss-${randomUUID()}@example.test`;
    await app.commands.users.registerUser(app.system(), {
      userId: randomUUID(),
      role: 'Admin',
      agencyId: null,
      businessId: null,
      email: adminEmail,
      firstName: 'Ada',
      lastName: 'Min',
      password,
    });
    const stack = async () => {
      const admin = await app.signIn(adminEmail);
      const agency = await actAs(admin, one.agencyId);
      return [admin, agency, await actAs(agency, one.businessId)] as const;
    };
    const states = (tokens: readonly string[]) => Promise.all(tokens.map(alive));

    const first = await stack();
    expect(await states(first)).toEqual([true, true, true]);
    await app.call(first[0], 'POST', '/logout');
    expect(await states(first)).toEqual([false, false, false]);

    const second = await stack();
    await app.call(second[2], 'POST', '/logout');
    expect(await states(second)).toEqual([false, false, false]);

    const third = await stack();
    const { body } = await profile(third[1]);
    expect(body.id).toBe(one.agencyOwner);
    await app.call(third[1], 'DELETE', '/impersonate');
    expect(await states(third)).toEqual([true, false, false]);

    // The real person's password changes elsewhere: everything of theirs ends. The other's password is none of its business.
    const fourth = await stack();
    const elsewhere = await app.signIn(adminEmail);
    await app.call(await app.addUser('Admin', null), 'POST', `/users/${one.businessOwner}/change-password`, {
      password,
    });
    expect(await states(fourth)).toEqual([true, true, true]);
    await app.call(elsewhere, 'POST', '/change-password', { current_password: password, password: 'another password' });
    expect(await states(fourth)).toEqual([false, false, false]);
    expect(await alive(elsewhere)).toBe(true);
  });

  it("keeps one's own session awake, and lives no longer than it", async () => {
    const one = await house();
    const admin = await app.addUser('Admin', null);
    const shop = await actAs(admin, one.businessId);
    for (let step = 0; step < 3; step += 1) {
      at += 11 * hour;
      expect(await alive(shop)).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await alive(admin)).toBe(true);
    const late = await actAs(admin, one.businessId);
    at += 10 * hour;
    expect(await alive(late)).toBe(true);
    // The admin's own 48 hours are over, eight of the other's sixteen are not.
    at += 5 * hour + minute;
    expect(await alive(late)).toBe(false);
    expect(await alive(admin)).toBe(false);
  });

  it('a token of it is kept nowhere, also with an Idempotency-Key', async () => {
    const one = await house();
    const admin = await app.addUser('Admin', null);
    const answer = await app.call<{ access_token: string }>(
      admin,
      'POST',
      `/impersonate/${one.businessId}`,
      undefined,
      { 'idempotency-key': 'act-1' },
    );
    expect(answer.status).toBe(200);
    const { rows } = await app.pool.query(
      `select (select count(*) from ops.idempotency_keys where key = 'act-1')::int as keys,
        (select count(*) from ops.sessions where token_hash = $1)::int as tokens`,
      [answer.body.access_token],
    );
    expect(rows).toEqual([{ keys: 0, tokens: 0 }]);
  });
});

describe('a profile', () => {
  it('says everything about a business and where its redemption page is', async () => {
    const one = await house();
    const { body } = await profile(await app.signIn(one.businessEmail));
    expect(body).toMatchObject({
      role: 'Business',
      email: one.businessEmail,
      full_name: 'Noor N',
      avatar: null,
      phone: null,
      settings: { push_notifications: true, timezone: null, color_scheme: 'auto' },
      agency: null,
      subscribed: false,
      a2p_confirmed_on: null,
      twilioConfig: null,
      business: {
        id: one.businessId,
        status: 'active',
        free_fee: expect.any(Boolean),
        agency: { id: one.agencyId, email: one.agencyEmail },
        redemption_url: expect.stringMatching(/^https:\/\/.+\/shop-house\d+\/redemption$/),
      },
    });
    expect((await profile(await app.signIn(one.agencyEmail))).body).toMatchObject({
      role: 'Agency',
      business: null,
      agency: {
        id: one.agencyId,
        status: 'active',
        free_fee: true,
        free_messages: 100,
        usage_numbers: 0,
        has_sample: false,
      },
    });
  });

  it('takes a new name and address; the new one signs in, the old one does not', async () => {
    const one = await house();
    const token = await app.signIn(one.businessEmail);
    const save = (body: object) =>
      app.call(token, 'PUT', '/profile', {
        first_name: 'Isabella',
        last_name: 'Rossi',
        email: one.businessEmail,
        ...body,
      });
    expect(await save({})).toMatchObject({ status: 200, body: { success: true } });
    expect((await profile(token)).body).toMatchObject({ full_name: 'Isabella Rossi', email: one.businessEmail });
    const email = `new-${one.businessEmail}`;
    expect(await save({ email })).toMatchObject({
      status: 422,
      body: { errors: { current_password: [expect.any(String)] } },
    });
    expect(await save({ email: one.agencyEmail, current_password: password })).toMatchObject({
      status: 422,
      body: { code: 'email_taken', errors: { email: [expect.any(String)] } },
    });
    expect((await save({ email, current_password: password })).status).toBe(200);
    expect((await profile(token)).body).toMatchObject({ email });
    expect((await ask('POST', '/login', { email: one.businessEmail, password })).status).toBe(422);
    expect((await ask('POST', '/login', { email, password })).status).toBe(200);
    expect(await emailsTo(one.businessEmail)).toMatchObject([{ kind: 'email-changed' }]);
  });

  it('has a picture that one uploaded oneself, from nowhere else', async () => {
    const [one, other] = [await house(), await house()];
    const token = await app.signIn(one.businessEmail);
    const insert = (id: string, house: House) =>
      app.pool.query(
        `insert into ops.media (id, storage_key, content_type, size, user_id, business_id, created_at)
        values ($1, 'k', 'image/png', 1, $2, $3, now())`,
        [id, house.businessOwner, house.businessId],
      );
    const [mine, theirs] = ['M'.repeat(22), 'T'.repeat(22)];
    await insert(mine, one);
    await insert(theirs, other);
    const save = async (avatar: string | null) =>
      (await app.call(token, 'PUT', '/profile', { first_name: 'A', last_name: 'B', email: one.businessEmail, avatar }))
        .status;
    for (const bad of [`/media/${theirs}`, 'https://evil.example.test/x.png', 'javascript:alert(1)', '/media/../x', ''])
      expect(await save(bad)).toBe(422);
    expect(await save(`/media/${mine}`)).toBe(200);
    expect((await profile(token)).body.avatar).toBe(`/media/${mine}`);
    expect(await save(null)).toBe(200);
    expect((await profile(token)).body.avatar).toBeNull();
  });

  it('has settings, of which only what is given changes', async () => {
    const one = await house();
    const token = await app.signIn(one.businessEmail);
    expect(
      (await app.call(token, 'PUT', '/settings', { color_scheme: 'dark', timezone: 'Europe/Berlin' })).status,
    ).toBe(200);
    expect((await app.call(token, 'PUT', '/settings', { push_notifications: false })).status).toBe(200);
    expect((await profile(token)).body.settings).toEqual({
      push_notifications: false,
      timezone: 'Europe/Berlin',
      color_scheme: 'dark',
    });
    expect((await app.call(token, 'PUT', '/settings', { timezone: 'Mars/Olympus' })).status).toBe(422);
    expect((await app.call(token, 'PUT', '/settings', { color_scheme: 'pink' })).status).toBe(422);
  });

  it('knows the day on which the A2P question was answered', async () => {
    const one = await house();
    const token = await app.signIn(one.businessEmail);
    for (let time = 0; time < 2; time += 1)
      expect(await app.call(token, 'POST', '/send-a2p-notification')).toMatchObject({
        status: 200,
        body: { success: true },
      });
    expect((await profile(token)).body.a2p_confirmed_on).toBe(new Date(at).toISOString().slice(0, 10));
    expect(
      (await app.store.read(`user-${one.businessOwner}`)).filter(({ type }) => type === 'UserA2pConfirmed'),
    ).toHaveLength(1);
  });
});

describe('an archived tenant', () => {
  it('signs in and reads; it, and whoever acts as it, changes nothing but their own account', async () => {
    const one = await house();
    const admin = await app.addUser('Admin', null);
    const [shop, asShop] = [await app.signIn(one.businessEmail), await actAs(admin, one.businessId)];
    const text = (token: string) => app.call(token, 'POST', '/livechat', { phone: '+12025550188' });
    expect((await text(shop)).status).toBe(200);
    expect((await app.call(admin, 'DELETE', `/agencies/${one.agencyId}`)).status).toBe(200);
    for (const token of [shop, asShop, await app.signIn(one.businessEmail)]) {
      expect(await text(token)).toMatchObject({
        status: 403,
        body: { code: 'account_inactive', message: expect.any(String) },
      });
      expect((await profile(token)).body).toMatchObject({ business: { id: one.businessId, status: 'archived' } });
      expect((await app.call(token, 'GET', '/livechat')).status).toBe(200);
      expect((await app.call(token, 'PUT', '/settings', { color_scheme: 'dark' })).status).toBe(200);
    }
    const agency = await app.signIn(one.agencyEmail);
    expect((await profile(agency)).body).toMatchObject({ agency: { status: 'archived' } });
    expect(await app.call(agency, 'POST', `/impersonate/${one.businessId}`)).toMatchObject({
      status: 403,
      body: { code: 'account_inactive' },
    });
    expect((await app.call(asShop, 'DELETE', '/impersonate')).status).toBe(200);
    expect((await app.call(admin, 'POST', `/agencies/${one.agencyId}/restore`)).status).toBe(200);
    expect((await text(shop)).status).toBe(200);
    expect((await app.call(shop, 'POST', '/logout')).status).toBe(200);
  });
});

describe('an email address', () => {
  const judge = async (email: string) =>
    (await ask('GET', `/validate-email?email=${encodeURIComponent(email)}`)).body['data'];
  it('is judged by its form, and by its domain', async () => {
    expect(await judge('ada@lasting.example')).toEqual({ valid: true, reason: null, message: null });
    expect(await judge('  Ada.L+tag@Lasting.Example ')).toMatchObject({ valid: true });
    expect(await judge('ada@bücher.example')).toMatchObject({ valid: true });
    for (const bad of [
      '',
      'ada',
      'ada@',
      '@x.test',
      'a b@x.test',
      'ada@x',
      `${'a'.repeat(65)}@x.test`,
      'ada@-x.test',
      'ada@x..test',
    ])
      expect(await judge(bad)).toMatchObject({ valid: false, reason: 'syntax', message: expect.any(String) });
    for (const bad of ['x@mailinator.com', 'x@MAILINATOR.com', 'x@sub.mailinator.com'])
      expect(await judge(bad)).toMatchObject({ valid: false, reason: 'disposable' });
    expect(await judge('ada@nowhere.example')).toMatchObject({ valid: false, reason: 'domain' });
    // A DNS that does not answer speaks against nobody.
    expect(await judge('ada@silent.example')).toMatchObject({ valid: true });
  });

  it('says nothing of who has an account', async () => {
    const one = await house();
    expect(await judge(one.businessEmail)).toEqual(await judge('nobody-at-all@house.test'));
  });
});

describe('everybody', () => {
  it('is listed for an admin: searched, sorted, by role, with where they belong', async () => {
    const one = await house();
    await app.signIn(one.businessEmail);
    const admin = await app.addUser('Admin', null);
    const list = (query: string) =>
      app.call<{
        data: { id: string; email: string; agency: unknown; business: unknown; last_sign_in_at: string | null }[];
        meta: { total: number };
      }>(admin, 'GET', `/users?${query}`);
    const { body } = await list(`search=${encodeURIComponent(one.businessEmail.toUpperCase())}`);
    expect(body).toMatchObject({
      data: [
        {
          id: one.businessOwner,
          role: 'Business',
          full_name: 'Noor N',
          agency: { id: one.agencyId, name: expect.stringMatching(/^Agency house/) },
          business: { id: one.businessId, name: expect.stringMatching(/^Shop house/) },
          last_sign_in_at: expect.any(String),
        },
      ],
      meta: { total: 1 },
    });
    const total = (await list('')).body.meta.total;
    const byRole = await Promise.all(
      ['Admin', 'Agency', 'Business'].map(async (role) => (await list(`role=${role}`)).body.meta.total),
    );
    expect(byRole.reduce((sum, count) => sum + count)).toBe(total);
    for (const column of ['id', 'name', 'email', 'role', 'created_at', 'last_sign_in_at']) {
      const [up, down] = [
        await list(`per_page=100&sort_by=${column}`),
        await list(`per_page=100&sort_by=${column}&sort_desc=1`),
      ];
      expect([up.status, down.status]).toEqual([200, 200]);
      expect(up.body.data.map(({ id }) => id)).toEqual(down.body.data.map(({ id }) => id).reverse());
    }
    expect((await list('sort_by=password')).status).toBe(422);
    expect((await list('status=archived')).status).toBe(422);
    expect((await list('role=Boss')).status).toBe(422);
    const emails = (await list('per_page=100&sort_by=email')).body.data.map(({ email }) => email);
    expect(emails).toEqual([...emails].sort());
  });
});

describe('a password that is easy to guess', () => {
  const guessable = { code: 'validation_failed', errors: { password: [expect.stringContaining('four words')] } };
  const hers = (it: House) => ['password', '12345678', it.businessEmail, `Shop house`, it.businessEmail.split('@')[1]!];

  it('is taken nowhere: not with a link, not by its owner, not from above, not for a new record', async () => {
    const made = await house();
    const token = await app.signIn(made.businessEmail);
    const above = await app.signIn(made.agencyEmail);
    const admin = await app.addUser('Admin', null);
    for (const weak of hers(made)) {
      await ask('POST', '/passwords/reset', { email: made.businessEmail });
      expect(
        await ask('POST', '/passwords/change', { token: await linkTo(made.businessEmail), password: weak }),
      ).toMatchObject({ status: 422, body: guessable });
      at += 16 * minute;
      expect(
        await app.call(token, 'POST', '/change-password', { current_password: password, password: weak }),
      ).toMatchObject({ status: 422, body: guessable });
      expect(
        await app.call(above, 'POST', `/users/${made.businessOwner}/change-password`, { password: weak }),
      ).toMatchObject({ status: 422, body: guessable });
    }
    const fields = {
      name: 'Southwind',
      email: 'nora@southwind.test',
      first_name: 'Nora',
      last_name: 'West',
      timezone: 'America/Chicago',
    };
    for (const weak of ['password', 'nora@southwind.test', 'southwind1'])
      expect(await app.call(admin, 'POST', '/agencies', { ...fields, password: weak })).toMatchObject({
        status: 422,
        body: guessable,
      });
    // Nothing of the record was made: its address is free.
    expect((await app.call(admin, 'POST', '/agencies', { ...fields, password: 'four words that fit' })).status).toBe(
      200,
    );
    expect(await alive(token)).toBe(true);
    expect((await ask('POST', '/login', { email: made.businessEmail, password })).status).toBe(200);
  });

  it('is named before it is chosen, by the same rule, to whoever has the link or is signed in', async () => {
    const made = await house();
    await ask('POST', '/passwords/reset', { email: made.businessEmail });
    const link = await linkTo(made.businessEmail);
    const name = made.businessEmail.split('@')[1]!;
    const judged = async (payload: object, headers: Record<string, string> = {}) =>
      (
        await app.api.inject({
          method: 'POST',
          url: '/api/v1/passwords/judge',
          payload,
          headers,
          remoteAddress: newClient(),
        })
      ).json<{ data: object }>().data;
    expect(await judged({ password: 'short' })).toEqual({
      strength: 'short',
      message: 'A password has at least 8 characters.',
    });
    expect(await judged({ password: 'password' })).toEqual({
      strength: 'weak',
      message: expect.stringContaining('four words'),
    });
    expect(await judged({ password: 'four words that fit' })).toEqual({ strength: 'strong', message: null });
    const known = { strength: 'weak', message: expect.stringContaining('four words') };
    expect(await judged({ password: name, token: link })).toEqual(known);
    expect(
      await judged({ password: name }, { authorization: `Bearer ${await app.signIn(made.businessEmail)}` }),
    ).toEqual(known);
    expect(await judged({ password: 'zanzibarbq grill 1' })).not.toMatchObject({ strength: 'weak' });
    expect(await judged({ password: 'zanzibarbq grill 1', about: ['Zanzibarbq Grill'] })).toEqual(known);
  });

  it('is not judged for a list', async () => {
    const ip = newClient();
    const statuses = new Set<number>();
    for (let index = 0; index < 125; index += 1)
      statuses.add((await ask('POST', '/passwords/judge', { password: 'x' }, ip)).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
