import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** A business with a number is led to a verified campaign, refused once, in a real browser against the carrier's stand-in. */
let world: World;
let page: Page;
beforeAll(async () => {
  world = await openWorld();
  // The reviewer is this test.
  const never = 90 * 86_400_000;
  await sandbox('PUT', '/sandbox/behaviour', { registration: { brandMs: never, campaignMs: never, numberMs: never } });
  page = await world.as('business@demo.test', '/business/settings?tab=2');
});
afterAll(async () => {
  await close(page);
  await world.close();
});

interface Held {
  readonly kind: 'brand' | 'campaign' | 'sender';
  readonly sid: string;
  readonly status?: string;
  readonly campaign_status?: string;
}
async function sandbox<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${world.app.sandboxUrl}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as T;
}
/** Decides once the carrier has it and nobody has decided. */
async function decide(kind: Held['kind'], outcome: 'approve' | 'refuse', code = 30909): Promise<void> {
  const held = await eventually(
    async () =>
      (await sandbox<{ data: Held[] }>('GET', '/sandbox/registrations')).data.find(
        (one) =>
          one.kind === kind &&
          (kind === 'sender' || ['PENDING', 'IN_PROGRESS'].includes(one.status ?? one.campaign_status ?? '')),
      ),
    (one) => one !== undefined,
  );
  await sandbox('POST', `/sandbox/registrations/${held!.sid}`, { outcome, code });
}
/** The step as the overview has it; the screen is read again until it says so. */
async function reaches(step: string, state: string): Promise<void> {
  const item = page.getByRole('listitem').filter({ hasText: step }).filter({ hasText: state }).first();
  await eventually(
    async () => {
      await page.goto(`${world.app.url}/business/settings?tab=2`);
      await page.getByRole('region', { name: 'Register with carriers' }).waitFor();
      return item.isVisible();
    },
    (isThere) => isThere,
  );
}

test('a brand is submitted, refused at its field, corrected there, and verified', async () => {
  await page.getByLabel('Legal name').fill('Bella’s Pizzeria LLC');
  await page.getByLabel('EIN', { exact: true }).fill('11-1111111');
  await page.getByRole('combobox', { name: 'Industry' }).click();
  await page.getByRole('option', { name: 'Hospitality' }).click();
  await page.getByLabel('Website').fill('https://bellas.example');
  await page.getByLabel('Street').fill('2200 Chestnut Street');
  await page.getByLabel('City').fill('San Francisco');
  await page.getByLabel('State', { exact: true }).fill('CA');
  await page.getByLabel('ZIP code').fill('94123');
  await page.getByLabel('First name').fill('Bella');
  await page.getByLabel('Last name').fill('Russo');
  await page.getByLabel('Email').fill('bella@bellas.example');
  await page.getByLabel('Phone', { exact: true }).fill('(415) 555-0191');
  await page.getByLabel('Job title').fill('Owner');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit brand' }).click();
  // Refused before a fee: no tax authority gives this number.
  await page.getByText('This is no EIN.').waitFor();
  await page.getByLabel('EIN', { exact: true }).fill('12-3456780');
  await page.getByRole('button', { name: 'Submit brand' }).click();
  await reaches('Brand', 'Submitting').catch(() => undefined);
  await decide('brand', 'refuse', 30795);
  await reaches('Brand', 'Refused');
  await page.getByRole('button', { name: 'Change Legal name' }).click();
  expect(await page.evaluate<string>('document.activeElement.name')).toBe('legal_name');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByLabel('Legal name').fill('Bella’s Pizzeria Inc.');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await decide('brand', 'approve');
  await reaches('Brand', 'Verified');
  const change = page.locator('.rg-changes > div', { hasText: 'Legal name' });
  await change.locator('del', { hasText: 'Bella’s Pizzeria LLC' }).waitFor();
  await change.locator('ins', { hasText: 'Bella’s Pizzeria Inc.' }).waitFor();
});

test('a campaign is composed from what the business has, submitted and verified; its number is registered', async () => {
  const flow = page.getByLabel('How people opt in');
  expect(await flow.inputValue()).toMatch(/PIZZA to \(415\) 555-0100.*STOP.*\/pages\/opt-in\/bellas-pizzeria/);
  await page.getByLabel('Privacy policy').fill('https://bellas.example/privacy');
  await page.getByLabel('Terms').fill('https://bellas.example/terms');
  await page.getByRole('button', { name: 'Submit campaign' }).click();
  await decide('campaign', 'approve');
  await reaches('Campaign', 'Verified');
  await decide('sender', 'approve');
  await reaches('Numbers', 'Registered');
  expect(await seriousIn(page)).toEqual([]);
});

test('anyone can see every way in, with its words', async () => {
  const guest = await world.guest();
  await guest.goto(`${world.app.url}/pages/opt-in/bellas-pizzeria`);
  await guest.getByText('Text PIZZA to (415) 555-0100.').waitFor();
  expect(await seriousIn(guest)).toEqual([]);
  const missing = await guest.goto(`${world.app.url}/pages/opt-in/nobody-here`);
  expect(missing?.status()).toBe(404);
  await close(guest);
});
