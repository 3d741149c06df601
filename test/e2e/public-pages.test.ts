import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf, type PageKind } from '../../domain/pages/model.ts';
import type { Control } from '../../domain/pages/field.ts';
import { initialSettings } from '../../domain/campaigns/fields.ts';
import { PageSubmitted } from '../../domain/submissions/events.ts';
import { startTestApi, type Tenant, type TestApi } from '../integration/api/support.ts';
import { seriousIn } from '../support/axe.ts';
import { context, personOf } from '../support/callers.ts';
import { launchChromium } from '../support/chromium.ts';
import { buildRenderer } from '../support/renderer.ts';
import { vectors } from '../support/xss.ts';

let app: TestApi;
let tenant: Tenant;
let browser: Browser;
let visitor: BrowserContext;
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
  visitor = await browser.newContext();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const all = vectors.join(' ');

/** Every field that takes words, filled with vectors, as far as it takes them. */
function poisoned(kind: PageKind): Record<string, Record<string, unknown>> {
  const words = (control: Control): unknown => {
    switch (control.kind) {
      case 'line':
      case 'paragraphs':
        return all.slice(0, control.most).toWellFormed();
      case 'rich':
        return [
          { kind: 'heading', runs: vectors.map((text) => ({ text, bold: true })) },
          { kind: 'bullet', runs: [{ text: all, link: 'example.com/?"><script>hit()</script>'.replace(/\s/g, '') }] },
        ];
      case 'options':
        return vectors
          .slice(0, 6)
          .map((label, index) => ({ id: `opt${index}`, label: label.slice(0, 120), picture: null }));
      case 'questions':
        return vectors
          .slice(0, 6)
          .map((label, index) => ({
            id: `ask${index}`,
            label: label.slice(0, 120),
            kind: (['text', 'number', 'date', 'choice', 'checkbox'] as const)[index % 5],
            required: false,
            placeholder: all.slice(0, 120),
            choices: index % 5 === 3 ? vectors.map((vector) => vector.slice(0, 80)) : [],
          }));
      case 'flag':
        return true;
      default:
        return undefined;
    }
  };
  return Object.fromEntries(
    Object.entries(fieldsOf(kind))
      .filter(([section]) => section !== 'scripts')
      .map(([section, fields]) => [
        section,
        Object.fromEntries(
          Object.entries(fields).flatMap(([name, { control }]) => {
            const value = words(control);
            return value === undefined ? [] : [[name, value]];
          }),
        ),
      ]),
  );
}

let keywords = 0;
async function publish(type: 'landing' | 'vote' | 'loop', sections: Record<string, unknown>) {
  const campaignId = randomUUID();
  const { campaigns } = app.commands;
  const person = () => context(personOf(tenant.businessId, tenant.agencyId));
  await campaigns.create(person(), {
    campaignId,
    name: 'Autumn',
    type,
    keyword: `WALK${(keywords += 1)}`,
    reply: type === 'loop' ? 'Welcome: {{loop_link}}' : 'Welcome.',
    replyMedia: [],
    template: null,
    sections,
  });
  await campaigns.edit(person(), {
    campaignId,
    revision: null,
    details: null,
    offer: null,
    notifications: null,
    settings: initialSettings,
  });
  const { position } = await campaigns.publishPage(person(), { campaignId });
  await app.runner.waitFor(position!, { timeoutMs: 10_000 });
  clock.ahead += 2_000;
  return { campaignId, url: `${origin}/pages/${campaignId}/${tenant.businessId}` };
}

/** A page on which `hit` is told, with everything that it asks the network for. */
async function open(url: string): Promise<{ page: Page; hits: string[]; asked: string[] }> {
  const page = await visitor.newPage();
  const [hits, asked]: [string[], string[]] = [[], []];
  await page.exposeFunction('hit', () => void hits.push(url));
  page.on('dialog', (dialog) => {
    hits.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  clock.ahead += 5_000;
  return { page, hits, asked };
}

describe('a page in a browser', () => {
  it.each(['landing', 'vote', 'loop'] as const)(
    'shows what is markup and script in any field of a %s page as the text that it is, and loads nothing from elsewhere',
    async (kind) => {
      const { url } = await publish(kind, poisoned(kind));
      const { page, hits, asked } = await open(url);
      for (const box of await page.locator('input:visible, select:visible').all()) await box.focus();
      await page.waitForTimeout(200);
      expect(hits).toEqual([]);
      const body = await page.locator('body').innerText();
      for (const vector of vectors.slice(0, 9)) expect(body).toContain(vector.slice(0, 40));
      expect(
        await page.locator('[onerror], [onload], [onfocus], script:not(head script):not(body > script)').count(),
      ).toBe(0);
      expect(await page.locator('a[href^="javascript" i]').count()).toBe(0);
      expect(asked.filter((address) => !address.startsWith(origin) && !address.startsWith('data:'))).toEqual([]);
      await page.close();
    },
  );

  it('shows what somebody typed as text, too, when the form comes back without JavaScript', async () => {
    const { url } = await publish('landing', { inputs: { ShowName: true, ShowEmail: true, ShowPhone: true } });
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(url);
    clock.ahead += 5_000;
    await page.fill('[name=name]', all.slice(0, 190));
    await page.fill('[name=email]', 'ann@example.test');
    await page.fill('[name=phone]', '"><svg onload=hit()>');
    await page.click('button[type=submit]');
    await expect.poll(() => page.inputValue('[name=name]')).toBe(all.slice(0, 190).replaceAll('\u2028', '\u2028'));
    await expect.poll(() => page.inputValue('[name=phone]')).toBe('"><svg onload=hit()>');
    expect(await page.locator('svg[onload]').count()).toBe(0);
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('name')")).toBe('phone');
    await page.fill('[name=phone]', '212-555-0188');
    clock.ahead += 5_000;
    await page.click('button[type=submit]');
    await page.waitForURL(/\/t\/[\w-]{32}$/);
    await plain.close();
  });

  it('is one entry when it is sent twice, gone back to, and sent on a second device with the same page', async () => {
    const { url, campaignId } = await publish('landing', {});
    const { page } = await open(url);
    await page.fill('[name=name]', 'Ann Lee');
    await page.fill('[name=phone]', '212-555-0111');
    await page.fill('[name=birthday]', '0423');
    await expect.poll(() => page.inputValue('[name=birthday]')).toBe('04/23');
    await page.dblclick('button[type=submit]');
    await page.waitForURL(/\/t\//);
    const thanks = page.url();
    await page.goBack();
    await page.fill('[name=name]', 'Ann Lee');
    await page.fill('[name=phone]', '212-555-0111');
    await page.click('button[type=submit]');
    await page.waitForURL(/\/t\//);
    expect(page.url()).toBe(thanks);
    const events = await app.store.readAll(0n, { limit: 5_000 });
    const sent = events.events.filter(
      ({ type, data }) => type === PageSubmitted.type && (data as { campaignId: string }).campaignId === campaignId,
    );
    expect(sent).toHaveLength(1);
    await page.close();
  });

  it('tells what is wrong at its field without a reload, goes there, and takes it away when it is mended', async () => {
    const { url } = await publish('landing', {});
    const { page } = await open(url);
    await page.fill('[name=name]', 'Ann Lee');
    await page.fill('[name=phone]', '55');
    await page.click('button[type=submit]');
    await page.waitForSelector('#pv-phone-error');
    await expect.poll(() => page.locator('#pv-phone').getAttribute('aria-describedby')).toContain('pv-phone-error');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('pv-phone');
    expect(page.url()).toBe(url);
    await page.fill('[name=phone]', '212-555-0122');
    await expect.poll(() => page.locator('#pv-phone-error').count()).toBe(0);
    await page.close();
  });

  it('lets people vote by keyboard alone, in two steps', async () => {
    const { url } = await publish('vote', {});
    const { page } = await open(url);
    await expect.poll(() => page.locator('[name=phone]').isVisible()).toBe(false);
    await page.focus('[name=choices]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('name')")).toBe('name');
    await page.keyboard.type('Ann Lee');
    await page.keyboard.press('Tab');
    await page.keyboard.type('vote@example.test');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/t\//);
    await expect.poll(() => page.locator('.pv-result').innerText()).toContain('Second choice');
    await page.close();
  });

  it.each(['landing', 'vote', 'loop'] as const)(
    'has nothing serious to be held against a %s page by axe, at any width, and targets of 44 px',
    async (kind) => {
      const { url } = await publish(kind, {});
      for (const width of [390, 1440]) {
        const { page } = await open(url);
        await page.setViewportSize({ width, height: 844 });
        expect(await seriousIn(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        for (const target of await page.locator('button:visible, a:visible, label:has(input):visible').all())
          expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(43.5);
        await page.close();
      }
    },
  );

  it('has one heading and nothing to be held against it by axe in each of its states', async () => {
    const person = () => context(personOf(tenant.businessId, tenant.agencyId));
    const [landing, voting, loop, closed] = [
      await publish('landing', {}),
      await publish('vote', {}),
      await publish('loop', {}),
      await publish('landing', {}),
    ];
    const { position } = await app.commands.campaigns.unpublishPage(person(), { campaignId: closed.campaignId });
    await app.runner.waitFor(position!, { timeoutMs: 10_000 });
    clock.ahead += 5_000;
    const enter = async ({ url }: { url: string }, choose = false): Promise<string> => {
      const { page } = await open(url);
      if (choose) {
        await page.check('[name=choices] >> nth=0');
        await page.click('[data-next]');
      }
      await page.fill('[name=name]', 'Ann Lee');
      for (const [name, value] of [
        ['phone', '212-555-0133'],
        ['email', 'ann.lee@example.test'],
      ] as const)
        if (await page.locator(`[name=${name}]`).isVisible()) await page.fill(`[name=${name}]`, value);
      await page.click('button[type=submit]:visible');
      await page.waitForURL(/\/t\//);
      const thanks = page.url();
      await page.close();
      return thanks;
    };
    const states = {
      thanks: await enter(landing),
      voted: await enter(voting, true),
      member: await enter(loop),
      result: `${voting.url}/result`,
      'taken down': closed.url,
      'not there': `${origin}/pages/${randomUUID()}/${tenant.businessId}`,
      'a foreign thank-you link': `${origin}/t/${'a'.repeat(32)}`,
      'a foreign member link': `${origin}/l/none`,
      'a foreign unsubscribe link': `${origin}/unsubscribe/email/none/x`,
    };
    const page = await visitor.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [state, url] of Object.entries(states)) {
      await page.goto(url);
      expect([state, await page.locator('h1').count()]).toEqual([state, 1]);
      expect([state, ...(await seriousIn(page))]).toEqual([state]);
      expect([state, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([state, 390]);
    }
    await page.close();
  });

  it('keeps a business’s own script away from the page, its storage and its cookies', async () => {
    const custom =
      '<p id="own">ours</p><script>let out = [];' +
      'for (const f of [() => parent.document.title, () => localStorage.length, () => document.cookie]) ' +
      "try { f(); out.push('in') } catch { out.push('out') } document.title = out.join();</script>";
    const { url } = await publish('landing', { scripts: { Custom: custom } });
    const { page } = await open(url);
    const frame = page.frameLocator('iframe.pv-script');
    await page.locator('iframe.pv-script').scrollIntoViewIfNeeded();
    await expect.poll(() => frame.locator('#own').innerText()).toBe('ours');
    await expect.poll(() => frame.locator('html').evaluate('document.title')).toBe('out,out,out');
    const alone = await visitor.newPage();
    await alone.goto(new URL((await page.getAttribute('iframe.pv-script', 'src'))!, origin).href);
    await expect.poll(() => alone.title()).toBe('in,out,out');
    expect(await alone.evaluate('self.origin')).toBe('null');
    await alone.close();
    await page.close();
  });
});
