import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Role } from '../../../api/contract/common.ts';
import { needOf } from '../../../api/contract/needs.ts';
import { routes } from '../../../api/routes/index.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import { SubscriptionStarted } from '../../../domain/subscriptions/events.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { said } from '../../support/said.ts';
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

const planId = '00000000-0000-4000-8000-0000000000aa';
const terms = {
  name: 'Growth',
  description: '',
  amount: 9900,
  currency: 'USD',
  interval: 'month' as const,
  trialDays: 0,
  messages: 1000,
  mms: 100,
  emails: 1000,
  contacts: 2,
  numbers: 1,
  minutes: 0,
  overageMessages: null,
  overageMms: null,
  overageEmails: null,
  overageContacts: null,
  overageNumbers: null,
  overageMinutes: null,
  features: [],
} as const;

/** A subscription to a plan that the payment provider says this of. */
async function subscribe(
  payer: Payer,
  tenant: { agencyId: string | null; businessId: string | null },
  status: string,
  more: { readonly numbers?: number } = {},
) {
  const at = '2026-10-01T00:00:00.000Z';
  const event = SubscriptionStarted.create({
    payer,
    subscriptionId: `sub_${payer.id.slice(0, 8)}`,
    section: 'plan',
    planId: planId as never,
    version: 1,
    terms: { ...terms, features: [...terms.features], ...more },
    priceId: 'price_1',
    itemId: 'si_1',
    status,
    requestId: null,
    startedAt: at,
    periodStart: at,
    periodEnd: '2099-11-01T00:00:00.000Z',
    trialEnd: null,
    cancelAt: null,
    endedAt: null,
  });
  await app.store.append(streams.subscriptions(payer.id), 'noStream', said([event], tenant, at));
}
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
    await subscribe({ kind: 'business', id: businessId as never }, { agencyId: null, businessId }, status);
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

describe('numbers', () => {
  it('are bought up to what the plan includes, and not beyond', async () => {
    const tenant = await paysFor(await app.addTenant('numbers', { agencyId: null }));
    const { businessId, token } = tenant;
    const payer = { kind: 'business', id: businessId as never } as const;
    await subscribe(payer, { agencyId: null, businessId }, 'active', { numbers: 0 });
    await app.call(admin, 'POST', `/businesses/${businessId}/reset-number`);
    const answer = await app.call(token, 'POST', '/businesses/assign-number', { number: '+14155550999' });
    expect(answer).toMatchObject({ status: 402, body: { code: 'payment_required', reason: 'number-limit' } });
  });
});
