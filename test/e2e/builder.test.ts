import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageTemplates } from '../../domain/pages/templates.ts';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** From a template to a page that everybody can see, in a real browser. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a page is made from a template, edited, taken back, saved by itself and published', async () => {
  const page = await world.as('business@demo.test', '/business/campaigns/landings/create');
  await page.getByRole('button', { name: /Trattoria/ }).click();
  const dialog = page.getByRole('dialog');
  // Reserved words are refused with the reason, while they are typed.
  await dialog.getByLabel('Keyword').fill('stop');
  await dialog.getByText(/reserved/).waitFor();
  await dialog.getByLabel('Keyword').fill('supper');
  await dialog.getByText('SUPPER is available.').waitFor();
  await dialog.getByRole('button', { name: 'Start editing' }).click();
  await page.waitForURL(/\/landings\/[0-9a-f-]+\/edit$/);
  const id = /landings\/([0-9a-f-]+)\//.exec(page.url())![1]!;

  const preview = page.frameLocator('iframe[title^="Preview of"]');
  await preview.getByText('Dessert is on us').waitFor();
  // A click in the preview opens the section; what is typed is drawn at once.
  await preview.getByRole('button', { name: 'Save me a seat' }).click();
  const label = page.getByLabel('Button text');
  await label.fill('Book my table');
  await preview.getByRole('button', { name: 'Book my table' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.keyboard.press('Control+z');
  await preview.getByRole('button', { name: 'Save me a seat' }).waitFor();
  await page.keyboard.press('Control+Shift+z');
  await preview.getByRole('button', { name: 'Book my table' }).waitFor();

  // Hard to read: said as a figure, and above what is published.
  await page.getByLabel('Text color as a hex code').fill('#c46a55');
  await page.keyboard.press('Enter');
  await page
    .getByText(/is hard to read/)
    .first()
    .waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText(/is hard to read/).waitFor({ state: 'detached' });

  await page.getByText('Not published').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published, version 1').waitFor();
  await page.getByText('Your page is live').waitFor();

  const { call, signIn } = client(world.app);
  await signIn('business@demo.test');
  const { data } = await eventually(
    () => call<{ data: { page: { version: number | null; link: string } } }>('GET', `/landings/${id}`),
    (answer) => answer.data.page.version === 1,
  );
  const visitor = await fetch(`${world.app.url}${new URL(data.page.link).pathname}`);
  expect(await visitor.text()).toContain('Book my table');

  // A reload shows the same page, and there is nothing to publish.
  await page.reload();
  await preview.getByRole('button', { name: 'Book my table' }).waitFor();
  await close(page);
});

/** A page of a template, made by way of the API; answers its id. */
async function pageOf(kind: 'landing' | 'vote', template: string, keyword: string): Promise<string> {
  const { call, signIn } = client(world.app);
  await signIn('business@demo.test');
  const { sections, reply } = pageTemplates.find(({ id }) => id === template)!;
  const { data } = await call<{ data: { id: string } }>('POST', '/campaigns', {
    name: keyword,
    type: kind,
    keyword,
    template,
    sections,
    reply,
  });
  await eventually(
    () => call<{ data: { page: { kind: string } } }>('GET', `/landings/${data.id}`).catch(() => null),
    (found) => found !== null,
  );
  return data.id;
}
const builderOf = (id: string, options: BrowserContextOptions = {}): Promise<Page> =>
  world.as('business@demo.test', `/business/campaigns/landings/${id}/edit`, options);
const previewOf = (page: Page) => page.frameLocator('iframe[title^="Preview of"]');
const focusedName = (page: Page) =>
  page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`);
const optionsOf = (page: Page) => page.locator('.bld-items li .body > div:first-child input').evaluateAll(valuesOf);
const valuesOf = (inputs: readonly unknown[]) => inputs.map((input) => (input as { value: string }).value);
const optionsAre = (page: Page, options: readonly unknown[]) => expect.poll(() => optionsOf(page)).toEqual(options);
const focusIsOn = (page: Page, name: string) => expect.poll(() => focusedName(page)).toBe(name);
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();

test('everything is reached by keyboard: one Tab stop a list, the preview is passed, and the focus stays with what moves', async () => {
  const page = await builderOf(await pageOf('vote', 'menu-vote', 'KEYS'));
  const tab = page.getByRole('tab', { name: 'Headline and text' });
  await tab.focus();
  await expect.poll(() => page.locator('[role=tab][tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('tabpanel', { name: 'Options' }).waitFor();
  await focusIsOn(page, 'Options');

  // Tab leads past the preview into the controls; Shift and Tab lead back.
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(`document.activeElement.closest('.bld-side') !== null`)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await focusIsOn(page, 'Options');

  // Enter leads into the controls at once: a frame that comes late takes the focus from nobody.
  await page.evaluate('window.requestAnimationFrame = (draw) => setTimeout(draw, 300, 0)');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(`document.activeElement.closest('.bld-controls') !== null`)).toBe(true);
  await page.getByRole('textbox', { name: 'Option 1' }).focus();
  const before = await optionsOf(page);
  const swapped = [before[1], before[0], ...before.slice(2)];
  await page.keyboard.press('Alt+ArrowDown');
  await optionsAre(page, swapped);
  await focusIsOn(page, 'Option 2');
  await page.getByText(`${before[0]} is now 2 of ${before.length}.`).waitFor({ state: 'attached' });
  await expect.poll(() => previewOf(page).locator('.pv-option-label > span').allInnerTexts()).toEqual(swapped);

  // The button that can move it no further keeps the focus.
  await page.getByRole('button', { name: `Move ${before[0]} up` }).press('Enter');
  await optionsAre(page, before);
  await focusIsOn(page, `Move ${before[0]} up`);
  await page.keyboard.press('Enter');
  await optionsAre(page, before);

  // What is new takes the keyboard; words and structure are taken back by the same key, last first.
  await page.getByRole('button', { name: 'Add option' }).press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.localName')).toBe('input');
  await page.keyboard.type('Lasagne');
  await optionsAre(page, [...before, 'Lasagne']);
  await page.getByRole('button', { name: 'Remove Lasagne' }).press('Enter');
  await focusIsOn(page, `Remove ${before.at(-1)}`);
  await page.keyboard.press('Control+z');
  await optionsAre(page, [...before, 'Lasagne']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => optionsOf(page)).not.toContain('Lasagne');

  // In a text Ctrl K is its link; the command palette stays shut.
  await page.getByRole('tab', { name: 'Headline and text' }).press('Enter');
  const words = page.getByRole('textbox', { name: 'Text below' });
  await words.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByText('Domain format is invalid.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('example.com/menu');
  await page.keyboard.press('Enter');
  await expect.poll(() => words.locator('a').first().getAttribute('href')).toBe('https://example.com/menu');
  expect(await page.getByPlaceholder(/contacts/i).count()).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => words.locator('a').count()).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  await close(page);
});

test('what was done can be taken back after a reload, too', async () => {
  const page = await builderOf(await pageOf('landing', 'cafe', 'AGAIN'));
  await page.getByRole('tab', { name: 'Button and consent' }).click();
  const label = page.getByLabel('Button text');
  const was = await label.inputValue();
  await label.fill('Pour it');
  await saved(page);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('Undid: Button and consent: Button text').waitFor({ state: 'attached' });
  await expect.poll(() => label.inputValue()).toBe(was);
  await close(page);
});

test('two people at one page: nothing is overwritten unseen, and each of both ways out keeps its word', async () => {
  const id = await pageOf('landing', 'gym', 'BOTH');
  const [first, second] = [await builderOf(id), await builderOf(id)];
  const label = (page: Page) => page.getByLabel('Button text');
  for (const page of [first, second]) await page.getByRole('tab', { name: 'Button and consent' }).click();
  await label(first).fill('First');
  await saved(first);
  await label(second).fill('Second');
  const notice = second.getByRole('alert').filter({ hasText: 'Nothing is overwritten' });
  await notice.getByText(/Button and consent/).waitFor();
  await second.getByText('Not saved: choose below').waitFor();
  await notice.getByRole('button', { name: /theirs/i }).click();
  await notice.waitFor({ state: 'detached' });
  await expect.poll(() => label(second).inputValue()).toBe('First');

  await label(second).fill('Second again');
  await saved(second);
  await label(first).fill('First again');
  await first.getByRole('alert').getByRole('button', { name: /mine/i }).click();
  await saved(first);
  await second.reload();
  await previewOf(second).getByRole('button', { name: 'First again' }).waitFor();
  for (const page of [first, second]) await close(page);
});

test('what is warned of leads to its control, is said again before it goes live, and the live page is one press away', async () => {
  const page = await builderOf(await pageOf('landing', 'salon', 'WARN'));
  await page.getByRole('tab', { name: 'Button and consent' }).click();
  await page.getByLabel('Consent checkbox').uncheck({ force: true });
  await page.getByRole('tab', { name: 'Logo' }).click();
  const warning = page.getByRole('button', { name: /without a consent checkbox/ });
  await warning.click();
  await page.getByRole('tabpanel', { name: 'Button and consent' }).waitFor();
  await eventually(
    () => page.evaluate<boolean>(`document.activeElement?.getAttribute('role') === 'switch'`),
    (there) => there,
  );
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/without a consent checkbox/).waitFor();
  await dialog.getByRole('button', { name: 'Publish anyway' }).click();
  await dialog.getByText('Your page is live').waitFor();
  const link = await dialog.getByRole('link', { name: 'View page' }).getAttribute('href');
  expect((await fetch(`${world.app.url}${new URL(link!).pathname}`)).status).toBe(200);
  await page.keyboard.press('Escape');
  // Taking it down is asked about first.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Unpublish page' }).click();
  expect((await fetch(`${world.app.url}${new URL(link!).pathname}`)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Unpublish page' }).click();
  await page.getByText('Not published').waitFor();
  await close(page);
});

test('on a phone: the sections, then the controls of one, the preview on demand, and nothing that sticks out', async () => {
  const page = await builderOf(await pageOf('vote', 'menu-vote', 'PHONE'), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const list = page.getByRole('list', { name: 'Sections' });
  await list.getByText('You write the menu').waitFor();
  for (const gone of ['.bk-top', '.bk-side', '.bk-sandbox', 'iframe'])
    await page.locator(gone).first().waitFor({ state: 'hidden' });
  expect(await seriousIn(page)).toEqual([]);
  await list.getByRole('button', { name: /^Options/ }).tap();
  await page.getByRole('heading', { level: 2, name: 'Options' }).waitFor();
  await list.waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Gnocchi');
  await page.getByRole('button', { name: 'Preview', exact: true }).tap();
  await previewOf(page).getByText('Gnocchi').waitFor();
  // What is pressed there is what is worked on next.
  await previewOf(page).getByRole('heading', { name: 'You write the menu' }).tap();
  await page.getByRole('heading', { level: 2, name: 'Headline and text' }).waitFor();
  await eventually(
    () => page.evaluate<boolean>(`document.activeElement?.getAttribute('contenteditable') === 'true'`),
    (there) => there,
  );
  const small = await page.evaluate<string[]>(`[...document.querySelectorAll('main button, main a')]
    .map((one) => [one.getBoundingClientRect(), one.getAttribute('aria-label') ?? one.textContent])
    .filter(([box]) => box.height > 0 && (box.height < 39.5 || box.width < 39.5))
    .map(([box, name]) => [name, Math.round(box.width), Math.round(box.height)].join(' '))`);
  expect(small).toEqual([]);
  await page.getByRole('button', { name: 'Sections' }).tap();
  await list.getByText(/Gnocchi/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await list.getByText(/Pumpkin ravioli/).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await close(page);
});
