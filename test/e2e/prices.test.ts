import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDay } from '../../domain/kernel/day.ts';
import { seriousIn } from '../support/axe.ts';
import { close, heading, openWorld, type World } from './support.ts';

/** Price lists in a real browser: the platform's, and an agency's for its businesses. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const firstOfNextMonth = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
};

test('an operator lists a price, plans another, and takes it off again without leaving a gap', async () => {
  const page = await world.as('admin@demo.test', '/admin/prices');
  await heading(page, 'Prices').waitFor();
  await page.getByText('No prices yet').waitFor();
  await page.getByRole('button', { name: 'Add price' }).first().click();
  const dialog = page.getByRole('dialog');
  const pick = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await pick('Country of the other side', 'United States');
  await dialog.getByLabel('Carrier takes').fill('0.0083');
  await dialog.getByLabel('Price', { exact: true }).fill('0.005');
  await dialog.getByText('This is below what the carrier takes.').waitFor();
  await dialog.getByLabel('Price', { exact: true }).fill('0.015');
  // Earlier months are never priced again.
  await dialog.getByLabel('First day').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Save price' }).click();
  await dialog.getByText(/Earlier months are closed/).waitFor();
  // The agency's day, so that the price holds for it at every hour.
  await dialog.getByLabel('First day').fill(localDay('America/Los_Angeles', new Date()));
  await dialog.getByRole('button', { name: 'Save price' }).click();

  const row = page.getByRole('table', { name: 'Texts' }).getByRole('row').filter({ hasText: 'United States' });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/\$0\.0083\s+\$0\.0150/);
  await row.getByRole('link').click();
  const history = page.getByRole('list', { name: 'Price history' });
  await page.getByRole('button', { name: 'Change price' }).click();
  const change = page.getByRole('dialog', { name: 'Change price' });
  expect(await change.getByLabel('First day').inputValue()).toBe(firstOfNextMonth());
  await change.getByLabel('Price', { exact: true }).fill('0.016');
  await change.getByRole('button', { name: 'Save price' }).click();
  await history.getByText('Planned', { exact: true }).waitFor();
  expect(await history.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('$0.0160'),
    expect.stringMatching(/\$0\.0150[^]*–/),
  ]);
  expect(await seriousIn(page)).toEqual([]);
  await history.getByRole('button', { name: 'Remove planned price' }).click();
  await page
    .getByRole('dialog', { name: /Remove the price planned/ })
    .getByRole('button', { name: 'Remove planned price' })
    .click();
  await history.getByText('Planned', { exact: true }).waitFor({ state: 'detached' });
  // The price before it goes on.
  expect(await history.getByRole('listitem').allInnerTexts()).toEqual([expect.stringMatching(/\$0\.0150[^]*From/)]);
  await close(page);
});

test('an agency sets what one of its businesses pays, beside what it pays itself', async () => {
  const page = await world.as('agency@demo.test', '/agency/prices');
  await page.getByText('No prices of your own yet').waitFor();
  expect(await page.getByRole('region', { name: 'What you pay' }).innerText()).toContain('$0.0150 per segment');
  await page.getByRole('button', { name: 'Add price' }).first().click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Carrier takes').count()).toBe(0);
  await dialog.getByRole('combobox', { name: 'Business' }).fill('Bella');
  await page.getByRole('option', { name: /Bella/ }).first().click();
  await dialog.getByLabel('Price', { exact: true }).fill('0.025');
  await dialog.getByRole('button', { name: 'Save price' }).click();
  const row = page.getByRole('table', { name: 'Texts' }).getByRole('row').filter({ hasText: 'Bella' });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/\$0\.0150\s+\$0\.0250[^]*\$0\.0100/);

  // What one business pays, for another.
  await page.getByRole('combobox', { name: 'Prices for' }).fill('Bella');
  await page.getByRole('option', { name: /Bella/ }).first().click();
  await page.getByRole('button', { name: 'Copy prices' }).click();
  await dialog.getByText(/^1 price for another business, from/).waitFor();
  await dialog.getByRole('combobox', { name: 'Copy to' }).fill('Harbor');
  await page
    .getByRole('option', { name: /Harbor/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Copy prices' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${world.app.url}/agency/prices`);
  const copy = page.getByRole('table', { name: 'Texts' }).getByRole('row').filter({ hasText: 'Harbor' });
  await copy.waitFor();
  expect(await copy.innerText()).toContain('$0.0250');
  await close(page);
});
