import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { close, heading, openNewWorld, type World } from './support.ts';

/** A plan from the first click to the last, in a real browser, over the sandbox's Stripe and its clock. */
let world: World;
let page: Page;
beforeAll(async () => {
  world = await openNewWorld();
  page = await world.as('agency@demo.test', '/agency/subscription');
  await heading(page, 'Subscription').waitFor();
});
afterAll(async () => {
  await close(page);
  await world.close();
});

const dialog = () => page.getByRole('dialog');
const current = () => page.getByRole('region', { name: 'Current plan' });
const plan = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const history = () => page.getByRole('region', { name: 'Billing history' }).locator('tbody tr');

test('subscribes to a plan: the price of today and of the renewal are named before it is paid', async () => {
  await plan('Scale').getByRole('button', { name: 'Choose Scale' }).click();
  await dialog().getByText('Due today').waitFor();
  // A code that gives nothing is said, and the price stays.
  await dialog().getByRole('button', { name: 'Add coupon' }).click();
  await dialog().getByLabel('Coupon').fill('NONSENSE');
  await dialog().getByRole('button', { name: 'Apply' }).click();
  await dialog().getByRole('alert').waitFor();
  await page.waitForLoadState('networkidle');
  // The price without it is asked for again, and the words stay.
  await dialog().getByRole('alert').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Pay $999.00' }).click();
  await current().getByText('Active').waitFor();
  expect(await current().innerText()).toMatch(/Scale[^]*\$999\.00[^]*Next invoice\s+\$999\.00 on/);
  await history().filter({ hasText: 'Paid' }).filter({ hasText: '$999.00' }).waitFor();
});

test('a lower plan is switched to at the renewal, and nothing is charged today', async () => {
  const before = await history().count();
  await plan('Growth').getByRole('button', { name: 'Switch to Growth' }).click();
  await dialog().getByText('You keep your current plan until').waitFor();
  await dialog().getByRole('button', { name: 'Switch at renewal' }).click();
  await page.getByText('You move to Growth on').waitFor();
  expect(await history().count()).toBe(before);
});

test('an invoice opens to its lines and its PDF', async () => {
  await history().first().getByRole('button').click();
  await dialog().getByText('Total').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog().getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  await popup.getByText('Total').waitFor();
  await popup.close();
  await page.bringToFront();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Invoice .+\.csv$/);
  // A key that is pressed while the closed tab still has the focus is lost: the button is clicked instead.
  await dialog().getByRole('button', { name: 'Close', exact: true }).click();
  await dialog().waitFor({ state: 'hidden' });
});

test('is canceled at the end of the period, and kept after all', async () => {
  await current().getByRole('button', { name: 'Cancel plan' }).click();
  await dialog().getByText('You keep everything until then, and can change your mind.').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Cancel plan' }).click();
  const ending = page.getByRole('status').filter({ hasText: 'Your plan ends on' });
  await ending.waitFor();
  await current().getByText('Ends ', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Keep plan' }).click();
  await current().getByText('Active').waitFor();
  expect(await ending.count()).toBe(0);
});

/** Moves the provider's clock on. */
const advance = (days: number) =>
  fetch(`${world.app.sandboxUrl}/sandbox/stripe/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: days * 86_400 }),
  });
async function addCard(number: string) {
  await page.goto(`${world.app.url}/agency/payment-methods/create`);
  const form = page.frameLocator('iframe[title="Card form"]');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry').fill('12 / 31');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: 'Save card' }).click();
  await page.waitForURL(/\/agency\/payment-methods$/);
}
async function makeDefault(card: string) {
  await page.getByRole('button', { name: `Actions for ${card}` }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await page.getByText('is charged from now on').first().waitFor();
}

test('a renewal that the card refuses is said, paid with another card, and all is well again', async () => {
  await addCard('4000000000000341');
  await makeDefault('Visa ending in 0341');
  await advance(35);
  await page.goto(`${world.app.url}/agency/subscription`);
  await page.getByText('Your last payment failed').waitFor();
  await current().getByText('Past due').waitFor();
  await history().filter({ hasText: 'Open' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Update card' }).click();
  await makeDefault('Mastercard ending in 4444');
  await page.goto(`${world.app.url}/agency/subscription`);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await current().getByText('Active').waitFor();
  await history().filter({ hasText: 'Open' }).waitFor({ state: 'detached' });
});

test('a higher plan starts now: what is left of the old one is given back', async () => {
  await plan('Scale').getByRole('button', { name: 'Switch to Scale' }).click();
  await dialog().getByText('Due today').waitFor();
  // The unused time, the remaining time, the sum, and what comes each month.
  expect(await dialog().locator('dd').count()).toBe(4);
  await dialog()
    .getByRole('button', { name: /^Pay \$/ })
    .click();
  await current().getByText('Scale').waitFor();
});

test('a new agency is led to its plan, and pays with a card whose bank asks each time', async () => {
  const admin = client(world.app);
  await admin.signIn('admin@demo.test');
  const email = 'new-agency@demo.test';
  await admin.call('POST', '/agencies', {
    name: 'Harbor Media',
    email,
    first_name: 'Ann',
    last_name: 'Lee',
    password: world.app.password,
    timezone: 'UTC',
  });
  await close(page);
  page = await world.as(email, '/agency/businesses');
  await page.waitForURL(/\/agency\/subscription$/);
  await page.getByText('Choose a plan to start').waitFor();

  await plan('Scale').getByRole('button', { name: 'Choose Scale' }).click();
  await dialog().getByText('Add a card to continue.').waitFor();
  const form = page.frameLocator('iframe[title="Card form"]');
  await form.getByLabel('Card number').fill('4000002760003184');
  await form.getByLabel('Expiry').fill('12 / 31');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: 'Save card' }).click();
  await form.getByRole('button', { name: 'Complete authentication' }).click();
  await dialog().getByText('Paid with Visa ending in 3184.').waitFor();
  await dialog().getByRole('button', { name: 'Pay $999.00' }).click();
  const bank = page.frameLocator('iframe[title="Confirm at your bank"]');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await current().getByText('Active').waitFor();
});
