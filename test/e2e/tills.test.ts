import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Redemption } from '../../api/contract/redemptions.ts';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, rowAction, type World } from './support.ts';

/** A till is opened on the owner's screen, used on phones, and closed again: each in a browser of its own. */
let world: World;
let codes: { readonly code: string; readonly contactId: string | null }[];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const tills = '/business/campaigns?tab=tills';

beforeAll(async () => {
  world = await openWorld();
  const { call, signIn, text } = client(world.app);
  await signIn('business@demo.test');
  const [campaign] = (await call<{ data: { id: string }[] }>('GET', '/campaigns?search=PIZZA')).data;
  await call('PUT', `/coupons/${campaign!.id}`, {
    discount_type: 'money',
    discount_amount: 500,
    offer_title: '$5 off any pizza',
    day_to_expire: 30,
  });
  for (let person = 0; person < 6; person += 1) await text(`+1415555130${person}`, '+14155550100', 'PIZZA');
  const { data } = await eventually(
    () => call<{ data: Redemption[] }>('GET', '/redemptions?status=open'),
    (answer) => answer.data.length === 6,
  );
  codes = data.map(({ code, contact_id: contactId }) => ({ code, contactId }));
});
afterAll(() => world.close());

const nextCode = (): string => codes.shift()!.code;

/** Opens a till on the owner's screen; answers its link and the code to be typed. */
async function open(owner: Page, name: string) {
  await owner.getByRole('button', { name: 'Open till' }).first().click();
  await owner.getByLabel('Name of the till').fill(name);
  await owner.getByRole('button', { name: 'Open the till' }).click();
  const dialog = owner.getByRole('dialog', { name: `${name} is open` });
  await dialog.waitFor();
  const [link, code] = await dialog.locator('.bk-copy .value').allTextContents();
  expect(await seriousIn(owner)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return { link: link!, code: code! };
}

async function phoneAt(link: string): Promise<Page> {
  const page = await world.guest(phone);
  await page.goto(link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
async function lookUp(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.locator('.coupon .state').waitFor();
}
const redeem = (page: Page) => page.getByRole('button', { name: 'Redeem', exact: true }).click();
const looksRight = async (page: Page): Promise<void> => {
  expect(await seriousIn(page)).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
};

test('a till is opened, redeems, takes back, loses a race knowing to whom, and is closed', async () => {
  const owner = await world.as('business@demo.test', tills);
  const bar = await open(owner, 'Bar');
  const door = await open(owner, 'Door');
  const [one, two] = [await phoneAt(bar.link), await phoneAt(door.link)];
  await one.locator('.place', { hasText: 'Bar' }).waitFor();
  // The token is kept on the device and is gone from the address.
  expect(one.url()).not.toContain('#till=');
  await looksRight(one);

  const code = nextCode();
  await lookUp(one, code);
  await lookUp(two, code.toLowerCase().replace('-', ''));
  await looksRight(one);
  await redeem(one);
  await one.getByText('Redeemed', { exact: true }).waitFor();
  // The other till has the same coupon before it, still good as far as it knows.
  await redeem(two);
  await two
    .getByRole('alert')
    .filter({ hasText: /Used .+, Bar/ })
    .waitFor();
  await looksRight(two);

  await one.getByRole('button', { name: /^Undo/ }).first().click();
  await one.getByText('Undone. The coupon is valid again.').waitFor();
  await lookUp(two, code);
  await redeem(two);
  await two.getByText('Redeemed', { exact: true }).waitFor();
  await looksRight(two);

  // The owner sees where.
  await owner.goto(`${world.app.url}/business/campaigns?tab=redemptions&status=redeemed`);
  const row = owner.locator('tr', { hasText: code });
  await row.getByText('Door').waitFor();
  expect(await seriousIn(owner)).toEqual([]);

  await owner.goto(`${world.app.url}${tills}`);
  await rowAction(owner, 'Door', /Close the till/);
  await owner.getByRole('dialog').getByRole('button', { name: 'Close the till' }).click();
  await owner.getByText('Door is closed.').waitFor();
  const other = nextCode();
  await two.getByRole('button', { name: 'Next coupon' }).click();
  await two.getByLabel('Code', { exact: true }).fill(other);
  await two.getByRole('button', { name: 'Look up' }).click();
  await two.getByText('Show this at the counter').waitFor();
  await expect.poll(() => two.getByRole('button', { name: 'Redeem', exact: true }).count()).toBe(0);
  await two.reload();
  await two.getByText('This device is not a till any more.').waitFor();
  await looksRight(two);
  for (const page of [owner, one, two]) await close(page);
}, 240_000);

test('two tills at once: one wins, the other hears of it', async () => {
  const owner = await world.as('business@demo.test', tills);
  const left = await open(owner, 'Left');
  const right = await open(owner, 'Right');
  const pages = [await phoneAt(left.link), await phoneAt(right.link)];
  const code = nextCode();
  for (const page of pages) await lookUp(page, code);
  await Promise.all(pages.map(redeem));
  const ends = await Promise.all(
    pages.map(async (page) => {
      const won = page.locator('.coupon.done');
      const lost = page.getByRole('alert').filter({ hasText: 'Used ' });
      await won.or(lost).waitFor();
      return (await won.count()) === 1;
    }),
  );
  expect(ends.filter(Boolean)).toHaveLength(1);
  for (const page of [owner, ...pages]) await close(page);
}, 240_000);

test('a phone becomes a till by the code, too; the owner redeems, takes back and withdraws on the screen', async () => {
  const owner = await world.as('business@demo.test', tills);
  const { link, code: pairing } = await open(owner, 'Window');
  const page = await phoneAt(link.split('#')[0]!);
  await looksRight(page);
  await page.getByText('Make this device a till', { exact: false }).first().click();
  await page.getByLabel('Code of the till').fill(pairing.toLowerCase());
  await page.getByRole('button', { name: 'Make it a till' }).click();
  await page.locator('.place', { hasText: 'Window' }).waitFor();

  const code = nextCode();
  await owner.goto(`${world.app.url}/business/campaigns?tab=redemptions&search=${code}`);
  await rowAction(owner, code, /^Redeem$/);
  await owner.getByRole('dialog').getByRole('button', { name: 'Redeem', exact: true }).click();
  await owner.locator('tr', { hasText: code }).getByText('Redeemed').waitFor();
  await lookUp(page, code);
  await page.getByText(/on a screen of the business/).waitFor();
  await rowAction(owner, code, /Undo redemption/);
  await owner.locator('tr', { hasText: code }).getByText('Valid', { exact: true }).waitFor();
  await rowAction(owner, code, /^Extend$/);
  await owner.getByRole('dialog').getByRole('button', { name: 'Extend', exact: true }).click();
  await owner.getByText('Extended.', { exact: false }).waitFor();
  await rowAction(owner, code, /^Revoke$/);
  await owner.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await owner.locator('tr', { hasText: code }).getByText('Revoked').waitFor();
  await lookUp(page, code);
  await page.locator('.coupon.revoked').waitFor();
  for (const one of [owner, page]) await close(one);
}, 240_000);

test('the coupons of a contact stand beside the list and the chat; its own page has nothing that axe minds', async () => {
  const { code, contactId } = codes.shift()!;
  const owner = await world.as('business@demo.test', `/business/contacts?contact=${contactId}`);
  await owner.getByRole('dialog').getByText(code).waitFor();
  expect(await seriousIn(owner)).toEqual([]);
  await owner.goto(`${world.app.url}/business/livechat?contact=${contactId}`);
  await owner.locator('.bk-panel').getByText(code).waitFor();
  expect(await seriousIn(owner)).toEqual([]);
  await close(owner);
}, 120_000);
