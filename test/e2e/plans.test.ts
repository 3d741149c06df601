import { afterAll, beforeAll, expect, test } from 'vitest';
import { close, heading, openWorld, seriousIn, type World } from './support.ts';

/** What the operator sells, in a real browser against the real product. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('an admin sells a plan, sees it as buyers do, and raises its price in a new version', async () => {
  const page = await world.as('admin@demo.test', '/admin/plans');
  await heading(page, 'Plans').waitFor();
  // By what they cost: the add-ons of the demo are the cheapest.
  await page.getByRole('row').nth(1).getByText('Loops', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'New plan' }).click();
  await page.waitForURL('**/admin/plans/create');

  await page.getByLabel('Name', { exact: true }).fill('Boutique');
  await page.getByLabel('Price', { exact: true }).fill('1e3');
  await page.getByLabel('Text segments', { exact: true }).fill('2500');
  await page.getByLabel('Per text segment').fill('0.0125');
  await page.getByLabel('Contacts', { exact: true }).fill('');
  await page.getByRole('switch', { name: 'Live chat' }).check({ force: true });
  await page.getByRole('button', { name: 'Create plan' }).click();
  await page.getByText('Enter an amount like 12.50.').waitFor();
  await page.getByLabel('Price', { exact: true }).fill('1,250.50');
  const card = page.getByRole('article', { name: 'How buyers see it' });
  expect(await card.innerText()).toContain('$1,250.50');
  expect(await card.innerText()).toContain('2,500 text segments a month, then $0.0125 each');
  expect(await card.innerText()).toContain('Unlimited contacts');
  await page.getByRole('button', { name: 'Create plan' }).click();

  await page.waitForURL('**/admin/plans/*/edit');
  await heading(page, 'Boutique').waitFor();
  await page.getByLabel('Price', { exact: true }).fill('1500');
  const changes = page.getByRole('region', { name: 'What changes' });
  expect(await changes.innerText()).toContain('from $1,250.50 to $1,500.00');
  expect(await changes.innerText()).toContain('version 2');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions.getByText('Version 2').waitFor();
  expect(await versions.innerText()).toContain('First version');

  await page.goto(`${world.app.url}/admin/plans?search=boutique`);
  await page.getByRole('row').nth(1).getByText('$1,500.00').waitFor();
  await page.getByRole('button', { name: 'Actions for Boutique' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete plan' }).click();
  await page.getByText('Nothing matches').waitFor();
  await close(page);
});
