import { brotliCompressSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Application, client, startApplication } from '../support/application.ts';
import { launchChromium } from '../support/chromium.ts';
import type { BenchResult } from './result.ts';

/** A phone in a weak network: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, a processor a quarter as quick as this one. */
const slow = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const slowdown = 4;

interface Visit {
  /** Bytes on the wire, headers included, and requests (a websocket is one). */
  readonly bytes: number;
  readonly requests: number;
  /** What of these bytes was sent without compression that would be smaller with it. */
  readonly uncompressed: number;
  /** When the first text or picture was painted (an empty page in the right colour does not count), milliseconds. */
  readonly firstContent: number;
  /** How far things moved after they were painted (the browser's layout shift score). */
  readonly shift: number;
  readonly files: readonly string[];
}

/**
 * What opening a screen costs whoever has nothing of it yet: bytes and requests up to the moment at which `until` is on
 * the screen, and on a slow phone the first paint. A chart's own code comes after the figures and is not counted.
 */
export async function run(): Promise<BenchResult[]> {
  const app = await startApplication();
  const browser = await launchChromium({ asShipped: true });
  try {
    const { signIn, call } = client(app);
    const token = await signIn('business@demo.test');
    const login = await open(browser, app, '/login', null, 'form button[type=submit]');
    const dashboard = await open(browser, app, '/business/dashboard', token, '.bk-figures .bk-figure');
    const made = await call<{ data: { id: string } }>('POST', '/landings', {
      title: 'A slice on us',
      keyword: 'BENCHED',
      template: 'restaurant',
    });
    await call('PUT', `/landings/${made.data.id}`, { publish: true });
    const landing = await open(browser, app, `/pages/${made.data.id}/bellas-pizzeria`, null, 'button[type=submit]');
    return [
      ...figures('public page', landing, { kilobytes: 100, requests: 4, paint: 1.5, shift: 0.05 }),
      ...figures('login', login, { kilobytes: 110, requests: 10 }),
      ...figures('dashboard before charts', dashboard, { kilobytes: 260, requests: 20 }),
    ];
  } finally {
    await browser.close();
    await app.dispose();
  }
}

function figures(
  name: string,
  visits: readonly Visit[],
  most: {
    readonly kilobytes: number;
    readonly requests: number;
    /** Seconds, and the browser's score. */
    readonly paint?: number;
    readonly shift?: number;
  },
) {
  const median = (of: (visit: Visit) => number) =>
    visits.map(of).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)]!;
  const [visit] = visits;
  const figure = (what: string, unit: string, measured: number, baseline: number, detail: string): BenchResult => ({
    name: `${name}: ${what}`,
    ratio: measured / baseline,
    target: { atMost: 1 },
    unit,
    measured,
    baseline,
    pass: measured <= baseline,
    detail: `Baseline: the limit. ${detail}`,
  });
  return [
    figure(
      'transferred',
      'kB',
      median(({ bytes }) => bytes) / 1000,
      most.kilobytes,
      `${(visit!.uncompressed / 1000).toFixed(0)} kB less with compression. ${visit!.files.join(', ')}`,
    ),
    figure(
      'requests',
      'requests',
      median(({ requests }) => requests),
      most.requests,
      '',
    ),
    figure(
      'first paint on a slow phone',
      's',
      median(({ firstContent }) => firstContent) / 1000,
      most.paint ?? 2.5,
      `Layout shift ${median(({ shift }) => shift).toFixed(3)}.`,
    ),
    ...(most.shift === undefined ?
      []
    : [figure('layout shift', 'score', Math.max(...visits.map(({ shift }) => shift)), most.shift, '')]),
  ];
}

/** Three visits, each with an empty cache. */
async function open(
  browser: Browser,
  app: Application,
  path: string,
  token: string | null,
  until: string,
): Promise<readonly Visit[]> {
  const visits: Visit[] = [];
  for (let index = 0; index < 3; index += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
    if (token !== null)
      await context.addInitScript((value) => {
        localStorage.setItem('access_token', value);
      }, token);
    const page = await context.newPage();
    visits.push(await visit(page, `${app.url}${path}`, until));
    await context.close();
  }
  return visits;
}

async function visit(page: Page, address: string, until: string): Promise<Visit> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', slow);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const traffic = listen(cdp);
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });`);
  await page.goto(address);
  await page.locator(until).first().waitFor();
  const seen = await traffic.end();
  const [firstContent, shift] = await page.evaluate<[number, number]>(
    `[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.shift]`,
  );
  return { ...seen, firstContent, shift };
}

/** Counts what goes over the wire. */
function listen(cdp: CDPSession) {
  const urls = new Map<string, { readonly url: string; readonly encoded: boolean }>();
  const sizes = new Map<string, number>();
  let sockets = 0;
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) urls.set(requestId, { url: request.url, encoded: false });
  });
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    urls.set(requestId, {
      url: response.url,
      encoded: Object.keys(response.headers).some((name) => name.toLowerCase() === 'content-encoding'),
    });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength);
  });
  cdp.on('Network.webSocketCreated', () => {
    sockets += 1;
  });
  return {
    async end() {
      const chart = (url: string) => /\/(charts|curves|DailyChart)-[^/]*\.js$/.test(url);
      const counted = [...urls].filter(([id, { url }]) => sizes.has(id) && !chart(url));
      let uncompressed = 0;
      for (const [id, { url, encoded }] of counted) {
        if (encoded || !/\.(js|css|svg)$|\/[^.]*$/.test(new URL(url).pathname)) continue;
        const body = await cdp.send('Network.getResponseBody', { requestId: id }).catch(() => null);
        if (body) uncompressed += Math.max(0, Buffer.byteLength(body.body) - brotliCompressSync(body.body).length);
      }
      const name = (url: string) =>
        new URL(url).pathname
          .split('/')
          .at(-1)!
          .replace(/-[\w-]{8}\./, '.') || '/';
      return {
        bytes: counted.reduce((sum, [id]) => sum + sizes.get(id)!, 0),
        requests: counted.length + sockets,
        uncompressed,
        files: counted.map(([id, { url }]) => `${name(url)} ${(sizes.get(id)! / 1000).toFixed(1)}`),
      };
    },
  };
}
