import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousIn } from '../support/axe.ts';
import { close, heading, openNewWorld, type World } from './support.ts';

/** What the operator sells, in a real browser against the real product. */
let world: World;
beforeAll(async () => {
  world = await openNewWorld({ DEMO: 'on' });
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
  const versions = page.getByRole('region', { name: 'Versions', exact: true });
  await versions.getByText('Version 2').waitFor();
  expect(await versions.innerText()).toContain('First version');

  await page.goto(`${world.app.url}/admin/plans?search=boutique`);
  await page.getByRole('row').nth(1).getByText('$1,500.00').waitFor();
  await page.getByRole('button', { name: 'Actions for Boutique' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete plan' }).click();
  await page.getByText('No matches').waitFor();
  await close(page);
});

test(
  'an admin sees who has which version of a plan, what moving them costs, and moves them',
  { timeout: 400_000 },
  async () => {
    const page = await world.as('admin@demo.test', '/admin/business-plans?search=Counter');
    const versions = page.getByRole('region', { name: 'Versions', exact: true });
    await page.getByRole('link', { name: 'Edit Counter' }).click();
    const moves = page.getByRole('region', { name: 'Subscribers of earlier versions' });
    // The demo's payers subscribe while it starts.
    for (
      let nth = 0;
      nth < 30 && (await moves.getByText('1 subscriber isn’t on version 2 yet.').count()) === 0;
      nth += 1
    ) {
      await page.reload();
      await versions.waitFor();
      await moves.waitFor({ timeout: 4_000 }).catch(() => undefined);
    }
    await versions.getByText('1 subscriber').first().waitFor();
    await moves.getByText('1 subscriber isn’t on version 2 yet.').waitFor();
    await moves.getByRole('button', { name: 'Move subscribers' }).click();
    const dialog = page.getByRole('dialog');
    const row = dialog.getByRole('list', { name: 'What changes for whom' }).getByRole('listitem');
    await row.getByText('Pine Street Bakery').waitFor();
    expect(await row.innerText()).toContain('$49.00 → $59.00');
    expect(await seriousIn(page)).toEqual([]);
    await dialog.getByText('Right now').click();
    await row.getByText(/today$/).waitFor();
    await dialog.getByText('At their next renewal').click();
    await row.getByText(/^from /).waitFor();
    await dialog.getByRole('button', { name: 'Move 1 subscriber' }).click();
    await moves.getByText('Version 1 to 2').waitFor();
    await expect
      .poll(
        async () => {
          await page.reload();
          return moves.innerText({ timeout: 60_000 });
        },
        // The workers of the demo rest until it has its past.
        { timeout: 180_000 },
      )
      .toContain('1 moved');
    await close(page);

    const payer = await world.as('bakery@demo.test', '/business/subscription');
    await payer.getByText(/^Your plan changes on /).waitFor();
    await payer.getByText(/It costs \$59\.00 from then on, and \$49\.00 until then\./).waitFor();
    await close(payer);
  },
);
