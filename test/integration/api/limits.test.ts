import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Role } from '../../../api/contract/common.ts';
import { needOf } from '../../../api/contract/needs.ts';
import type { Profile } from '../../../api/contract/profile.ts';
import { routes } from '../../../api/routes/index.ts';
import type { PlanFeature } from '../../../domain/plans/fields.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { subscribed } from '../../support/subscribed.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';
import { nothing } from './things.ts';
import { visits } from './visits.ts';

let sandbox: Sandbox;
let app: TestApi;
let admin: string;
/** Someone who may be refused, and what is said to them; null: nothing is refused. */
interface Standing {
  readonly name: string;
  readonly role: Role;
  readonly token: string;
  readonly blocked: string | null;
}
const standings: Standing[] = [];

const paysFor = async (tenant: Tenant) => {
  await app.call(admin, 'PUT', `/businesses/${tenant.businessId}/billing-config`, {
    no_messages: null,
    no_contacts: null,
    free_fee: false,
  });
  return tenant;
};
const lone = async (name: string) => paysFor(await app.addTenant(name, { agencyId: null }));

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'limits' });
  const payments = createPayments({
    secretKey: 'sk_test_limits',
    baseUrl: sandbox.url,
    webhookSecret: null,
    mode: 'sandbox' as const,
  });
  app = await startTestApi({
    world: { payments },
    config: { cardForm: { publishableKey: 'pk_test_limits', sandboxUrl: sandbox.url } },
  });
  admin = await app.addUser('Admin', null);
  const [fine, ofUnpaid, never, owing, failed] = [
    await app.addTenant('fine'),
    await app.addTenant('unpaid'),
    await lone('never'),
    await lone('owing'),
    await lone('failed'),
  ];
  await app.call(admin, 'PUT', `/agencies/${ofUnpaid.agencyId}/billing-config`, {
    free_fee: false,
    free_numbers: 0,
    free_messages: 0,
    free_calls: 0,
  });
  for (const [{ businessId }, status] of [
    [owing, 'past_due'],
    [failed, 'unpaid'],
  ] as const)
    await subscribed(app.store, { businessId }, { status });
  await app.settled();
  const business = (name: string, { token }: Tenant, blocked: string | null) =>
    standings.push({ name, role: 'Business', token, blocked });
  business('a business that pays no fee', fine, null);
  business('a business whose agency has no subscription', ofUnpaid, 'agency-not-subscribed');
  business('a business that never subscribed', never, 'not-subscribed');
  business('a business whose last payment is tried again', owing, 'payment-failed');
  business('a business whose last payment failed for good', failed, 'payment-failed');
  for (const [name, tenant, blocked] of [
    ['an agency that pays no fee', fine, null],
    ['an agency without a subscription', ofUnpaid, 'not-subscribed'],
  ] as const)
    standings.push({ name, role: 'Agency', token: await app.addUser('Agency', tenant.agencyId), blocked });
}, 120_000);
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

/** What ends the session that the walk walks with. */
const ends: ReadonlySet<string> = new Set(['POST /logout', 'POST /members/leave']);
const tenantRoles: readonly Role[] = ['Agency', 'Business'];
const walked = routes
  .map(({ contract: { method, path, who } }) => ({ name: `${method} ${path}`, method, path, who }))
  .filter(({ name, who }) => who !== 'public' && !ends.has(name))
  .map((call) => ({ ...call, roles: tenantRoles.filter((role) => call.who === 'any' || call.who.includes(role)) }))
  .filter(({ roles }) => roles.length > 0);

/** Bodies by which calls differ, and what each needs. */
const byBody: Readonly<Record<string, readonly (readonly [object, string])[]>> = {
  'POST /automations/{id}/switch': [
    [{ on: true }, 'standing'],
    [{ on: false }, 'nothing'],
  ],
  'POST /automations/{id}/wait-contacts/{blockId}': [
    [{ act: 'go-on' }, 'standing'],
    [{ act: 'stop' }, 'nothing'],
  ],
  'PUT /landings/{id}': [
    [{ publish: true }, 'standing'],
    [{ publish: false }, 'nothing'],
    [{}, 'nothing'],
  ],
  'POST /landings': [
    [{ title: 'Page', type: 'landing', keyword: 'PAGE' }, 'standing'],
    [{ title: 'Loop', type: 'loop', keyword: 'LOOP' }, 'loop'],
  ],
  'POST /campaigns': [
    [{ name: 'Page', type: 'vote', keyword: 'VOTE' }, 'standing'],
    [{ name: 'Loop', type: 'loop', keyword: 'RING' }, 'loop'],
  ],
};

describe('what a tenant needs for a call', () => {
  it.each(walked)('$name, however the tenant stands', async ({ name, method, path, roles }) => {
    const need = needOf(name);
    const { path: filled, body } = visits[name]!.foreign?.(nothing()) ?? { path, body: undefined };
    const asks = typeof need === 'function' ? byBody[name]! : [[body, need ?? 'nothing'] as const];
    for (const { name: who, role, token, blocked } of standings.filter((one) => roles.includes(one.role)))
      for (const [given, needs] of asks) {
        const answer = await app.call<{ code?: string; reason?: string }>(token, method, filled, given);
        const hasNot = needs === 'loop' && role === 'Business' ? 'loop' : null;
        const missing = needs === 'nothing' ? null : (blocked ?? hasNot);
        expect({ who, refused: answer.status === 402 ? answer.body.reason : null }).toEqual({ who, refused: missing });
        if (missing !== null) expect(answer.body).toMatchObject({ code: 'payment_required' });
      }
  });

  /** Said once more and apart from the product. */
  it('leaves reading, exporting, paying, signing out, opting out and stopping to everyone', () => {
    const always =
      /^GET |export|logout|opt-out|unsubscribe|payment|subscription|\/stop|pause|unschedule|sessions|security|password|profile|^\w+ \/notification|DELETE /u;
    const refused = walked.filter(({ name }) => always.test(name) && (needOf(name) ?? 'nothing') !== 'nothing');
    expect(refused.map(({ name }) => name)).toEqual([]);
  });

  it('refuses to send, publish or buy', () => {
    const limited = walked.filter(({ name }) => (needOf(name) ?? 'nothing') !== 'nothing').map(({ name }) => name);
    for (const name of [
      'POST /livechat/messages',
      'POST /broadcasts/{id}/schedule',
      'POST /broadcasts/{id}/resume',
      'POST /broadcasts/test',
      'POST /automations/{id}',
      'POST /contacts/{id}/start-automation',
      'PUT /landings/{id}',
      'POST /businesses/assign-number',
    ])
      expect(limited).toContain(name);
  });
});

it('is told to a business whose agency has to pay', async () => {
  const unpaid = async (name: string) => {
    const { token } = standings.find((one) => one.role === 'Business' && one.name.includes(name))!;
    const { body } = await app.call<{ business: { agency: { is_unpaid: boolean } | null } }>(token, 'GET', '/profile');
    return body.business.agency?.is_unpaid ?? null;
  };
  expect(await unpaid('whose agency has no subscription')).toBe(true);
  expect(await unpaid('that pays no fee')).toBe(false);
  expect(await unpaid('that never subscribed')).toBeNull();
});

/** A business that pays for itself, on a plan with these features and nothing else by hand. */
async function onPlan(name: string, features: readonly PlanFeature[]): Promise<Tenant> {
  const tenant = await lone(name);
  await subscribed(app.store, tenant, { features: [...features] });
  await app.settled();
  return tenant;
}

describe('features', () => {
  it('of live chat are refused without it, by hand or by the plan, and what came in can still be read', async () => {
    const asked = async (tenant: Tenant) => {
      const { contactId } = await app.textIn(tenant, 'Hi', '+12025550161');
      const { businessId } = tenant;
      const { body: now } = await app.call<{ data: { revision: number } }>(admin, 'GET', `/businesses/${businessId}`);
      const saved = await app.call(admin, 'PUT', `/businesses/${businessId}`, {
        name: 'Quiet',
        email: `${businessId}@example.test`,
        first_name: 'Ann',
        last_name: 'Lee',
        timezone: 'UTC',
        revision: now.data.revision,
      });
      expect(saved).toMatchObject({ status: 200 });
      const sent = await app.call<{ reason?: string }>(tenant.token, 'POST', '/livechat/messages', {
        contact_id: contactId,
        body: 'Hello',
      });
      const read = await app.call(tenant.token, 'GET', `/livechat/messages?contact_id=${contactId}`);
      return { sent: sent.status, reason: sent.body.reason ?? null, read: read.status };
    };
    expect(await asked(await onPlan('quiet', []))).toEqual({ sent: 402, reason: 'livechat', read: 200 });
    expect(await asked(await onPlan('chatty', ['livechat']))).toEqual({ sent: 200, reason: null, read: 200 });
  });

  it('of pictures are there by a plan of its own, and its profile says so', async () => {
    const asked = async (tenant: Tenant) => {
      const { contactId } = await app.textIn(tenant, 'Hi', '+12025550162');
      const { body: profile } = await app.call<Profile>(tenant.token, 'GET', '/profile');
      const url = await upload(tenant);
      const sent = await app.call<{ code?: string }>(tenant.token, 'POST', '/livechat/messages', {
        contact_id: contactId,
        body: 'Look',
        media: [url],
      });
      return { sent: sent.status, code: sent.body.code ?? null, said: profile.business?.is_active_mms };
    };
    expect(await asked(await onPlan('plain', ['livechat']))).toEqual({ sent: 422, code: 'mms_inactive', said: false });
    expect(await asked(await onPlan('pictured', ['mms']))).toEqual({ sent: 200, code: null, said: true });
  });
});

it('is shown with the limits of a plan of its own, above its screens and on its dashboard', async () => {
  const tenant = await onPlan('bounds', []);
  const shown = async () => {
    const { body: profile } = await app.call<Profile>(tenant.token, 'GET', '/profile');
    const { body } = await app.call<{ data: { usage: { messages_limit: number; contacts_limit: number } } }>(
      ...([tenant.token, 'GET', '/businesses/dashboard-reports'] as const),
    );
    const { messages_limit: messages, contacts_limit: contacts } = body.data.usage;
    expect([profile.business?.no_messages, profile.business?.no_contacts]).toEqual([messages, contacts]);
    return { messages, contacts };
  };
  expect(await shown()).toEqual({ messages: 1_100, contacts: 2 });
  const { businessId } = tenant;
  const set = { no_messages: 300, no_contacts: 500, free_fee: false };
  await app.call(admin, 'PUT', `/businesses/${businessId}/billing-config`, set);
  await app.settled();
  expect(await shown()).toEqual({ messages: 300, contacts: 2 });
});

it('is told when it has used what a plan of its own includes, unless more are sold', async () => {
  const [bound, open] = [await lone('told'), await lone('untold')];
  const plan = { messages: 0, mms: 0, contacts: 2 };
  await subscribed(app.store, bound, plan);
  await subscribed(app.store, open, { ...plan, overageMessages: 20_000, overageContacts: 500 });
  for (const tenant of [bound, open])
    for (const phone of ['+12025550171', '+12025550172']) await app.textIn(tenant, 'Hi', phone);
  await app.settled();
  const near = (await app.readModels.nearLimits(90)).filter(({ businessId }) =>
    [bound, open].some((tenant) => tenant.businessId === businessId),
  );
  const { businessId } = bound;
  expect(near.map(({ month: _, ...one }) => one).toSorted((one, other) => one.limit - other.limit)).toEqual([
    { businessId, kind: 'messages', used: 0, limit: 0 },
    { businessId, kind: 'contacts', used: 2, limit: 2 },
  ]);
  const told = async (of: Tenant, step: number | null) => {
    for (const one of near) {
      const asked = { ...one, businessId: of.businessId };
      expect((await app.commands.notifications.usageAlert(app.system(), asked)).result).toBe(step);
    }
    const { rows } = await app.pool.query<{ title: string }>(
      `select data->>'title' as title from es.events where type = 'NotificationSent' and data->>'targetId' = $1`,
      [of.businessId],
    );
    return rows.map(({ title }) => title).toSorted();
  };
  expect(await told(bound, 100)).toEqual(['You’ve used all your contacts', 'You’ve used all your messages this month']);
  // What a query finds is not believed: the streams say which limit holds.
  expect(await told(open, null)).toEqual([]);
});

const paysItself = (agencyId: string) =>
  app.call(admin, 'PUT', `/agencies/${agencyId}/billing-config`, {
    free_fee: false,
    free_numbers: 0,
    free_messages: 0,
    free_calls: 0,
  });
const refusedFor = (reason: string) => ({ status: 402, body: { code: 'payment_required', reason } });

describe('alerts that a payer chooses', () => {
  const titles = async (targetId: string) =>
    (
      await app.pool.query<{ title: string }>(
        `select data->>'title' as title from es.events where type = 'NotificationSent' and data->>'targetId' = $1
          order by position`,
        [targetId],
      )
    ).rows.map(({ title }) => title);
  interface Settings {
    readonly data: { readonly thresholds: Record<string, object>; readonly used: object; readonly currency: string };
  }
  const read = async (token: string) => (await app.call<Settings>(token, 'GET', '/subscriptions/alerts')).body.data;
  const look = async (payerId: string) => {
    const near = (await app.readModels.payersNear(90)).filter(({ id }) => id === payerId);
    for (const { id, kind, month, ...used } of near) {
      const asked = { payer: { kind, id } as never, month, used, told: [] };
      // However often, and at once.
      await Promise.all([1, 2].map(() => app.commands.notifications.payerAlert(app.system(), asked)));
      const { result: told } = await app.commands.notifications.payerAlert(app.system(), asked);
      await app.commands.notifications.payerAlert(app.system(), { ...asked, told: [...told] });
    }
    return near;
  };

  it('are told once for each threshold, kind and month, by per cent and by number', async () => {
    const tenant = await app.addTenant('chooses');
    const agencyId = tenant.agencyId!;
    const token = await app.addUser('Agency', agencyId);
    await paysItself(agencyId);
    await subscribed(app.store, { agencyId }, { contacts: 4, overageContacts: 100 });
    await app.settled();
    expect((await read(token)).thresholds).toMatchObject({ contacts: { percents: [90, 100], numbers: [] } });
    const add = async (last: number) => {
      await app.textIn(tenant, 'PIZZA', `+1202555019${last}`);
      await app.settled();
    };
    for (const last of [1, 2, 3]) await add(last);
    expect(await look(agencyId)).toEqual([]);
    const { thresholds } = await read(token);
    const wanted = { ...thresholds, contacts: { percents: [75, 50, 50], numbers: [3] } };
    expect((await app.call(token, 'PUT', '/subscriptions/alerts', wanted)).status).toBe(200);
    expect(await read(token)).toMatchObject({
      thresholds: { contacts: { percents: [50, 75], numbers: [3] } },
      used: { contacts: 3 },
      currency: 'USD',
    });
    expect(await look(agencyId)).toHaveLength(1);
    const first = ['You’ve used 75% of the contacts in your plan', 'You’ve reached 3 contacts'];
    expect(await titles(agencyId)).toEqual(first);
    await add(4);
    await look(agencyId);
    expect(await titles(agencyId)).toEqual(first);
    // What is near by its plan is found without a choice of its own.
    const other = await app.addTenant('unchosen');
    await paysItself(other.agencyId!);
    await subscribed(app.store, { agencyId: other.agencyId! }, { contacts: 1, overageContacts: 100 });
    await app.textIn(other, 'PIZZA', '+12025550196');
    await app.settled();
    await look(other.agencyId!);
    expect(await titles(other.agencyId!)).toEqual(['You’ve used all the contacts in your plan']);
  });

  it('are refused where they are none, and lose nothing', async () => {
    const tenant = await lone('refused');
    const { thresholds } = await read(tenant.token);
    for (const [field, wrong] of [
      ['emails.percents.0', { percents: [0], numbers: [] }],
      ['emails.percents.0', { percents: ['90'], numbers: [] }],
      ['emails.numbers.1', { percents: [], numbers: [1, -5] }],
      ['emails.numbers.0', { percents: [], numbers: [1.5] }],
      ['emails.numbers', { percents: [], numbers: [1, 2, 3, 4, 5, 6] }],
    ] as const) {
      const answer = await app.call<{ errors: object }>(tenant.token, 'PUT', '/subscriptions/alerts', {
        ...thresholds,
        emails: wrong,
      });
      expect([answer.status, Object.keys(answer.body.errors)], JSON.stringify(wrong)).toEqual([422, [field]]);
    }
    expect((await read(tenant.token)).thresholds).toEqual(thresholds);
  });
});

describe('the plan of an agency', () => {
  it('limits the contacts of all its businesses together, and a consent above it waits for a larger plan', async () => {
    const north = await app.addTenant('pool-north');
    const agencyId = north.agencyId!;
    const south = await app.addTenant('pool-south', { agencyId });
    await paysItself(agencyId);
    await subscribed(app.store, { agencyId }, { contacts: 2 });
    await app.settled();
    await app.textIn(north, 'PIZZA', '+12025550181');
    await app.settled();
    expect((await app.call(south.token, 'POST', '/livechat', { phone: '+12025550182' })).status).toBe(200);
    await app.settled();
    const started = await app.call<{ message: string }>(south.token, 'POST', '/livechat', { phone: '+12025550183' });
    expect(started).toMatchObject(refusedFor('contact-limit'));
    expect(started.body.message).toContain('Your agency’s plan has 2 contacts');
    const { contactId } = await app.textIn(south, 'PIZZA', '+12025550184');
    const above = async () =>
      (await app.call<{ data: object }>(south.token, 'GET', `/contacts/${contactId}/standing`)).body.data;
    expect(await above()).toMatchObject({ above_limit: { limit: 2 } });
    expect(await app.commands.limits.contactRoom(south.businessId)).toBe(0);
    // Where more are sold the agency has room for any number: what is left is the business's own limit.
    const other = await app.addTenant('pool-other');
    await paysItself(other.agencyId!);
    await subscribed(app.store, { agencyId: other.agencyId! }, { contacts: 0, overageContacts: 100 });
    expect(await app.commands.limits.contactRoom(other.businessId)).toBe(500);
  });

  it('has white label or not: what is set goes on and can be removed, and nothing new is set', async () => {
    const { agencyId } = await app.addTenant('brandless');
    const token = await app.addUser('Agency', agencyId);
    const edit = (brand: object) =>
      app.call<{ message: string }>(admin, 'PUT', `/whitelabels/${agencyId}`, { name: 'Old brand', ...brand });
    expect((await edit({ subdomain: 'old-brand' })).status).toBe(200);
    await paysItself(agencyId!);
    await subscribed(app.store, { agencyId: agencyId! }, { features: ['livechat'] });
    await app.settled();
    for (const brand of [
      { name: 'New' },
      { color: '#112233' },
      { subdomain: 'new-brand' },
      { custom_domain: 'a.test.example' },
    ])
      expect(await edit(brand), JSON.stringify(brand)).toMatchObject(refusedFor('whitelabel'));
    await app.settled();
    const { name, subdomain } = (await app.readModels.whitelabel(agencyId!))!;
    expect([name, subdomain]).toEqual(['Old brand', 'old-brand']);
    const picture = {
      agencyId: agencyId as never,
      type: 'logo' as const,
      url: `/media/${'a'.repeat(22)}`,
      variants: {},
    };
    await expect(app.commands.whitelabels.setFile(app.system(), picture)).rejects.toMatchObject({
      reason: 'whitelabel',
    });
    // The same again, and less, is nothing new.
    expect((await edit({ subdomain: 'old-brand', color: null })).status).toBe(200);
    expect((await edit({ subdomain: null })).status).toBe(200);
    const own = await app.call<{ data: { standing: { features: object } } }>(token, 'GET', '/subscriptions');
    expect(own.body.data.standing.features).toMatchObject({ whitelabel: false });
    const withIt = await app.addTenant('branded');
    await paysItself(withIt.agencyId!);
    await subscribed(app.store, { agencyId: withIt.agencyId! }, { features: ['whitelabel'] });
    const set = await app.call(admin, 'PUT', `/whitelabels/${withIt.agencyId}`, { name: 'Bright' });
    expect(set.status).toBe(200);
  });
});

/** A picture that can be sent; answers its address. */
async function upload({ token }: Tenant): Promise<string> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
  const head =
    '--part\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  const answer = await app.api.inject({
    method: 'POST',
    url: '/api/v1/uploads/image',
    payload: Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--part--\r\n')]),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=part' },
  });
  return answer.json<{ data: { url: string } }>().data.url;
}

describe('numbers', () => {
  const take = (token: string, more: object = {}) =>
    app.call<{ code?: string; reason?: string }>(token, 'POST', '/businesses/assign-number', {
      number: '+14155550999',
      ...more,
    });
  it('are bought up to what the plan includes, and not beyond', async () => {
    const tenant = await paysFor(await app.addTenant('numbers', { agencyId: null }));
    const { businessId, token } = tenant;
    await subscribed(app.store, tenant, { numbers: 0 });
    await app.call(admin, 'POST', `/businesses/${businessId}/reset-number`);
    const answer = await take(token);
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_required', reason: 'number-limit' } });
  });

  it('of an agency that pays no fee are as many as its allowance, over all its businesses', async () => {
    const { agencyId } = await app.addTenant('allowed');
    const second = await app.addTenant('allowed-too', { agencyId });
    await app.call(admin, 'POST', `/businesses/${second.businessId}/reset-number`);
    const allow = (numbers: number) =>
      app.call(admin, 'PUT', `/agencies/${agencyId}/billing-config`, {
        free_fee: true,
        free_numbers: numbers,
        free_messages: 0,
        free_calls: 0,
      });
    await allow(1);
    await app.settled();
    expect(await take(second.token)).toMatchObject({ status: 402, body: { reason: 'number-limit' } });
    // Nothing else speaks against it: past the limit it is the carrier that is asked, and there is none here.
    for (const numbers of [2, 0]) {
      await allow(numbers);
      expect((await take(second.token)).body).toMatchObject({ code: 'provider_unavailable' });
    }
  });
});
