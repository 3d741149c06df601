import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousIn } from '../support/axe.ts';
import { close, heading, linkEmailedTo, openWorld, rowAction, signIn, signInToken, type World } from './support.ts';

/** Agencies, businesses and their people, in a real browser against the real product. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const stored = (page: Page, key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`);

describe('acting as somebody else', () => {
  test('an admin goes into an agency and on into its business, sees who they act as, and comes back to their own account', async () => {
    const page = await world.as('admin@demo.test', '/admin/agencies');
    await page.waitForURL('**/admin/agencies');
    const own = await stored(page, 'access_token');
    await rowAction(page, 'Northwind Marketing', /act as|sign in as/i);
    await page.waitForURL('**/agency/businesses');
    await expect.poll(() => stored(page, 'main_access_token')).toBe(own);
    await expect.poll(() => stored(page, 'main_access_role')).toBe('Admin');
    await expect.poll(() => stored(page, 'access_token')).not.toBe(own);

    await rowAction(page, "Bella's Pizzeria", /act as|sign in as/i);
    await page.waitForURL('**/business/dashboard');
    await expect.poll(() => stored(page, 'main_access_token')).toBe(own);
    expect(await seriousIn(page)).toEqual([]);

    await page
      .getByRole('button', { name: /main account/i })
      .first()
      .click();
    await page.waitForURL('**/admin/**');
    await expect.poll(() => stored(page, 'access_token')).toBe(own);
    await expect.poll(() => stored(page, 'main_access_token')).toBeNull();
    await close(page);
  });
});

describe('a business', () => {
  test('is created by its agency, invited, archived, and restored', async () => {
    const page = await world.as('agency@demo.test', '/agency/businesses');
    await page
      .getByRole('link', { name: /new business/i })
      .first()
      .click();
    await page.waitForURL('**/agency/businesses/create');
    // The first field keeps the focus that it took, and nothing is refused before anyone wrote.
    const first = page.getByLabel('Business name');
    await expect.poll(() => first.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
    expect(await page.getByText('The name is missing.').count()).toBe(0);
    await page
      .getByLabel(/^(business )?name/i)
      .first()
      .fill('Corner Books');
    await page.getByLabel(/first name/i).fill('Cora');
    await page.getByLabel(/email/i).first().fill('cora@books.test');
    await page
      .getByRole('button', { name: /create/i })
      .last()
      .click();
    await page.waitForURL((url) => !url.pathname.endsWith('/create'));
    await page.goto(`${world.app.url}/agency/businesses`);
    await page.getByText('Corner Books').first().waitFor();
    expect(await linkEmailedTo(world.app, 'cora@books.test')).toContain('/passwords/reset?token=');

    await rowAction(page, 'Corner Books', /archive/i);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /archive/i })
      .click();
    await page.getByText('Corner Books').first().waitFor({ state: 'detached' });
    await page.goto(`${world.app.url}/agency/businesses/archived`);
    await page.getByText('Corner Books').first().waitFor();
    await rowAction(page, 'Corner Books', /restore/i);
    const dialog = page.getByRole('dialog');
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: /restore/i }).click();
    await page.getByText('Corner Books').first().waitFor({ state: 'detached' });
    await page.goto(`${world.app.url}/agency/businesses`);
    await page.getByText('Corner Books').first().waitFor();
    await close(page);
  });

  test('begins in the time zone of its agency, wherever it is made', async () => {
    const abroad = { timezoneId: 'Europe/Rome' };
    const agency = await world.as('agency@demo.test', '/agency/businesses/create', abroad);
    const zone = (page: Page) => page.getByRole('combobox', { name: 'Time zone' });
    await expect.poll(() => zone(agency).inputValue()).toContain('Los Angeles');
    await close(agency);

    const choose = async (page: Page) => {
      await page.getByRole('combobox', { name: 'Agency' }).click();
      await page.getByRole('option', { name: 'Northwind Marketing' }).click();
    };
    const admin = await world.as('admin@demo.test', '/admin/businesses/create', abroad);
    await expect.poll(() => zone(admin).inputValue()).toContain('Rome');
    await choose(admin);
    await expect.poll(() => zone(admin).inputValue()).toContain('Los Angeles');
    // What was chosen by hand stays, whichever agency is chosen.
    await admin.reload();
    await expect.poll(() => zone(admin).inputValue()).toContain('Rome');
    await zone(admin).click();
    await zone(admin).fill('Denver');
    await admin.getByRole('option', { name: /Denver/ }).click();
    await choose(admin);
    await admin.waitForLoadState('networkidle');
    expect(await zone(admin).inputValue()).toContain('Denver');
    await close(admin);
  });

  test('without a number is led to one at its first sign-in, skips it, and knows where to find it', async () => {
    const owner = 'nora@nail.test';
    const made = await fetch(`${world.app.url}/api/v1/businesses`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await signInToken(world.app, 'agency@demo.test', world.app.password)}`,
      },
      body: JSON.stringify({
        name: 'Nora’s Nails',
        email: owner,
        first_name: 'Nora',
        last_name: '',
        password: world.app.password,
        currency: 'USD',
        timezone: 'America/Los_Angeles',
        date_format: 'MM/DD/YYYY',
        template_content: null,
        is_enabled_livechat: false,
        is_active_livechat: false,
        is_enabled_loop: false,
        is_active_loop: false,
        is_active_mms: true,
        is_template: false,
        no_messages: null,
        no_contacts: null,
      }),
    });
    expect([made.status, made.ok ? '' : await made.text()]).toEqual([200, '']);

    const nora = await signIn(world, owner);
    await heading(nora, 'Your number').waitFor();
    expect(await seriousIn(nora)).toEqual([]);
    await nora.getByRole('combobox', { name: 'Time zone' }).click();
    await nora.getByRole('combobox', { name: 'Time zone' }).fill('Denver');
    await nora.getByRole('option', { name: /Denver/ }).click();
    await nora.getByRole('button', { name: /^save/i }).click();
    await nora.getByText(/saved/i).first().waitFor();
    await nora.getByRole('link', { name: 'Skip for now' }).click();
    await nora.waitForURL('**/business/dashboard');
    await nora.getByText('Choose the number that people text.', { exact: false }).waitFor();
    expect(await seriousIn(nora)).toEqual([]);
    await nora.goto(`${world.app.url}/business/contacts`);
    await heading(nora, 'Contacts').waitFor();
    await nora.goto(`${world.app.url}/business/setups/phone-number`);
    await expect.poll(() => nora.getByRole('combobox', { name: 'Time zone' }).inputValue()).toContain('Denver');
    await close(nora);
  });

  test('that is edited by two people at once keeps both: the second is shown what changed', async () => {
    const first = await world.as('admin@demo.test', '/admin/agencies');
    const second = await world.as('admin@demo.test', '/admin/agencies');
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
    await close(first);
    await close(second);
  });
});

describe('a business that is switched off', () => {
  test('is told why and whom to ask; its agency reads on and switches it on again', async () => {
    const agency = await world.as('agency@demo.test', '/agency/businesses');
    await rowAction(agency, 'Harbor Fitness', /turn off/i);
    await agency
      .getByRole('dialog')
      .getByRole('button', { name: /turn off/i })
      .click();
    await agency.locator('tr').filter({ hasText: 'Harbor Fitness' }).getByText('Turned off').waitFor();

    const owner = await world.as('harbor@demo.test', '/business/dashboard');
    await owner.getByRole('heading', { level: 1 }).first().waitFor();
    await owner
      .getByText(/Northwind Marketing/)
      .first()
      .waitFor();
    await expect.poll(() => owner.locator('main').innerText()).toMatch(/turned off|inactive/i);
    expect(await seriousIn(owner)).toEqual([]);
    await close(owner);

    await rowAction(agency, 'Harbor Fitness', /turn on/i);
    const dialog = agency.getByRole('dialog');
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: /turn on/i }).click();
    await agency.locator('tr').filter({ hasText: 'Harbor Fitness' }).getByText('Active').waitFor();
    await close(agency);
  });
});
