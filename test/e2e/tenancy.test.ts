import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close, linkMailedTo, openWorld, rowAction, seriousIn, type World } from './support.ts';

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
    await page.goto(`${world.app.url}/agency/businesses`);
    await page.getByText('Corner Books').first().waitFor();
    expect(await linkMailedTo(world.app, 'cora@books.test')).toContain('/passwords/reset?token=');

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
    await rowAction(agency, 'Harbor Fitness', /switch off/i);
    await agency
      .getByRole('dialog')
      .getByRole('button', { name: /switch off/i })
      .click();
    await agency.locator('tr').filter({ hasText: 'Harbor Fitness' }).getByText('Switched off').waitFor();

    const owner = await world.as('harbor@demo.test', '/business/dashboard');
    await owner.getByRole('heading', { level: 1 }).first().waitFor();
    await owner
      .getByText(/Northwind Marketing/)
      .first()
      .waitFor();
    await expect.poll(() => owner.locator('main').innerText()).toMatch(/switched off|inactive/i);
    expect(await seriousIn(owner)).toEqual([]);
    await close(owner);

    await rowAction(agency, 'Harbor Fitness', /switch on/i);
    const dialog = agency.getByRole('dialog');
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: /switch on/i }).click();
    await agency.locator('tr').filter({ hasText: 'Harbor Fitness' }).getByText('Active').waitFor();
    await close(agency);
  });
});
