import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** From a template to a page that everybody can see, in a real browser. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a page is made from a template, edited, taken back, saved by itself and published', async () => {
  const page = await world.as('business@demo.test', '/business/campaigns/landings/create');
  await page.getByRole('button', { name: /Trattoria/ }).click();
  const dialog = page.getByRole('dialog');
  // Reserved words are refused with the reason, while they are typed.
  await dialog.getByLabel('Keyword').fill('stop');
  await dialog.getByText(/reserved/).waitFor();
  await dialog.getByLabel('Keyword').fill('supper');
  await dialog.getByText('SUPPER is free.').waitFor();
  await dialog.getByRole('button', { name: 'Start editing' }).click();
  await page.waitForURL(/\/landings\/[0-9a-f-]+\/edit$/);
  const id = /landings\/([0-9a-f-]+)\//.exec(page.url())![1]!;

  const preview = page.frameLocator('iframe[title^="Preview of"]');
  await preview.getByText('Dessert is on us').waitFor();
  // A click in the preview opens the section; what is typed is drawn at once.
  await preview.getByRole('button', { name: 'Save me a seat' }).click();
  const label = page.getByLabel('On the button');
  await label.fill('Book my table');
  await preview.getByRole('button', { name: 'Book my table' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.keyboard.press('Control+z');
  await preview.getByRole('button', { name: 'Save me a seat' }).waitFor();
  await page.keyboard.press('Control+Shift+z');
  await preview.getByRole('button', { name: 'Book my table' }).waitFor();

  // Hard to read: said as a figure, and above what is published.
  await page.getByLabel('Text colour as a hex code').fill('#c46a55');
  await page.keyboard.press('Enter');
  await page
    .getByText(/is hard to read/)
    .first()
    .waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText(/is hard to read/).waitFor({ state: 'detached' });

  await page.getByText('Not published').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published, version 1').waitFor();

  const { call, signIn } = client(world.app);
  await signIn('business@demo.test');
  const { data } = await eventually(
    () => call<{ data: { page: { version: number | null; link: string } } }>('GET', `/landings/${id}`),
    (answer) => answer.data.page.version === 1,
  );
  const visitor = await fetch(`${world.app.url}${new URL(data.page.link).pathname}`);
  expect(await visitor.text()).toContain('Book my table');

  // A reload shows the same page, and there is nothing to publish.
  await page.reload();
  await preview.getByRole('button', { name: 'Book my table' }).waitFor();
  await close(page);
});
