import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRights } from '../../../api/contract/rights.ts';
import { routes } from '../../../api/routes/index.ts';
import { MemberRole, may, rightsOf } from '../../../domain/team/fields.ts';
import { eventually, password, startTestApi, type Tenant, type TestApi } from './support.ts';
import { nothing } from './things.ts';
import { visits } from './visits.ts';

let app: TestApi;
let bella: Tenant;
let agency: string;
beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  agency = await app.addUser('Agency', bella.agencyId);
}, 120_000);
afterAll(() => app.close());

interface Row {
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly status: string;
}
const members = async (token = bella.token) => (await app.call<{ data: Row[] }>(token, 'GET', '/members')).body.data;
const invite = (role: MemberRole, email = `${role}-${randomUUID()}@example.test`, token = bella.token) =>
  app.call<{ data: { id: string } }>(token, 'POST', '/members', { email, first_name: 'Sam', last_name: role, role });

/** The token in the newest email to somebody. */
async function linkOf(userId: string): Promise<string> {
  const { rows } = await app.pool.query<{ stream: string }>(
    `select stream from es.events where type = 'AccountEmailRequested' and data->>'userId' = $1 order by position desc limit 1`,
    [userId],
  );
  return (await app.vault.get(`account-mail/${rows[0]!.stream.replace('accountMail-', '')}`))!;
}
/** Somebody who was invited, has chosen a password and signed in. */
async function join(
  role: MemberRole,
): Promise<{ readonly id: string; readonly email: string; readonly token: string }> {
  const email = `${role}-${randomUUID()}@example.test`;
  const { id } = (await invite(role, email)).body.data;
  await app.call(null, 'POST', '/passwords/change', { token: await linkOf(id), password });
  return { id, email, token: await app.signIn(email) };
}
const everything = async (): Promise<string> => {
  const { rows } = await app.pool.query(
    `select (select count(*) from ops.sessions where revoked_at is null) as sessions, (select count(*) from ops.media) as media`,
  );
  return JSON.stringify([await app.events(), rows]);
};

describe('every call, in every role of a team', () => {
  const tokens = {} as Record<MemberRole, string>;
  beforeAll(async () => {
    for (const role of MemberRole.options) tokens[role] = (await join(role)).token;
  }, 60_000);
  const ofBusiness = routes
    .map(({ contract: { method, path, who } }) => ({ name: `${method} ${path}`, method, path, who }))
    .filter(({ who }) => who === 'any' || (who !== 'public' && who.includes('Business')));
  /**
   * What ends the session that the walk walks with; files, which are on record only after they were sent; and what needs
   * more rights for some of what it does.
   */
  const isLeftOut = (name: string): boolean =>
    ['POST /logout', 'POST /members/leave', 'DELETE /impersonate', 'PUT /redemptions/{id}'].includes(name) ||
    /^GET .*\/export$/.test(name);

  it('says which right it needs, and no other call does', () => {
    expect(Object.keys(callRights).toSorted()).toEqual(ofBusiness.map(({ name }) => name).toSorted());
  });

  it.each(ofBusiness)(
    '$name is refused to whoever lacks the right, and changes nothing',
    async ({ name, method, path }) => {
      const right = callRights[name as keyof typeof callRights];
      const { path: filled, body } = visits[name]!.foreign?.(nothing()) ?? { path, body: undefined };
      for (const role of MemberRole.options.filter((one) => !may(one, right))) {
        const before = await everything();
        const answer = await app.call(tokens[role], method, filled, body);
        expect({ role, status: answer.status, code: answer.body['code'] }).toEqual({
          role,
          status: 403,
          code: 'forbidden',
        });
        expect(answer.body['message']).toMatch(/^You can’t do this as an? \w+/);
        expect(await everything()).toBe(before);
      }
      if (isLeftOut(name)) return;
      for (const role of MemberRole.options.filter((one) => may(one, right))) {
        const answer = await app.call(tokens[role], method, filled, body);
        expect({ role, code: answer.body['code'] }).not.toEqual({ role, code: 'forbidden' });
      }
    },
  );

  it('lets a till redeem, and say for how long a coupon is good only who manages', async () => {
    const extend = { action: 'extend', expires_at: null };
    const path = `/redemptions/${randomUUID()}`;
    for (const role of ['agent', 'till'] as const)
      expect((await app.call(tokens[role], 'PUT', path, extend)).body['code']).toBe('forbidden');
    expect((await app.call(tokens.manager, 'PUT', path, extend)).body['code']).toBe('not_found');
  });

  it('draws the line of each role where it is said to be', async () => {
    const person = { email: `line-${randomUUID()}@example.test`, first_name: 'Lin', last_name: 'Line', role: 'till' };
    const line = {
      owner: { may: ['POST', '/members', person], mayNot: ['GET', '/agencies'] },
      manager: { may: ['GET', '/activity'], mayNot: ['POST', '/members', person] },
      agent: { may: ['GET', '/livechat'], mayNot: ['GET', '/broadcasts'] },
      till: { may: ['GET', '/redemptions'], mayNot: ['GET', '/livechat'] },
    } as const satisfies Record<MemberRole, object>;
    for (const role of MemberRole.options) {
      const [{ may: open, mayNot: closed }, token] = [line[role], tokens[role]];
      const allowed = await app.call(token, ...(open as [method: 'GET', path: string]));
      expect({ role, status: allowed.status }).toEqual({ role, status: 200 });
      const refused = await app.call(token, ...(closed as [method: 'GET', path: string]));
      expect({ role, status: refused.status, code: refused.body['code'] }).toEqual({
        role,
        status: 403,
        code: 'forbidden',
      });
    }
    expect(MemberRole.options.map((role) => [role, rightsOf[role].length])).toEqual([
      ['owner', 9],
      ['manager', 5],
      ['agent', 4],
      ['till', 2],
    ]);
  });

  it('lets a till do this and no more', () => {
    const open = Object.entries(callRights).filter(([, right]) => may('till', right));
    expect(open.map(([name]) => name).toSorted()).toEqual(
      [
        ...[
          'DELETE /impersonate',
          'DELETE /security/factors/{id}',
          'DELETE /sessions',
          'DELETE /sessions/{id}',
          'GET /profile',
          'GET /security',
          'GET /sessions',
          'POST /change-password',
          'POST /logout',
          'POST /security/authenticators',
          'POST /security/authenticators/confirm',
          'POST /security/confirm',
          'POST /security/passkeys',
          'POST /security/passkeys/confirm',
          'POST /security/recovery-codes',
          'PUT /profile',
          'PUT /security/factors/{id}',
        ],
        ...['PUT /settings', 'GET /businesses/{id}/info', 'POST /livechat/here', 'POST /members/leave'],
        ...['POST /uploads/image', 'GET /campaigns', 'GET /redemptions', 'PUT /redemptions/{id}'],
      ].toSorted(),
    );
  });

  it.each([
    ...['GET /contacts/export', 'POST /contacts/export', 'GET /contacts/all', 'POST /contacts/import'],
    ...[
      'DELETE /contacts/bulk-remove',
      'PUT /contacts/bulk-tags',
      'POST /contacts/bulk-opt-out',
      'DELETE /contacts/{id}',
    ],
    ...['POST /contacts/{id}/data-file', 'POST /contacts/{id}/evidence', 'GET /livechat/{id}/export'],
    ...['GET /redemptions/export', 'POST /broadcasts'],
    ...['PUT /businesses/edit-settings', 'PUT /livechat/settings', 'GET /activity', 'POST /tills', 'POST /members'],
  ] as const)('refuses %s to an agent', (name) => {
    expect(may('agent', callRights[name])).toBe(false);
  });
});

describe('a teammate', () => {
  it('is invited, chooses a password, and is told what they may do', async () => {
    const email = `ana-${randomUUID()}@example.test`;
    const { status, body } = await invite('agent', email);
    expect(status).toBe(200);
    expect(await members()).toContainEqual(
      expect.objectContaining({ id: body.data.id, email, role: 'agent', status: 'invited' }),
    );
    expect((await app.call(null, 'POST', '/login', { email, password })).status).toBe(422);
    await app.call(null, 'POST', '/passwords/change', { token: await linkOf(body.data.id), password });
    const token = await app.signIn(email);
    const profile = await app.call(token, 'GET', '/profile');
    expect(profile.body).toMatchObject({
      role: 'Business',
      member: { role: 'agent', rights: ['account', 'redeem', 'inbox', 'contacts'] },
      business: { id: bella.businessId },
    });
    expect(await members()).toContainEqual(expect.objectContaining({ id: body.data.id, status: 'active' }));
  });

  it('has an address of their own', async () => {
    expect(await invite('agent', bella.email)).toMatchObject({ status: 422, body: { code: 'email_taken' } });
    const before = await app.events();
    expect((await invite('agent', 'not an address')).status).toBe(422);
    expect(await app.events()).toBe(before);
  });

  it('is invited once, however often it is asked with one key', async () => {
    const email = `twice-${randomUUID()}@example.test`;
    const asked = () =>
      app.call<{ data: { id: string } }>(
        bella.token,
        'POST',
        '/members',
        { email, first_name: 'Sam', role: 'till' },
        { 'idempotency-key': email },
      );
    const answers = await Promise.all([asked(), asked(), asked()]);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.id)).size).toBe(1);
    expect((await members()).filter((one) => one.email === email)).toHaveLength(1);
  });

  it('may be invited by the agency that acts as the business', async () => {
    const { body } = await app.call<{ access_token: string }>(agency, 'POST', `/impersonate/${bella.userId}`);
    expect((await invite('manager', undefined, body.access_token)).status).toBe(200);
  });

  it('can do more or less at once when the role changes', async () => {
    const { id, token } = await join('agent');
    expect((await app.call(token, 'GET', '/livechat')).status).toBe(200);
    await app.call(bella.token, 'PUT', `/members/${id}`, { role: 'till' });
    expect((await app.call(token, 'GET', '/livechat')).status).toBe(403);
    await app.call(bella.token, 'PUT', `/members/${id}`, { role: 'manager' });
    expect((await app.call(token, 'GET', '/broadcasts')).status).toBe(200);
  });

  it('who is removed is signed out at once, can not come back, and leaves the address free', async () => {
    const { id, email, token } = await join('manager');
    const acting = await app.call<{ access_token: string }>(agency, 'POST', `/impersonate/${id}`);
    expect(acting.status).toBe(200);
    expect((await app.call(bella.token, 'DELETE', `/members/${id}`)).status).toBe(200);
    expect((await app.call(token, 'GET', '/profile')).status).toBe(401);
    expect((await app.call(acting.body.access_token, 'GET', '/profile')).status).toBe(401);
    expect((await app.call(null, 'POST', '/login', { email, password })).status).toBe(422);
    expect((await app.call(agency, 'POST', `/impersonate/${id}`)).status).toBe(404);
    expect((await members()).map((one) => one.id)).not.toContain(id);
    expect((await invite('agent', email)).status).toBe(200);
    expect((await app.call(bella.token, 'PUT', `/members/${id}`, { role: 'owner' })).status).toBe(404);
  });

  it('who is removed has no session even where nobody could end it', async () => {
    const { id, token } = await join('agent');
    const owner = { role: 'business', actor: { kind: 'user', userId: bella.userId, impersonatorId: null } } as const;
    await app.commands.team.remove(
      {
        caller: { ...owner, tenant: { agencyId: bella.agencyId, businessId: bella.businessId } },
        commandId: randomUUID(),
        correlationId: randomUUID(),
        causationId: null,
      },
      { userId: id },
    );
    await eventually(
      () => app.call(token, 'GET', '/profile'),
      ({ status }) => status === 401,
    );
  });

  it('whose invitation is taken back can not use its link', async () => {
    const { id } = (await invite('agent')).body.data;
    const token = await linkOf(id);
    await app.call(bella.token, 'DELETE', `/members/${id}`);
    expect((await app.call(null, 'POST', '/passwords/change', { token, password })).body['code']).toBe('token_invalid');
  });

  it('gets another invitation, unless they have a password', async () => {
    const { id } = (await invite('agent')).body.data;
    const first = await linkOf(id);
    expect((await app.call(bella.token, 'POST', `/members/${id}/resend-invitation`)).status).toBe(200);
    expect(await linkOf(id)).not.toBe(first);
    const { id: joined } = await join('agent');
    expect((await app.call(bella.token, 'POST', `/members/${joined}/resend-invitation`)).status).toBe(409);
  });

  it('may leave, unless they are the last owner', async () => {
    const { id, token } = await join('agent');
    expect((await app.call(token, 'POST', '/members/leave')).status).toBe(200);
    expect((await app.call(token, 'GET', '/profile')).status).toBe(401);
    expect((await members()).map((one) => one.id)).not.toContain(id);
    const lone = await app.addTenant('lone-owner');
    expect((await app.call(lone.token, 'POST', '/members/leave')).body['code']).toBe('conflict');
    expect((await app.call(lone.token, 'GET', '/profile')).status).toBe(200);
  });

  it('is offered conversations only where they have the inbox', async () => {
    const { contactId } = await app.textIn(bella, 'Are you open?', '+12025550177');
    const [agent, till] = [await join('agent'), await join('till')];
    const { id: invited } = (await invite('agent')).body.data;
    const team = await app.call<{ data: { id: string }[] }>(bella.token, 'GET', '/livechat/team');
    const ids = team.body.data.map(({ id }) => id);
    expect([ids.includes(agent.id), ids.includes(till.id), ids.includes(invited)]).toEqual([true, false, false]);
    const give = (assignee_id: string) => app.call(bella.token, 'PUT', `/livechat/${contactId}`, { assignee_id });
    expect((await give(agent.id)).status).toBe(200);
    expect((await give(till.id)).status).toBe(422);
    await app.call(bella.token, 'DELETE', `/members/${agent.id}`);
    expect((await give(agent.id)).status).toBe(422);
  });
});
