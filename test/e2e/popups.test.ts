import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialSettings, noOffer } from '../../domain/campaigns/fields.ts';
import { PageSubmitted } from '../../domain/submissions/events.ts';
import { startTestApi, type Tenant, type TestApi } from '../integration/api/support.ts';
import { seriousIn } from '../support/axe.ts';
import { context, personOf } from '../support/callers.ts';
import { launchChromium } from '../support/chromium.ts';
import { buildRenderer } from '../support/renderer.ts';
import { vectors } from '../support/xss.ts';

/** Popups on sites that are not ours, and not kind: a strict policy, hostile styles, a lock of their own on scrolling. */
let app: TestApi;
let tenant: Tenant;
let browser: Browser;
let origin: string;
let site: Server;
let shop: string;

beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer(), config: { publicUrl: 'http://127.0.0.1' } });
  tenant = await app.addTenant('bella');
  origin = `http://${await app.listen()}`;
  browser = await launchChromium();
  site = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://shop.test');
    const page = sites[pathname];
    if (page === undefined) return void response.writeHead(404).end();
    const { headers = {}, html } = page(searchParams.getAll('popup'));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  // Another site to the browser than ours: another name.
  shop = `http://localhost:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await app?.close();
});

const scripts = (ids: readonly string[]) =>
  ids.map((id) => `<script async src="${origin}/widget.js" data-popup="${id}"></script>`).join('');
const content = `<h1>Shop</h1><p><a href="#a" id="link">A link</a> <button id="own">Own button</button>
<input id="search" aria-label="Search"></p>${'<p>Plates and bowls and a long page to scroll.</p>'.repeat(120)}`;
const document = (head: string, body = content) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">
  <meta name="viewport" content="width=device-width"><title>Shop</title><link rel="icon" href="data:,">${head}</head>
  <body>${body}</body></html>`;
interface Answer {
  readonly headers?: Record<string, string>;
  readonly html: string;
}
const hostile = `<style>
* { all: unset !important; font: 60px/3 serif !important; color: red !important; animation: none !important }
div, section, dialog, form, button, popup-widget, body ~ * { display: none !important; visibility: hidden !important }
html { font-size: 90px; transform: rotate(0.01deg); filter: blur(0) } ::backdrop { background: red !important }
</style>`;
const sites: Record<string, (ids: readonly string[]) => Answer> = {
  '/plain': (ids) => ({ html: document(scripts(ids)) }),
  '/strict': (ids) => ({
    headers: {
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${origin}`,
        `connect-src ${origin}`,
        'img-src data:',
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
    },
    html: document(scripts(ids)),
  }),
  '/hostile': (ids) => ({ html: document(hostile + scripts(ids)) }),
  '/locked': (ids) => ({
    html: document(
      `<style>html{overflow:hidden}body{position:fixed;inset:0;overflow:auto;margin:0}</style>${scripts(ids)}`,
    ),
  }),
  '/dialog': (ids) => ({
    html: document(scripts(ids), '<dialog id="theirs"><button>Accept cookies</button></dialog><p>Shop</p>'),
  }),
};

let keywords = 0;
const at0 = { ShowAfterTimeout: true, Timeout: 0 };
async function make(sections: Record<string, Record<string, unknown>> = {}, publish = true): Promise<string> {
  const campaignId = randomUUID();
  const { campaigns } = app.commands;
  const person = () => context(personOf(tenant.businessId, tenant.agencyId));
  await campaigns.create(person(), {
    campaignId,
    name: 'Widget',
    type: 'popup',
    keyword: `POP${(keywords += 1)}`,
    reply: '',
    replyMedia: [],
    template: null,
    sections: { ...sections, settings: { ...at0, ...sections['settings'] } },
  });
  const edited = await campaigns.edit(person(), {
    campaignId,
    revision: null,
    details: null,
    offer: { ...noOffer, discountType: 'free', title: 'A coffee' },
    notifications: null,
    settings: initialSettings,
  });
  const { position } = publish ? await campaigns.publishPage(person(), { campaignId }) : edited;
  await app.runner.waitFor(position!, { timeoutMs: 10_000 });
  return campaignId;
}

async function visit(
  path: string,
  ids: readonly string[],
  { query = '', ...options }: BrowserContextOptions & { query?: string } = {},
) {
  const visitor = await browser.newContext(options);
  visitor.setDefaultTimeout(20_000);
  const page = await visitor.newPage();
  const noise: string[] = [];
  page.on('console', (message) => noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(error.message));
  await page.goto(`${shop}${path}?${ids.map((id) => `popup=${id}`).join('&')}${query}`);
  return { page, noise, close: () => visitor.close() };
}
const box = (page: Page) => page.getByRole('dialog');
const entries = async (campaignId: string) =>
  (await app.store.readAll(0n, { limit: 20_000 })).events.filter(
    ({ type, data }) => type === PageSubmitted.type && (data as { campaignId: string }).campaignId === campaignId,
  );
/** Everything of the page that a widget could change. */
const pageState = (page: Page) =>
  page.evaluate<string>(
    `JSON.stringify([document.documentElement.getAttribute('style'), document.body.getAttribute('style'),
      document.documentElement.className, document.body.className, document.body.innerHTML, document.cookie,
      Object.keys(window).filter((name) => /popup|widget/i.test(name))])`,
  );

describe('a popup on a site with a strict policy', () => {
  it('goes from email to number to the code by keyboard alone, is read by axe in every step, and leaves no trace', async () => {
    const id = await make();
    const { page, noise, close } = await visit('/strict', [id]);
    await page.keyboard.press('Tab');
    const before = await pageState(page);
    await box(page).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.localName')).toBe('popup-widget');
    expect(await seriousIn(page)).toEqual([]);
    // What lies behind is out of reach: by key, and for screen readers.
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      expect(['popup-widget', 'body']).toContain(await page.evaluate('document.activeElement.localName'));
    }
    await page.getByLabel('Email').focus();
    await page.keyboard.type('not an address');
    await page.keyboard.press('Enter');
    await box(page).getByText('Enter a valid email address.').waitFor();
    await expect.poll(() => page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('ann@example.test');
    await page.keyboard.press('Enter');

    const tick = page.getByRole('checkbox');
    await tick.waitFor();
    await expect.poll(() => tick.isChecked()).toBe(false);
    await expect.poll(() => box(page).innerText()).toContain('recurring automated marketing texts from bella');
    expect(await seriousIn(page)).toEqual([]);
    await page.keyboard.type('212-555-0142');
    await page.keyboard.press('Enter');
    await box(page).getByText('Tick the box to get texts').waitFor();
    await page.keyboard.press('Space');
    await expect.poll(() => tick.isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await box(page)
      .getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
      .waitFor();
    expect(await seriousIn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'detached' });
    await expect.poll(() => pageState(page)).toBe(before);
    expect(noise).toEqual([]);
    const [sent, ...others] = await entries(id);
    expect(others).toEqual([]);
    expect(sent!.data).toMatchObject({
      email: 'ann@example.test',
      phone: '+12125550142',
      pageAddress: `${shop}/strict`,
    });
    // Whoever has signed up sees neither popup nor tab again; of them one entry is kept, and nothing that names them.
    await page.reload();
    await page.waitForTimeout(500);
    expect(await page.locator('popup-widget').count()).toBe(0);
    expect(await page.evaluate('JSON.stringify(localStorage)')).toMatch(
      new RegExp(
        `^\\{"popup:${id}":"\\{\\\\"times\\\\":1,\\\\"at\\\\":\\d+,\\\\"done\\\\":true,\\\\"closed\\\\":false\\}"\\}$`,
      ),
    );
    expect(await page.evaluate('document.cookie')).toBe('');
    await close();
  });

  it('comes with the thanks and the code to who skips the number, and to who closes it there', async () => {
    const id = await make();
    const first = await visit('/strict', [id]);
    await first.page.getByLabel('Email').fill('skip@example.test');
    await first.page.getByRole('button', { name: 'Continue' }).click();
    await first.page.getByRole('button', { name: 'No, thanks' }).click();
    await box(first.page)
      .getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
      .waitFor();
    await first.close();
    const second = await visit('/strict', [id]);
    await second.page.getByLabel('Email').fill('closed@example.test');
    await second.page.waitForTimeout(1_500);
    await second.page.getByRole('button', { name: 'Continue' }).click();
    await second.page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(async () => (await entries(id)).length, { timeout: 10_000 }).toBe(2);
    await second.close();
    const third = await visit('/strict', [id]);
    await third.page.getByLabel('Email').fill('left@example.test');
    await third.page.waitForTimeout(1_500);
    await third.page.getByRole('button', { name: 'Continue' }).click();
    await third.page.goto('about:blank');
    await expect.poll(async () => (await entries(id)).length, { timeout: 10_000 }).toBe(3);
    await third.close();
    const sent = await entries(id);
    expect(sent.map(({ data }) => (data as { email: string }).email)).toEqual([
      'skip@example.test',
      'closed@example.test',
      'left@example.test',
    ]);
    for (const { data } of sent) expect(data).toMatchObject({ phone: null, consent: null });
  });

  it('is one entry when the line was cut and the button is pressed again', async () => {
    const id = await make({ phoneStep: { Show: false } });
    const { page, close } = await visit('/strict', [id]);
    await page.getByLabel('Email').fill('ann@example.test');
    // The answer of the first is lost on its way, the second does not leave, the third gets through.
    let requests = 0;
    await page.route(`${origin}/widget/${id}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      requests += 1;
      if (requests === 1) {
        await route.fetch();
        return route.abort('connectionreset');
      }
      return requests === 2 ? route.abort('internetdisconnected') : route.continue();
    });
    const press = page.getByRole('button', { name: 'Continue' });
    await press.click();
    await box(page).getByRole('alert').filter({ hasText: 'did not get through' }).waitFor();
    await press.click();
    await expect.poll(() => requests).toBe(2);
    await expect.poll(() => press.getAttribute('aria-busy')).toBe(null);
    await press.click();
    await box(page).getByText('Thank you!').waitFor();
    expect(requests).toBe(3);
    expect(await entries(id)).toHaveLength(1);
    await close();
  });
});

describe('a popup on a site with hostile styles', () => {
  it.each(['center', 'bottom-left', 'bottom-right', 'bar-top', 'bar-bottom'])(
    'is drawn as it was built at %s, above everything',
    async (Position) => {
      const id = await make({ styling: { Position } });
      const { page, close } = await visit('/hostile', [id], { viewport: { width: 1280, height: 800 } });
      await box(page).waitFor();
      const heading = box(page).getByRole('heading');
      const look = await heading.evaluate((element) => {
        const view = element.ownerDocument.defaultView!;
        const { fontSize, color } = view.getComputedStyle(element);
        const { left, top, right, bottom, width } = element.getBoundingClientRect();
        const inside = left >= 0 && top >= 0 && right <= view.innerWidth && bottom <= view.innerHeight && width > 100;
        return { fontSize, color, inside };
      });
      expect(look).toEqual({
        fontSize: Position.startsWith('bar') ? '24px' : '26px',
        color: 'rgb(29, 36, 51)',
        inside: true,
      });
      const button = page.getByRole('button', { name: 'Continue' });
      expect(await button.evaluate((element) => element.getRootNode() !== element.ownerDocument)).toBe(true);
      expect(await seriousIn(page).then((found) => found.filter((one) => one.includes('pv-')))).toEqual([]);
      await button.click();
      await box(page).getByText('Enter a valid email address.').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Get 10% off' }).click();
      await page.getByLabel('Email').waitFor();
      await close();
    },
  );
});

describe('what lies behind', () => {
  it('does not scroll while the popup is open, and has its own lock as it was afterwards', async () => {
    const id = await make();
    for (const path of ['/plain', '/locked']) {
      const { page, close } = await visit(path, [id]);
      const before = await pageState(page);
      await box(page).waitFor();
      await page.mouse.move(5, 400);
      await page.mouse.wheel(0, 900);
      await page.keyboard.press('End');
      await page.waitForTimeout(300);
      expect(await page.evaluate('[scrollY, document.body.scrollTop]')).toEqual([0, 0]);
      expect(await pageState(page)).toBe(before);
      await page.keyboard.press('Escape');
      await box(page).waitFor({ state: 'detached' });
      await expect.poll(() => pageState(page)).toBe(before);
      await page.mouse.wheel(0, 900);
      await expect.poll(() => page.evaluate<number>('scrollY + document.body.scrollTop')).toBeGreaterThan(0);
      await close();
    }
  });

  it('does not move when the popup comes', async () => {
    const id = await make();
    const { page, close } = await visit('/plain', []);
    await page.evaluate(`
      window.shift = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });
      document.head.append(Object.assign(document.createElement('script'),
        { src: ${JSON.stringify(origin)} + '/widget.js', async: true }));
      document.head.lastChild.dataset.popup = ${JSON.stringify(id)};`);
    await box(page).waitFor();
    await page.waitForTimeout(300);
    expect(await page.evaluate('window.shift')).toBe(0);
    await close();
  });

  it('keeps the keyboard of who writes, and a dialog of its own; focus goes back to where it was', async () => {
    const id = await make({ settings: { Timeout: 1 } });
    const { page, close } = await visit('/plain', [id]);
    await page.focus('#search');
    await page.waitForTimeout(2_500);
    expect(await box(page).count()).toBe(0);
    await page.focus('#own');
    await box(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('own');
    await close();
    const other = await visit('/dialog', []);
    await other.page.evaluate("document.getElementById('theirs').showModal()");
    await other.page.addScriptTag({
      content: `const s = document.createElement('script'); s.src = '${origin}/widget.js';
      s.dataset.popup = '${id}'; document.head.append(s);`,
    });
    await other.page.waitForTimeout(2_500);
    expect(await other.page.locator('popup-widget').getByRole('dialog').count()).toBe(0);
    await other.page.evaluate("document.getElementById('theirs').close()");
    await other.page.locator('popup-widget').getByRole('dialog').waitFor();
    await other.close();
  });
});

describe('what opens it', () => {
  const never = { ShowAfterTimeout: false };
  it('is scrolling so far', async () => {
    const id = await make({ settings: { ...never, ShowAfterScroll: true, ScrollPercent: 50 } });
    const { page, close } = await visit('/plain', [id]);
    await page.locator('popup-widget').waitFor({ state: 'attached' });
    const to = (share: number) => page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
    await to(0.2);
    await page.waitForTimeout(300);
    expect(await box(page).count()).toBe(0);
    await to(0.7);
    await box(page).waitFor();
    await close();
  });

  it('is the pointer that leaves at the top, and not at the side', async () => {
    const id = await make({ settings: { ...never, ShowOnExit: true } });
    const { page, close } = await visit('/plain', [id]);
    await page.locator('popup-widget').waitFor({ state: 'attached' });
    const leave = (x: number, y: number) =>
      page.evaluate(
        `document.documentElement.dispatchEvent(new MouseEvent('mouseout', {
          bubbles: true, relatedTarget: null, clientX: ${x}, clientY: ${y} }))`,
      );
    await leave(-1, 300);
    await page.waitForTimeout(200);
    expect(await box(page).count()).toBe(0);
    await leave(400, -1);
    await box(page).waitFor();
    await close();
  });

  it('is its button, from the start or as the tab that is left; closed, it comes no more until its pause is over', async () => {
    const always = await make({ settings: never, triggerButton: { When: 'always', Label: 'Open me' } });
    const first = await visit('/plain', [always]);
    await first.page.getByRole('button', { name: 'Open me' }).click();
    await first.page.getByLabel('Email').waitFor();
    await first.page.keyboard.press('Escape');
    // By the keyboard it comes back to the button.
    await first.page.getByRole('button', { name: 'Open me' }).waitFor();
    await first.page.keyboard.press('Enter');
    await first.page.getByLabel('Email').waitFor();
    await first.close();

    const id = await make({ settings: { Duration: 5, MostTimes: 2 } });
    const { page, close } = await visit('/plain', [id]);
    await box(page).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Get 10% off' }).count()).toBe(0);
    await page.mouse.click(4, 400);
    await page.getByRole('button', { name: 'Get 10% off' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Get 10% off' }).waitFor();
    await page.waitForTimeout(500);
    expect(await box(page).count()).toBe(0);
    const days = (count: number) =>
      page.evaluate(
        `(() => { const kept = JSON.parse(localStorage['popup:${id}']); kept.at -= ${count} * 86400000;
          localStorage['popup:${id}'] = JSON.stringify(kept); })()`,
      );
    await days(4);
    await page.reload();
    await page.waitForTimeout(500);
    expect(await box(page).count()).toBe(0);
    await days(2);
    await page.reload();
    await box(page).waitFor();
    await page.keyboard.press('Escape');
    await days(30);
    await page.reload();
    await page.waitForTimeout(500);
    expect(await box(page).count()).toBe(0);
    await close();
  });

  it('is only its time of the day, and only the sites that it names', async () => {
    const hour = (ahead: number) =>
      new Intl.DateTimeFormat('en-GB', {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: 'America/Los_Angeles',
      }).format(Date.now() + ahead * 3_600_000);
    const on = await make({ settings: { UseSchedule: true, ScheduleFrom: hour(-1), ScheduleTo: hour(1) } });
    const off = await make({ settings: { UseSchedule: true, ScheduleFrom: hour(1), ScheduleTo: hour(2) } });
    const elsewhere = await make({ settings: { AllowedSites: 'example.com' } });
    const here = await make({ settings: { AllowedSites: 'example.com, localhost' } });
    for (const [id, expected] of [
      [on, 1],
      [off, 0],
      [elsewhere, 0],
      [here, 1],
    ] as const) {
      const { page, noise, close } = await visit('/plain', [id]);
      if (expected === 1) await box(page).waitFor();
      else await page.waitForTimeout(700);
      expect([await page.locator('popup-widget').count(), noise]).toEqual([expected, []]);
      await close();
    }
  });
});

describe('several', () => {
  it('of one page: one opens by itself, the other by its button; the same one twice is one', async () => {
    const one = await make({ triggerButton: { When: 'always', Label: 'First' } });
    const two = await make({ triggerButton: { When: 'always', Label: 'Second' } });
    const { page, close } = await visit('/plain', [one, one, two]);
    await box(page).waitFor();
    await page.waitForTimeout(2_500);
    expect(await page.locator('popup-widget').count()).toBe(2);
    expect(await box(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(2_500);
    expect(await box(page).count()).toBe(0);
    const places = await page
      .locator('popup-widget')
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top)));
    expect(new Set(places).size).toBe(2);
    await page.getByRole('button', { name: 'Second' }).click();
    await page.getByLabel('Email').waitFor();
    await close();
  });
});

it('shows nothing and says nothing when it is taken off, never was there, or its server is away', async () => {
  const draft = await make({}, false);
  const { page, noise, close } = await visit('/strict', [draft, randomUUID(), 'nonsense']);
  await page.waitForTimeout(800);
  expect(await page.locator('popup-widget').count()).toBe(0);
  expect(noise).toEqual([]);
  await close();
});

it('a draft is tried on a live site by its token: as it is built, and nothing is sent', async () => {
  const id = await make({ emailStep: { Content: 'Still a draft' }, phoneStep: { Show: false } }, false);
  const embed = await app.call<{ data: { preview: string } }>(tenant.token, 'GET', `/coupons/${id}/script`);
  const { page, close } = await visit('/strict', [id], { query: embed.body.data.preview.replace('?', '&') });
  await box(page).getByText('Still a draft').waitFor();
  await box(page).getByText('Preview: nothing is sent').waitFor();
  await page.getByLabel('Email').fill('ann@example.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await box(page).getByText('EXAMPLE').waitFor();
  expect(await entries(id)).toEqual([]);
  expect(await page.evaluate('localStorage.length')).toBe(0);
  await close();
});

it('shows what is markup and script in any of its words as the text that it is', async () => {
  const all = vectors.join(' ');
  const text = [
    { kind: 'heading', runs: vectors.map((one) => ({ text: one, bold: true })) },
    { kind: 'bullet', runs: [{ text: all, link: 'example.com/?"><script>hit()</script>' }] },
  ];
  const words = { Content: text, Description: text, Label: all.slice(0, 60), Placeholder: all.slice(0, 200) };
  const id = await make({
    emailStep: { ...words, Disclaimer: all },
    phoneStep: { ...words, Disclaimer: all, SkipLabel: all.slice(0, 60) },
    thanksStep: { Content: text, Description: text, Label: all.slice(0, 60) },
    closeButton: { Label: all.slice(0, 40) },
    triggerButton: { Label: all.slice(0, 60), When: 'always' },
  });
  const { page, noise, close } = await visit('/plain', []);
  const hits: string[] = [];
  await page.exposeFunction('hit', () => void hits.push('hit'));
  await page.goto(`${shop}/plain?popup=${id}`);
  const tree = box(page);
  await tree.waitFor();
  const check = async () => {
    const shown = await tree.innerText();
    for (const vector of vectors.slice(0, 9)) expect(shown).toContain(vector);
    const bad = '[onerror], [onload], [onfocus], script, iframe, math, img, [style], a[href^="javascript" i]';
    expect(await page.locator('popup-widget').locator(bad).count()).toBe(0);
  };
  await check();
  await page.getByLabel('Email').fill('ann@example.test');
  await page.getByLabel('Email').press('Enter');
  await page.getByRole('checkbox').waitFor();
  await check();
  await tree.locator('button.q').click();
  await tree.locator('.thanksStep').waitFor();
  await check();
  expect([hits, noise]).toEqual([[], []]);
  await close();
});

it('moves nothing for who wants less motion, and fits the phone', async () => {
  const id = await make();
  const { page, close } = await visit('/plain', [id], {
    viewport: { width: 320, height: 640 },
    reducedMotion: 'reduce',
  });
  await box(page).waitFor();
  const card = page.locator('popup-widget .c');
  expect(await card.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0);
  const { x, width } = (await card.boundingBox())!;
  expect(x >= 0 && x + width <= 320).toBe(true);
  for (const button of await box(page).getByRole('button').all()) {
    const place = (await button.boundingBox())!;
    expect(Math.min(place.width, place.height)).toBeGreaterThanOrEqual(44);
  }
  await close();
});
