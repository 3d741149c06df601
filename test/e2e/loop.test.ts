import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { startTestApi, type Tenant, type TestApi } from '../integration/api/support.ts';
import { carrier, context, personOf, system } from '../support/callers.ts';
import { launchChromium } from '../support/chromium.ts';
import { buildRenderer } from '../support/renderer.ts';

let app: TestApi;
let tenant: Tenant;
let browser: Browser;
let origin: string;
const clock = { ahead: 0 };
beforeAll(async () => {
  app = await startTestApi({
    pages: await buildRenderer(),
    now: () => new Date(Date.now() + clock.ahead),
    config: { publicUrl: 'http://127.0.0.1' },
  });
  tenant = await app.addTenant('bella');
  origin = `http://${await app.listen()}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const phone = async (): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })).newPage();
const settled = (position: bigint | null) => app.runner.waitFor(position!, { timeoutMs: 60_000 });

/** Texts the business, and answers what comes back. */
async function texts(from: string, body: string): Promise<string> {
  const providerMessageId = `SM${randomUUID()}`;
  await app.commands.messages.receive(context(carrier), {
    provider: 'twilio',
    providerMessageId,
    from,
    to: tenant.number,
    body,
    media: [],
    receivedAt: new Date().toISOString(),
  });
  const messageId = uuidV5(namespaces.message, 'twilio', providerMessageId);
  await app.commands.messages.react(context(system), { messageId });
  await settled(await app.store.head());
  const { events } = await app.store.readAll(0n, { filter: { types: ['MessageQueued'] }, limit: 1_000 });
  const [answer] = events.filter(({ data }) => data['to'] === from);
  return String(answer!.data['body']);
}

it('goes from the first text to the reward in hand: link, friend, points, claim, till', async () => {
  const person = () => context(personOf(tenant.businessId, tenant.agencyId));
  const campaignId = randomUUID();
  const { campaigns, loops } = app.commands;
  await campaigns.create(person(), {
    campaignId,
    name: 'Bella & friends',
    type: 'loop',
    keyword: 'FRIENDS',
    reply: 'Share {{loop_link}} and see your points: {{loop_page}}',
    replyMedia: [],
    template: null,
    sections: {},
  });
  const rule = (given: object) =>
    loops.setRule(person(), { campaignId, rewardId: randomUUID(), rule: given as never, isNew: true });
  await rule({ kind: 'action', action: 'join', title: 'You’re in', points: 10, url: null });
  await rule({ kind: 'action', action: 'referral', title: 'A friend joins', points: 25, url: null });
  await rule({ kind: 'action', action: 'visit', title: 'See the specials', points: 5, url: `${origin}/l/none` });
  await rule({ kind: 'reward', title: 'Garlic knots', description: 'A basket for the table.', points: 40 });
  await settled((await campaigns.publishPage(person(), { campaignId })).position);
  clock.ahead += 2_000;

  // The first text: both links come back, and points are there.
  const said = await texts('+12025550147', 'FRIENDS');
  const [share, own] = [/\/l\/[\w-]{32}/.exec(said)![0], /\/t\/[\w-]{32}/.exec(said)![0]];
  const member = await phone();
  await member.goto(origin + own);
  expect(await member.locator('.pv-figures dd').first().innerText()).toBe('10');
  expect(await member.inputValue('#pv-own-link')).toBe(origin + share);
  expect(await member.locator('.pv-rewards button').count()).toBe(0);

  // The friend opens the link, joins, and has a page of their own with another link at once.
  const friend = await phone();
  await friend.goto(origin + share);
  clock.ahead += 10_000;
  await friend.fill('[name=name]', 'Bob Hill');
  await friend.fill('[name=email]', 'bob@example.test');
  await friend.click('button[type=submit]:visible');
  await friend.waitForURL(/\/t\//);
  const link = await friend.inputValue('#pv-own-link');
  expect(link).toMatch(/\/l\/[\w-]{32}$/);
  expect(link).not.toBe(origin + share);
  const entry = new URL(friend.url()).pathname.slice(3);
  const submissionId = app.identifiers.idOf('thanks', entry)!;
  await app.commands.pages.react(context(system), { submissionId });
  await app.commands.loops.joinFromPage(context(system), { submissionId });
  await settled(await app.store.head());

  // The member sees the points, does what earns the rest, and a reward unlocks.
  await member.reload();
  expect(await member.locator('.pv-figures dd').first().innerText()).toBe('35');
  const visit = member.locator('a[data-act]');
  const answered = member.waitForResponse(/\/api\/v1\/rewards\/.*\/action/);
  const [opened] = await Promise.all([member.context().waitForEvent('page'), visit.click()]);
  expect((await answered).status()).toBe(200);
  await opened.close();
  // The page also loads itself again when it is seen again: the two may meet.
  await member.goto(origin + own).catch(() => member.waitForLoadState());
  await member.locator('.pv-figures dd').first().filter({ hasText: /^40$/ }).waitFor();
  expect(await member.locator('a[data-act]').count()).toBe(0);

  // Claimed, shown at the counter, handed out there, once.
  await member.click('.pv-rewards button');
  await member.waitForURL((url) => !url.pathname.startsWith(own));
  const coupon = await member.locator('body').innerText();
  expect(coupon).toContain('Garlic knots');
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(coupon)![0];
  const till = (await app.call<{ data: { link: string } }>(tenant.token, 'POST', '/tills', { name: 'Front' })).body
    .data;
  const handOut = () =>
    app.call(null, 'POST', '/coupons/redemption', {
      unique_id: tenant.uniqueId,
      till: till.link.split('till=')[1]!,
      code,
      redemption_id: randomUUID(),
    });
  expect([(await handOut()).status, (await handOut()).status === 200]).toEqual([200, false]);
  await member.goto(origin + own);
  expect(await member.locator('.pv-rewards').innerText()).toContain('Picked up');
  expect(await member.locator('.pv-rewards button, .pv-rewards a').count()).toBe(0);

  // The link that was shared opens the loop's page, and nothing of the member.
  const stranger = await phone();
  await stranger.goto(origin + share);
  expect(await stranger.locator('.pv-figures').count()).toBe(0);
  expect((await stranger.goto(origin + own.replace(/.{32}$/, share.slice(3))))!.status()).toBe(404);
});
