import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { close, heading, openNewWorld, type World } from './support.ts';

/** Someone new orders at a page of a brand's host, in a real browser, with a card at the sandbox's Stripe. */
let world: World;
let onNorthwind: string;
beforeAll(async () => {
  world = await openNewWorld();
  onNorthwind = `http://northwind.localhost:${new URL(world.app.url).port}`;
});
afterAll(() => world.close());

async function say(page: Page, email: string, company = 'North Beach Bakery') {
  await page.getByLabel('First name').fill('Mia');
  await page.getByLabel('Last name').fill('Chen');
  await page.getByLabel(/^(Company|Business name)$/).fill(company);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a new horse with a long name');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}
async function fill(page: Page, email: string, company?: string) {
  await say(page, email, company);
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
}
async function pay(page: Page, number: string) {
  const form = page.frameLocator('iframe[title="Card form"]');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry').fill('12 / 31');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: 'Save card' }).click();
}

test('a visitor of a brand orders a plan, is declined, uses another card, and is signed in', async () => {
  const page = await world.guest({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await page.goto(`${onNorthwind}/business/order`);
  await heading(page, 'Texts that bring guests back').waitFor();
  expect(await page.title()).toBe('Texts that bring guests back · Northwind Marketing');
  await page.getByText('14 days free', { exact: true }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  // The platform's own pages are not there.
  await page.goto(`${onNorthwind}/p/growth`);
  await heading(page, 'Nothing for sale here').waitFor();

  await page.goto(`${onNorthwind}/p/main-street`);
  await fill(page, 'mia@bakery.test');
  await page.getByText('Then $129 a month after 14 days').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  const form = page.frameLocator('iframe[title="Card form"]');
  await pay(page, '4000000000000002');
  await form.getByRole('alert').filter({ hasText: 'declined' }).waitFor();
  await pay(page, '4242424242424242');
  await heading(page, 'Welcome, Mia').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open Northwind Marketing' }).click();
  await page.waitForURL('**/business/**');
  await heading(page, /./).waitFor();
  await close(page);
});

test('a plan that is paid at once wants the bank, in place, and a page that was closed goes on', async () => {
  const { call, signIn } = client(world.app);
  await signIn('admin@demo.test');
  const plan = { name: 'Tokyo', amount: 14_800, currency: 'JPY', interval: 'month', messages: 2000 };
  const { data } = await call<{ data: { id: string } }>('POST', '/plans', plan);
  const page = await world.guest();
  await call('POST', '/order-pages', { slug: 'tokyo', headline: 'Tokyo', buyer: 'agency', plan_id: data.id });
  await page.goto(`${world.app.url}/p/tokyo`);
  await page.getByText('¥14,800').first().waitFor();
  await fill(page, 'mia@tokyo.test', 'Tokyo Texts');
  await page.reload();
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
  await pay(page, '4000002760003184');
  // Saving it, and paying with it: this bank asks each time.
  await page.frameLocator('iframe[title="Card form"]').getByRole('button', { name: 'Complete authentication' }).click();
  const bank = page.frameLocator('iframe[title="Confirm at your bank"]');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await heading(page, /^Welcome/).waitFor();
  await page.getByRole('link', { name: /^Open/ }).click();
  await page.waitForURL('**/agency/**');
  await close(page);
});

test('a price that was raised between page and click is said, and nothing is charged', async () => {
  const { call, signIn } = client(world.app);
  await signIn('admin@demo.test');
  const plan = { name: 'Raised', amount: 9900, currency: 'USD', interval: 'month', messages: 2000 };
  const { data } = await call<{ data: { id: string } }>('POST', '/plans', plan);
  await call('POST', '/order-pages', { slug: 'raised', headline: 'Raised', buyer: 'agency', plan_id: data.id });
  const page = await world.guest();
  await page.goto(`${world.app.url}/p/raised`);
  await fill(page, 'mia@raised.test');
  const record = await call<{ data: { revision: number } }>('GET', `/plans/${data.id}`);
  await call('PUT', `/plans/${data.id}`, { ...plan, amount: 19_900, revision: record.data.revision });
  await pay(page, '4242424242424242');
  await page.getByRole('alert').filter({ hasText: 'nothing was charged' }).waitFor();
  await page.getByText('$199').first().waitFor();
  // What was entered is still there.
  expect(await page.getByLabel('Email').inputValue()).toBe('mia@raised.test');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await pay(page, '4242424242424242');
  await heading(page, 'Welcome, Mia').waitFor();
  // Who has an account is told before a card, and no more than that this address can't be used.
  await close(page);
  const again = await world.guest();
  await again.goto(`${world.app.url}/p/raised`);
  await say(again, 'mia@raised.test');
  await again.getByText('We can’t open an account').waitFor();
  await close(again);
});

test('an admin opens an order page of a plan, and closes it', async () => {
  const page = await world.as('admin@demo.test', '/admin/plans');
  await page.getByRole('link', { name: 'Scale' }).first().click();
  const pages = page.getByRole('region', { name: 'Order pages' });
  await pages.getByRole('button', { name: 'Add order page' }).click();
  await pages.getByText('The headline is missing.').waitFor();
  await pages.getByLabel('Headline').fill('For hundreds of businesses');
  await pages.getByRole('button', { name: 'Add order page' }).click();
  await pages.getByText(/\/p\/scale$/).waitFor();
  const visitor = await world.guest();
  await visitor.goto(`${world.app.url}/p/scale`);
  await heading(visitor, 'For hundreds of businesses').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await pages.getByRole('switch', { name: 'Open scale' }).click();
  await expect.poll(async () => (await fetch(`${world.app.url}/api/v1/order-page/scale`)).status).toBe(404);
  await close(visitor);
  await close(page);
});
