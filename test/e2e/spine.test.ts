import type { Browser, Page } from 'playwright-core';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, client, startApplication } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { launchChromium } from '../support/chromium.ts';

/** The product's main job, in a real browser against the real product: see the README's three steps. */
let app: Application;
let browser: Browser;
const number = '+14155550100';

beforeAll(async () => {
  app = await startApplication();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});

async function signedIn(path = '/business/livechat'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${app.url}${path}`);
  await page.getByLabel('E-mail').fill('business@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(app.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**${path}`);
  return page;
}

const seriousIn = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`);

describe('a text message comes in', () => {
  test('sign-in returns to the path that was asked for, and refuses a wrong password without saying why', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${app.url}/business/contacts`);
    await page.getByLabel('E-mail').fill('business@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByText(/e-mail address or (the )?password/i)
      .first()
      .waitFor();
    await page.getByLabel('Password', { exact: true }).fill(app.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/business/contacts');
    await page.close();
  });

  test('a keyword opts in, is answered and shows in two browsers at once; an answer reaches the phone; STOP ends it', async () => {
    const from = '+14155551234';
    const { text, phone } = client(app);
    const first = await signedIn();
    const second = await signedIn();

    await text(from, number, 'pizza');
    for (const page of [first, second]) await page.getByRole('button', { name: /^All/ }).click();
    for (const page of [first, second]) await page.getByText('(415) 555-1234').first().waitFor();
    await first.getByText('(415) 555-1234').first().click();
    await first.getByText('pizza', { exact: true }).last().waitFor();
    await first.getByText('Delivered').first().waitFor();
    await first
      .getByText(/Subscribed/)
      .first()
      .waitFor();

    await first
      .getByRole('textbox', { name: /message/i })
      .last()
      .fill('See you at six!');
    await first.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(
      () => phone(from),
      (messages) => messages.some((message) => message.body === 'See you at six!' && message.to === from),
    );
    await second.getByText('See you at six!').first().waitFor();

    await text(from, number, 'Thanks, see you');
    await second.getByText('Thanks, see you').first().waitFor();

    await text(from, number, 'STOP');
    await first
      .getByText(/opted out/i)
      .first()
      .waitFor();
    const afterStop = await eventually(
      () => phone(from),
      (messages) => messages.at(-1)?.to === from && /unsubscribed|no more|opted out/i.test(messages.at(-1)?.body ?? ''),
    );
    expect(
      afterStop.filter((message) => /unsubscribed|no more|opted out/i.test(message.body) && message.to === from),
    ).toHaveLength(1);
    await eventually(
      () => first.getByRole('button', { name: 'Send', exact: true }).count(),
      (count) => count === 0,
    );
    expect(await seriousIn(first)).toEqual([]);
    await first.close();
    await second.close();
  });

  test('the inbox is by need: a keyword asks for nothing, words wait until they are answered, reading takes the bell', async () => {
    const { call, signIn, text, phone } = client(app);
    await signIn('business@demo.test');
    const counts = async () =>
      (await call<{ meta: { counts: { needs_reply: number } } }>('GET', '/livechat')).meta.counts.needs_reply;
    const [before, from] = [await counts(), '+14155553456'];
    await text('+14155553457', number, 'PIZZA');
    await text(from, number, 'Is the patio heated?');
    await eventually(counts, (count) => count === before + 1);
    const page = await signedIn();
    await page.getByRole('link', { name: /Is the patio heated/ }).waitFor();
    expect(await page.getByRole('link', { name: /555-3457/ }).count()).toBe(0);

    // By keyboard alone: one Tab stop, r to the field, Enter sends, and what is open stays in sight though it is answered.
    await page.getByRole('link', { name: /Is the patio heated/ }).focus();
    expect(await page.locator('.bk-conversation[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: /Message to/ }).waitFor();
    await eventually(
      () => page.evaluate<string>(`document.activeElement?.tagName ?? ''`),
      (focused) => focused === 'TEXTAREA',
    );
    await page.getByRole('link', { name: /Is the patio heated/ }).waitFor();
    await eventually(
      async () => (await call<{ unread: number; notifications_unread: number }>('GET', '/live-data')).unread,
      (unread) => unread === 0,
    );
    await page.keyboard.type('Yes, it’s heated');
    await page.getByRole('button', { name: /segment/ }).click();
    await page.getByRole('button', { name: /Write ' instead/ }).click();
    await page.getByRole('textbox', { name: /Message to/ }).press('Enter');
    await eventually(
      () => phone(from),
      (messages) => messages.some((message) => message.body === "Yes, it's heated"),
    );
    await eventually(counts, (count) => count === before);
    expect(await page.locator(`.bk-conversation.open`).count()).toBe(1);
    expect(await seriousIn(page)).toEqual([]);

    // e closes what is in the list and goes on.
    await page.getByRole('button', { name: /^All/ }).click();
    const row = page.getByRole('link', { name: /Yes, it's heated/ });
    await row.focus();
    await page.keyboard.press('e');
    await row.waitFor({ state: 'detached' });
    await page.close();
  });

  test('texts wait while the server can’t be reached, survive a reload, and go once', async () => {
    const { text, phone, call, signIn } = client(app);
    await signIn('business@demo.test');
    const from = '+14155554567';
    await text(from, number, 'Hello?');
    const [conversation] = await eventually(
      async () => (await call<{ data: { id: string }[] }>('GET', '/livechat?search=5554567')).data,
      (found) => found.length === 1,
    );
    const page = await signedIn('/business/livechat');
    await page.goto(`${app.url}/business/livechat?contact=${conversation!.id}`);
    const field = page.getByRole('textbox', { name: /Message to/ });
    await field.waitFor();
    // The server takes the first, and its answer is lost; the second never gets there.
    let lost = 0;
    await page.route('**/livechat/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if ((lost += 1) === 1) await route.fetch();
      await route.abort();
    });
    for (const body of ['First', 'Second']) {
      await field.fill(body);
      await field.press('Enter');
    }
    await page.getByText('Waits for the connection').first().waitFor();
    await page.unroute('**/livechat/messages');
    await page.reload();
    const received = await eventually(
      async () => (await phone(from)).filter((message) => message.to === from).map((message) => message.body),
      (bodies) => bodies.includes('Second'),
    );
    expect(received).toEqual(['First', 'Second']);
    await page.getByText('Waits for the connection').first().waitFor({ state: 'detached' });
    await page.close();
  });

  test('on a phone with its keyboard open a conversation is the thread and its field, and threads open at their end', async () => {
    const { text, call, signIn } = client(app);
    await signIn('business@demo.test');
    const from = '+14155555678';
    for (let index = 0; index < 30; index += 1) await text(from, number, `Line ${index}`);
    const [conversation] = await eventually(
      async () => (await call<{ data: { id: string; unread: number }[] }>('GET', '/livechat?search=5555678')).data,
      (found) => found[0]?.unread === 30,
    );
    await call('POST', `/livechat/${conversation!.id}/read`, {});
    const page = await signedIn();
    await page.setViewportSize({ width: 390, height: 470 });
    await page.goto(`${app.url}/business/livechat?contact=${conversation!.id}`);
    const thread = page.getByRole('region', { name: /Messages with/ });
    await thread.getByText('Line 29', { exact: true }).waitFor();
    expect((await thread.boundingBox())!.height).toBeGreaterThanOrEqual(300);
    for (const gone of ['.bk-top', '.bk-side', '.bk-sandbox'])
      expect(await page.locator(gone).isVisible(), gone).toBe(false);
    const fromEnd = () =>
      page.evaluate<number>(`(() => {
        const box = document.querySelector('.bk-timeline');
        return box.scrollHeight - box.scrollTop - box.clientHeight;
      })()`);
    await eventually(fromEnd, (distance) => distance <= 1);
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(fromEnd, (distance) => distance <= 1);
    expect(await seriousIn(page)).toEqual([]);
    await page.close();
  });

  test('sending to somebody who opted out is refused with the reason', async () => {
    const { call, signIn, text } = client(app);
    await signIn('business@demo.test');
    const from = '+14155552345';
    await text(from, number, 'PIZZA');
    const [conversation] = await eventually(
      async () =>
        (await call<{ data: { id: string }[] }>('GET', `/livechat?search=${encodeURIComponent('5552345')}`)).data,
      (found) => found.length === 1,
    );
    await text(from, number, 'stop');
    await eventually(
      () => call<{ data: { contact_status: string } }>('GET', `/livechat/${conversation!.id}`),
      (reply) => reply.data.contact_status === 'optedOut',
    );
    await expect(
      call('POST', '/livechat/messages', { contact_id: conversation!.id, body: 'One more thing' }),
    ).rejects.toThrow(/422.*contact_opted_out/s);
  });

  test('dashboard, contacts and notifications show it, at desktop and phone width, with nothing serious for axe', async () => {
    const page = await signedIn('/business/dashboard');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [
        '/business/dashboard',
        '/business/contacts',
        '/business/notifications',
        '/business/livechat',
      ]) {
        await page.goto(`${app.url}${path}`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        expect(await seriousIn(page), `${path} at ${width}`).toEqual([]);
        const overflow = await page.evaluate<number>(
          `document.documentElement.scrollWidth - document.documentElement.clientWidth`,
        );
        expect(overflow, `${path} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    await page.close();
  });

  test('signing out ends the session', async () => {
    const page = await signedIn('/business/dashboard');
    await page
      .getByRole('button', { name: /account|profile/i })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /log ?out/i }).click();
    await page.waitForURL('**/login**');
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    await page.close();
  });
});
