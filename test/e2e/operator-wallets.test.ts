import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { close, heading, openWorld, type World } from './support.ts';

/** The wallets of payers in an operator's hands, in a real browser. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('an admin grants credit, takes it away, reverses, and two tabs do a thing once', async () => {
  const page = await world.as('admin@demo.test', '/admin/wallets');
  await heading(page, 'Wallets').waitFor();
  await page.getByRole('row').filter({ hasText: 'Northwind' }).getByText('OK').waitFor();
  await page.getByRole('radio', { name: 'On hold' }).click();
  await page.getByText('No matches').waitFor();
  await page.getByRole('radio', { name: 'All' }).click();
  await page.getByRole('link', { name: 'Open Northwind Marketing' }).click();
  await heading(page, 'Northwind Marketing').waitFor();
  const address = page.url();
  const other = await world.as('admin@demo.test', new URL(address).pathname);
  await other.getByRole('button', { name: 'Grant credit' }).click();

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Grant credit' }).click();
  await dialog.getByLabel('Amount').fill('1e3');
  await dialog.getByRole('button', { name: 'Grant credit' }).click();
  await dialog.getByText('Enter an amount like 12.50.').waitFor();
  await dialog.getByText('Enter a reason.').waitFor();
  await dialog.getByLabel('Amount').fill('12.50');
  await dialog.getByLabel('Reason').fill('Sorry for Friday');
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Grant credit' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const lines = page.getByRole('list', { name: 'Statement' }).getByRole('listitem');
  await lines.filter({ hasText: 'Credit: Sorry for Friday' }).waitFor();
  await page.getByText('granted $12.50 credit: Sorry for Friday').waitFor();

  // The other tab has its dialog open since before: it is told, and books nothing.
  const late = other.getByRole('dialog');
  await late.getByLabel('Amount').fill('12.50');
  await late.getByLabel('Reason').fill('Sorry for Friday');
  await late.getByRole('button', { name: 'Grant credit' }).click();
  await late.getByText('changed in another window').waitFor();
  await close(other);
  expect(await lines.filter({ hasText: 'Sorry for Friday' }).count()).toBe(1);

  await page.getByRole('button', { name: 'Actions for Northwind Marketing' }).click();
  await page.getByRole('menuitem', { name: 'Adjust balance' }).click();
  await dialog.getByText('Take away', { exact: true }).click();
  await dialog.getByLabel('Amount').fill('1');
  await dialog.getByLabel('Reason').fill('Counted twice');
  await dialog.getByText('Balance after:').waitFor();
  await dialog.getByRole('button', { name: 'Adjust balance' }).click();
  await lines.filter({ hasText: 'Adjustment: Counted twice' }).filter({ hasText: '-$1.00' }).waitFor();

  await page.getByRole('button', { name: 'Actions for Credit: Sorry for Friday' }).click();
  await page.getByRole('menuitem', { name: 'Reverse' }).click();
  await dialog.getByLabel('Reason').fill('Too generous');
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await lines.filter({ hasText: 'Reversal: Too generous' }).waitFor();
  await lines.filter({ hasText: 'Credit: Sorry for Friday' }).getByText('Reversed').waitFor();
  await close(page);
});

test('what needs an operator is not on the screens of an agency', async () => {
  const { signIn, call } = client(world.app);
  await signIn('agency@demo.test');
  await expect(call('GET', '/wallets')).rejects.toThrow('403');
});
