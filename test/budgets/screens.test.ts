import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { type Application, client, startApplication } from '../support/application.ts';
import { launchChromium } from '../support/chromium.ts';
import { expectWithin } from './support/counted.ts';

let app: Application;
let browser: Browser;
let token: string;
beforeAll(async () => {
  app = await startApplication();
  browser = await launchChromium();
  token = await client(app).signIn('business@demo.test');
});
afterAll(async () => {
  await browser.close();
  await app.dispose();
});

/** Their own code comes after the figures. */
const isChart = (path: string) => /\/(charts|curves|DailyChart)-[^/]*\.js$/.test(path);
/** As it goes over the wire to a browser that takes Brotli; of what the server makes anew, its length there. */
const weightOf = (path: string): number | null => {
  const file = join('dist/web', path);
  if (!existsSync(file) || !statSync(file).isFile()) return null;
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
};

it.each([
  ['screen: login', '/login', false, 'form button[type=submit]'],
  ['screen: order', '/p/growth', false, 'form button[type=submit]'],
  ['screen: dashboard', '/business/dashboard', true, '.bk-figures .bk-figure'],
  ['screen: live chat', '/business/livechat', true, 'main h1, main h2, [role=tablist]'],
  ['screen: contacts', '/business/contacts', true, 'main h1'],
  ['screen: campaigns', '/business/campaigns', true, 'main h1'],
  ['screen: broadcasts', '/business/broadcasts', true, 'main h1'],
  ['screen: automations', '/business/automations', true, 'main h1'],
] as const)('%s', async (name, path, isSignedIn, until) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  if (isSignedIn)
    await context.addInitScript((value) => {
      localStorage.setItem('access_token', value);
    }, token);
  const tab = await context.newPage();
  const files = new Map<string, number>();
  const asks: string[] = [];
  let isShown = false;
  tab.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol === 'data:' || isChart(pathname)) return;
    if (pathname.startsWith('/api/')) asks.push(`${request.method()} ${pathname}`);
    // What the next screens may need is fetched once this one is there.
    else if (!isShown) files.set(pathname, weightOf(pathname) ?? weightOf('index.html')!);
  });
  await tab.goto(`${app.url}${path}`);
  await tab.locator(until).first().waitFor();
  isShown = true;
  for (let before = -1; before !== asks.length;) {
    before = asks.length;
    await tab.waitForTimeout(1_500);
  }
  await context.close();
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...files].toSorted(([, a], [, b]) => b - a);
  expectWithin(name, {
    counts: { files: files.size, bytes, asks: asks.length },
    detail: `${largest.map(([file, size]) => `${String(size).padStart(7)} ${file}`).join('\n')}\n${asks.toSorted().join('\n')}`,
  });
});
