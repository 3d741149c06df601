import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { PopupConfig } from '../../api/contract/popup.ts';
import { popupConsent } from '../../domain/pages/consent.ts';
import { readPage } from '../../domain/pages/model.ts';
import { templateOf } from '../../domain/pages/templates.ts';
import { launchChromium } from '../support/chromium.ts';
import { buildRenderer } from '../support/renderer.ts';
import type { BenchResult } from './result.ts';

/** Times slower than this machine: a weak phone. */
const slowdown = 4;
const visits = 7;

/**
 * What a popup costs the site that it stands on: the script's size, the time for which it holds the main thread before
 * the popup opens (script, answer, storage, the button), with a processor a quarter as quick, and what it moves.
 */
export async function run(): Promise<BenchResult[]> {
  const { widget } = await buildRenderer();
  const page = readPage('popup', { ...templateOf('popup-welcome')!.sections, settings: { Timeout: 3 } });
  const id = '00000000-0000-4000-8000-000000000001';
  const config: PopupConfig = {
    id,
    version: 1,
    company: 'Bella’s Pizzeria',
    timezone: 'America/Los_Angeles',
    phoneAlways: false,
    page: { ...page, triggerButton: { ...page.triggerButton, When: 'always' } },
    consent: popupConsent(page, 'Bella’s Pizzeria'),
    legal: { policy: null, terms: null },
  };
  const text = JSON.stringify(config);
  const site = await serve({
    '/widget.js': ['text/javascript', widget],
    [`/widget/${id}`]: ['application/json', text],
    [`/widget/${id}/key`]: ['application/json', '{"key":"x"}'],
    '/with': ['text/html', shop(`<script async src="/widget.js" data-popup="${id}"></script>`)],
    '/without': ['text/html', shop('')],
  });
  const browser = await launchChromium({ asShipped: true });
  try {
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const [seen, bare] = [[], []] as Visit[][];
    for (let index = 0; index < visits; index += 1) {
      bare!.push(await visit(browser, `${origin}/without`, false));
      seen!.push(await visit(browser, `${origin}/with`, true));
    }
    const median = (all: readonly Visit[], of: (one: Visit) => number) =>
      all.map(of).toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;
    const br = (words: string) =>
      brotliCompressSync(words, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    const busy = Math.max(0, median(seen!, ({ busy }) => busy) - median(bare!, ({ busy }) => busy));
    const limit = (name: string, unit: string, measured: number, most: number, detail: string): BenchResult => ({
      name,
      ratio: measured / most,
      target: { atMost: 1 },
      unit,
      measured,
      baseline: most,
      pass: measured <= most,
      detail: `Baseline: the limit. ${detail}`,
    });
    return [
      limit(
        'widget: script and popup, compressed',
        'kB',
        (br(widget) + br(text)) / 1_000,
        15,
        `Script ${(br(widget) / 1_000).toFixed(2)} kB (gzip ${(gzipSync(widget, { level: 9 }).length / 1_000).toFixed(2)}), ` +
          `popup ${(br(text) / 1_000).toFixed(2)} kB.`,
      ),
      limit(
        'widget: main thread before it opens, slow phone',
        'ms',
        busy,
        50,
        `Median of ${visits} visits less that of the same page without it; longest task ` +
          `${Math.max(...seen!.map(({ longest }) => longest)).toFixed(0)} ms.`,
      ),
      limit(
        'widget: layout shift',
        'score',
        Math.max(...seen!.map(({ shift }) => shift)),
        0.0001,
        'Before and after it opens.',
      ),
    ];
  } finally {
    await browser.close();
    site.close();
  }
}

interface Visit {
  /** ms of the main thread in scripts, styles and layout, up to 1.5 s after the page is there. */
  readonly busy: number;
  /** ms; tasks above 50 ms alone are told. */
  readonly longest: number;
  readonly shift: number;
}

async function visit(browser: Browser, address: string, opens: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(`
      window.shift = 0; window.longest = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.longest = Math.max(longest, entry.duration); })
        .observe({ type: 'longtask', buffered: true });`);
    await page.goto(address, { waitUntil: 'load' });
    // No locator before it is measured: what looks for it would be measured as well.
    await page.waitForTimeout(1_500);
    const { metrics } = await cdp.send('Performance.getMetrics');
    // What a page's own code and looks cost; frames that are painted while nothing changes are not counted.
    const seconds = metrics
      .filter(({ name }) => ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].includes(name))
      .reduce((sum, { value }) => sum + value, 0);
    const [longest] = await page.evaluate<[number]>('[window.longest]');
    if (opens) {
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(400);
    }
    const shift = await page.evaluate<number>('window.shift');
    return { busy: seconds * 1_000, longest, shift };
  } finally {
    await context.close();
  }
}

const shop = (script: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <title>Shop</title><link rel="icon" href="data:,">${script}</head><body><h1>Shop</h1>
  ${'<p>Plates and bowls.</p>'.repeat(80)}</body></html>`;

function serve(files: Readonly<Record<string, readonly [string, string]>>): Promise<Server> {
  const server = createServer((request, response) => {
    const file = files[new URL(request.url!, 'http://shop.test').pathname];
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': `${file[0]}; charset=utf-8` }).end(file[1]);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
