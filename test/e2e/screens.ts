/**
 * `npm run screens`: pictures of every route at three widths, light and dark, into the ignored folder screens/, to be looked at.
 *
 * Needs a running address and the sign-in of a business: `URL=http://127.0.0.1:3000 EMAIL=business@demo.test PASSWORD=… npm run screens`.
 * Further sign-ins for their own landing pages: `ADMIN_EMAIL`, `AGENCY_EMAIL` (same password). `ONLY=livechat` takes matching routes only.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type Route, routes } from '../../web/routes/routes.ts';
import { launchChromium } from '../support/chromium.ts';

const env = process.env;
const base = (env['URL'] ?? 'http://127.0.0.1:3000').replace(/\/$/, '');
const password = env['PASSWORD'] ?? env['DEMO_PASSWORD'] ?? '';
const only = env['ONLY'] ?? '';
const folder = fileURLToPath(new URL('../../screens/', import.meta.url));
const widths = [1440, 1024, 390];
const schemes = ['light', 'dark'] as const;

const emails: Readonly<Record<string, string | undefined>> = {
  business: env['EMAIL'] ?? 'business@demo.test',
  admin: env['ADMIN_EMAIL'] ?? 'admin@demo.test',
  agency: env['AGENCY_EMAIL'] ?? 'agency@demo.test',
};
const tokens = new Map<string, string>();

async function tokenFor(audience: string): Promise<string | null> {
  const email = emails[audience];
  if (email === undefined) return null;
  if (!tokens.has(audience)) {
    const reply = await fetch(`${base}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!reply.ok)
      throw new Error(
        `Signing in as ${email} at ${base} was answered with ${reply.status}. Give PASSWORD (and EMAIL).`,
      );
    tokens.set(audience, ((await reply.json()) as { access_token: string }).access_token);
  }
  return tokens.get(audience)!;
}

/** Conversations open one more pane: live chat is taken with the first one open, too. */
async function visits(
  route: Route,
  token: string | null,
): Promise<readonly { readonly name: string; readonly path: string }[]> {
  const name = route.path === '/' ? 'home' : route.path.slice(1).replaceAll('/', '-').replaceAll(/[{}]/g, '');
  if (route.path.includes('{id}')) {
    // `/agency/businesses/{id}/edit` is looked at with the first one of its list.
    const list = route.path
      .slice(1)
      .split('/')
      .at(route.path.split('/').indexOf('{id}') - 2);
    const found = await fetch(`${base}/api/v1/${list}?per_page=1`, { headers: { authorization: `Bearer ${token}` } });
    const first = found.ok ? ((await found.json()) as { data: { id: string }[] }).data[0] : undefined;
    return first ? [{ name, path: route.path.replace('{id}', first.id) }] : [];
  }
  if (!route.path.endsWith('/livechat')) return [{ name, path: route.path }];
  const reply = await fetch(`${base}/api/v1/livechat?per_page=1`, { headers: { authorization: `Bearer ${token}` } });
  const first = ((await reply.json()) as { data: { id: string }[] }).data[0];
  return [
    { name, path: route.path },
    ...(first ? [{ name: `${name}-open`, path: `${route.path}?contact=${first.id}` }] : []),
  ];
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

async function take(browser: Browser): Promise<number> {
  let taken = 0;
  for (const route of [...routes, { path: '/no/such/page', role: 'public', name: null } as Route]) {
    if (!route.path.includes(only)) continue;
    const token = await tokenFor(route.role);
    for (const scheme of schemes) {
      const context = await browser.newContext({ colorScheme: scheme, deviceScaleFactor: 1 });
      if (token !== null)
        await context.addInitScript((value) => {
          localStorage.setItem('access_token', value);
        }, token);
      const page = await context.newPage();
      for (const { name, path } of await visits(route, token)) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
          await page.goto(base + path);
          await settled(page);
          await page.screenshot({ path: `${folder}${name}-${width}-${scheme}.png` });
          taken += 1;
        }
      }
      await context.close();
    }
  }
  return taken;
}

await mkdir(folder, { recursive: true });
const browser = await launchChromium();
try {
  console.log(`${await take(browser)} pictures in ${folder}`);
} finally {
  await browser.close();
}
