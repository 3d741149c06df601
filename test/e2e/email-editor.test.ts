import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { starters } from '../../domain/email-design/starters.ts';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { vectors } from '../support/xss.ts';
import { close, openWorld, type World } from './support.ts';

let world: World;
let api: ReturnType<typeof client>;
beforeAll(async () => {
  world = await openWorld();
  api = client(world.app);
  await api.signIn('business@demo.test');
});
afterAll(() => world.close());

interface Shown {
  readonly data: {
    readonly name: string;
    readonly subject: string;
    readonly design: unknown;
    readonly revision: number;
  };
}
const newTemplate = async (design: unknown, subject = 'Hello'): Promise<string> =>
  (await api.call<{ data: { id: string } }>('POST', '/email-templates', { name: 'Under test', subject, design })).data
    .id;
const read = (id: string) => api.call<Shown>('GET', `/email-templates/${id}`);
const design = async (id: string) => JSON.stringify((await read(id)).data.design);
const open = async (id: string): Promise<Page> => {
  const page = await world.as('business@demo.test', `/business/settings/email-templates/${id}/edit`);
  await page.locator('.ee-mail').waitFor();
  return page;
};
const saved = async (page: Page) => {
  await page
    .locator('.et-head [role=status]')
    .filter({ hasText: /^Saved$/ })
    .waitFor();
};

/** As a word processor puts it on the clipboard. */
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body>
<!--StartFragment--><h1 class=MsoTitle>Title<o:p></o:p></h1>
<p class=MsoNormal style='mso-margin-top-alt:auto'>Some <b style='mso-bidi-font-weight:normal'>bold</b> and <i>slanted</i>
words<o:p>&nbsp;</o:p></p><ul><li class=MsoListParagraph>one</li><li>two</li></ul>
<p><a href="https://example.com">a link</a> <a href="javascript:hit()">no link</a><img src=x onerror="hit()"></p>
<table><tr><td>cell</td></tr></table><!--EndFragment--></body></html>`;

describe('the email editor', () => {
  test('begins with a starter, adds blocks by press, writes in them, moves one by button, and keeps all of it', async () => {
    const page = await world.as('business@demo.test', '/business/settings/email-templates');
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('button', { name: /^Blank page/ }).click();
    await page.locator('.ee-mail').waitFor();
    const id = /email-templates\/([^/]+)\/edit/.exec(page.url())![1]!;
    const palette = page.locator('.ee-palette');
    await palette.getByRole('button', { name: 'Heading' }).click();
    await page.keyboard.type('Our week');
    await palette.getByRole('button', { name: 'Text' }).click();
    await page.keyboard.type('First line');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second line');
    await palette.getByRole('button', { name: 'Button' }).click();
    await page.locator('.ee-block[data-selected=true]').getByRole('button', { name: 'Move up' }).click();
    await eventually(
      () => design(id),
      (now) => now.includes('Second line') && now.indexOf('"kind":"button"') < now.indexOf('First line'),
    );
    await saved(page);
    const before = await design(id);
    await page.reload();
    await page.locator('.ee-rich').first().waitFor();
    await expect.poll(() => page.locator('.ee-rich p').allInnerTexts()).toEqual(['First line', 'Second line']);
    // Opened again and left alone: nothing is saved, nothing is emptied.
    const { revision } = (await read(id)).data;
    await page.getByText('Preview and test').click();
    await page.getByText('Edit', { exact: true }).click();
    await page.waitForTimeout(1_500);
    expect([await design(id), (await read(id)).data.revision]).toEqual([before, revision]);
    // And what was done can still be taken back.
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(
      () => design(id),
      (now) => now.indexOf('"kind":"button"') > now.indexOf('First line'),
    );
    await close(page);
  });

  test('merge fields are read as recipients read them, and have their names where one writes', async () => {
    const id = await newTemplate(starters.find((one) => one.id === 'offer')!.design);
    const page = await open(id);
    const email = page.locator('.ee-mail');
    await email.getByText("Bella's Pizzeria").first().waitFor();
    await expect.poll(() => page.locator('.ee-footer').innerText()).toContain("Bella's Pizzeria\n2200 Chestnut Street");
    expect(await page.locator('.ee-canvas').innerText()).not.toContain('{{');
    const line = email.locator('.ee-line').first();
    await line.click();
    await expect.poll(() => line.innerText()).toBe('{{business_name}}');
    await page.keyboard.press('End');
    await page.keyboard.type(' tonight');
    await page.locator('.ee-rich').first().click();
    await expect.poll(() => line.innerText()).toBe("Bella's Pizzeria tonight");
    await page.keyboard.press('End');
    await page.keyboard.type(' {{first_name|you}}!');
    const rich = page.locator('.ee-rich').first();
    expect(await rich.innerText()).toContain('{{first_name|you}}!');
    await line.click();
    await expect.poll(() => rich.innerText()).toContain('you!');
    expect(await rich.innerText()).not.toContain('{{');
    await eventually(
      () => design(id),
      (now) => now.includes('{{business_name}} tonight') && now.includes('{{first_name|you}}!'),
    );
    await saved(page);
    // Its headings are no part of the screen's own outline.
    const outline = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map(({ tagName }) => tagName));
    expect(outline[0]).toBe('H1');
    expect(outline.slice(1).every((tag) => tag === 'H2')).toBe(true);
    await close(page);
  });

  test('the caret stays where it is while one writes in every kind of text, at its start, middle and end', async () => {
    const id = await newTemplate(starters.find((one) => one.id === 'offer')!.design);
    const page = await open(id);
    const texts = page.locator('.ee-mail [contenteditable]');
    for (let index = 0; index < (await texts.count()); index += 1) {
      const text = texts.nth(index);
      await text.click();
      for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);
      await page.keyboard.type('abc');
      await page.waitForTimeout(60);
      await page.keyboard.type('def');
      await expect.poll(() => text.innerText()).toContain('abcdef');
      await page.keyboard.press('End');
      await page.keyboard.type('xyz');
      await expect.poll(() => page.locator('.ee-mail [contenteditable]:focus').innerText()).toContain('xyz');
    }
    await saved(page);
    await close(page);
  });

  test('what is pasted from a word processor keeps its emphasis and lists, and brings nothing else', async () => {
    const id = await newTemplate(starters.find((one) => one.id === 'letter')!.design);
    const page = await open(id);
    const text = page.locator('.ee-rich').first();
    await text.click();
    await page.keyboard.press('Control+A');
    // In the page's own words: what tests are made of knows no documents.
    await page.evaluate(`{
      const data = new DataTransfer();
      data.setData('text/html', ${JSON.stringify(fromWord)});
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }`);
    await saved(page);
    const now = await eventually(
      () => design(id),
      (one) => one.includes('slanted'),
    );
    expect(now).toContain('{"type":"text","text":"bold","marks":[{"type":"bold"}]}');
    expect(now).toContain('"type":"bulletList"');
    expect(now).toContain('"href":"https://example.com"');
    for (const word of ['Title', 'cell', 'no link']) expect(now).toContain(word);
    expect(now).not.toMatch(/Mso|mso-|javascript|onerror|<|o:p/);
    await close(page);
  });

  test('eighty merge fields in one text are shown, written around and kept', async () => {
    const many = Array.from({ length: 80 }, (_, index) => `${index} {{first_name|x}}`).join(' ');
    const { design: start } = starters.find((one) => one.id === 'letter')!;
    const [section] = start.sections;
    const [block] = section!.columns[0]!.blocks;
    const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: many }] }] };
    const columns = [{ ...section!.columns[0]!, blocks: [{ ...block, doc }] }];
    const id = await newTemplate({ ...start, sections: [{ ...section, columns }] });
    const page = await open(id);
    await expect.poll(() => page.locator('.ee-merge').count()).toBe(80);
    await page.locator('.ee-rich').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' end');
    await page.getByRole('button', { name: 'Merge field' }).click();
    await page.getByRole('menuitem', { name: 'First name' }).click();
    await eventually(
      () => design(id),
      (now) => (now.match(/\{\{first_name/g) ?? []).length === 81 && now.includes(' end{{first_name|there}}'),
    );
    await close(page);
  });

  test('two people at one template: whoever saves second chooses, and the other block is untouched', async () => {
    const id = await newTemplate(starters.find((one) => one.id === 'letter')!.design);
    const page = await open(id);
    const { data } = await read(id);
    const key = (JSON.stringify(data.design).match(/"id":"(letter\d+)","[^}]*?"kind":"text"|"kind":"text"/) ?? [])[0];
    expect(key).toBeDefined();
    await api.call('PUT', `/email-templates/${id}`, {
      subject: 'Theirs',
      name: 'Under test',
      revision: data.revision,
      records: {},
    });
    await page.getByLabel('Subject').fill('Mine');
    await page.getByText('Someone else changed this template while you were editing.').waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await eventually(
      () => read(id),
      (now) => now.data.subject === 'Mine',
    );
    await close(page);
  });

  test('nothing that is written in a design runs: not in the editor, not in the preview', async () => {
    const id = await newTemplate({});
    const page = await open(id);
    await page.exposeFunction('hit', () => {
      throw new Error('It ran.');
    });
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.locator('.ee-palette').getByRole('button', { name: 'Text' }).click();
    await page.keyboard.insertText(vectors.join(' '));
    await page.locator('.ee-palette').getByRole('button', { name: 'Heading' }).click();
    await page.keyboard.insertText(vectors.join(' ').slice(0, 300));
    await saved(page);
    await page.reload();
    await page.getByText('Preview and test').click();
    const frame = page.frameLocator('iframe');
    await frame.locator('h1').first().waitFor();
    expect(await frame.locator('script,iframe,svg,object').count()).toBe(0);
    expect(errors.filter(({ message }) => /It ran|hit/.test(message))).toEqual([]);
    await close(page);
  });

  test('a test email leaves with its number, and the preview is what arrives', async () => {
    const id = await newTemplate(starters.find((one) => one.id === 'offer')!.design, 'A table is free');
    const page = await open(id);
    expect(await seriousIn(page)).toEqual([]);
    await page.locator('.ee-block .name').first().click();
    expect(await seriousIn(page)).toEqual([]);
    await page.getByText('Preview and test').click();
    await page.frameLocator('iframe').getByText('Two for one, all week').waitFor();
    expect(await seriousIn(page)).toEqual([]);
    await page.getByText('Phone', { exact: true }).click();
    await page.getByRole('switch', { name: 'Dark' }).click();
    await page.getByLabel('Test address').fill('owner@demo.test');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('A test is on its way to owner@demo.test.').waitFor();
    await close(page);
  });

  test('a block is dragged to its place, a hint leads to its control, and a section is kept for other emails', async () => {
    const id = await newTemplate(starters.find((one) => one.id === 'letter')!.design, '');
    const page = await open(id);
    const from = (await page.locator('.ee-palette').getByRole('button', { name: 'Picture' }).boundingBox())!;
    const to = (await page.locator('.ee-rich').boundingBox())!;
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + 40, { steps: 12 });
    await page.mouse.move(to.x + 80, to.y + 20, { steps: 4 });
    await page.mouse.up();
    // Dropped on the text, it stands before it.
    await eventually(
      () => design(id),
      (now) => now.includes('"kind":"image"') && now.indexOf('"kind":"image"') < now.indexOf('"kind":"text"'),
    );
    await page.getByRole('button', { name: 'Add a picture, or this block is left out.' }).click();
    await expect.poll(() => page.locator('.ee-picture :focus').count()).toBe(1);
    await page.getByRole('button', { name: 'Add a subject.' }).click();
    await expect.poll(() => page.locator(':focus').getAttribute('maxlength')).toBe('200');
    await page.locator('.ee-section-bar .name').first().click();
    await page.getByRole('button', { name: 'Save section for reuse' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Our greeting');
    await page.getByRole('dialog').getByRole('button', { name: 'Save section' }).click();
    await page.getByText('Our greeting is in your saved sections.').waitFor();
    await page.getByRole('button', { name: 'Saved sections' }).click();
    await page.getByRole('menuitem', { name: 'Our greeting' }).click();
    await eventually(
      () => design(id),
      (now) => (now.match(/"kind":"text"/g) ?? []).length === 2,
    );
    await close(page);
  });
});
