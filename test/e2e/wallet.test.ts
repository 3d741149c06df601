import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousIn } from '../support/axe.ts';
import { close, heading, openNewWorld, type World } from './support.ts';

/** A wallet, in a real browser: filled from a card, confirmed at the bank, and its statement. */
let world: World;
beforeAll(async () => {
  world = await openNewWorld();
});
afterAll(() => world.close());

test('an agency adds funds, sets automatic recharge, and confirms a payment at its bank', async () => {
  const page = await world.as('agency@demo.test', '/agency/payment-methods');
  await heading(page, 'Payment methods').waitFor();
  const wallet = page.getByRole('region', { name: 'Wallet' });
  await wallet.getByText('paid in').waitFor();
  const lines = wallet.getByRole('list', { name: 'Statement' }).getByRole('listitem');
  await lines.filter({ hasText: 'Welcome credit' }).waitFor();
  await lines.filter({ hasText: '1,240 segments to US' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);

  const add = async (amount: string) => {
    await wallet.getByRole('button', { name: 'Add funds' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByRole('button', { name: 'Pay' }).click();
    return dialog;
  };
  const dialog = await add('0.50');
  await dialog.getByText('Enter at least 1.00.').waitFor();
  await dialog.getByLabel('Amount').fill('1e3');
  await dialog.getByRole('button', { name: 'Pay' }).click();
  await dialog.getByText('Enter an amount like 12.50.').waitFor();
  await dialog.getByLabel('Amount').fill('30');
  await dialog.getByRole('button', { name: 'Pay' }).click();
  await dialog.waitFor({ state: 'detached' });
  await lines.filter({ hasText: '+$30.00' }).waitFor();

  await wallet.getByRole('button', { name: 'Change' }).click();
  const recharge = page.getByRole('dialog');
  await recharge.getByLabel('At most a day').fill('10.00');
  await recharge.getByRole('button', { name: 'Save' }).click();
  await recharge.getByText('The limit a day is below one recharge.').waitFor();
  await recharge.getByLabel('At most a day').fill('300.00');
  await recharge.getByRole('button', { name: 'Save' }).click();
  await wallet.getByText('At most $300.00 a day.').waitFor();

  // A card whose bank asks at every payment.
  await page.getByRole('link', { name: 'Add card' }).click();
  const form = page.frameLocator('iframe[title="Card form"]');
  await form.getByLabel('Card number').fill('4000002760003184');
  await form.getByLabel('Expiry').fill('12 / 31');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: 'Save card' }).click();
  await form.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(/\/agency\/payment-methods$/);
  await page.getByRole('button', { name: 'Actions for Visa ending in 3184' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await page.getByRole('listitem').filter({ hasText: '3184' }).getByText('Default', { exact: true }).waitFor();
  const paying = await add('45');
  const bank = page.frameLocator('iframe[title="Confirm at your bank"]');
  // A bank that says no charges nothing, and the amount that was typed is still there.
  await bank.getByRole('button', { name: 'Fail authentication' }).click();
  await paying.getByText('Use another card, or ask your bank.').waitFor();
  expect(await paying.getByLabel('Amount').inputValue()).toBe('45');
  await paying.getByRole('button', { name: 'Pay' }).click();
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await lines.filter({ hasText: '+$45.00' }).waitFor();
  expect(await lines.filter({ hasText: '+$45.00' }).count()).toBe(1);
  await close(page);
});
