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
