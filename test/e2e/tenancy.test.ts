import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, client, startApplication } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { launchChromium } from '../support/chromium.ts';

/** Agencies, businesses and their people, in a real browser against the real product. */
let app: Application;
let browser: Browser;

beforeAll(async () => {
  app = await startApplication();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});

async function signIn(
  email: string,
  options: {
    readonly path?: string;
    readonly origin?: string;
    readonly context?: BrowserContext;
    readonly password?: string;
  } = {},
): Promise<Page> {
  const context = options.context ?? (await browser.newContext({ viewport: { width: 1440, height: 900 } }));
  const page = await context.newPage();
  await page.goto(`${options.origin ?? app.url}${options.path ?? '/login'}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(options.password ?? app.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  return page;
}

const brandColour = `getComputedStyle(document.documentElement).getPropertyValue('--brand')`;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const stored = (page: Page, key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`);
const seriousIn = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

describe('sign-in', () => {
  test.each([
    ['admin@demo.test', '/admin/agencies', 'Agencies'],
    ['agency@demo.test', '/agency/businesses', 'Businesses'],
    ['business@demo.test', '/business/dashboard', 'Dashboard'],
  ])('%s lands on %s', async (email, path, title) => {
    const page = await signIn(email);
    await page.waitForURL(`**${path}`);
    await heading(page, title).waitFor();
    expect(await seriousIn(page)).toEqual([]);
    // Somebody signed in has no business on a guest's page, and a wrong role goes to the start.
    await page.goto(`${app.url}/passwords/request`);
    await page.waitForURL(`**${path}`);
    await page.goto(`${app.url}${path.startsWith('/admin') ? '/business/dashboard' : '/admin/agencies'}`);
    await page.waitForURL(`${app.url}/`);
    await page.close();
  });

  test('a forgotten password is chosen anew with the link of the mail, once; the old one is worth nothing then', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${app.url}/login`);
    await page.getByRole('link', { name: /forgot/i }).click();
    await page.waitForURL('**/passwords/request');
    await page.getByLabel('E-mail').fill('agency@demo.test');
    await page.getByRole('button', { name: /send/i }).click();
    const link = await linkMailedTo('agency@demo.test');
    await page.goto(link);
    await page
      .getByLabel(/new password/i)
      .first()
      .fill('another-correct-horse');
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await eventually(
      async () => (await tryToSignIn('agency@demo.test', 'another-correct-horse')).status,
      (status) => status === 200,
    );
    expect((await tryToSignIn('agency@demo.test', app.password)).status).toBe(422);
    // Once: the same link now explains itself.
    await context.clearCookies();
    await page.evaluate('localStorage.clear()');
    await page.goto(link);
    await page
      .getByText(/used|expired|no longer/i)
      .first()
      .waitFor();
    await context.close();
    await api(await signedInToken('agency@demo.test', 'another-correct-horse'), 'POST', '/change-password', {
      current_password: 'another-correct-horse',
      password: app.password,
    });
  });
});

describe('acting as somebody else', () => {
  test('an admin goes into an agency and on into its business, sees who they act as, and comes back to their own account', async () => {
    const page = await signIn('admin@demo.test');
    await page.waitForURL('**/admin/agencies');
    const own = await stored(page, 'access_token');
    await rowAction(page, 'Northwind Marketing', /act as|sign in as/i);
    await page.waitForURL('**/agency/businesses');
    expect(await stored(page, 'main_access_token')).toBe(own);
    expect(await stored(page, 'main_access_role')).toBe('Admin');
    expect(await stored(page, 'access_token')).not.toBe(own);

    await rowAction(page, "Bella's Pizzeria", /act as|sign in as/i);
    await page.waitForURL('**/business/dashboard');
    expect(await stored(page, 'main_access_token')).toBe(own);
    expect(await seriousIn(page)).toEqual([]);

    await page
      .getByRole('button', { name: /main account/i })
      .first()
      .click();
    await page.waitForURL('**/admin/**');
    expect(await stored(page, 'access_token')).toBe(own);
    expect(await stored(page, 'main_access_token')).toBeNull();
    await page.close();
  });
});

describe('a business', () => {
  test('is created by its agency, invited, archived, and restored', async () => {
    const page = await signIn('agency@demo.test');
    await page
      .getByRole('link', { name: /new business/i })
      .first()
      .click();
    await page.waitForURL('**/agency/businesses/create');
    await page
      .getByLabel(/^(business )?name/i)
      .first()
      .fill('Corner Books');
    await page.getByLabel(/first name/i).fill('Cora');
    await page
      .getByLabel(/e-mail/i)
      .first()
      .fill('cora@books.test');
    await page
      .getByRole('button', { name: /create/i })
      .last()
      .click();
    await page.waitForURL((url) => !url.pathname.endsWith('/create'));
    await page.goto(`${app.url}/agency/businesses`);
    await page.getByText('Corner Books').first().waitFor();
    expect(await linkMailedTo('cora@books.test')).toContain('/passwords/reset?token=');

    await rowAction(page, 'Corner Books', /archive/i);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /archive/i })
      .click();
    await page.getByText('Corner Books').first().waitFor({ state: 'detached' });
    await page.goto(`${app.url}/agency/businesses/archived`);
    await page.getByText('Corner Books').first().waitFor();
    await rowAction(page, 'Corner Books', /restore/i);
    const dialog = page.getByRole('dialog');
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: /restore/i }).click();
    await page.getByText('Corner Books').first().waitFor({ state: 'detached' });
    await page.goto(`${app.url}/agency/businesses`);
    await page.getByText('Corner Books').first().waitFor();
    await page.close();
  });

  test('that is edited by two people at once keeps both: the second is shown what changed', async () => {
    const first = await signIn('admin@demo.test', { path: '/admin/agencies' });
    const second = await signIn('admin@demo.test', { path: '/admin/agencies' });
    for (const page of [first, second]) {
      await rowAction(page, 'Northwind Marketing', /edit/i);
      await page.waitForURL('**/edit');
      await page
        .getByLabel(/^phone/i)
        .first()
        .waitFor();
    }
    await first
      .getByLabel(/^phone/i)
      .first()
      .fill('(415) 555-0177');
    await first.getByRole('button', { name: /^save/i }).click();
    await first.getByText(/saved/i).first().waitFor();
    await second
      .getByLabel(/website/i)
      .first()
      .fill('https://northwind-marketing.example');
    await second.getByRole('button', { name: /^save/i }).click();
    const dialog = second.getByRole('dialog');
    await dialog.getByText('(415) 555-0177').first().waitFor();
    await dialog.getByText('Ada Admin').first().waitFor();
    await first.close();
    await second.close();
  });
});

describe('white label', () => {
  test('a brand’s host shows its name, title and colour before anything is asked of the API, and no word of the platform', async () => {
    const origin = app.url.replace('127.0.0.1', 'northwind.localhost');
    const page = await (await browser.newContext()).newPage();
    const html = await (await page.goto(`${origin}/login`))!.text();
    expect(html).toContain('<title>Northwind');
    expect(html).not.toContain('Beckon');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.title()).toContain('Northwind');
    expect(await page.locator('body').innerText()).not.toContain('Beckon');
    const branded = await page.evaluate<string>(brandColour);
    await page.goto(`${app.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.title()).toContain('Beckon');
    expect(await page.evaluate<string>(brandColour)).not.toBe(branded);
    await page.close();

    // Everything works there: sign-in, the live channel.
    const business = await signIn('business@demo.test', { origin });
    await business.waitForURL('**/business/dashboard');
    await client(app).text('+14155557777', '+14155550100', 'Hello from the brand');
    await business
      .getByRole('link', { name: /message.*1/i })
      .first()
      .waitFor();
    await business.close();
  });

  test('an address that leads nowhere has a page of its own', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${app.url}/no/such/page`);
    await heading(page, /no page here/i).waitFor();
    await page.close();
  });
});

describe('a business that is switched off', () => {
  test('is told why and whom to ask; its agency reads on and switches it on again', async () => {
    const agency = await signIn('agency@demo.test');
    await rowAction(agency, 'Harbor Fitness', /switch off/i);
    await agency
      .getByRole('dialog')
      .getByRole('button', { name: /switch off/i })
      .click();
    await agency.locator('tr').filter({ hasText: 'Harbor Fitness' }).getByText('Switched off').waitFor();

    const owner = await signIn('harbor@demo.test');
    await owner.getByRole('heading', { level: 1 }).first().waitFor();
    await owner
      .getByText(/Northwind Marketing/)
      .first()
      .waitFor();
    expect(await owner.locator('main').innerText()).toMatch(/switched off|inactive/i);
    expect(await seriousIn(owner)).toEqual([]);
    await owner.close();

    await rowAction(agency, 'Harbor Fitness', /switch on/i);
    const dialog = agency.getByRole('dialog');
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: /switch on/i }).click();
    await agency.locator('tr').filter({ hasText: 'Harbor Fitness' }).getByText('Active').waitFor();
    await agency.close();
  });
});

describe('the keyboard alone', () => {
  test('signs in, goes places, opens a record and its actions', async () => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(`${app.url}/login`);
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type('agency@demo.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type(app.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/agency/businesses');
    await heading(page, 'Businesses').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox').waitFor();
    await page.keyboard.type('Settings');
    await page
      .getByRole('option', { name: /settings/i })
      .or(page.getByRole('button', { name: /^settings/i }))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/agency/settings');
    await heading(page, 'Settings').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.waitForURL('**/agency/businesses');

    const row = page.locator('tr').filter({ hasText: 'Harbor Fitness' });
    await row.getByRole('button', { name: /actions/i }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await row.getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await heading(page, /Harbor Fitness/).waitFor();
    await page.close();
  });
});

describe.each([
  ['phone width, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['desktop, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
] as const)('%s', (_name, view) => {
  test.each([
    [
      'admin@demo.test',
      [
        '/admin/agencies',
        '/admin/agencies/archived',
        '/admin/businesses',
        '/admin/users',
        '/admin/whitelabels',
        '/admin/notifications',
        '/admin/notifications/create',
        '/admin/settings',
        '/admin/profile',
        '/admin/agencies/create',
        '/admin/businesses/create',
      ],
    ],
    [
      'agency@demo.test',
      [
        '/agency/businesses',
        '/agency/dashboard',
        '/agency/settings',
        '/agency/settings?tab=2',
        '/agency/setups/twilio',
        '/agency/notifications',
        '/agency/profile',
        '/agency/businesses/create',
        '/agency/training',
      ],
    ],
    [
      'business@demo.test',
      [
        '/business/settings',
        '/business/settings?tab=2',
        '/business/notifications',
        '/business/profile',
        '/business/setups/phone-number',
      ],
    ],
  ])('%s: nothing sticks out and axe finds nothing serious', async (email, paths) => {
    const page = await signIn(email, { context: await browser.newContext(view) });
    await looksRight(page, paths);
    await page.close();
  });

  test('guests: nothing sticks out and axe finds nothing serious', async () => {
    const page = await (await browser.newContext(view)).newPage();
    await looksRight(page, ['/', '/login', '/passwords/request', '/passwords/reset?token=none', '/no/such/page']);
    await page.close();
  });
});

/** Each of these screens: nothing sticks out sideways, axe finds nothing serious. */
async function looksRight(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(app.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect([path, await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')]).toEqual([
      path,
      0,
    ]);
    expect([path, ...(await seriousIn(page))]).toEqual([path]);
  }
}

/** Opens the menu of the row (or card) that holds this text and chooses. */
async function rowAction(page: Page, text: string, action: RegExp): Promise<void> {
  const row = page.locator('tr, li').filter({ hasText: text }).first();
  await row.waitFor();
  const direct = row.getByRole('button', { name: action });
  if ((await direct.count()) > 0) return direct.first().click();
  await row.getByRole('button', { name: /actions/i }).click();
  await page.getByRole('menuitem', { name: action }).first().click();
}

const tryToSignIn = (email: string, password: string) =>
  fetch(`${app.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
const signedInToken = async (email: string, password: string) =>
  ((await (await tryToSignIn(email, password)).json()) as { access_token: string }).access_token;

async function api(token: string, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

/** The link of the newest mail to an address, from the sandbox's inbox. */
async function linkMailedTo(address: string): Promise<string> {
  const mails = await eventually(
    async () =>
      (
        (await (await fetch(`${app.sandboxUrl}/inbox/messages?to=${encodeURIComponent(address)}`)).json()) as {
          messages: { text: string | null }[];
        }
      ).messages,
    (found) => found.some((mail) => mail.text?.includes('/passwords/reset?token=')),
  );
  return /https?:\/\/\S+\/passwords\/reset\?token=[\w-]+/.exec(
    mails.find((mail) => mail.text?.includes('/passwords/reset'))!.text!,
  )![0];
}
