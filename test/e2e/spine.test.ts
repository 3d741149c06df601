import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** The product's main job, in a real browser against the real product: see the README's three steps. */
let world: World;
const number = '+14155550100';
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const onAPhone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** px: how far a thread is scrolled away from its end. */
const fromEnd = (page: Page) => () =>
  page.evaluate<number>(`(() => {
    const box = document.querySelector('.bk-timeline');
    return box.scrollHeight - box.scrollTop - box.clientHeight;
  })()`);
const signedIn = (path = '/business/livechat'): Promise<Page> => world.as('business@demo.test', path);

describe('a text message comes in', () => {
  test('a keyword opts in, is answered and shows in two browsers at once; an answer reaches the phone; STOP ends it', async () => {
    const from = '+14155551234';
    const { text, phone } = client(world.app);
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
    await close(first);
    await close(second);
  });

  test('the inbox is by need: a keyword asks for nothing, words wait until they are answered, reading takes the bell', async () => {
    const { call, signIn, text, phone } = client(world.app);
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
    await page.getByRole('button', { name: /Use ' instead/ }).click();
    await page.getByRole('textbox', { name: /Message to/ }).press('Enter');
    await eventually(
      () => phone(from),
      (messages) => messages.some((message) => message.body === "Yes, it's heated"),
    );
    await eventually(counts, (count) => count === before);
    await expect.poll(() => page.locator(`.bk-conversation.open`).count()).toBe(1);
    expect(await seriousIn(page)).toEqual([]);

    // e closes what is in the list and goes on.
    await page.getByRole('button', { name: /^All/ }).click();
    const row = page.getByRole('link', { name: /Yes, it's heated/ });
    await row.focus();
    await page.keyboard.press('e');
    await row.waitFor({ state: 'detached' });
    await close(page);
  });

  test('texts wait while the server can’t be reached, survive a reload, and go once', async () => {
    const { text, phone, call, signIn } = client(world.app);
    await signIn('business@demo.test');
    const from = '+14155554567';
    await text(from, number, 'Hello?');
    const [conversation] = await eventually(
      async () => (await call<{ data: { id: string }[] }>('GET', '/livechat?search=5554567')).data,
      (found) => found.length === 1,
    );
    const page = await signedIn('/business/livechat');
    await page.goto(`${world.app.url}/business/livechat?contact=${conversation!.id}`);
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
    await page.getByText('Waiting for connection').first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    const received = await eventually(
      async () => (await phone(from)).filter((message) => message.to === from).map((message) => message.body),
      (bodies) => bodies.includes('Second'),
    );
    expect(received).toEqual(['First', 'Second']);
    await page.getByText('Waiting for connection').first().waitFor({ state: 'detached' });
    await close(page);
  });

  test('on a phone with its keyboard open a conversation is the thread and its field, and threads open at their end', async () => {
    const { text, call, signIn } = client(world.app);
    await signIn('business@demo.test');
    const from = '+14155555678';
    for (let index = 0; index < 30; index += 1) await text(from, number, `Line ${index}`);
    const [conversation] = await eventually(
      async () => (await call<{ data: { id: string; unread: number }[] }>('GET', '/livechat?search=5555678')).data,
      (found) => found[0]?.unread === 30,
    );
    await call('POST', `/livechat/${conversation!.id}/read`, {});
    const page = await world.as('business@demo.test', '/business/livechat', onAPhone);
    // What an iPhone's keyboard leaves of 844 px.
    await page.setViewportSize({ width: 390, height: 420 });
    await page.goto(`${world.app.url}/business/livechat?contact=${conversation!.id}`);
    const thread = page.getByRole('region', { name: /Messages with/ });
    await thread.getByText('Line 29', { exact: true }).waitFor();
    expect((await thread.boundingBox())!.height).toBeGreaterThanOrEqual(300);
    for (const gone of ['.bk-top', '.bk-side', '.bk-sandbox']) await page.locator(gone).waitFor({ state: 'hidden' });
    await eventually(fromEnd(page), (distance) => distance <= 1);
    // To answer with it open, and back: the keyboard goes, the thread has its room and is still at its end.
    await page.getByRole('textbox', { name: /Message to/ }).tap();
    await page.keyboard.type('Six lines and more');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await thread.getByText('Six lines and more').waitFor();
    await eventually(fromEnd(page), (distance) => distance <= 1);
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(fromEnd(page), (distance) => distance <= 1);
    expect(await seriousIn(page)).toEqual([]);
    // Back in the list the bars are there again.
    await page.getByLabel('Back to conversations').tap();
    await page.getByRole('button', { name: /^All/ }).waitFor();
    await page.locator('.bk-top').waitFor();
    await close(page);
  });

  test('a thread with pictures opens at its end, and nothing in it moves when they come', async () => {
    const { call, signIn } = client(world.app);
    await signIn('business@demo.test');
    const from = '+14155556789';
    const data = (
      await sharp({ create: { width: 600, height: 800, channels: 3, background: '#a63' } })
        .png()
        .toBuffer()
    ).toString('base64');
    for (const body of ['One', 'Two', 'Three', 'The last'])
      await fetch(`${world.app.sandboxUrl}/phone/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from, to: number, body, media: [{ contentType: 'image/png', data }] }),
      });
    const [conversation] = await eventually(
      async () => (await call<{ data: { id: string; unread: number }[] }>('GET', '/livechat?search=5556789')).data,
      (found) => found[0]?.unread === 4,
    );
    await eventually(
      () =>
        call<{ data: { media: { url: string | null }[] }[] }>(
          'GET',
          `/livechat/messages?contact_id=${conversation!.id}`,
        ),
      (messages) => messages.data.every(({ media }) => media.length === 0 || media[0]!.url !== null),
    );
    await call('POST', `/livechat/${conversation!.id}/read`, {});
    const page = await world.as('business@demo.test', '/business/livechat', onAPhone);
    let come = () => undefined as void;
    const held = new Promise<void>((resolve) => (come = resolve));
    await page.route('**/media/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${world.app.url}/business/livechat?contact=${conversation!.id}`);
    const last = page.getByRole('region', { name: /Messages with/ }).getByText('The last', { exact: true });
    await last.waitFor();
    await eventually(fromEnd(page), (distance) => distance <= 1);
    const before = await last.boundingBox();
    come();
    await eventually(
      () =>
        page.evaluate<boolean>(
          `[...document.querySelectorAll('.bk-message img')].every((one) => one.naturalWidth > 0)`,
        ),
      (there) => there,
    );
    expect(await last.boundingBox()).toEqual(before);
    expect(await fromEnd(page)()).toBeLessThanOrEqual(1);
    await close(page);
  });

  test('sending to somebody who opted out is refused with the reason', async () => {
    const { call, signIn, text } = client(world.app);
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
});
