import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, heading, inAllViews, openNewWorld, type World } from './support.ts';

/**
 * The life of a subscription as the payer meets it, from the first look at the plans to the last day: an agency and a
 * business of its own, in a real browser, over the sandbox's Stripe and its clock.
 */
let world: World;
beforeAll(async () => {
  world = await openNewWorld();
});
afterAll(() => world.close());

/** Moves the provider's clock on. */
const advance = (days: number) =>
  fetch(`${world.app.sandboxUrl}/sandbox/stripe/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: days * 86_400 }),
  });
/** The subjects of the emails to an address, as its inbox shows them. */
async function inbox(address: string): Promise<readonly string[]> {
  const answer = await fetch(`${world.app.sandboxUrl}/inbox/messages?to=${encodeURIComponent(address)}`);
  return ((await answer.json()) as { messages: { subject: string }[] }).messages.map(({ subject }) => subject);
}

const payers = [
  { kind: 'agency', email: 'walks-agency@demo.test', first: '/agency/businesses', trial: 'Growth', higher: 'Scale' },
  {
    kind: 'business',
    email: 'walks-business@demo.test',
    first: '/business/dashboard',
    trial: 'Counter',
    higher: 'Main Street',
  },
] as const;

describe.each(payers)('$kind', ({ kind, email, first, trial, higher }) => {
  let page: Page;
  const open = async (path: string) => {
    await page.goto(`${world.app.url}/${kind}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  };
  const dialog = () => page.getByRole('dialog');
  const current = () => page.getByRole('region', { name: 'Current plan' });
  const plan = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const history = () => page.getByRole('region', { name: 'Billing history' }).locator('tbody tr');
  const bank = () => page.frameLocator('iframe[title="Confirm at your bank"]');
  async function enter(number: string) {
    const form = page.frameLocator('iframe[title="Card form"]');
    await form.getByLabel('Card number').fill(number);
    await form.getByLabel('Expiry').fill('12 / 31');
    await form.getByLabel('Security code').fill('123');
    await form.getByRole('button', { name: 'Save card' }).click();
    return form;
  }
  async function pay(button: string | RegExp) {
    await dialog().getByText('Due today').waitFor();
    await dialog().getByRole('button', { name: button }).click();
    await dialog().waitFor({ state: 'detached' });
  }
  /** One payer's states are looked at, since the other has the same screen. */
  const looks = async (name: string, words: readonly Locator[]) => {
    if (kind === 'agency') await inAllViews(page, name, words);
  };
  async function makeDefault(card: string) {
    await open('payment-methods');
    await page.getByRole('button', { name: `Actions for ${card}` }).click();
    await page.getByRole('menuitem', { name: 'Make default' }).click();
    await page.getByText('is charged from now on').first().waitFor();
  }

  beforeAll(async () => {
    const admin = client(world.app);
    await admin.signIn('admin@demo.test');
    // Those who were there before the first look at the provider get a trial: who comes now comes after it.
    for (let look = 0; look < 60; look += 1) {
      const { data } = await admin.call<{ data: readonly { subscribed: boolean }[] }>('GET', '/agencies?per_page=50');
      if (data.some(({ subscribed }) => subscribed)) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const person = { email, first_name: 'Ann', last_name: 'Lee', password: world.app.password, timezone: 'UTC' };
    await (kind === 'agency' ?
      admin.call('POST', '/agencies', { ...person, name: 'Harbor Media' })
    : admin.call('POST', '/businesses', { ...person, name: 'Corner Bakery', agency_id: null }));
    page = await world.as(email, first);
  });
  afterAll(() => close(page));

  test('is led to the plans and starts a trial, with a card whose bank asks once', async () => {
    await page.waitForURL(new RegExp(`/${kind}/subscription$`));
    await page.getByText('Choose a plan to start').waitFor();
    await plan(trial)
      .getByRole('button', { name: `Start free trial of ${trial}` })
      .click();
    await dialog().getByText('Due today').waitFor();
    expect(await dialog().locator('.sum').innerText()).toMatch(/\$0\.00/);
    const form = await enter('4000002500003155');
    await form.getByRole('button', { name: 'Complete authentication' }).click();
    await dialog().getByText('Paid with Visa ending in 3155.').waitFor();
    await looks('subscribes', [dialog().getByText('Due today')]);
    await dialog().getByRole('button', { name: 'Subscribe' }).click();
    await current().getByText('Trial', { exact: true }).waitFor();
    await history().filter({ hasText: '$0.00' }).filter({ hasText: 'Paid' }).waitFor();
    await page.goto(`${world.app.url}${first}`);
    await heading(page, /./).waitFor();
    expect(new URL(page.url()).pathname).toBe(first);
  });

  test('upgrades at once: what is due today is named, holds for an hour, and is what is charged', async () => {
    // The trial ends, and the card is charged without its cardholder.
    await advance(15);
    await open('subscription');
    await current().getByText('Active').waitFor();
    await plan(higher)
      .getByRole('button', { name: `Switch to ${higher}` })
      .click();
    await dialog().getByText('This price holds until').waitFor();
    const due = await dialog().locator('.sum dd').innerText();
    expect(due).toMatch(/^\$[1-9]/);
    await looks('upgrades', [dialog().getByText('This price holds until'), dialog().getByText(due)]);
    await pay(`Pay ${due}`);
    await current().getByText(higher, { exact: true }).waitFor();
    await current().getByText('Active').waitFor();
    await history().filter({ hasText: due }).filter({ hasText: 'Paid' }).waitFor();
  });

  test('a downgrade waits for the renewal, and comes with it', async () => {
    await plan(trial)
      .getByRole('button', { name: `Switch to ${trial}` })
      .click();
    await dialog().getByText('Nothing is charged today.').waitFor();
    await dialog().getByRole('button', { name: 'Switch at renewal' }).click();
    await page.getByText(`You move to ${trial} on`).waitFor();
    await current().getByText(higher, { exact: true }).waitFor();
    await advance(32);
    await current().getByText(trial, { exact: true }).waitFor();
    await current().getByText('Active').waitFor();
  });

  test('buys loops beside its plan, keeps them after all, and ends them at once', async () => {
    await open('loop');
    if (kind === 'agency') {
      // The plan has them: there is nothing to buy, and the menu doesn't offer them.
      await page.getByText('There’s nothing to buy.').waitFor();
      expect(await page.getByRole('link', { name: 'Loop Subscription' }).count()).toBe(0);
      return;
    }
    const addOn = page.getByRole('region', { name: 'Loops' });
    await addOn.getByRole('button', { name: /Subscribe|Start free trial/ }).click();
    await pay(/^(Pay|Subscribe)/);
    await addOn.getByText(/Active|Trial/).waitFor();
    await addOn.getByRole('button', { name: 'Cancel add-on' }).click();
    await dialog().getByRole('button', { name: 'Cancel add-on' }).click();
    await addOn.getByRole('button', { name: 'Keep add-on' }).click();
    await addOn.getByRole('button', { name: 'Cancel add-on' }).click();
    await dialog().getByRole('radio', { name: 'Right now' }).check();
    await dialog().getByRole('button', { name: 'Cancel add-on' }).click();
    await addOn.getByRole('button', { name: /Subscribe|Start free trial/ }).waitFor();
  });

  test('a renewal fails overnight: the owner has an email, the next click leads to the card, and all is well', async () => {
    await open('payment-methods/create');
    await enter('4000000000000341');
    await page.waitForURL(/payment-methods$/);
    await makeDefault('Visa ending in 0341');
    await advance(32);
    await eventually(
      () => inbox(email),
      (subjects) => subjects.includes('Your last payment failed'),
    );
    await page.goto(`${world.app.url}${first}`);
    await dialog().getByText('Payment failed').waitFor();
    // What Enter does is what helps.
    expect(await page.locator(':focus').innerText()).toBe('Verify Credit Card');
    await page.keyboard.press('Enter');
    await page.getByText('Your last payment failed').waitFor();
    await current().getByText('Past due').waitFor();
    await history().filter({ hasText: 'Open' }).waitFor();
    await looks('is past due', [current().getByText('Past due'), page.getByRole('link', { name: 'Update card' })]);
    await page.getByRole('link', { name: 'Update card' }).click();
    await page.getByRole('link', { name: 'Add card' }).click();
    await enter('4000002760003184');
    await page
      .frameLocator('iframe[title="Card form"]')
      .getByRole('button', { name: 'Complete authentication' })
      .click();
    await page.waitForURL(/payment-methods$/);
    await makeDefault('Visa ending in 3184');
    await open('subscription');
    // This bank asks at every payment: first it is told no.
    await page.getByRole('button', { name: 'Pay now' }).click();
    await bank().getByRole('button', { name: 'Fail authentication' }).click();
    await page.getByText('Your bank didn’t confirm the payment.').first().waitFor();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await bank().getByRole('button', { name: 'Complete authentication' }).click();
    await current().getByText('Active').waitFor();
    await history().filter({ hasText: 'Open' }).waitFor({ state: 'detached' });
    await looks('has recovered', [current().getByText('Active')]);
    await open('notifications');
    await page.getByText('Your last payment failed').first().waitFor();
  });

  test('cancels at the end of the period, keeps the plan after all, and then ends it at once', async () => {
    await open('subscription');
    await current().getByRole('button', { name: 'Cancel plan' }).click();
    // The provider is slow to preview invoices: no dialog waits for that.
    const held: Route[] = [];
    await page.route('**/subscriptions/next-invoices*', (route) => void held.push(route));
    await dialog().getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByText('Your plan ends on').first().waitFor();
    await looks('has canceled', [page.getByText('Your plan ends on')]);
    await page.getByRole('button', { name: 'Keep plan' }).click();
    expect(held.length).toBeGreaterThan(0);
    await page.unroute('**/subscriptions/next-invoices*');
    await current().getByText('Active').waitFor();
    await current().getByRole('button', { name: 'Cancel plan' }).click();
    await dialog().getByRole('radio', { name: 'Right now' }).check();
    await dialog().getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByText('Choose a plan to start').waitFor();
    expect(await seriousIn(page)).toEqual([]);
    await eventually(
      () => inbox(email),
      (subjects) => subjects.includes(`${trial} has ended`),
    );
    // It can be bought again, without a second trial.
    await page.goto(`${world.app.url}${first}`);
    await page.waitForURL(new RegExp(`/${kind}/subscription$`));
    await plan(trial)
      .getByRole('button', { name: /^(Choose|Start free trial)/ })
      .click();
    await dialog().getByText('Due today').waitFor();
    expect(await dialog().locator('.sum').innerText()).not.toMatch(/\$0\.00/);
  });
});
