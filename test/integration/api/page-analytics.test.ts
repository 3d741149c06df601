import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageFigures, PageTests } from '../../../api/contract/page-analytics.ts';
import { AgencyId, BusinessId, CampaignId, TrafficId } from '../../../domain/kernel/ids.ts';
import { context, personOf, systemContext } from '../../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let tenant: Tenant;
/** A noon in Los Angeles, where the business is. */
const noon = Date.parse('2026-11-20T20:00:00Z');
const clock = { at: noon };
const now = () => new Date(clock.at);

const browsers = {
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
  robot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
} as const;
type Browser = keyof typeof browsers;

beforeAll(async () => {
  app = await startTestApi({
    pages: await buildRenderer(),
    now,
    config: {
      visitsEveryMs: 20,
      trustedProxies: { hops: 1 },
      session: { idleMs: 90 * 86_400_000, absoluteMs: 90 * 86_400_000 },
    },
  });
  tenant = await app.addTenant('bella');
});
afterAll(() => app.close());

const settled = (position: bigint | null) => app.runner.waitFor(position!, { timeoutMs: 10_000 });
const person = () => context(personOf(tenant.businessId, tenant.agencyId));
let keywords = 0;
async function publish(settings: object = {}) {
  const campaignId = randomUUID();
  const { campaigns } = app.commands;
  await campaigns.create(person(), {
    campaignId,
    name: 'Autumn',
    type: 'landing',
    keyword: `FALL${(keywords += 1)}`,
    reply: 'Welcome.',
    replyMedia: [],
    template: null,
    sections: { main: { Content: 'The first' } },
  });
  const { position } = await campaigns.publishPage(person(), { campaignId });
  await settled(position);
  return { campaignId, path: `/pages/${campaignId}/${tenant.uniqueId}`, settings };
}
async function publishSecond(campaignId: string) {
  const { campaigns } = app.commands;
  await campaigns.editPage(person(), { campaignId, revision: null, sections: { main: { Content: 'The second' } } });
  const { position } = await campaigns.publishPage(person(), { campaignId });
  await settled(position);
  clock.at += 2_000;
}

const headers = (ip: string, browser: Browser) => ({ 'x-forwarded-for': ip, 'user-agent': browsers[browser] });
const valueOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&#34;', '"').replaceAll('&quot;', '"') ??
  '';
async function look(path: string, ip: string, browser: Browser = 'phone', more: Record<string, string> = {}) {
  const { body, statusCode } = await app.api.inject({
    method: 'GET',
    url: path,
    headers: { ...headers(ip, browser), ...more },
  });
  expect(statusCode).toBe(200);
  const form = Object.fromEntries(['key', 'version', 'from'].map((name) => [name, valueOf(body, name)]));
  return { body, form: form as Record<'key' | 'version' | 'from', string> };
}
const post = (url: string, fields: Record<string, string>, ip: string, browser: Browser = 'phone') =>
  app.api.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers(ip, browser) },
  });
let people = 0;
async function send(path: string, form: Record<string, string>, ip: string) {
  clock.at += 3_000;
  const given = { name: 'Ann Lee', phone: `(212) 555-0${100 + (people += 1)}`, birthday: '02/29', consent: 'yes' };
  const answer = await post(path, { ...form, ...given }, ip);
  expect(answer.statusCode).toBe(303);
}

async function figures(campaignId: string, range = ''): Promise<PageFigures> {
  const { body } = await app.call<{ data: PageFigures }>(tenant.token, 'GET', `/coupons/${campaignId}/stats${range}`);
  return body.data;
}
/** Parts of one answer are read side by side, so what stands beside the totals is read once more when they are right. */
async function until(campaignId: string, totals: Partial<PageFigures['totals']>): Promise<PageFigures> {
  await eventually(
    () => figures(campaignId),
    (found) => Object.entries(totals).every(([name, value]) => found.totals[name as keyof typeof totals] === value),
    10_000,
  );
  return figures(campaignId);
}

describe('figures of a page', () => {
  it('count views, visitors once a day, who began and who sent, by source and device', async () => {
    const { campaignId, path } = await publish();
    const first = await look(`${path}?utm_source=Instagram&utm_medium=story&utm_campaign=fall`, '203.0.113.1');
    await look(path, '203.0.113.1');
    await look(path, '203.0.113.2', 'desktop', { referer: 'https://www.example.com/some/page?who=ann' });
    expect((await post(`${path}/started`, first.form, '203.0.113.1')).statusCode).toBe(204);
    await post(`${path}/started`, first.form, '203.0.113.1');
    await send(path, first.form, '203.0.113.1');
    const found = await until(campaignId, { views: 3, visitors: 2, started: 1, submitted: 1 });
    expect(found.totals.conversion).toBe(0.5);
    expect(found.daily.at(-1)).toMatchObject({ day: '2026-11-20', views: 3, submitted: 1 });
    const of = (rows: PageFigures['sources']) =>
      rows.map(({ value, visitors, submitted }) => [value, visitors, submitted]);
    expect(of(found.sources)).toEqual([
      ['instagram', 1, 1],
      ['example.com', 1, 0],
      ['', 0, 0],
    ]);
    expect(of(found.media)).toEqual([['story', 1, 1]]);
    expect(of(found.campaigns)).toEqual([['fall', 1, 1]]);
    expect(of(found.devices)).toEqual([
      ['phone', 1, 1],
      ['desktop', 1, 0],
    ]);
  });

  it('take nobody without scripts for somebody who never began: who sends has', async () => {
    const { campaignId, path } = await publish();
    const { form } = await look(path, '203.0.113.9');
    await send(path, form, '203.0.113.9');
    await until(campaignId, { visitors: 1, started: 1, submitted: 1 });
  });

  it('leave robots, heads and pages fetched ahead out, and say how many robots there were', async () => {
    const { campaignId, path } = await publish();
    await look(path, '203.0.113.1', 'robot');
    await look(path, '203.0.113.1', 'phone', { 'sec-purpose': 'prefetch' });
    await app.api.inject({ method: 'HEAD', url: path, headers: headers('203.0.113.1', 'phone') });
    await look(path, '203.0.113.2');
    const found = await until(campaignId, { views: 1, visitors: 1 });
    expect(found.robots).toBe(1);
  });

  it('count a beginning only for a form that was drawn here', async () => {
    const { campaignId, path } = await publish();
    const { form } = await look(path, '203.0.113.1');
    await post(`${path}/started`, { ...form, key: 'A'.repeat(32) }, '203.0.113.1');
    await post(`${path}/started`, { ...form, version: '99999999999' }, '203.0.113.2');
    await until(campaignId, { visitors: 2, started: 1 });
  });

  it('keep no address and no browser: a key of the day, thrown away with everything named by it', async () => {
    clock.at = noon;
    const { campaignId, path } = await publish();
    await look(path, '203.0.113.77');
    await until(campaignId, { visitors: 1 });
    const held = async () => {
      const { rows } = await sql<{ visits: number; keys: number; dump: string }>`select
        (select count(*)::int from ops.visits where day <= '2026-11-20') as visits,
        (select count(*)::int from ops.visit_keys where day <= '2026-11-20') as keys,
        (select coalesce(string_agg(encode(visitor, 'escape'), ' '), '') from ops.visits) as dump`.execute(app.db);
      return rows[0]!;
    };
    expect((await held()).dump).not.toContain('203.0.113');
    expect((await held()).keys).toBe(1);
    // The next day the same person is another, and two days later nobody can say who they were.
    clock.at = noon + 86_400_000;
    await look(path, '203.0.113.77');
    await until(campaignId, { views: 2, visitors: 2 });
    clock.at = noon + 2 * 86_400_000;
    await look(path, '203.0.113.78');
    await eventually(held, ({ visits, keys }) => visits + keys === 0, 10_000);
    const log = await app.store.readAll(0n, { filter: { types: ['PageVisitsCounted'] }, limit: 1000 });
    expect(log.events.length).toBeGreaterThan(0);
    const written = JSON.stringify(log.events.map(({ data, metadata }) => [data, metadata]));
    expect(written).not.toMatch(/203\.0\.113|Mozilla|iPhone/);
    clock.at = noon;
  });

  it('show no fewer views than visitors: a server that was killed loses views, not who was there', async () => {
    const { campaignId } = await publish();
    const { businessId, agencyId } = tenant;
    const row = {
      version: 1,
      testId: null,
      from: { source: '', medium: '', campaign: '' },
      device: 'phone' as const,
      views: 3,
      visitors: 5,
      started: 0,
    };
    await app.commands.pages.countVisits(systemContext(), {
      trafficId: TrafficId.parse(randomUUID()),
      campaignId: CampaignId.parse(campaignId),
      businessId: BusinessId.parse(businessId),
      agencyId: agencyId === null ? null : AgencyId.parse(agencyId),
      day: '2026-11-20',
      robots: 0,
      rows: [row],
    });
    const found = await until(campaignId, { views: 5, visitors: 5 });
    expect(found.daily.at(-1)).toMatchObject({ views: 5, visitors: 5 });
  });

  it('write one event for many views', async () => {
    const { campaignId, path } = await publish();
    await Promise.all(Array.from({ length: 60 }, (_, index) => look(path, `203.0.113.${index % 20}`)));
    await until(campaignId, { views: 60, visitors: 20 });
    const { events } = await app.store.readAll(0n, { filter: { types: ['PageVisitsCounted'] }, limit: 5000 });
    expect(events.filter(({ data }) => data['campaignId'] === campaignId).length).toBeLessThan(30);
  });

  it('put together what anybody invents beyond what anybody looks at', async () => {
    const { campaignId, path } = await publish();
    for (let index = 0; index < 320; index += 1) await look(`${path}?utm_source=s${index}`, '203.0.113.5');
    const found = await until(campaignId, { views: 320, visitors: 1 });
    expect(found.sources).toHaveLength(30);
    expect(found.sources.find(({ value }) => value === '…')?.views).toBe(20);
  });

  it('belong to the business alone', async () => {
    const { campaignId } = await publish();
    const stranger = await app.addTenant('harbor');
    for (const path of [
      `/coupons/${campaignId}/stats`,
      `/landings/${campaignId}/stats`,
      `/landings/${campaignId}/tests`,
    ])
      expect((await app.call(stranger.token, 'GET', path)).status).toBe(404);
  });
});

describe('two versions of a page', () => {
  const tests = async (campaignId: string) =>
    (await app.call<{ data: PageTests }>(tenant.token, 'GET', `/landings/${campaignId}/tests`)).body.data;
  const start = (campaignId: string, versions: number[]) =>
    app.call<{ data: { id: string }; message: string }>(tenant.token, 'POST', `/landings/${campaignId}/tests`, {
      versions,
    });

  it('are shown by halves, the same one to a visitor all day, and counted apart until one is kept', async () => {
    const { campaignId, path } = await publish();
    await look(path, '198.51.100.1');
    await publishSecond(campaignId);
    const started = await start(campaignId, [1, 2]);
    expect(started.status).toBe(200);
    clock.at += 2_000;
    const saw = new Map<string, string>();
    for (let index = 1; index <= 40; index += 1) {
      const ip = `203.0.113.${index}`;
      const { form, body } = await look(path, ip);
      saw.set(ip, form.version);
      expect(body).toContain(form.version === '1' ? 'The first' : 'The second');
      expect((await look(path, ip)).form.version).toBe(form.version);
    }
    const ofTwo = [...saw].filter(([, version]) => version === '2');
    expect(ofTwo.length).toBeGreaterThan(5);
    expect(ofTwo.length).toBeLessThan(35);
    const { form } = await look(path, ofTwo[0]![0]);
    await send(path, form, ofTwo[0]![0]);
    const { tests: found } = await eventually(
      () => tests(campaignId),
      (data) => data.tests[0]!.variants[0].visitors + data.tests[0]!.variants[1].submitted === 41 - ofTwo.length,
      10_000,
    );
    expect(found[0]!.variants.map(({ visitors }) => visitors)).toEqual([40 - ofTwo.length, ofTwo.length]);
    expect(found[0]).toMatchObject({ verdict: 'early', ended_at: null });
    expect((await start(campaignId, [1, 2])).status).toBe(409);
    const publishing = await app.call(tenant.token, 'PUT', `/landings/${campaignId}`, {
      sections: { main: { Content: 'The third' } },
      publish: true,
    });
    expect(publishing.status).toBe(409);

    const end = `/landings/${campaignId}/tests/${started.body.data.id}`;
    expect((await app.call(tenant.token, 'PUT', end, { keep: 3 })).status).toBe(422);
    expect((await app.call(tenant.token, 'PUT', end, { keep: 1 })).status).toBe(200);
    clock.at += 2_000;
    for (let index = 1; index <= 8; index += 1) expect((await look(path, `203.0.113.${index}`)).form.version).toBe('1');
    const after = await tests(campaignId);
    expect(after.tests[0]).toMatchObject({ kept: 1 });
    expect(after.tests[0]!.variants.map(({ visitors }) => visitors)).toEqual([40 - ofTwo.length, ofTwo.length]);
    expect(after.versions.filter(({ live }) => live)).toMatchObject([{ version: 1 }]);
  });

  it('come out the same when the log is read again', async () => {
    expect(await app.runner.verify('figures')).toEqual([]);
    expect(await app.runner.verify('pages')).toEqual([]);
  });
});
