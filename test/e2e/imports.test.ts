import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close, openWorld, type World } from './support.ts';

/** A list that comes and goes, in a real browser: uploaded, mapped, rehearsed, imported, looked at, taken along, undone. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const file = [
  'First name,Mobile,Email,Agreed',
  'Ida,(415) 555-0301,ida@example.com,yes',
  '"=cmd|x",(415) 555-0302,,yes',
  'Nils,not a number,,yes',
  'Olga,(415) 555-0304,olga at home,no',
  'Ida,(415) 555-0301,,yes',
].join('\r\n');

async function downloaded(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

describe('an import', () => {
  test('from the file to its undoing', async () => {
    const page = await world.as('business@demo.test', '/business/contacts/import', { acceptDownloads: true });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Guests of June.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    // What the columns hold was guessed; what is wrong can be said otherwise.
    await page.getByRole('heading', { name: 'Match columns' }).waitFor();
    const holds = (name: string) => page.locator(`input[aria-label="Contact field for ${name}"]`);
    await expect.poll(() => holds('Mobile').inputValue()).toBe('Phone number');
    await expect.poll(() => holds('First name').inputValue()).toBe('First name');
    await expect.poll(() => holds('Agreed').inputValue()).toBe('Opted in (yes or no)');
    await page.getByRole('checkbox', { name: 'Marketing text messages from this business' }).check();
    await page.getByRole('button', { name: 'Preview import' }).click();

    // Nothing has happened yet.
    await page.getByRole('heading', { name: 'Preview' }).waitFor();
    await page.getByText('We checked all 5 rows. Nothing has changed yet.').waitFor();
    await page.getByText('row 4: not a number').waitFor();
    await page.getByRole('checkbox', { name: 'I confirm this' }).check();
    await page.getByRole('button', { name: 'Import 3 contacts' }).click();

    await page.getByRole('heading', { name: 'Import results' }).waitFor();
    const problems = await downloaded(page, 'Download problems');
    expect(problems.name).toBe('Guests of June – problems.csv');
    const rows = parse(problems.content, { bom: true, columns: true, relax_column_count: true });
    expect(rows.map((row: unknown) => (row as { Row: string }).Row)).toEqual(['4', '5', '6']);

    // They are there, and can be taken along.
    await page.getByRole('link', { name: 'See contacts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await page.getByText('Ida').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const taken = await downloaded(page, 'Download');
    expect(taken.name).toMatch(/^Contacts of .*\.xlsx$/);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(taken.content as never);
    const sheet = book.worksheets[0]!;
    const names = sheet.getColumn(1).values.filter((value) => typeof value === 'string');
    expect(names).toEqual(expect.arrayContaining(['First name', 'Ida', '=cmd|x', 'Olga']));
    expect(names).not.toContain('Nils');

    // And all of it can be taken back.
    await page.goto(`${world.app.url}/business/contacts/import`);
    await page
      .getByRole('link', { name: /Guests of June/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('heading', { name: 'Imported, then undone' }).waitFor();
    await page.goto(`${world.app.url}/business/contacts`);
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await expect.poll(() => page.getByText('Ida', { exact: true }).count(), { timeout: 30_000 }).toBe(0);
    await close(page);
  });

  test('of a file that is read otherwise than it is meant, into contacts that are there', async () => {
    const page = await world.as('business@demo.test', '/business/contacts/import');
    const choose = async (name: string, content: string) => {
      await page.goto(`${world.app.url}/business/contacts/import`);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
      await page.getByRole('heading', { name: 'File format' }).waitFor();
    };
    await choose(
      'June.csv',
      'Report;of;June\nfor;Bella;us\nMobile;Name;Birthday\n(415) 555-0321;Grace Liu;05/06/1990\n',
    );
    // Somebody says where the names are, and that the day comes first.
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('radio', { name: 'Column names in row 3' }).check();
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect
      .poll(() =>
        page
          .locator('input[aria-label="Contact field for Mobile"]')
          .inputValue()
          .catch(() => null),
      )
      .toBe('Phone number');
    await page.getByText('Is 05/06 in this column May 6 or June 5?').waitFor();
    await page.locator('input[aria-label="Date format in Birthday"]').click();
    await page.getByRole('option', { name: 'Day first: 05/06 is June 5' }).click();
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.getByRole('checkbox', { name: 'I confirm this' }).check();
    await page.getByRole('button', { name: 'Import 1 contact' }).click();
    await page.getByRole('heading', { name: 'Import results' }).waitFor();

    // Nobody is renamed by a file unless somebody wants it, and sees it before.
    await choose('July.csv', 'Mobile,First name,Birthday\n(415) 555-0321,Jen,1990-06-05\n12,Nobody,\n');
    await expect
      .poll(() => page.locator('input[aria-label="If it already has a value, for First name"]').inputValue())
      .toBe('Fill if empty');
    await page.locator('input[aria-label="If it already has a value, for First name"]').click();
    await page.getByRole('option', { name: 'Overwrite' }).click();
    await page.getByRole('button', { name: 'Preview import' }).click();
    const changes = page.getByRole('region', { name: 'Changes to existing contacts' });
    await changes.getByText('Grace Liu').waitFor();
    expect(await changes.locator('del').allInnerTexts()).toEqual(['Grace']);
    expect(await changes.locator('ins').allInnerTexts()).toEqual(['Jen']);
    await page.getByText('row 3: 12').waitFor();
    await page.getByRole('button', { name: 'Change country' }).click();
    const country = page.getByRole('combobox', { name: 'Numbers without a country code' });
    const id = await country.getAttribute('id');
    await expect.poll(() => page.locator('input:focus').getAttribute('id')).toBe(id);
    await close(page);
  });
});

describe('a business file', () => {
  const bella = "Bella's Pizzeria";
  test('is downloaded, and its new parts become drafts where they are imported', async () => {
    const page = await world.as('business@demo.test', '/business/settings/business-file', { acceptDownloads: true });
    const { name, content } = await downloaded(page, 'Download file');
    expect(name).toBe(`${bella} business file.json`);
    const input = page.locator('input[type=file]');
    const choose = (text: string) =>
      input.setInputFiles({ name: 'Trattoria.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose('{"format": "something else"}');
    await page.getByText('Trattoria.json isn’t a business file, or it’s from a newer version.').waitFor();

    const file = JSON.parse(content.toString()) as { campaigns: { key: string; name: string; keyword: string }[] };
    const [first] = file.campaigns;
    const other = { ...first!, key: crypto.randomUUID(), name: 'From the trattoria', keyword: 'TRATTORIA' };
    await choose(JSON.stringify({ ...file, campaigns: [...file.campaigns, other] }));
    await page.getByRole('checkbox', { name: 'From the trattoria' }).waitFor();
    // What is here already can't be chosen.
    await expect.poll(() => page.getByRole('checkbox', { name: first!.name, exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Import 1 draft' }).click();
    await page.getByText('1 imported as a draft.').waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: 'From the trattoria' }).isDisabled()).toBe(true);
    await close(page);
  });

  test('an agency copies a setup to its other businesses, sees it first, and copies it once', async () => {
    const page = await world.as('agency@demo.test', '/agency/businesses/copy-setup');
    await page.getByRole('combobox', { name: 'Business to copy' }).click();
    await page.getByRole('option', { name: bella }).click();
    await page.getByRole('group', { name: 'Campaigns and pages' }).waitFor();
    await page.getByRole('combobox', { name: 'Businesses' }).click();
    await page.getByRole('option', { name: 'Harbor Fitness' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview' }).click();
    const target = page.getByRole('list', { name: 'To' }).getByRole('listitem').first();
    await target.getByText('new').first().waitFor();
    await page.getByRole('button', { name: 'Copy to 1 business' }).click();
    await target.getByText(/drafts? added/).waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await target.getByText('nothing new', { exact: false }).waitFor();
    await close(page);
  });
});
