import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDomains } from '../../../adapters/domains/index.ts';
import { AgencyArchived, AgencyDetailsChanged, AgencyRestored } from '../../../domain/agencies/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { type DnsServer, startDnsServer } from '../../support/dns.ts';
import { startTestApi, type Tenant, type TestApi } from '../api/support.ts';
import { toStore } from '../projections/world.ts';

let t: TestApi;
let dns: DnsServer;
let webRoot: string;
let north: Tenant;
let south: Tenant;
let admin: string;
let northAgency: string;
let southAgency: string;
let now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'beckon-web-'));
  writeFileSync(
    join(webRoot, 'index.html'),
    `<!doctype html>
<html lang="en">
  <head>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>Beckon</title>
  </head>
  <body><div id="root"></div></body>
</html>
`,
  );
  dns = await startDnsServer({ 'app.beckon.example': { A: ['203.0.113.10'] } });
  t = await startTestApi({
    config: {
      publicUrl: 'https://app.beckon.example',
      platformDomain: 'beckon.example',
      webRoot,
      session: { idleMs: 1e11, absoluteMs: 1e11 },
    },
    now: () => now,
    world: {
      domains: createDomains({
        publicHost: 'app.beckon.example',
        edge: null,
        dnsServers: [dns.address],
        dnsTimeoutMs: 200,
      }),
    },
  });
  [north, south] = [await t.addTenant('north'), await t.addTenant('south')];
  admin = await t.addUser('Admin', null);
  northAgency = await t.addUser('Agency', north.agencyId);
  southAgency = await t.addUser('Agency', south.agencyId);
});
afterAll(async () => {
  await t.close();
  await dns.close();
  rmSync(webRoot, { recursive: true, force: true });
});

const caughtUp = async () => t.runner.waitFor(await t.raw.head(), { timeoutMs: 10_000 });
/** What hosts look like is remembered for two seconds: time goes on. */
const later = () => {
  now = new Date(now.getTime() + 10_000);
};
const edit = async (
  agencyId: string,
  wanted: Omit<Parameters<TestApi['commands']['whitelabels']['edit']>[1], 'agencyId'>,
) => {
  const outcome = await t.commands.whitelabels.edit(t.system(), { agencyId, ...wanted });
  await caughtUp();
  later();
  return outcome;
};
const record = async (agencyId: string, ...events: DomainEvent[]) => {
  await t.store.append(
    `agency-${agencyId}`,
    'any',
    events.map((event) => toStore({ event })),
  );
  await caughtUp();
  later();
};
const config = async (query: string, headers: Record<string, string> = {}) =>
  (
    await t.call<{
      name: string;
      custom_domain: string | null;
      subdomain: string | null;
      color: string | null;
      support_email: string | null;
      whitelabel: { domain: string } | null;
    }>(null, 'GET', `/config${query}`, undefined, headers)
  ).body;
const page = async (host: string) =>
  t.api.inject({ method: 'GET', url: '/login', headers: { host, accept: 'text/html' } });
const ask = async (domain: string, headers: Record<string, string> = {}) =>
  (await t.api.inject({ method: 'GET', url: `/internal/tls-ask?domain=${encodeURIComponent(domain)}`, headers }))
    .statusCode;
const token = async (agencyId: string) => (await t.readModels.whitelabel(agencyId))!.ownershipToken!;
const cert = async (agencyId = north.agencyId) =>
  t.call<{
    success: boolean;
    message: string;
    data: {
      is_vhost_exists: boolean;
      is_ssl_cert_exists: boolean;
      ownership_verified: boolean;
      problem: string | null;
      checked_at: string | null;
      dns: { type: string; found: boolean | null }[];
    };
  }>(admin, 'POST', `/whitelabels/${agencyId}/cert`);

describe('a brand that the operator sets up', () => {
  type Row = { data: { name: string | null; subdomain: string | null; agency: { id: string } } };
  const put = (token: string, id: string, body: object) => t.call<Row>(token, 'PUT', `/whitelabels/${id}`, body);

  test('is the agency’s, changes only what is given, and is refused to everybody else', async () => {
    const made = await put(admin, south.agencyId, { name: 'Southwind', color: '#0a5c36', subdomain: 'south-set-up' });
    expect(made.body.data).toMatchObject({
      name: 'Southwind',
      subdomain: 'south-set-up',
      agency: { id: south.agencyId },
    });
    later();
    expect(await config('', { host: 'south-set-up.beckon.example' })).toMatchObject({ name: 'Southwind' });
    expect((await put(admin, south.agencyId, { subdomain: null })).body.data).toMatchObject({
      name: 'Southwind',
      subdomain: null,
    });
    expect((await put(admin, south.agencyId, { custom_domain: 'http://x' })).status).toBe(422);
    expect((await put(admin, crypto.randomUUID(), { name: 'Nobody' })).status).toBe(404);
    expect((await put(north.token, south.agencyId, { name: 'Stolen' })).status).toBe(403);
    expect((await put(admin, south.agencyId, { name: null, color: null })).body.data.name).toBeNull();
    later();
  });

  test('names the documentation of the API on its host', async () => {
    const title = async (host: string) =>
      (await t.api.inject({ method: 'GET', url: '/api/docs/json', headers: { host } })).json<{
        info: { title: string };
      }>().info.title;
    await edit(south.agencyId, { name: 'Southwind', subdomain: 'south-docs' });
    expect(await title('south-docs.beckon.example')).toBe('Southwind API');
    expect(await title('app.beckon.example')).toBe('Beckon API');
    await edit(south.agencyId, { name: null, subdomain: null });
  });
});

describe('the configuration by host name', () => {
  test("an unknown host, none and a strange one get the platform's own", async () => {
    for (const answer of [
      await config('?domain=nobody.example'),
      await config('', { host: 'app.beckon.example' }),
      await config('?domain=%3Cscript%3E'),
      await config('', { host: 'northwind.beckon.example' }),
    ]) {
      expect(answer).toMatchObject({ name: 'Beckon', custom_domain: null, subdomain: null, whitelabel: null });
    }
  });

  test("a subdomain gets its agency's brand: by the Host header, by `domain`, which wins, whatever the case and the port", async () => {
    await edit(north.agencyId, { name: 'Northwind', color: '#0F766E', subdomain: 'Northwind' });
    await record(
      north.agencyId,
      AgencyDetailsChanged.create({ agencyId: north.agencyId, supportEmail: 'help@northwind.example' }),
    );
    const brand = {
      name: 'Northwind',
      color: '#0f766e',
      subdomain: 'northwind',
      custom_domain: null,
      support_email: 'help@northwind.example',
      whitelabel: { domain: 'northwind.beckon.example', favicon: null, name: 'Northwind' },
    };
    expect(await config('', { host: 'NORTHWIND.beckon.example:8443' })).toMatchObject(brand);
    expect(await config('?domain=northwind.Beckon.example:3000', { host: 'app.beckon.example' })).toMatchObject(brand);
    expect(await config('?domain=app.beckon.example', { host: 'northwind.beckon.example' })).toMatchObject({
      name: 'Beckon',
    });
    expect(await config('?domain=x.northwind.beckon.example')).toMatchObject({ name: 'Beckon' });
  });

  test('a custom domain counts only once its owner has proved it; without a name of its own a brand is called like the agency', async () => {
    await edit(south.agencyId, { domain: 'go.south.example' });
    expect(await config('?domain=go.south.example')).toMatchObject({ name: 'Beckon' });
    dns.zone['_brand-verification.go.south.example'] = { TXT: [await token(south.agencyId)] };
    await t.commands.whitelabels.check(t.system(), { agencyId: south.agencyId });
    await caughtUp();
    later();
    expect(await config('?domain=go.south.example')).toMatchObject({
      name: 'Agency of south',
      custom_domain: 'go.south.example',
      whitelabel: { domain: 'go.south.example' },
    });
  });

  test('an archived agency has no brand until it is restored', async () => {
    await record(north.agencyId, AgencyArchived.create({ agencyId: north.agencyId }));
    expect(await config('?domain=northwind.beckon.example')).toMatchObject({ name: 'Beckon' });
    expect(await ask('northwind.beckon.example')).toBe(404);
    await record(north.agencyId, AgencyRestored.create({ agencyId: north.agencyId }));
    expect(await config('?domain=northwind.beckon.example')).toMatchObject({ name: 'Northwind' });
  });
});

describe('the page of a brand', () => {
  test('has its title, favicon, colour and configuration, and no trace of the platform', async () => {
    const { body, headers } = await page('northwind.beckon.example:8443');
    expect(body).toContain('<title>Northwind</title>');
    expect(body).toContain('<meta name="theme-color" content="#0f766e" />');
    expect(body).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(body.replaceAll('northwind.beckon.example', '')).not.toMatch(/beckon|favicon\.svg/i);
    const written = /<script type="application\/json" id="app-config">(.*?)<\/script>/s.exec(body)![1]!;
    expect(JSON.parse(written)).toEqual(await config('?domain=northwind.beckon.example'));
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' wss://northwind.beckon.example:8443;");
    // What lies below an agency's own domain is not ours to decide on.
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await page('app.beckon.example')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect(policy).toContain("script-src 'self';");
    expect(headers['vary']).toContain('Host');
  });

  test("the platform's own page keeps its favicon", async () => {
    const { body } = await page('app.beckon.example');
    expect(body).toContain('<title>Beckon</title>');
    expect(body).toContain('href="/favicon.svg"');
  });

  test('a name can neither end the block nor the title', async () => {
    const name = '</title></script><script>alert(1)</script> $& <!--';
    await edit(south.agencyId, { name, subdomain: 'south' });
    const { body } = await page('south.beckon.example');
    expect(body).not.toContain('<script>alert');
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(JSON.parse(/id="app-config">(.*?)<\/script>/s.exec(body)![1]!)).toMatchObject({ name });
    await edit(south.agencyId, { name: null });
  });

  test.each(['evil.example"; script-src *', 'evil.example/x', "evil.example' 'unsafe-inline", 'a@evil.example'])(
    'a Host header like %s adds nothing to the policy',
    async (host) => {
      const { headers } = await page(host);
      expect(String(headers['content-security-policy'])).toContain("connect-src 'self' wss://app.beckon.example;");
    },
  );
});

describe('names belong to one agency only', () => {
  test("what one has, another can't have, in whatever case", async () => {
    const taken = async (wanted: { domain?: string; subdomain?: string }) =>
      t.commands.whitelabels.edit(t.system(), { agencyId: south.agencyId, ...wanted });
    await expect(taken({ subdomain: 'NORTHWIND' })).rejects.toMatchObject({
      code: 'domain_taken',
      fields: { subdomain: ['The subdomain northwind is taken. Choose another.'] },
    });
    await edit(north.agencyId, { domain: 'sms.north.example' });
    await expect(taken({ domain: 'SMS.north.example' })).rejects.toMatchObject({
      code: 'domain_taken',
      fields: { domain: ['The domain sms.north.example is taken. Choose another.'] },
    });
  });

  test('a refusal takes nothing', async () => {
    await expect(
      t.commands.whitelabels.edit(t.system(), {
        agencyId: south.agencyId,
        domain: 'new.south.example',
        subdomain: 'northwind',
      }),
    ).rejects.toMatchObject({ code: 'domain_taken' });
    await edit(north.agencyId, { domain: 'new.south.example' });
    await edit(north.agencyId, { domain: 'sms.north.example' });
  });

  test('twenty agencies at once: one has it', async () => {
    const agencies = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const agencyId = crypto.randomUUID();
        await t.commands.setup.createAgency(t.system(), {
          agencyId,
          name: `Racer ${index}`,
          email: `racer-${index}@example.test`,
        });
        return agencyId;
      }),
    );
    const outcomes = await Promise.allSettled(
      agencies.map((agencyId) => t.commands.whitelabels.edit(t.system(), { agencyId, subdomain: 'race' })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [])),
    ).toEqual(Array(19).fill('domain_taken'));
  });

  test('the same edit, repeated, gives the same and appends nothing', async () => {
    const context = t.system();
    const wanted = { agencyId: north.agencyId, subdomain: 'north-again' };
    await t.commands.whitelabels.edit(context, wanted);
    const before = await t.events();
    await t.commands.whitelabels.edit(context, wanted);
    expect(await t.events()).toBe(before);
    await edit(north.agencyId, { subdomain: 'northwind' });
  });

  test('a change frees the old name, and so does an archived agency that gives it up', async () => {
    await edit(north.agencyId, { subdomain: 'north-two' });
    await edit(south.agencyId, { subdomain: 'northwind' });
    await edit(south.agencyId, { subdomain: 'south' });
    await edit(north.agencyId, { subdomain: 'northwind' });
    await record(north.agencyId, AgencyArchived.create({ agencyId: north.agencyId }));
    await edit(north.agencyId, { domain: null });
    await edit(south.agencyId, { domain: 'sms.north.example' });
    await edit(south.agencyId, { domain: 'go.south.example' });
    await record(north.agencyId, AgencyRestored.create({ agencyId: north.agencyId }));
    await edit(north.agencyId, { domain: 'sms.north.example' });
  });

  test('a name that was claimed and never used is freed; one in use never is', async () => {
    await t.commands.whitelabels.releaseUnused(t.system(), { agencyId: north.agencyId, host: 'northwind' });
    await expect(
      t.commands.whitelabels.edit(t.system(), { agencyId: south.agencyId, subdomain: 'northwind' }),
    ).rejects.toMatchObject({ code: 'domain_taken' });
  });

  test('a domain that was never proved makes way after a week, and its agency is told; a proved one never does', async () => {
    const want = (agencyId: string, domain: string) => edit(agencyId, { domain });
    const days = (count: number) => {
      now = new Date(now.getTime() + count * 86_400_000);
    };
    await want(north.agencyId, 'coveted.example.com');
    days(6);
    await expect(want(south.agencyId, 'coveted.example.com')).rejects.toMatchObject({ code: 'domain_taken' });
    days(2);
    await want(south.agencyId, 'coveted.example.com');
    const { result } = await t.commands.whitelabels.check(t.system(), { agencyId: north.agencyId });
    expect(result).toEqual({ ok: false, problem: 'The domain coveted.example.com is taken by another brand.' });
    await caughtUp();
    expect(await t.readModels.whitelabel(north.agencyId)).toMatchObject({ domain: null });

    dns.zone['_brand-verification.coveted.example.com'] = { TXT: [await token(south.agencyId)] };
    await t.commands.whitelabels.check(t.system(), { agencyId: south.agencyId });
    days(30);
    await expect(want(north.agencyId, 'coveted.example.com')).rejects.toMatchObject({ code: 'domain_taken' });
    await want(south.agencyId, 'go.south.example');
    await want(north.agencyId, 'sms.north.example');
  });

  test('an agency edits only its own', async () => {
    const agency = {
      ...t.system(),
      caller: {
        role: 'agency' as const,
        actor: { kind: 'user' as const, userId: crypto.randomUUID(), impersonatorId: null },
        tenant: { agencyId: south.agencyId, businessId: null },
      },
    };
    await expect(t.commands.whitelabels.edit(agency, { agencyId: north.agencyId, name: 'Mine' })).rejects.toMatchObject(
      { code: 'not_found' },
    );
    await expect(t.commands.whitelabels.check(agency, { agencyId: north.agencyId })).rejects.toMatchObject({
      code: 'not_found',
    });
    const business = {
      ...agency,
      caller: {
        ...agency.caller,
        role: 'business' as const,
        tenant: { agencyId: north.agencyId, businessId: north.businessId },
      },
    };
    await expect(
      t.commands.whitelabels.edit(business, { agencyId: north.agencyId, name: 'Mine' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the certificate call', () => {
  test('tells each thing that is missing, and keeps what it saw', async () => {
    expect((await cert()).body).toMatchObject({
      success: false,
      message: expect.stringMatching(/^sms\.north\.example leads nowhere yet\./),
      data: {
        is_vhost_exists: false,
        is_ssl_cert_exists: false,
        dns: [
          { type: 'CNAME', found: false },
          { type: 'TXT', found: false },
        ],
      },
    });

    dns.zone['sms.north.example'] = { CNAME: 'elsewhere.example' };
    expect((await cert()).body.message).toMatch(/leads to elsewhere\.example, not here/);

    dns.zone['sms.north.example'] = { CNAME: 'app.beckon.example' };
    expect((await cert()).body).toMatchObject({
      message: expect.stringMatching(/TXT record _brand-verification\.sms\.north\.example is missing/),
      data: { is_vhost_exists: false, dns: [{ found: true }, { found: false }] },
    });
    expect(await ask('sms.north.example')).toBe(404);

    // Somebody else's token proves nothing.
    dns.zone['_brand-verification.sms.north.example'] = { TXT: [await token(south.agencyId)] };
    expect((await cert()).body.message).toMatch(/says something else/);

    dns.zone['_brand-verification.sms.north.example'] = { TXT: [await token(north.agencyId)] };
    expect((await cert()).body).toMatchObject({
      success: false,
      message: expect.stringMatching(/not behind a server for TLS/),
      data: { is_vhost_exists: true, ownership_verified: true, is_ssl_cert_exists: false },
    });
    expect(await ask('sms.north.example')).toBe(200);

    // A server with a fault is no answer: what was seen stays.
    dns.zone['sms.north.example'] = { fail: true };
    expect((await cert()).body).toMatchObject({
      success: false,
      message: expect.stringMatching(/could not be asked/),
      data: { is_vhost_exists: true },
    });

    delete dns.zone['sms.north.example'];
    expect((await cert()).body).toMatchObject({
      success: false,
      data: {
        is_vhost_exists: false,
        is_ssl_cert_exists: false,
        problem: expect.stringMatching(/leads nowhere/),
        checked_at: expect.any(String),
      },
    });

    delete dns.zone['_brand-verification.sms.north.example'];
    expect((await cert()).body.data.ownership_verified).toBe(false);
    later();
    expect(await ask('sms.north.example')).toBe(404);
  });

  test('without a domain, for nobody and with an id that is none', async () => {
    await edit(south.agencyId, { domain: null });
    expect((await cert(south.agencyId)).body).toMatchObject({
      success: false,
      message: 'There is no custom domain yet.',
    });
    expect((await cert(crypto.randomUUID())).status).toBe(404);
    expect([404, 422]).toContain((await t.call(admin, 'POST', '/whitelabels/nothing/cert')).status);
    expect((await t.call(northAgency, 'POST', `/whitelabels/${north.agencyId}/cert`)).status).toBe(403);
    expect((await t.call(null, 'POST', `/whitelabels/${north.agencyId}/cert`)).status).toBe(401);
  });
});

describe('what Caddy asks', () => {
  test('yes to the platform, to subdomains that are taken; no to all else, without a word', async () => {
    expect(
      await Promise.all(
        ['app.beckon.example', 'beckon.example', 'northwind.beckon.example', 'NORTHWIND.beckon.example'].map((host) =>
          ask(host),
        ),
      ),
    ).toEqual([200, 200, 200, 200]);
    expect(
      await Promise.all(
        [
          'nobody.beckon.example',
          'x.northwind.beckon.example',
          'go.south.example',
          '',
          'a b',
          '127.0.0.1',
          'evil.example',
        ].map((host) => ask(host)),
      ),
    ).toEqual(Array(7).fill(404));
    expect((await t.api.inject({ url: '/internal/tls-ask?domain=a.example&domain=b.example' })).statusCode).toBe(404);
    expect((await t.api.inject({ url: '/internal/tls-ask?domain=nobody.example' })).body).toBe('');
  });
  test('not for whoever comes through a proxy', async () =>
    expect(await ask('app.beckon.example', { 'x-forwarded-for': '203.0.113.1' })).toBe(404));
  test('only so many names in a second', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => ask(`flood-${index}.example`)));
    expect(new Set(answers)).toEqual(new Set([404, 429]));
    later();
    expect(await ask('northwind.beckon.example')).toBe(200);
  });
});

describe('the list', () => {
  test('is sorted by domain, searched, paged, and for administrators', async () => {
    await edit(north.agencyId, { domain: 'b.north.example' });
    await edit(south.agencyId, { domain: 'a.south.example' });
    const list = async (query = '') =>
      (
        await t.call<{
          data: { id: string; domain: string | null; agency: { name: string } }[];
          meta: { total: number };
        }>(admin, 'GET', `/whitelabels${query}`)
      ).body;
    const all = await list('?per_page=100');
    expect(all.data.map(({ domain }) => domain).filter(Boolean)).toEqual(['a.south.example', 'b.north.example']);
    expect(all.data[0]!.domain).toBe('a.south.example');
    expect(
      (await list('?sort_by=domain&sort_desc=1&per_page=100')).data
        .filter(({ domain }) => domain !== null)
        .map(({ domain }) => domain),
    ).toEqual(['b.north.example', 'a.south.example']);
    expect((await list('?search=B.North')).data).toMatchObject([
      { id: north.agencyId, agency: { name: 'Agency of north' } },
    ]);
    expect((await list('?search=agency%20of%20south')).meta.total).toBe(1);
    expect((await t.call(admin, 'GET', '/whitelabels?sort_by=ownership_token')).status).toBe(422);
    expect((await t.call(northAgency, 'GET', '/whitelabels')).status).toBe(403);
    expect(await t.readModels.whitelabel(crypto.randomUUID())).toBeNull();
  });
});

describe('files', () => {
  const upload = async (who: string, type: string, bytes: Buffer, name = 'logo.png', contentType = 'image/png') => {
    const boundary = 'boundary';
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\n${type}\r\n` +
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
          `Content-Type: ${contentType}\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const response = await t.api.inject({
      method: 'POST',
      url: '/api/v1/agencies/whitelabel-file',
      payload,
      headers: { authorization: `Bearer ${who}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    later();
    return {
      status: response.statusCode,
      body: response.json<{ message: string; data: { url: string; variants: Record<string, string> } }>(),
    };
  };
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#0f766e' } })
      .png()
      .toBuffer();

  test("a logo and a favicon appear on the brand's host, in other sizes too, under addresses that name no host", async () => {
    const logo = await upload(northAgency, 'logo', await picture(1600, 400));
    expect(logo).toMatchObject({
      status: 200,
      body: { success: true, data: { url: expect.stringMatching(/^\/media\/[\w-]{22}$/) } },
    });
    const favicon = await upload(northAgency, 'favicon', await picture(600, 600), 'favicon.png');
    expect(Object.keys(favicon.body.data.variants)).toEqual(expect.arrayContaining(['32', '180', '512']));
    const brand = (await config('?domain=northwind.beckon.example')) as unknown as { logo: string; favicon: string };
    expect(brand).toMatchObject({ logo: logo.body.data.url, favicon: favicon.body.data.variants['180'] });
    for (const [url, width] of [
      [favicon.body.data.variants['32']!, 32],
      [favicon.body.data.variants['180']!, 180],
      [logo.body.data.url, 960],
    ] as const) {
      const shown = await t.api.inject({ url, headers: { host: 'northwind.beckon.example' } });
      expect(shown.statusCode).toBe(200);
      expect((await sharp(shown.rawPayload).metadata()).width).toBe(width);
    }
    expect((await page('northwind.beckon.example')).body).toContain(
      `<link rel="icon" href="${favicon.body.data.variants['180']}" />`,
    );
  });

  test('an SVG that could act is refused, a harmless one is drawn; what is a picture only by name is refused', async () => {
    const svg = (more: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"${more}<rect width="200" height="100" fill="#0f766e"/></svg>`,
      );
    expect(await upload(northAgency, 'logo', svg(' onload="alert(1)">'), 'logo.svg', 'image/svg+xml')).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/script/) },
    });
    expect(
      (await upload(northAgency, 'logo', svg('><script>alert(1)</script>'), 'logo.svg', 'image/svg+xml')).status,
    ).toBe(422);
    const drawn = await upload(
      northAgency,
      'logo',
      svg('><metadata>made by a person</metadata>'),
      'logo.svg',
      'image/svg+xml',
    );
    expect(drawn).toMatchObject({ status: 200 });
    const shown = await t.api.inject({ url: drawn.body.data.url });
    expect(shown.headers['content-type']).not.toMatch(/svg|html/);
    expect(shown.rawPayload.includes('made by a person')).toBe(false);
    const polyglot = Buffer.concat([await picture(10, 10), Buffer.from('<script>alert(1)</script>')]);
    const cleaned = await upload(northAgency, 'logo', polyglot);
    expect([200, 422]).toContain(cleaned.status);
    if (cleaned.status === 200)
      expect((await t.api.inject({ url: cleaned.body.data.url })).rawPayload.includes('alert(1)')).toBe(false);
    expect(
      (await upload(northAgency, 'logo', Buffer.from('<html><script>alert(1)</script></html>'), 'logo.png')).status,
    ).toBe(422);
    expect(
      (await upload(northAgency, 'logo', Buffer.from('GIF89a<script>alert(1)</script>'), 'logo.gif', 'image/gif'))
        .status,
    ).toBe(422);
    expect((await upload(northAgency, 'banner', await picture(10, 10))).status).toBe(422);
    expect((await upload(north.token, 'logo', await picture(10, 10))).status).toBe(403);
    expect((await upload(northAgency, 'logo', Buffer.alloc(3 * 1024 * 1024, 1))).status).toBe(413);
  });

  test("one agency's files are not another's, and can be taken away", async () => {
    expect(await t.readModels.whitelabel(south.agencyId)).toMatchObject({ logo: null, favicon: null });
    expect((await t.call(southAgency, 'DELETE', '/agencies/whitelabel-file/logo')).status).toBe(200);
    const { logo } = (await t.readModels.whitelabel(north.agencyId))!;
    expect(logo).not.toBeNull();
    expect((await t.call(northAgency, 'DELETE', '/agencies/whitelabel-file/logo')).status).toBe(200);
    expect(await t.readModels.whitelabel(north.agencyId)).toMatchObject({ logo: null, favicon: expect.any(String) });
    expect((await t.api.inject({ url: logo! })).statusCode).toBe(404);
    expect([404, 422]).toContain((await t.call(northAgency, 'DELETE', '/agencies/whitelabel-file/banner')).status);
  });
});
