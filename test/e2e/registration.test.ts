import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousIn } from '../support/axe.ts';
import { becomeReviewer, reaches, type Reviewer } from './reviewer.ts';
import { close, openWorld, type World } from './support.ts';

/** A business with a number is led to a verified campaign, refused once, in a real browser against the carrier's stand-in. */
let world: World;
let page: Page;
let reviewer: Reviewer;
beforeAll(async () => {
  world = await openWorld();
  reviewer = await becomeReviewer(world);
  page = await world.as('business@demo.test', '/business/settings?tab=2');
});
afterAll(async () => {
  await close(page);
  await world.close();
});

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
  await reaches(world, page, 'Brand', 'Submitting').catch(() => undefined);
  await reviewer.decide('brand', 'refuse', 30795);
  await reaches(world, page, 'Brand', 'Refused');
  await page.getByRole('button', { name: 'Change Legal name' }).click();
  expect(await page.evaluate<string>('document.activeElement.name')).toBe('legal_name');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByLabel('Legal name').fill('Bella’s Pizzeria Inc.');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await reviewer.decide('brand', 'approve');
  await reaches(world, page, 'Brand', 'Verified');
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
  await reviewer.decide('campaign', 'approve');
  await reaches(world, page, 'Campaign', 'Verified');
  await reviewer.decide('sender', 'approve');
  await reaches(world, page, 'Numbers', 'Registered');
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
