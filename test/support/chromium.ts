import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Flags for a browser that stays on this machine and asks nobody for updates. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
/**
 * What a test opens lives for seconds: code that is made faster the longer it runs, memory that is cleared beside it, and
 * several painters cost a page a third of its processor time.
 */
const forShortLives = [
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=64 --single-threaded-gc',
  '--num-raster-threads=1',
  '--disable-threaded-animation',
  '--disable-partial-raster',
  '--disable-checker-imaging',
];

/**
 * Where a Chromium is: `CHROMIUM`, the system's package, else the binary that @sparticuz/chromium unpacks from npm. First
 * the one without windows of its own: since 156 the whole browser draws its bars by pages, which cost a page of a test
 * three times what it costs there.
 */
export async function chromiumPath(): Promise<string> {
  const known = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== undefined && existsSync(path));
  if (known) return known;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** A headless Chromium. Whoever starts it closes it. `asShipped`: as its users have it, for what measures speed. */
export const launchChromium = async ({ asShipped = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumPath(),
    args: asShipped ? flags : [...flags, ...forShortLives],
    headless: true,
  });
