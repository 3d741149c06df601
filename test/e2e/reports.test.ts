import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, looksRight, openNewWorld, type World } from './support.ts';

/** From a figure of the dashboard to its texts, and from one text to how it came about. */
let world: World;
beforeAll(async () => {
  world = await openNewWorld({ DEMO: 'on' });
  const { call, signIn } = client(world.app);
  await eventually(
    async () => {
      await signIn('business@demo.test').catch(() => undefined);
      return call<{ meta?: { total: number } }>('GET', '/reports/sms-list?direction=out').catch(() => ({
        meta: undefined,
      }));
    },
    ({ meta }) => (meta?.total ?? 0) > 50,
    120_000,
  );
});
afterAll(() => world.close());

test('a figure of the dashboard leads to its texts, and a text opens to its timeline', async () => {
  const page = await world.as('business@demo.test', '/business/dashboard', { viewport: { width: 1440, height: 900 } });
  await page.getByRole('link', { name: 'Texts sent' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  expect(page.url()).toContain('by=sent');
  await page
    .getByRole('link', { name: /Open the text of/ })
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
