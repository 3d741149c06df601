import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, heading, linkEmailedTo, openWorld, signIn, tryToSignIn, type World } from './support.ts';

const brandColour = `getComputedStyle(document.documentElement).getPropertyValue('--brand')`;

/** Who comes in, by which ways and hosts, in a real browser against the real product; also by the keyboard alone. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('sign-in', () => {
  test.each([
    ['admin@demo.test', '/admin/agencies', 'Agencies'],
    ['agency@demo.test', '/agency/businesses', 'Businesses'],
    ['business@demo.test', '/business/dashboard', 'Dashboard'],
  ])('%s lands on %s', async (email, path, title) => {
    const page = await signIn(world, email);
    await page.waitForURL(`**${path}`);
    await heading(page, title).waitFor();
    expect(await seriousIn(page)).toEqual([]);
    // Somebody signed in has no business on a guest's page, and a wrong role goes to the start.
    await page.goto(`${world.app.url}/passwords/request`);
    await page.waitForURL(`**${path}`);
    await page.goto(`${world.app.url}${path.startsWith('/admin') ? '/business/dashboard' : '/admin/agencies'}`);
    await page.waitForURL(`${world.app.url}/`);
    await close(page);
  });

  test('a forgotten password is chosen anew with the link of the email, once; the old one is worth nothing then', async () => {
    const page = await world.guest();
    await page.goto(`${world.app.url}/login`);
    await page.getByRole('link', { name: /forgot/i }).click();
    await page.waitForURL('**/passwords/request');
    await page.getByLabel('Email').fill('harbor@demo.test');
    await page.getByRole('button', { name: /send/i }).click();
    const link = await linkEmailedTo(world.app, 'harbor@demo.test');
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
      async () => (await tryToSignIn(world.app, 'harbor@demo.test', 'another-correct-horse')).status,
      (status) => status === 200,
    );
    expect((await tryToSignIn(world.app, 'harbor@demo.test', world.app.password)).status).toBe(422);
    // Once: the same link now explains itself.
    await page.context().clearCookies();
    await page.evaluate('localStorage.clear()');
    await page.goto(link);
    await page
      .getByText(/used|expired|no longer/i)
      .first()
      .waitFor();
    await close(page);
  });

  test('sign-in returns to the path that was asked for, and refuses a wrong password without saying why', async () => {
    const page = await world.guest();
    await page.goto(`${world.app.url}/business/contacts`);
    await page.getByLabel('Email').fill('business@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page
      .getByText(/email address or (the )?password/i)
      .first()
      .waitFor();
    await page.getByLabel('Password', { exact: true }).fill(world.app.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/business/contacts');
    await close(page);
  });

  test('signing out ends the session', async () => {
    const page = await world.as('business@demo.test', '/business/dashboard');
    await page
      .getByRole('button', { name: /account|profile/i })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /log ?out/i }).click();
    await page.waitForURL('**/login**');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    await close(page);
  });
});

describe('the keyboard alone', () => {
  test('signs in, goes places, opens a record and its actions', async () => {
    const page = await world.guest();
    await page.goto(`${world.app.url}/login`);
    await page.getByLabel('Email').focus();
    await page.keyboard.type('agency@demo.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type(world.app.password);
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
    await close(page);
  });
});

describe('white label', () => {
  test('a brand’s host shows its name, title and colour before anything is asked of the API, and no word of the platform', async () => {
    const origin = world.app.url.replace('127.0.0.1', 'northwind.localhost');
    const page = await world.guest();
    const html = await (await page.goto(`${origin}/login`))!.text();
    expect(html).toContain('<title>Northwind');
    expect(html).not.toContain('Beckon');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.title()).toContain('Northwind');
    expect(await page.locator('body').innerText()).not.toContain('Beckon');
    const branded = await page.evaluate<string>(brandColour);
    await page.goto(`${world.app.url}/login`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await expect.poll(() => page.title()).toContain('Beckon');
    expect(await page.evaluate<string>(brandColour)).not.toBe(branded);
    await close(page);

    // Everything works there: sign-in, the live channel.
    const business = await signIn(world, 'business@demo.test', { origin });
    await business.waitForURL('**/business/dashboard');
    await client(world.app).text('+14155557777', '+14155550100', 'Hello from the brand');
    await business
      .getByRole('link', { name: /inbox.*1/i })
      .first()
      .waitFor();
    await close(business);
  });

  test('an address that leads nowhere has a page of its own', async () => {
    const page = await world.guest();
    await page.goto(`${world.app.url}/no/such/page`);
    await heading(page, /no page here/i).waitFor();
    await close(page);
  });
});
