import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousIn } from '../support/axe.ts';
import { close, heading, openNewWorld, type World } from './support.ts';

/** Cards, in a real browser: entered at the sandbox's Stripe, in a frame of its own origin. */
let world: World;
beforeAll(async () => {
  world = await openNewWorld();
});
afterAll(() => world.close());

test('an agency adds a card, makes it the default, replaces one and removes another', async () => {
  const page = await world.as('agency@demo.test', '/agency/payment-methods');
  await heading(page, 'Payment methods').waitFor();
  const cards = page.getByRole('list', { name: 'Payment methods' }).getByRole('listitem');
  await cards.nth(1).waitFor();
  expect(await cards.nth(0).innerText()).toMatch(/Visa ending in 4242\s+Default/);
  expect(await cards.nth(1).innerText()).toContain('Mastercard ending in 4444');

  await page.getByRole('link', { name: 'Add card' }).click();
  await page.waitForURL('**/agency/payment-methods/create');
  const form = page.frameLocator('iframe[title="Card form"]');
  const enter = async (number: string) => {
    await form.getByLabel('Card number').fill(number);
    await form.getByLabel('Expiry').fill('12 / 31');
    await form.getByLabel('Security code').fill('123');
    await form.getByRole('button', { name: 'Save card' }).click();
  };
  // Declined by the bank: said in the form, and nothing is kept.
  await enter('4000000000000002');
  await form.getByRole('alert').filter({ hasText: 'declined' }).waitFor();
  // A bank that asks its cardholder.
  await enter('4000002760003184');
  await form.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(/\/agency\/payment-methods$/);
  await cards.nth(2).waitFor();
  expect(await cards.nth(2).innerText()).toContain('Visa ending in 3184');

  await page.getByRole('button', { name: 'Actions for Visa ending in 3184' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await cards.nth(2).getByText('Default', { exact: true }).waitFor();
  expect(await page.getByText('Default', { exact: true }).count()).toBe(1);

  // The one that is charged can't go while there are others.
  await page.getByRole('button', { name: 'Actions for Visa ending in 3184' }).click();
  expect(await page.getByRole('menuitem', { name: 'Remove' }).isDisabled()).toBe(true);
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  await heading(page, 'Visa ending in 3184').waitFor();
  await page.getByRole('button', { name: 'Replace' }).click();
  await enter('378282246310005');
  await page.waitForURL(/\/agency\/payment-methods$/);
  const amex = cards.filter({ hasText: 'American Express ending in 0005' });
  await amex.getByText('Default', { exact: true }).waitFor();
  // The list hears of each of both steps: the new card is there before the old one goes.
  await cards.filter({ hasText: '3184' }).waitFor({ state: 'detached' });
  expect(await cards.count()).toBe(3);

  await page.getByRole('button', { name: 'Actions for Mastercard ending in 4444' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await cards.filter({ hasText: '4444' }).waitFor({ state: 'detached' });
  expect(await cards.count()).toBe(2);
  await close(page);
});

test('a business of an agency is told who pays', async () => {
  const page = await world.as('business@demo.test', '/business/payment-methods');
  await page.getByText('Your agency pays for this business').waitFor();
  expect(await page.getByRole('link', { name: 'Payment methods' }).count()).toBe(0);
  await close(page);
});
