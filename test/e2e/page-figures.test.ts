import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageFigures } from '../../api/contract/page-analytics.ts';
import { startTestApi, type Tenant, type TestApi } from '../integration/api/support.ts';
import { context, personOf } from '../support/callers.ts';
import { launchChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { buildRenderer } from '../support/renderer.ts';

let app: TestApi;
let tenant: Tenant;
let browser: Browser;
let origin: string;
/** As a browser that people have: a headless one says that it is none. */
const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

beforeAll(async () => {
  app = await startTestApi({
    pages: await buildRenderer(),
    config: { publicUrl: 'http://127.0.0.1', visitsEveryMs: 50 },
  });
  tenant = await app.addTenant('bella');
  origin = `http://${await app.listen()}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

it('hears from the page’s own script that somebody began to fill it in, once, and sets no cookie', async () => {
  const campaignId = randomUUID();
  const person = () => context(personOf(tenant.businessId, tenant.agencyId));
  const { campaigns } = app.commands;
  await campaigns.create(person(), {
    campaignId,
    name: 'Autumn',
    type: 'landing',
    keyword: 'FALL',
    reply: 'Welcome.',
    replyMedia: [],
    template: null,
    sections: {},
  });
  const { position } = await campaigns.publishPage(person(), { campaignId });
  await app.runner.waitFor(position!, { timeoutMs: 10_000 });
  const figures = async (): Promise<PageFigures> =>
    (await app.call<{ data: PageFigures }>(tenant.token, 'GET', `/coupons/${campaignId}/stats`)).body.data;

  const visitor = await browser.newContext({ userAgent });
  const page = await visitor.newPage();
  await page.goto(`${origin}/pages/${campaignId}/${tenant.uniqueId}?utm_source=flyer`);
  await eventually(figures, ({ totals }) => totals.visitors === 1);
  expect((await figures()).totals.started).toBe(0);
  const beacons: string[] = [];
  page.on('request', (request) => beacons.push(new URL(request.url()).pathname));
  await page.fill('[name=name]', 'Ann');
  await page.fill('[name=phone]', '212 555 0142');
  // Totals and sources are asked for one after the other.
  const found = await eventually(figures, ({ totals, sources }) => totals.started === 1 && sources[0]?.started === 1);
  expect(found.totals).toMatchObject({ views: 1, visitors: 1, started: 1, submitted: 0 });
  expect(found.sources).toMatchObject([{ value: 'flyer', started: 1 }]);
  expect(beacons).toEqual([`/pages/${campaignId}/${tenant.uniqueId}/started`]);
  expect(await visitor.cookies()).toEqual([]);
  await visitor.close();
});
