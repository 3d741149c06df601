import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { awakePhones } from '../support/awake.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, heading, openNewWorld, signIn, type World } from './support.ts';

/** Who can't send until it is paid: led to where it is settled, and back to work, in a real browser. */
let world: World;
beforeAll(async () => {
  world = await openNewWorld();
});
afterAll(() => world.close());

const dialog = (page: Page) => page.getByRole('dialog');
const current = (page: Page) => page.getByRole('region', { name: 'Current plan' });
async function enter(page: Page, number: string) {
  const form = page.frameLocator('iframe[title="Card form"]');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry').fill('12 / 31');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: 'Save card' }).click();
}
const advance = (days: number) =>
  fetch(`${world.app.sandboxUrl}/sandbox/stripe/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: days * 86_400 }),
  });
/** Two minutes from now, as a wall clock in UTC says it. */
const soon = () => new Date(Date.now() + 120_000).toISOString().slice(0, 16);

test('a renewal that failed holds a broadcast back, until the card is replaced and the invoice paid', async () => {
  const [admin, business] = [client(world.app), client(world.app)];
  await Promise.all([admin.signIn('admin@demo.test'), business.signIn('business@demo.test')]);
  const page = await world.as('agency@demo.test', '/agency/subscription');
  await page.getByRole('button', { name: 'Choose Scale' }).click();
  await dialog(page).getByRole('button', { name: 'Pay $999.00' }).click();
  await current(page).getByText('Active').waitFor();
  const { data: agencies } = await admin.call<{ data: { id: string; name: string }[] }>('GET', '/agencies');
  const { id: agencyId } = agencies.find(({ name }) => name === 'Northwind Marketing')!;
  const fee = { free_fee: false, free_numbers: 0, free_messages: 0, free_calls: 0 };
  await admin.call('PUT', `/agencies/${agencyId}/billing-config`, fee);

  const phone = awakePhones(1)[0]!;
  await business.text(phone, '+14155550100', 'PIZZA');
  const found = await eventually(
    () => business.call<{ data: { id: string }[] }>('GET', `/contacts?search=${phone.slice(1)}`),
    ({ data }) => data.length === 1,
  );
  const { data: broadcast } = await business.call<{ data: { id: string } }>('POST', '/broadcasts', {
    name: 'Tonight',
    type: 'sms',
    contents: [{ kind: 'text', body: 'Two for one tonight. Reply STOP to opt out.', media: [] }],
    audience: {
      keywords: [],
      segment_ids: [],
      contact_ids: [found.data[0]!.id],
      filter: { match: 'all', groups: [] },
      except_segment_ids: [],
      except_keywords: [],
    },
    schedule: { kind: 'at', at: soon(), zone: 'UTC' },
  });
  await business.call('POST', `/broadcasts/${broadcast.id}/schedule`);
  const status = async () =>
    (await business.call<{ data: { status: string } }>('GET', `/broadcasts/${broadcast.id}`)).data.status;

  await page.goto(`${world.app.url}/agency/payment-methods/create`);
  await enter(page, '4000000000000341');
  await page.waitForURL(/\/agency\/payment-methods$/);
  await page.getByRole('button', { name: 'Actions for Visa ending in 0341' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await page.getByText('is charged from now on').first().waitFor();
  await page.goto(`${world.app.url}/agency/businesses`);
  await heading(page, 'Businesses').waitFor();
  await advance(35);

  // It opens by itself, can't be closed, and names both ways out.
  await dialog(page).getByText('Payment failed').waitFor();
  await page.keyboard.press('Escape');
  expect(await dialog(page).getByRole('button', { name: 'Close' }).count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'Log out' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  const other = await signIn(world, 'agency@demo.test');
  await dialog(other).getByRole('button', { name: 'Log out' }).click();
  await other.waitForURL(/\/login/);
  await close(other);

  // Their business is told who has to pay; what it sends is refused with words, and what was due waits.
  const shop = await world.as('business@demo.test', '/business/broadcasts');
  await shop.getByText('Northwind Marketing’s subscription isn’t active, so nothing is sent.').waitFor();
  expect(await dialog(shop).getByText('Payment failed').count()).toBe(0);
  await eventually(status, (now) => now === 'paused', 180_000);
  await shop.goto(`${world.app.url}/business/broadcasts/${broadcast.id}/report`);
  await shop.getByText('Your agency’s subscription isn’t active.').first().waitFor();

  await dialog(page).getByRole('link', { name: 'Verify Credit Card' }).click();
  await page.getByText('Your last payment failed').waitFor();
  await page.getByRole('link', { name: 'Update card' }).click();
  await page.getByRole('button', { name: 'Actions for Visa ending in 0341' }).click();
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  await page.getByRole('button', { name: 'Replace' }).click();
  await enter(page, '378282246310005');
  await page.waitForURL(/\/agency\/payment-methods$/);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'American Express ending in 0005' })
    .getByText('Default', { exact: true })
    .waitFor();
  await page.getByRole('link', { name: 'Subscription' }).first().click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await current(page).getByText('Active').waitFor();
  await page.goto(`${world.app.url}/agency/businesses`);
  await heading(page, 'Businesses').waitFor();
  expect(await dialog(page).count()).toBe(0);

  await eventually(status, (now) => now === 'completed', 180_000);
  const got = (await business.phone(phone)).filter(({ body }) => body.startsWith('Two for one tonight'));
  expect(got).toHaveLength(1);
  await close(shop);
  await close(page);
});

test('a business without a subscription is led to its plans, subscribes, and goes on to its number', async () => {
  const admin = client(world.app);
  await admin.signIn('admin@demo.test');
  const email = 'new-business@demo.test';
  await admin.call('POST', '/businesses', {
    name: 'Corner Bakery',
    email,
    first_name: 'Ann',
    last_name: 'Lee',
    password: world.app.password,
    timezone: 'UTC',
    agency_id: null,
  });
  const page = await world.as(email, '/business/broadcasts/create?type=sms');
  await page.waitForURL(/\/business\/subscription$/);
  await page.getByText('Choose a plan to start').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  const choices = page.getByRole('button', { name: /^(Choose|Start free trial)/ });
  await choices.first().waitFor();
  for (const choice of await choices.all()) expect(await choice.isEnabled()).toBe(true);
  const counter = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Counter', exact: true }) });
  await counter.getByRole('button', { name: 'Start free trial of Counter' }).click();
  await dialog(page).getByText('Add a card to continue.').waitFor();
  await enter(page, '4242424242424242');
  await dialog(page).getByText('Paid with Visa ending in 4242.').waitFor();
  await dialog(page).getByRole('button', { name: 'Subscribe' }).click();
  await current(page).getByText('Trial', { exact: true }).waitFor();
  // The next thing that is missing is a number, and it can be chosen.
  await page.goto(`${world.app.url}/business/setups/phone-number`);
  await heading(page, /number/i).waitFor();
  await page.goto(`${world.app.url}/business/dashboard`);
  await heading(page, /./).waitFor();
  expect(new URL(page.url()).pathname).toBe('/business/dashboard');
  await close(page);
});
