import { afterAll, beforeAll, expect, test } from 'vitest';
import { close, looksRight, openWorld, type World } from './support.ts';

/** From a figure of the dashboard to its texts, and from one text to how it came about. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a figure of the dashboard leads to its texts, and a text opens to its timeline', async () => {
  const page = await world.as('business@demo.test', '/business/dashboard', { viewport: { width: 1440, height: 900 } });
  const figure = page.locator('.bk-figure', { has: page.getByRole('link', { name: 'Messages sent' }) });
  const sent = (await figure.locator('.value').innerText()).trim();
  await figure.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  const [all] = await page.locator('.rep-page .bk-figure .value').allInnerTexts();
  expect(all!.trim()).toBe(sent);
  await page
    .getByRole('link', { name: /^Open the text of/ })
    .first()
    .press('Enter');
  const text = page.getByRole('dialog', { name: 'Text' });
  await text.getByRole('heading', { name: 'Timeline' }).waitFor();
  expect(await text.locator('.rep-history li').count()).toBeGreaterThan(0);
  await close(page);

  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
  const agency = await world.as('agency@demo.test', '/agency/reports?group_by=business', phone);
  await looksRight(world.app, agency, ['/agency/reports?group_by=business']);
  await close(agency);
});
