import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { close, openWorld, type World } from './support.ts';

/** An owner connects Facebook, sees that it is the right account, and looks at who would come by it. */
let world: World;
let page: Page;
beforeAll(async () => {
  world = await openWorld();
  page = await world.as('business@demo.test', '/business/settings/integrations/create', {
    viewport: { width: 1280, height: 900 },
  });
});
afterAll(async () => {
  await close(page);
  await world.close();
});

test('is led to the service, back, and to the people who would be imported', async () => {
  await page.getByText('Facebook lead ads').click();
  await page.getByLabel('Name').fill('Leads from Facebook');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Leads from Facebook' }).waitFor();
  await page.getByText('Corner Trattoria').waitFor();
  await page.getByRole('button', { name: 'Fetch people' }).click();
  await page.getByRole('link', { name: 'Review and import' }).click();
  await page.getByText('Leads from Facebook.csv').first().waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/business\/contacts\/import\/[0-9a-f-]{36}$/);
});

test('who doesn’t allow it connects nothing, and a key that doesn’t work is refused at its field', async () => {
  await page.goto(`${world.app.url}/business/settings/integrations/create`);
  await page.getByText('Facebook lead ads').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Don’t allow' }).click();
  await page.getByRole('heading', { level: 1, name: 'Access wasn’t allowed' }).waitFor();
  await page.getByRole('link', { name: 'Back to integrations' }).click();
  await page.getByRole('link', { name: 'Leads from Facebook' }).waitFor();
  await page.getByRole('link', { name: 'Add integration' }).click();
  await page.getByText('Stripe', { exact: true }).click();
  await page.getByLabel('Restricted API key').fill('rk_test_wrong');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Stripe refused: Stripe doesn’t know this key.').waitFor();
  await page.getByLabel('Restricted API key').fill('rk_test_0123456789abcdefghij');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Fetch people').waitFor();
});
