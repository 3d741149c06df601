import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type Tenant, type TestApi } from '../api/support.ts';
import { linksOf } from './support.ts';

/** A brand's host: an agency's, below the platform's domain, which alone names the platform. */
const host = 'northwind.platform.example';
let app: TestApi;
let north: Tenant;
beforeAll(async () => {
  app = await startTestApi({
    config: { publicUrl: 'https://app.platform.example', platformDomain: 'platform.example', name: 'Beckon' },
  });
  north = await app.addTenant('north');
  const brand = { name: 'Northwind <b>Marketing</b>', color: '#0a5c36', subdomain: 'northwind' };
  await app.commands.whitelabels.edit(app.system(), { agencyId: north.agencyId, ...brand });
  await app.settled();
}, 400_000);
afterAll(() => app?.close());

const get = async (url: string, at = host) => {
  const { statusCode, headers, body } = await app.api.inject({ url, headers: { host: at, accept: '*/*' } });
  return { status: statusCode, headers, body };
};

describe('on a brand’s host', () => {
  it('nothing that is open to everyone names the platform, in headers or bodies', async () => {
    const seen = new Set<string>();
    const open = ['/developers', '/developers/search?q=contact', '/developers/nowhere', '/api/docs', '/api/docs/json'];
    open.push('/api/docs/start.js', '/api/v1/config', '/api/v1/nowhere', '/api/v1/contacts', '/health/live', '/mcp');
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { headers, body } = await get(path);
      const text = `${JSON.stringify(headers)}\n${body}`;
      expect({ path, said: /.{0,60}beckon.{0,60}/i.exec(text)?.[0] }).toEqual({ path, said: undefined });
      if (path.startsWith('/developers') && !path.endsWith('.ts')) open.push(...linksOf(body));
    }
    expect(seen.size).toBeGreaterThan(35);
  });

  it('pages have the brand’s name, color and address, and the platform’s host has its own', async () => {
    const page = await get('/developers/quick-start');
    const name = 'Northwind &#60;b&#62;Marketing&#60;/b&#62;';
    expect(page.body).toContain(`<title>Quick start · ${name} developers</title>`);
    expect(page.body).toContain('--brand:#0a5c36');
    expect(page.body).toContain(`http://${host}/api/v1/contacts`);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'none'/);
    expect(page.headers['vary']).toContain('Host');
    const own = await get('/developers', 'app.platform.example');
    expect(own.body).toContain('<title>Developers · Beckon</title>');
    expect(own.body).not.toContain('Northwind');
  });

  it('the document carries the brand’s name', async () => {
    const { body } = await get('/api/docs/json');
    expect(JSON.parse(body)).toMatchObject({ info: { title: 'Northwind <b>Marketing</b> API' } });
  });
});
