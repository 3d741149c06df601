import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgencyBillingChanged } from '../../domain/agencies/events.ts';
import { AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../domain/kernel/money.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { A2pRegistration } from '../../domain/registrations/a2p/registration.ts';
import { streams } from '../../domain/streams.ts';
import { createProvidersWorld, installation, type ProvidersWorld } from '../integration/providers/world.ts';
import { brand, campaign, soleProprietor } from '../integration/registrations/forms.ts';
import { eventually } from '../support/eventually.ts';
import { said } from '../support/said.ts';
import { startChild } from './support/child.ts';
import type { RegistrationProcess } from './support/registration-process.ts';

/**
 * `kill -9` of the process that hands a registration to the carrier, when the carrier has made something and its answer
 * is on the way: whoever goes on finds it by our own id, and nothing is made or paid twice.
 */
let world: ProvidersWorld;
let wire: Wire;
beforeAll(async () => {
  world = await createProvidersWorld({ workers: false });
  wire = await openWire(world.sandbox.url);
});
afterAll(async () => {
  wire.close();
  await world.close();
});

interface Wire {
  readonly url: string;
  /** The answer to the next request like this is held for ever. */
  hold(path: RegExp): { readonly held: () => Promise<boolean> };
  close(): void;
}
/** A way to the sandbox that can keep an answer. */
async function openWire(target: string): Promise<Wire> {
  let holds: RegExp | null = null;
  let isHeld = false;
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void (async () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
        ) as Record<string, string>;
        const method = request.method ?? 'GET';
        const answer = await fetch(`${target}${request.url}`, {
          method,
          headers,
          ...(method === 'GET' ? {} : { body: Buffer.concat(parts) }),
        });
        const body = Buffer.from(await answer.arrayBuffer());
        if (method === 'POST' && answer.ok && holds?.test(request.url ?? '') === true) {
          isHeld = true;
          return;
        }
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
        response.end(body);
      })().catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(path) {
      holds = path;
      isHeld = false;
      return { held: () => Promise.resolve(isHeld) };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function killedAt(businessId: string, path: RegExp): Promise<void> {
  const given: RegistrationProcess = {
    connectionString: world.connectionString,
    baseUrl: wire.url,
    installation,
    inboundSmsUrl: 'http://127.0.0.1:9/webhooks/twilio/inbound',
    businessId,
  };
  const child = await startChild('./registration-process.ts', { REGISTRATION: JSON.stringify(given) });
  const { held } = wire.hold(path);
  child.go();
  await eventually(held, Boolean, 60_000);
  await child.kill('SIGKILL');
  wire.hold(/never/);
}
/** Goes on until a person or the carrier has to act. */
async function goOn(businessId: BusinessId): Promise<void> {
  const { result } = await world.commands.registrations.advanceA2p(world.system(), { businessId });
  if (result.again === 'now') await goOn(businessId);
}

let count = 0;
async function submitted(given: typeof brand | typeof soleProprietor = brand, { pays = false } = {}) {
  count += 1;
  const tenant = await world.addAgency(`Killed${count}`);
  const businessId = BusinessId.parse(tenant.businessId);
  const { token } = tenant.business;
  const number = `+141555501${80 + count}`;
  expect((await world.call(token, 'POST', '/businesses/assign-number', { number })).status).toBe(200);
  const agencyId = AgencyId.parse(tenant.agencyId);
  const payer = { kind: 'agency', id: agencyId } as const;
  if (pays) await openWallet(payer);
  const ein = given.ein === null ? null : `12-345677${count}`;
  const form = { ...given, ...(pays ? { agreed_fee: 450 } : {}), ein, legal_name: `Shop of North ${count}` };
  expect((await world.call(token, 'POST', '/businesses/a2p/brand', form)).status).toBe(200);
  const state = async () => stateOf(A2pRegistration, await world.store.read(streams.registrations(businessId)));
  const charges = async () =>
    (await world.store.read(streams.wallet(payer))).filter(({ type }) => type === 'FeeCharged').length;
  return { businessId, token, state, charges };
}
async function openWallet(payer: { readonly kind: 'agency'; readonly id: AgencyId }): Promise<void> {
  const changed = AgencyBillingChanged.create({ agencyId: payer.id, freeFee: false });
  await world.store.append(streams.agency(payer.id), 'any', said([changed], { agencyId: payer.id }));
  const paid = { chargeId: `pi_killed${count}`, units: ledgerAmount(100_000_000), crossing: null };
  await world.commands.wallets.addFunds(world.system(), { payer, currency: usd, ...paid });
}
/** How many of a kind the carrier has made since. The account's own profile is there without being made. */
const counted = (kind: 'profile' | 'product' | 'brand' | 'service' | 'campaign') => {
  const all = () =>
    world.sandbox.registrations.list(kind).filter(({ fields }) => fields['friendly_name'] !== 'Primary').length;
  const before = all();
  return () => all() - before;
};

test.each([
  ['profile', /\/CustomerProfiles$/],
  ['product', /\/TrustProducts$/],
  ['brand', /\/BrandRegistrations$/],
  ['service', /\/v1\/Services$/],
] as const)('a %s that was made and not written down is found, not made again', async (kind, path) => {
  const shop = await submitted();
  const made = counted(kind);
  const brands = counted('brand');
  await killedAt(shop.businessId, path);
  expect(made()).toBe(1);
  await goOn(shop.businessId);
  expect((await shop.state()).brand).toMatchObject({ state: 'in-review', attempt: 1 });
  expect([made(), brands()]).toEqual([1, 1]);
});

test.each([
  ['before', /\/BrandRegistrations$/],
  ['after', /\/v1\/Services$/],
] as const)('the fee of a brand is charged once by whoever goes on, killed %s it was booked', async (when, path) => {
  const shop = await submitted(brand, { pays: true });
  await killedAt(shop.businessId, path);
  expect(await shop.charges()).toBe(when === 'before' ? 0 : 1);
  await goOn(shop.businessId);
  await goOn(shop.businessId);
  expect(await shop.charges()).toBe(1);
  expect([...(await shop.state()).fees.values()]).toMatchObject([{ isDue: true, isCharged: true }]);
});

test('the brand of a sole proprietor that was made and not written down is found, not made again', async () => {
  const shop = await submitted(soleProprietor);
  const made = counted('brand');
  await killedAt(shop.businessId, /\/BrandRegistrations$/);
  expect(made()).toBe(1);
  await goOn(shop.businessId);
  expect((await shop.state()).brand).toMatchObject({ state: 'in-review', attempt: 1 });
  expect(made()).toBe(1);
});

test('a campaign that was made and not written down is found, not paid again', async () => {
  const shop = await submitted();
  await goOn(shop.businessId);
  const reference = (await shop.state()).brand!.references['brand']!;
  world.sandbox.registrations.decide(reference, null);
  await goOn(shop.businessId);
  expect((await shop.state()).brand?.state).toBe('verified');
  expect((await world.call(shop.token, 'POST', '/businesses/a2p/campaign', campaign)).status).toBe(200);
  const made = counted('campaign');
  await killedAt(shop.businessId, /\/Usa2p$/);
  expect(made()).toBe(1);
  await goOn(shop.businessId);
  expect([...(await shop.state()).campaigns.values()]).toMatchObject([{ state: 'in-review', attempt: 1 }]);
  expect(made()).toBe(1);
});
