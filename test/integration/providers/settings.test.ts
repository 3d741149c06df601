import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgencyId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { context, createProvidersWorld, type ProvidersWorld, sids } from './world.ts';

let world: ProvidersWorld;
let logged = '';
beforeAll(async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk, _encoding, done) => {
        logged += String(chunk);
        done();
      },
    }),
  );
  world = await createProvidersWorld({ workers: false, log });
});
afterAll(() => world.close());

const good = { account_sid: sids.north, auth_token: 'north-token-0123456789' };
const refs = async (): Promise<string[]> =>
  (
    await sql<{ ref: string }>`select ref from ops.vault where ref like 'provider/%' order by ref`.execute(world.db)
  ).rows.map(({ ref }) => ref);
const secretsOf = async (agencyId: string): Promise<string[]> => (await refs()).filter((ref) => ref.includes(agencyId));
const events = (id: string) => world.store.read(streams.providers(id as AgencyId));
interface Reply {
  message: string;
  data: { masked: Record<string, string>; trial: boolean } | null;
  code: string;
  errors: Record<string, string[]>;
}

describe('an agency and its Twilio account', () => {
  test('is checked, kept, shown masked; neither answer, event nor log holds the secret', async () => {
    const { agency, agencyId } = await world.addAgency('Masked');
    const { status, body, text } = await world.call<Reply>(agency.token, 'PUT', '/agencies/twilio-config', good);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      provider: 'twilio',
      masked: { account_sid: 'AC11…1111', auth_token: '••••6789' },
      trial: false,
      from_email: null,
    });
    expect(await world.readModels.providers({ kind: 'agency', id: agencyId })).toMatchObject({
      twilio: { masked: { account_sid: 'AC11…1111' } },
      sendgrid: null,
      mailgun: null,
      ses: null,
    });
    const [kept] = await secretsOf(agencyId);
    expect(JSON.parse((await world.vault.get(kept!))!)).toEqual(good);
    const stored = (
      await sql<{ row: string }>`select v::text as row from ops.vault v where ref = ${kept!}`.execute(world.db)
    ).rows[0]!.row;
    for (const place of [
      text,
      JSON.stringify(await events(agencyId), (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
      logged,
      stored,
      Buffer.from(/\\x([0-9a-f]+)/.exec(stored)?.[1] ?? '', 'hex').toString('latin1'),
    ]) {
      expect(place).not.toContain(good.auth_token);
    }
  });

  test('a refusal keeps what was there, and says why at the field', async () => {
    const { agency, agencyId } = await world.addAgency('Refused');
    await world.call(agency.token, 'PUT', '/agencies/twilio-config', good);
    const before = [await secretsOf(agencyId), (await events(agencyId)).length];
    const refused = await world.call<Reply>(agency.token, 'PUT', '/agencies/twilio-config', {
      account_sid: sids.south,
      auth_token: 'wrong-token-0123',
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'provider_refused', errors: { auth_token: [expect.stringContaining('Twilio does not accept')] } },
    });
    expect([await secretsOf(agencyId), (await events(agencyId)).length]).toEqual(before);
    expect(await world.vault.get((await secretsOf(agencyId))[0]!)).toContain(good.auth_token);
  });

  test('a provider that can not be asked changes nothing: 503', async () => {
    const { agency, agencyId } = await world.addAgency('Away');
    const commands = world.commandsWith({
      verifier: { verify: async () => ({ kind: 'unavailable', detail: 'Twilio could not be asked just now.' }) },
    });
    await expect(
      commands.providers.configure(context(agency.caller), {
        owner: { kind: 'agency', id: agencyId },
        provider: 'twilio',
        credentials: good,
        fromEmail: null,
        fromName: null,
      }),
    ).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(await secretsOf(agencyId)).toEqual([]);
  });

  test('another account takes the place of the old, whose secret is deleted; taken away, none is left', async () => {
    const { agency, agencyId } = await world.addAgency('Replaced');
    await world.call(agency.token, 'PUT', '/agencies/twilio-config', good);
    const [first] = await secretsOf(agencyId);
    const second = await world.call<Reply>(agency.token, 'PUT', '/agencies/twilio-config', {
      account_sid: sids.south,
      auth_token: 'south-token-0123456789',
    });
    expect(second.body.data?.masked['account_sid']).toBe('AC22…2222');
    expect(await secretsOf(agencyId)).toHaveLength(1);
    expect(await world.vault.get(first!)).toBeNull();
    expect(await world.call<Reply>(agency.token, 'PUT', '/agencies/twilio-config', { remove: true })).toMatchObject({
      status: 200,
      body: { data: null },
    });
    expect(await secretsOf(agencyId)).toEqual([]);
    expect((await world.readModels.providers({ kind: 'agency', id: agencyId })).twilio).toBeNull();
  });

  test('a repeated command asks and keeps once; cut off before the event it starts anew and leaves nothing behind', async () => {
    const { agency, agencyId } = await world.addAgency('Repeated');
    const input = {
      owner: { kind: 'agency', id: agencyId },
      provider: 'twilio',
      credentials: good,
      fromEmail: null,
      fromName: null,
    } as const;
    const commandId = randomUUID();
    const broken = world.commandsWith({
      events: {
        ...world.store,
        append: async () => {
          throw new Error('the power went out');
        },
      },
    });
    await expect(broken.providers.configure(context(agency.caller, commandId), input)).rejects.toThrow(
      'the power went out',
    );
    expect(await events(agencyId)).toEqual([]);
    const count = world.asked.length;
    const first = await world.commands.providers.configure(context(agency.caller, commandId), input);
    expect(await world.commands.providers.configure(context(agency.caller, commandId), input)).toEqual(first);
    expect([
      await events(agencyId).then((all) => all.length),
      await secretsOf(agencyId).then((all) => all.length),
      world.asked.length - count,
    ]).toEqual([1, 1, 1]);
  });

  test('a trial account is kept, said to be one, and buys no number', async () => {
    const { agency, business } = await world.addAgency('Trial');
    expect(
      await world.call<Reply>(agency.token, 'PUT', '/agencies/twilio-config', {
        account_sid: `AC${'7'.repeat(32)}`,
        auth_token: 'trial-0123456789',
      }),
    ).toMatchObject({
      status: 200,
      body: { data: { trial: true }, message: expect.stringContaining('trial account') },
    });
    expect(
      await world.call<Reply>(business.token, 'POST', '/businesses/assign-number', { number: '+14155550171' }),
    ).toMatchObject({ status: 422, body: { code: 'provider_refused' } });
  });
});

describe('all four providers, each in its own form', () => {
  test.each([
    [
      'sendgrid',
      { api_key: 'SG.abcdefghijklmnop', from_email: 'hello@north.test', from_name: 'North' },
      { api_key: '••••mnop' },
    ],
    [
      'mailgun',
      { api_key: 'key-abcdefghijklmnop', domain: 'mg.north.test', region: 'eu', from_email: 'hello@north.test' },
      { api_key: '••••mnop', domain: 'mg.north.test', region: 'eu' },
    ],
    [
      'ses',
      {
        access_key_id: 'AKIAIOSFODNN7EXAMPLE',
        secret_access_key: 'wJalrXUtnFEMIK7MDENG',
        region: 'us-east-1',
        from_email: 'hello@north.test',
      },
      { access_key_id: 'AKIA…MPLE', secret_access_key: '••••DENG', region: 'us-east-1' },
    ],
  ] as const)('%s', async (provider, body, masked) => {
    const { agency } = await world.addAgency(`Mail-${provider}`);
    const reply = await world.call<Reply>(agency.token, 'PUT', `/agencies/${provider}-config`, body);
    expect([reply.status, reply.body.data]).toEqual([
      200,
      expect.objectContaining({ masked, from_email: 'hello@north.test' }),
    ]);
  });

  test.each([
    ['twilio', { account_sid: 'AC1', auth_token: 'x' }, 'account_sid'],
    ['twilio', {}, 'account_sid'],
    ['twilio', { ...good, auth_token: '' }, 'auth_token'],
    ['twilio', { remove: false }, 'account_sid'],
    ['sendgrid', { api_key: 'SG.abcdefghijklmnop', from_email: 'nobody' }, 'from_email'],
    ['sendgrid', { api_key: 'no key of theirs', from_email: 'a@b.test' }, 'api_key'],
    [
      'mailgun',
      { api_key: 'key-abcdefghijklmnop', domain: 'mg.north.test/../../v3/domains', from_email: 'a@b.test' },
      'domain',
    ],
    [
      'ses',
      { access_key_id: 'A', secret_access_key: 'b', region: 'evil.example.com/', from_email: 'a@b.test' },
      'region',
    ],
  ] as const)('%s refuses %j at its field, without asking anybody', async (provider, body, field) => {
    const { agency } = await world.addAgency('Fields');
    const count = world.asked.length;
    const reply = await world.call<Reply>(agency.token, 'PUT', `/agencies/${provider}-config`, body);
    expect([reply.status, Object.keys(reply.body.errors)[0], world.asked.length - count]).toEqual([422, field, 0]);
  });
});

describe('whose settings', () => {
  test("one's own by role: the platform's, the agency's, the business's", async () => {
    const { agency, business, agencyId, businessId } = await world.addAgency('Roles');
    const admin = await world.addUser('Admin', null, null);
    for (const { token } of [admin, agency, business])
      expect(
        (await world.call(token, 'PUT', '/sendgrid-config', { api_key: 'SG.abcdefghijklmnop', from_email: 'a@b.test' }))
          .status,
      ).toBe(200);
    for (const owner of [
      { kind: 'platform', id: null },
      { kind: 'agency', id: agencyId },
      { kind: 'business', id: businessId },
    ] as const)
      expect((await world.readModels.providers(owner)).sendgrid).not.toBeNull();
  });

  test("an admin writes an agency's; nobody else writes another's", async () => {
    const [mine, other] = [await world.addAgency('Mine'), await world.addAgency('Other')];
    const admin = await world.addUser('Admin', null, null);
    const path = `/agencies/${other.agencyId}/twilio-config`;
    expect((await world.call(mine.agency.token, 'PUT', path, good)).status).toBe(403);
    expect((await world.call(mine.business.token, 'PUT', '/agencies/twilio-config', good)).status).toBe(403);
    expect((await world.call(null, 'PUT', '/twilio-config', good)).status).toBe(401);
    expect((await world.call(admin.token, 'PUT', path, good)).status).toBe(200);
    expect((await world.call(admin.token, 'PUT', `/agencies/${randomUUID()}/twilio-config`, good)).status).toBe(404);
    const configure = (
      caller: typeof mine.agency.caller,
      owner: Parameters<typeof world.commands.providers.configure>[1]['owner'],
    ) =>
      world.commands.providers.configure(context(caller), {
        owner,
        provider: 'twilio',
        credentials: good,
        fromEmail: null,
        fromName: null,
      });
    await expect(configure(mine.agency.caller, { kind: 'agency', id: other.agencyId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(configure(mine.agency.caller, { kind: 'business', id: other.businessId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(configure(mine.business.caller as never, { kind: 'agency', id: mine.agencyId })).rejects.toMatchObject(
      { code: 'forbidden' },
    );
    await expect(configure(mine.agency.caller, { kind: 'platform', id: null })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('checks are counted: the eleventh within ten minutes is 429', async () => {
    const { agency } = await world.addAgency('Limited');
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++)
      statuses.push(
        (await world.call(agency.token, 'PUT', '/agencies/twilio-config', { ...good, auth_token: 'wrong-token-0123' }))
          .status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  });
});
