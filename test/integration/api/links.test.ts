import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkUrl } from '../../../domain/links/shorten.ts';
import { streams } from '../../../domain/streams.ts';
import { judgeVisits } from '../../../workers/links/visits.ts';
import { systemContext } from '../../support/callers.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let tenant: Tenant;
let contactId: string;
const clock = { ahead: 0 };
const now = () => new Date(Date.now() + clock.ahead);

beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer(), now });
  tenant = await app.addTenant('bella');
  contactId = await joins(tenant, '+12125550142');
});
afterAll(() => app.close());

async function joins(of: Tenant, phone: string): Promise<string> {
  await app.textIn(of, 'PIZZA', phone);
  return app.identifiers.contact(of.businessId, phone);
}
const person = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1',
  'accept-language': 'en-US',
  accept: 'text/html,*/*;q=0.8',
};
const open = (code: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.api.inject({ method, url: `/l/${code}`, headers: { ...person, ...headers } });

async function register(of: Tenant, urls: readonly string[], trap: string | null = null) {
  const source = { kind: 'broadcast' as const, id: randomUUID(), variant: 0 };
  const input = { businessId: of.businessId, source, urls: [...urls], trap };
  const { result } = await app.commands.links.register(systemContext(), input);
  return { source, input, ...result };
}
const codeFor = (number: number, whose: string | null = contactId) => app.identifiers.linkCode(number, whose);
const waiting = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from ops.link_visits`.execute(app.db)).rows[0]!.count;
/** What came is judged, and shown. */
async function settled(visits: number) {
  await eventually(waiting, (count) => count >= visits);
  clock.ahead += 20_000;
  while ((await judgeVisits({ db: app.db, commands: app.commands, now })) > 0);
  await sql`delete from ops.link_visits`.execute(app.db);
  await app.settled();
}

describe('links of a message', () => {
  it('get their numbers once, however often and from how many places they are asked for', async () => {
    const first = await register(tenant, ['https://bella.test/a', 'https://bella.test/b', 'https://bella.test/a']);
    expect(first.links.map(({ url }) => url)).toEqual(['https://bella.test/a', 'https://bella.test/b']);
    const again = await Promise.all(
      Array.from({ length: 8 }, () => app.commands.links.register(systemContext(), first.input)),
    );
    for (const { result } of again) expect(result.links).toEqual(first.links);
    for (const { number } of first.links)
      expect((await app.store.read(streams.link(number))).map(({ type }) => type)).toEqual(['LinkCreated']);
  });

  it('lead nowhere but to addresses of the web', async () => {
    for (const url of ['javascript:alert(1)', 'https://ann:x@evil.test/', 'HTTPS://BELLA.test'])
      await expect(register(tenant, [url])).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('take the next number where theirs is somebody else’s', async () => {
    const { digest, ...rest } = app.identifiers;
    let nth = 0;
    // The first draw of every address is the same.
    const commands = app.commandsWith({
      identifiers: {
        ...rest,
        digest: (purpose, ...words) => (words.at(-1) === '0' ? '00000000002a' : digest(purpose, ...words)),
      },
    });
    const numbers = [];
    for (const url of ['https://bella.test/1', 'https://bella.test/2']) {
      const source = { kind: 'broadcast' as const, id: randomUUID(), variant: (nth += 1) };
      const { result } = await commands.links.register(systemContext(), {
        businessId: tenant.businessId,
        source,
        urls: [url],
      });
      numbers.push(result.links[0]!.number);
    }
    expect(new Set(numbers).size).toBe(2);
    expect((await app.commands.links.target(numbers[1]!))?.url).toBe('https://bella.test/2');
  });
});

describe('a short link', () => {
  it('leads on at once, and is a person’s click', async () => {
    const { links, source } = await register(tenant, ['https://bella.test/menu']);
    const code = codeFor(links[0]!.number);
    expect(code).toMatch(/^[0-9A-Za-z]{12}$/);
    expect(linkUrl('https://x.test', code)).toHaveLength('https://x.test/l/'.length + 12);
    for (let times = 0; times < 3; times += 1) {
      const response = await open(code);
      expect(response.statusCode).toBe(302);
      expect(response.headers.location).toBe('https://bella.test/menu');
      expect(response.headers['cache-control']).toContain('no-store');
    }
    await settled(3);
    const figures = await app.readModels.clicksOf(tenant.businessId, source.id);
    expect(figures).toMatchObject({
      links: [{ url: 'https://bella.test/menu', clickers: 1, clicks: 3, scanned: 0 }],
      clickers: 1,
      scanners: [],
    });
    const stream = streams.linkClick(links[0]!.number, contactId as never);
    expect((await app.store.read(stream)).map(({ type }) => type)).toEqual(['LinkClicked']);
    // Later again: nothing more is said of the contact.
    await open(code);
    await settled(1);
    expect(await app.store.read(stream)).toHaveLength(1);
    expect((await app.readModels.clicksOfContact(tenant.businessId, contactId, 10))[0]).toMatchObject({
      url: 'https://bella.test/menu',
      sourceId: source.id,
    });
  });

  it('counts programs for themselves, by what gave them away', async () => {
    const { links, source } = await register(tenant, ['https://bella.test/s']);
    const code = codeFor(links[0]!.number);
    expect((await open(code, {}, 'HEAD')).statusCode).toBe(302);
    await open(code, { 'user-agent': 'facebookexternalhit/1.1 Facebot Twitterbot/1.0' });
    await open(code, { 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))' });
    await open(code, { 'sec-purpose': 'prefetch;prerender' });
    await open(code, { 'sec-fetch-mode': 'no-cors' });
    await app.api.inject({ url: `/l/${code}`, headers: { 'user-agent': person['user-agent'] } });
    await settled(6);
    const figures = await app.readModels.clicksOf(tenant.businessId, source.id);
    expect(figures.clickers).toBe(0);
    expect(figures.links[0]).toMatchObject({ clickers: 0, clicks: 0, scanned: 6 });
    expect(Object.fromEntries(figures.scanners.map(({ reason, count }) => [reason, count]))).toEqual({
      head: 1,
      robot: 2,
      prefetch: 2,
      'no-browser': 1,
    });
  });

  it('is a program’s where all links of a mail, or the one that nobody sees, were opened', async () => {
    const email = await register(tenant, ['https://bella.test/1', 'https://bella.test/2'], 'https://bella.test/');
    for (const number of [...email.links.map((link) => link.number), email.trap!]) await open(codeFor(number));
    await settled(3);
    const figures = await app.readModels.clicksOf(tenant.businessId, email.source.id);
    expect(figures).toMatchObject({ clickers: 0, scanners: [{ reason: 'trap', count: 3 }] });
    expect(figures.links.map(({ url }) => url)).toEqual(['https://bella.test/1', 'https://bella.test/2']);
  });

  it('that is told of again after a crash is counted once', async () => {
    const { links, source } = await register(tenant, ['https://bella.test/crash']);
    await open(codeFor(links[0]!.number));
    await eventually(waiting, (count) => count === 1);
    clock.ahead += 20_000;
    const dies = { ...app.commands.links, countVisits: () => Promise.reject(new Error('died')) };
    await expect(judgeVisits({ db: app.db, commands: { links: dies }, now })).rejects.toThrow('died');
    await judgeVisits({ db: app.db, commands: app.commands, now });
    // All was told, and then the process died.
    await sql`update ops.link_visits set judged = false`.execute(app.db);
    await settled(1);
    expect((await app.readModels.clicksOf(tenant.businessId, source.id)).links[0]).toMatchObject({
      clickers: 1,
      clicks: 1,
    });
  });

  it('says nothing to who guesses', async () => {
    const { links } = await register(tenant, ['https://bella.test/g']);
    const code = codeFor(links[0]!.number);
    const other = await app.addTenant('harbor');
    const theirs = await joins(other, '+12125550143');
    const changed = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');
    // A letter off, of a contact that there is not, of another business's contact, of a link that there is not.
    for (const wrong of [
      changed,
      codeFor(links[0]!.number, randomUUID()),
      codeFor(links[0]!.number, theirs),
      codeFor(7),
    ]) {
      const response = await open(wrong);
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toContain('text/html');
      expect(response.headers.location).toBeUndefined();
    }
    let status = 404;
    for (let times = 0; times < 70 && status === 404; times += 1)
      status = (await open('0'.repeat(11) + (times % 10))).statusCode;
    expect(status).toBe(429);
    // Who has a link that is good is not kept from it.
    expect((await open(code)).statusCode).toBe(302);
    expect((await open('a'.repeat(32))).statusCode).toBe(404);
    expect((await open('%2e%2e%2f')).statusCode).toBe(404);
  });

  it('of nobody leads on and counts for nobody', async () => {
    const { links, source } = await register(tenant, ['https://bella.test/test']);
    await settled(0);
    expect((await open(codeFor(links[0]!.number, null))).statusCode).toBe(302);
    await settled(1);
    expect(await app.readModels.clicksOf(tenant.businessId, source.id)).toMatchObject({
      links: [{ clickers: 0, clicks: 1 }],
      clickers: 0,
    });
  });

  it('of another business is not told of', async () => {
    const { source } = await register(tenant, ['https://bella.test/own']);
    const other = await app.addTenant('third');
    expect((await app.readModels.clicksOf(other.businessId, source.id)).links).toEqual([]);
  });
});
