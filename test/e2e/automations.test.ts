import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** From a template to an automation that runs, by keyboard, in a real browser. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('an automation is made from a template, changed by keyboard, taken back, saved by itself and published', async () => {
  const page = await world.as('business@demo.test', '/business/automations/create?template=welcome');
  await page.getByLabel('Name', { exact: true }).fill('Hello to everybody');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/automations\/[0-9a-f-]+\/edit$/);
  const id = /automations\/([0-9a-f-]+)\//.exec(page.url())![1]!;

  // From step to step with the arrows, into one with Enter.
  const first = page.locator('[data-step]').nth(1);
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('');
  await page.getByText('Write a message.').first().waitFor();
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
  await message.fill('Hello there, {{first_name|friend}}!');
  await page.getByText(/^Saved \d/).waitFor();

  // A step more is one intention: taken back and done again at once.
  await page.getByRole('button', { name: /^Add a step: Then of Say hello/ }).click();
  await page.getByRole('textbox', { name: 'Search steps' }).fill('tag');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Tag' }).fill('greeted');
  const steps = page.locator('[data-step]');
  const before = await steps.count();
  await page.getByText(/^Saved \d/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => steps.count()).toBe(before - 1);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => steps.count()).toBe(before);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('As published, version 1').waitFor();
  const { call, signIn } = client(world.app);
  await signIn('business@demo.test');
  const { data } = await eventually(
    () => call<{ data: { version: number | null; published: object } }>('GET', `/automations/${id}`),
    (answer) => answer.data.version === 1,
  );
  expect(JSON.stringify(data.published)).toContain('Hello there, {{first_name|friend}}!');

  // A reload shows the same, and there is nothing to publish.
  await page.reload();
  await page.getByText('As published, version 1').waitFor();
  await page.getByText('greeted').first().waitFor();
  await close(page);
});
