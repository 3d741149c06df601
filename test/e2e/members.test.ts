import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, heading, linkEmailedTo, openWorld, rowAction, signInToken, type World } from './support.ts';

/** An owner invites a teammate, who accepts, works in the inbox, and sees nothing else. */
let world: World;
let owner: Page;
const team = '/business/settings?tab=9';
const address = 'ana@example.test';
const number = '+14155550100';
const customer = '+12025550166';

beforeAll(async () => {
  world = await openWorld();
  owner = await world.as('business@demo.test', team);
});
afterAll(() => world.close());

/** Pictures for whoever looks, where a folder is named. */
const picture = async (page: Page, name: string) => {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};
const as = async (token: string, path: string): Promise<Page> => {
  const page = await world.guest();
  await page.context().addInitScript((value) => {
    localStorage.setItem('access_token', value);
  }, token);
  await page.goto(`${world.app.url}${path}`);
  return page;
};

test('an owner invites an agent, who answers a text, can not see the settings, and is removed', async () => {
  await owner.getByRole('list', { name: 'Team' }).getByText('business@demo.test').waitFor();
  await owner.getByRole('button', { name: 'Invite teammate' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Ana');
  await dialog.getByLabel('Last name').fill('Ortiz');
  await dialog.getByLabel('Email').fill(address);
  await dialog.getByRole('radio', { name: 'Agent' }).check();
  await picture(owner, 'invite');
  expect(await seriousIn(owner)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.waitFor({ state: 'detached' });
  await owner
    .getByRole('listitem')
    .filter({ hasText: address })
    .getByText(/Invited until/)
    .waitFor();
  await picture(owner, 'team');

  const guest = await world.guest();
  await guest.goto(await linkEmailedTo(world.app, address));
  await guest
    .getByLabel(/new password/i)
    .first()
    .fill(world.app.password);
  await guest.getByRole('button', { name: 'Set password' }).click();
  const token = await eventually(
    () => signInToken(world.app, address, world.app.password).catch(() => null),
    (found) => found !== null,
  );
  await close(guest);

  const api = client(world.app);
  await api.signIn('business@demo.test');
  await api.text(customer, number, 'Do you have a table for two?');
  const agent = await as(token!, '/login');
  await agent.waitForURL(/\/business\/livechat/);
  await agent.locator('[data-id]').first().click();
  await agent.getByRole('textbox', { name: /Message to/ }).fill('Yes, at eight.');
  await agent.keyboard.press('Enter');
  await eventually(
    () => api.phone(customer),
    (texts) => texts.some(({ to, body }) => to === customer && body === 'Yes, at eight.'),
  );
  await picture(agent, 'agent');
  const menu = agent.getByRole('navigation').first();
  expect(await menu.getByRole('link', { name: 'Contacts' }).count()).toBe(1);
  expect(await menu.getByRole('link', { name: 'Settings' }).count()).toBe(0);

  await agent.goto(`${world.app.url}/business/settings`);
  await heading(agent, /isn’t part of your role/).waitFor();
  expect(await seriousIn(agent)).toEqual([]);
  await picture(agent, 'forbidden');
  await agent.getByRole('link', { name: 'Go to the inbox' }).click();
  await agent.waitForURL(/\/business\/livechat/);
  await agent.goto(`${world.app.url}/business/contacts`);
  await heading(agent, 'Contacts').waitFor();
  await agent.waitForLoadState('networkidle');
  expect(await agent.getByRole('button', { name: /Export|More actions/ }).count()).toBe(0);
  await picture(agent, 'contacts');

  await owner.reload();
  await rowAction(owner, address, /Remove from team/);
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove teammate' }).click();
  await owner.getByRole('listitem').filter({ hasText: address }).waitFor({ state: 'detached' });
  await agent.waitForURL(/\/login/);
}, 240_000);

test('a teammate leaves the team, is signed out and can not sign in again; the last owner stays', async () => {
  // Whom a test may lose: Marta, of the demo.
  const marta = await world.as('marta@demo.test', '/business/profile');
  const leave = async (page: Page) => {
    await page.getByRole('button', { name: 'Leave team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave the team of Bella’s Pizzeria?'.replace('’', "'") });
    await dialog.waitFor();
    await picture(page, 'leave');
    expect(await seriousIn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Leave team' }).click();
  };
  await leave(marta);
  await marta.waitForURL(/\/login/);
  await expect(signInToken(world.app, 'marta@demo.test', world.app.password)).rejects.toThrow('could not sign in');
  await close(marta);

  const last = await world.as('business@demo.test', '/business/profile');
  await leave(last);
  await last
    .getByText(/one owner/i)
    .first()
    .waitFor();
  await last.reload();
  await heading(last, 'My account').waitFor();
  await close(last);
});

test('looks right on a phone', async () => {
  const phone = await world.as('business@demo.test', team, { viewport: { width: 390, height: 844 } });
  await phone.getByRole('list', { name: 'Team' }).waitFor();
  expect(await phone.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  expect(await seriousIn(phone)).toEqual([]);
  await picture(phone, 'team-phone');
});
