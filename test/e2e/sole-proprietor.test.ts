import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { becomeReviewer, reaches, type Reviewer } from './reviewer.ts';
import { atRest, close, openWorld, type World } from './support.ts';

/** A person without an EIN registers, confirms a mobile phone, and is led to a registered number, in a real browser. */
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

test('a sole proprietor is asked for no EIN, and has the carrier’s text sent again', async () => {
  await page.getByRole('combobox', { name: 'Volume' }).click();
  await page.getByRole('option', { name: 'Sole proprietor: no EIN' }).click();
  await page.getByText('You get one campaign and one number').waitFor();
  expect(await page.getByLabel('EIN', { exact: true }).count()).toBe(0);
  expect(await page.getByLabel('Job title').count()).toBe(0);
  await page.getByLabel('Business name').fill('Bella’s Pizza');
  await page.getByRole('combobox', { name: 'Industry' }).click();
  await page.getByRole('option', { name: 'Hospitality' }).click();
  await page.getByLabel('Website').fill('https://bellas.example');
  await page.getByLabel('Street').fill('2200 Chestnut Street');
  await page.getByLabel('City').fill('San Francisco');
  await page.getByLabel('State', { exact: true }).fill('CA');
  await page.getByLabel('ZIP code').fill('94123');
  await page.getByLabel('First name').fill('Bella');
  await page.getByLabel('Last name').fill('Russo');
  await page.getByLabel('Email').fill('bella.russo@gmail.com');
  await page.getByLabel('Mobile phone').fill('(415) 555-0191');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit brand' }).click();
  const { codes_sent: sent } = await reviewer.undecided('brand');
  expect(sent).toBe(1);
  await reaches(world, page, 'Brand', 'In review');
  await page.getByText('The carrier texted (415) 555-0191. Answer that text within 24 hours.').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resend text' }).click();
  await eventually(
    () => reviewer.undecided('brand'),
    ({ codes_sent: count }) => count === 2,
  );
  await page.getByText('Code sent').first().waitFor();
});

test('operators read in their queue why it waits', async () => {
  const desk = await world.as('admin@demo.test', '/admin/settings/a2p');
  await desk.getByLabel('Search by business, agency or number').fill('Bella’s');
  await desk.waitForURL(/search=/);
  const row = desk.getByRole('row').filter({ hasText: 'Bella' });
  await row.getByText('The carrier is reviewing the brand.').waitFor();
  await atRest(desk);
  expect(await seriousIn(desk)).toEqual([]);
  await reviewer.decide('brand', 'refuse', 30915);
  await eventually(
    async () => {
      await desk.reload();
      await row.waitFor();
      return row.getByText('A sole proprietor with a tax ID registers as another kind of brand.').isVisible();
    },
    (isThere) => isThere,
  );
  await row.getByText('Cancel this brand and start a low-volume one with the EIN.').waitFor();
  await close(desk);
});

test('a mistaken refusal is corrected, and the one campaign and the one number are registered', async () => {
  await reaches(world, page, 'Brand', 'Refused');
  await page.getByText('A sole proprietor with a tax id registers as another brand type.').first().waitFor();
  await page.getByLabel('Business name').fill('Bella’s Pizzeria');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await reviewer.decide('brand', 'approve');
  await reaches(world, page, 'Brand', 'Verified');
  expect(await page.getByRole('combobox', { name: 'Use case' }).inputValue()).toBe('Sole Proprietor');
  await page.getByLabel('Privacy policy').fill('https://bellas.example/privacy');
  await page.getByLabel('Terms').fill('https://bellas.example/terms');
  await page.getByRole('button', { name: 'Submit campaign' }).click();
  await reviewer.decide('campaign', 'approve');
  await reaches(world, page, 'Campaign', 'Verified');
  await reviewer.decide('sender', 'approve');
  await reaches(world, page, 'Numbers', 'Registered');
  expect(await seriousIn(page)).toEqual([]);
});
