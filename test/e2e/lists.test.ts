import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** Lists, the palette and what stands around the screens, in a real browser. */
let world: World;
const number = '+14155550100';
const phones = Array.from({ length: 23 }, (_, index) => `+1415555${String(2300 + index)}`);

beforeAll(async () => {
  world = await openWorld();
  const { call, signIn, text } = client(world.app);
  await signIn('business@demo.test');
  for (const from of phones) await text(from, number, 'PIZZA');
  await eventually(
    () => call<{ meta: { total: number } }>('GET', '/contacts?status=subscribed'),
    ({ meta }) => meta.total >= phones.length,
  );
});
afterAll(() => world.close());

const opened = (path: string, options: BrowserContextOptions = {}): Promise<Page> =>
  world.as('business@demo.test', path, options);
const rows = (page: Page) => page.locator('tbody a[data-row]');
const focused = (page: Page) => page.evaluate<string | null>(`document.activeElement.getAttribute('data-row')`);

describe('a list', () => {
  test('is where it was after a reload, after what stands beside it, and after Back', async () => {
    const { call, signIn } = client(world.app);
    await signIn('business@demo.test');
    const second = '/contacts?status=subscribed&sort_by=phone&sort_desc=0&page=2';
    const { id } = (await call<{ data: { id: string }[] }>('GET', second)).data[0]!;
    const isFirst = () => expect.poll(() => rows(page).first().getAttribute('data-row'), { timeout: 30_000 }).toBe(id);
    const page = await opened('/business/contacts');
    await page.getByRole('radio', { name: 'Subscribed' }).click();
    await page.getByRole('button', { name: /sort by phone/i }).click();
    await page.getByRole('button', { name: /next/i }).click();
    await page.waitForURL(/status=subscribed.*page=2|page=2.*status=subscribed/);
    await page.getByText('11–20 of').waitFor();
    // The pager is there before its rows.
    await isFirst();
    await page.reload();
    await page.getByText('11–20 of').waitFor();
    await isFirst();

    await rows(page).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('11–20 of').waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('phone-asc');

    await page.goto(`${world.app.url}/business/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.goBack();
    await page.getByText('11–20 of').waitFor();
    await page.getByLabel('Rows').selectOption('25');
    await eventually(
      () => rows(page).count(),
      (count) => count >= phones.length,
    );
    await close(page);
  });

  test('is one Tab stop; arrows go from row to row, and a link opens in another tab', async () => {
    const page = await opened('/business/contacts');
    await rows(page).nth(9).waitFor();
    await expect.poll(() => page.locator('tbody [tabindex="0"]').count()).toBe(1);
    const keys = await rows(page).evaluateAll((links) => links.map((link) => link.getAttribute('data-row')));
    await rows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe(keys[2]);
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe(keys.at(-1));
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBeNull();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      rows(page)
        .nth(1)
        .click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.getByRole('dialog').waitFor();
    expect(new URL(tab.url()).searchParams.get('contact')).toBe(keys[1]);
    expect(new URL(page.url()).searchParams.get('contact')).toBeNull();
    await close(page);
  });
});

describe('around the screens', () => {
  test('the palette chooses its first hit: part of a number and Enter open the conversation', async () => {
    const page = await opened('/business/dashboard');
    await page.getByRole('button', { name: /search or jump/i }).click();
    await page.getByPlaceholder(/contacts/i).fill('5552307');
    await page.locator('[data-action][data-selected]', { hasText: '555-2307' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/business/livechat?contact=*');
    await close(page);
  });

  test('being offline is seen on a phone, and over when it is over', async () => {
    const page = await opened('/business/dashboard', { viewport: { width: 390, height: 844 } });
    await page.context().setOffline(true);
    const bar = page.getByText(/you’re offline/i);
    await bar.waitFor();
    expect((await bar.locator('..').boundingBox())?.width).toBe(390);
    await page.context().setOffline(false);
    await bar.waitFor({ state: 'detached' });
    await close(page);
  });

  test('a refused field says so at the field and nowhere else', async () => {
    const page = await opened('/business/profile');
    await page.getByLabel('Current password').fill('not-my-password');
    await page.getByLabel('New password', { exact: true }).fill('a much better password');
    await page.getByRole('button', { name: /change password/i }).click();
    await page.locator('.bk-field .error').first().waitFor();
    expect(await page.locator('.bk-toast').count()).toBe(0);
    await close(page);
  });

  test('whatever a finger can press takes 44 px', async () => {
    const page = await opened('/business/contacts', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.locator('.bk-cards a').first().waitFor();
    const small = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('main button, main a, header button, nav a')]
      .filter((one) => one.offsetParent !== null && one.closest('p, [role=note]') === null)
      .map((one) => [one.getBoundingClientRect(), one])
      .filter(([box]) => box.height > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(([box, one]) => [one.textContent, Math.round(box.width), Math.round(box.height)].join(' '))`);
    expect(small).toEqual([]);
    await close(page);
  });

  test('the sign-in brings neither the component library nor schemas', async () => {
    const page = await world.guest();
    await page.goto(`${world.app.url}/login`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const files = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`);
    expect(files.filter((file) => /library|workspace|forms|charts/.test(file))).toEqual([]);
    await close(page);
  });
});
