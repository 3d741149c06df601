import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createDomains } from '../../../adapters/domains/index.ts';
import type { Domains } from '../../../adapters/domains/port.ts';
import { checkDueDomains, defaultDomainChecks } from '../../../workers/domains/checks.ts';
import { type Caddy, findCaddy, startCaddy } from '../../support/caddy.ts';
import { type DnsServer, startDnsServer } from '../../support/dns.ts';
import { quietLog } from '../../support/quiet.ts';
import { startTestApi, type Tenant, type TestApi } from '../api/support.ts';

const program = findCaddy();
if (program === null)
  console.log(
    'certificates with a real Caddy: did not run: caddy is not on this machine (Debian: apt-get install caddy).',
  );

const publicHost = 'app.beckon.example';
const domain = 'sms.north.example';

describe.skipIf(program === null)('certificates with a real Caddy', () => {
  let t: TestApi;
  let dns: DnsServer;
  let caddy: Caddy;
  let webRoot: string;
  let north: Tenant;
  let admin: string;
  let ca: string;
  let real: Domains;

  beforeAll(async () => {
    webRoot = mkdtempSync(join(tmpdir(), 'beckon-web-'));
    writeFileSync(
      join(webRoot, 'index.html'),
      '<!doctype html><html><head><link rel="icon" href="/favicon.svg" /><title>Beckon</title></head><body></body></html>',
    );
    dns = await startDnsServer({ [publicHost]: { A: ['203.0.113.10'] } });
    t = await startTestApi({
      config: {
        publicUrl: `https://${publicHost}`,
        platformDomain: 'beckon.example',
        webRoot,
        trustedProxies: { hops: 1 },
      },
      // Where Caddy is, is known only when it and the API have started.
      world: { domains: { names: (...asked) => real.names(...asked), certificate: (host) => real.certificate(host) } },
    });
    const apiAddress = await t.listen();
    caddy = await startCaddy(program!, { apiAddress, publicHost });
    ca = caddy.ca;
    real = createDomains({
      publicHost,
      edge: { host: '127.0.0.1', port: caddy.httpsPort, ca, timeoutMs: 10_000 },
      dnsServers: [dns.address],
      dnsTimeoutMs: 200,
    });
    north = await t.addTenant('north');
    admin = await t.addUser('Admin', null);
    await t.commands.whitelabels.edit(t.system(), {
      agencyId: north.agencyId,
      name: 'Northwind',
      domain,
      subdomain: 'northwind',
    });
  }, 60_000);
  afterAll(async () => {
    await caddy?.stop();
    await t?.close();
    await dns?.close();
    rmSync(webRoot, { recursive: true, force: true });
  });

  /** What a browser gets that trusts Caddy's CA. Throws where it would show a warning. */
  const open = (host: string, path = '/login') =>
    new Promise<{ status: number; body: string; headers: Record<string, unknown> }>((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: caddy.httpsPort,
          servername: host,
          path,
          ca,
          agent: false,
          headers: { host: `${host}:${caddy.httpsPort}`, accept: 'text/html' },
        },
        (response) => {
          let body = '';
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => {
              body += chunk;
            })
            .on('end', () => resolve({ status: response.statusCode!, body, headers: response.headers }));
        },
      )
        .once('error', reject)
        .end();
    });
  const cert = async () =>
    (
      await t.call<{
        success: boolean;
        message: string;
        data: { is_vhost_exists: boolean; is_ssl_cert_exists: boolean; certificate_expires_at: string | null };
      }>(admin, 'POST', `/whitelabels/${north.agencyId}/cert`)
    ).body;

  test("the platform's own host and a taken subdomain have certificates and their own pages", async () => {
    expect((await open(publicHost)).body).toContain('<title>Beckon</title>');
    const page = await open('northwind.beckon.example');
    expect(page.body).toContain('<title>Northwind</title>');
    expect(String(page.headers['content-security-policy'])).toContain(
      `wss://northwind.beckon.example:${caddy.httpsPort}`,
    );
  });

  test('an unknown host, a free subdomain and an unproved domain get none', async () => {
    for (const host of ['evil.example', 'free.beckon.example', domain])
      await expect(open(host), host).rejects.toThrow(/alert/);
    expect(caddy.output()).not.toMatch(/obtain[^\n]*(?:evil\.example|free\.beckon|sms\.north)/);
  });

  test('what only Caddy may ask is not for the outside', async () => {
    const closed = [
      '/internal/tls-ask?domain=evil.example',
      '/internal/tls-ask/?domain=x.example',
      '/metrics',
      '/metrics/',
      '/health/ready',
      '/health/ready/',
      '/HEALTH/ready',
      '//health/ready',
      '/x/../health/ready',
      '/%68ealth/ready',
    ];
    for (const path of closed) {
      const { status, body } = await open(publicHost, path);
      expect({ path, told: /"projections"|process_cpu/.test(body) }).toEqual({ path, told: false });
      if (path.startsWith('/health') || path.startsWith('/metrics')) expect(status).toBe(404);
    }
    // Whether it answers at all is for everybody: what watches a site from outside asks it.
    expect(await open(publicHost, '/health/live')).toMatchObject({ status: 200, body: '{"status":"alive"}' });
  });

  test('once proved, the certificate is obtained and seen, and the page has the brand', async () => {
    dns.zone[domain] = { CNAME: publicHost };
    dns.zone[`_brand-verification.${domain}`] = {
      TXT: [(await t.readModels.whitelabel(north.agencyId))!.ownershipToken!],
    };
    const answer = await cert();
    expect(answer).toMatchObject({
      success: true,
      message: `${domain} is connected and has a certificate.`,
      data: { is_vhost_exists: true, is_ssl_cert_exists: true },
    });
    expect(new Date(answer.data.certificate_expires_at!).getTime()).toBeGreaterThan(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 2_100)); // What a host looks like is remembered for two seconds.
    expect((await open(domain)).body).toContain('<title>Northwind</title>');
  });

  test("the websocket opens on the brand's host", async () => {
    const trusted = { ca, servername: domain };
    const socket = new WebSocket(`wss://127.0.0.1:${caddy.httpsPort}/api/v1/live`, {
      ...trusted,
      headers: { host: domain, origin: `https://${domain}` },
    });
    const ready = await new Promise<string>((resolve, reject) => {
      socket
        .once('error', reject)
        .once('open', () => socket.send(JSON.stringify({ type: 'hello', token: north.token })))
        .once('message', (data) => resolve(String(data)));
    });
    expect(JSON.parse(ready)).toMatchObject({ type: 'ready' });
    socket.terminate();
  });

  test('a certificate that nobody trusts is none', async () => {
    const distrustful = createDomains({
      publicHost,
      edge: { host: '127.0.0.1', port: caddy.httpsPort },
      dnsServers: [dns.address],
    });
    expect(await distrustful.certificate(domain)).toMatchObject({
      valid: false,
      problem: expect.stringMatching(/not valid/),
    });
  });

  test('when the record vanishes, the next routine look says so', async () => {
    const { db, commands } = t;
    await sql`insert into ops.domain_checks (agency_id, domain, due_at) values (${north.agencyId}, ${domain}, ${new Date()})`.execute(
      db,
    );
    const look = () =>
      checkDueDomains(
        { db, commands, now: () => new Date(), log: quietLog, settings: defaultDomainChecks },
        new AbortController().signal,
      );
    const seen = async () => {
      await t.runner.waitFor(await t.raw.head(), { timeoutMs: 10_000 });
      return t.readModels.whitelabel(north.agencyId);
    };
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    expect(await seen()).toMatchObject({ vhostExists: true, certificateExists: true, problem: null });

    delete dns.zone[domain];
    await sql`update ops.domain_checks set due_at = ${new Date()}`.execute(db);
    expect(await look()).toBe(1);
    expect(await seen()).toMatchObject({
      vhostExists: false,
      certificateExists: false,
      certificateExpiresAt: null,
      problem: expect.stringMatching(/leads nowhere/),
    });
    const { rows } = await sql<{
      failures: number;
      soon: boolean;
    }>`select failures, due_at < ${new Date(Date.now() + 120_000)} as soon from ops.domain_checks`.execute(db);
    expect(rows).toEqual([{ failures: 1, soon: true }]);
  });
});
