import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { pdfText } from '../support/pdf-text.ts';
import { eventually } from '../support/eventually.ts';
import { close, heading, looksRight, openNewWorld, type World } from './support.ts';

/** A month's statement, in a real browser: narrowed to a business, opened down to its texts, and taken along. */
let world: World;
let month: string;
beforeAll(async () => {
  world = await openNewWorld({ DEMO: 'on' });
  const { call, signIn } = client(world.app);
  month = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);
  await eventually(
    async () => {
      await signIn('northside@demo.test').catch(() => undefined);
      return call<{ data?: { lines: { price: number }[] } }>('GET', `/statements?month=${month}`).catch(() => ({
        data: undefined,
      }));
    },
    ({ data }) => (data?.lines ?? []).length > 2,
    120_000,
  );
});
afterAll(() => world.close());

test('an agency narrows its statement to a business, opens a line, and saves it', async () => {
  const page = await world.as('northside@demo.test', '/agency/dashboard');
  await page.getByRole('link', { name: 'Statements' }).click();
  await heading(page, 'Statements').waitFor();
  await page.goto(`${world.app.url}/agency/statements?month=${month}`);
  await page.getByRole('button', { name: 'Show Fernbrook Coffee only' }).click();
  await page.waitForURL(/business=/);
  await page.getByRole('region', { name: 'Total' }).getByRole('heading', { name: 'You charge' }).waitFor();
  await page.getByRole('heading', { name: 'By business' }).waitFor({ state: 'detached' });
  const table = page.getByRole('group', { name: 'Usage', exact: true });
  const row = table.getByRole('row').filter({ hasText: 'Texts sent' }).first();
  const cells = async () => (await row.getByRole('cell').allTextContents()).slice(1);
  const units = (text: string | undefined) => Math.round(Number(text!.replace(/[$,]/g, '')) * 1e6);
  const dialog = page.getByRole('dialog', { name: 'Texts sent' });
  // The demo goes on living its past: the line and its texts are read again until they are of one moment.
  const columns = await eventually(
    async () => {
      await page.reload();
      await expect.poll(async () => (await cells()).length).toBe(6);
      const [used, included, , cost, charged, margin] = await cells();
      await row.getByRole('button').click();
      await dialog.getByText('that add up to this line').waitFor();
      const found = await dialog
        .getByRole('row')
        .evaluateAll((rows) =>
          rows.slice(1).map((one) => [...one.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
        );
      const sum = (column: number) => found.reduce((total, cell) => total + units(cell[column]), 0);
      return { found, sums: [2, 3, 4, 5, 6].map(sum), line: [used, included, cost, charged, margin].map(units) };
    },
    ({ found, sums, line }) => found.length > 3 && sums.every((one, at) => one === line[at]),
  ).then(({ found }) => found);
  expect(columns.every(([, to]) => /^•••• \d{4}$/.test(to!))).toBe(true);
  await page.keyboard.press('Escape');

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${month}-[0-9A-F]{8}\\.csv$`));
  expect(await readFile(await file.path(), 'utf8')).toContain('Fernbrook Coffee');
  const [paper] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()]);
  expect(pdfText(await readFile(await paper.path())).join('|')).toContain('Fernbrook Coffee');
  await looksRight(world.app, page, [`/agency/statements?month=${month}`]);

  // And bills its businesses for it.
  await page.goto(`${world.app.url}/agency/statements`);
  await page.getByRole('link', { name: 'Bills' }).click();
  await page.getByRole('button', { name: 'Bill settings' }).click();
  await page.getByRole('switch', { name: 'Email bills to businesses' }).click();
  await page.getByRole('textbox', { name: 'Note on bills' }).fill('Pay within 14 days.');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Sent automatically', { exact: true }).waitFor();
  await close(page);
});

test('an operator goes from all payers to one, and a business sees its own', async () => {
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
  const page = await world.as('admin@demo.test', `/admin/statements?month=${month}`, phone);
  await page.getByRole('link', { name: 'Open the statement of Northside Marketing' }).click();
  await heading(page, 'Northside Marketing').waitFor();
  await page.getByRole('region', { name: 'Total' }).getByText('Carrier cost').waitFor();
  await looksRight(world.app, page, [`/admin/statements?month=${month}`, page.url().replace(world.app.url, '')]);
  await close(page);
  const own = await world.as('bakery@demo.test', `/business/statements?month=${month}`, phone);
  await own.getByRole('group', { name: 'Usage', exact: true }).getByText('Texts sent').waitFor();
  // What the carrier takes and what others pay is not theirs to know.
  expect(await own.getByText(/Carrier cost|You charge|Margin/).count()).toBe(0);
  await looksRight(world.app, own, [`/business/statements?month=${month}`]);
  await close(own);
});
