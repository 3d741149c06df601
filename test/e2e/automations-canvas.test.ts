import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { drawnIn, hearRenders } from '../support/renders.ts';
import { close, openWorld, type World } from './support.ts';

/** Automations as a drawing, in a real browser: by keyboard, by mouse, and with many steps. */
let world: World;
let api: ReturnType<typeof client>;
beforeAll(async () => {
  world = await openWorld();
  api = client(world.app);
  await api.signIn('business@demo.test');
});
afterAll(() => world.close());

/** Steps one behind the other, each of which tags. */
async function drawn(name: string, tags: readonly string[]): Promise<string> {
  const ids = tags.map(() => randomUUID());
  const nodes = Object.fromEntries(
    tags.map((tag, at) => [
      ids[at]!,
      { kind: 'Tag', name: tag, off: false, change: 'add', tag, to: { next: ids[at + 1] ?? null, failed: null } },
    ]),
  );
  const triggers = [{ on: { kind: 'by-hand' }, filter: { match: 'all', groups: [] } }];
  const document = { triggers, reentry: { kind: 'once' }, start: ids[0]!, nodes };
  const { data } = await api.call<{ data: { id: string } }>('POST', '/automations', { name, document });
  return data.id;
}
const editOf = (id: string): string => `/business/automations/${id}/edit`;
const card = '.au-canvas .react-flow__node-step';

test('steps are added, moved, copied and taken back by keyboard alone, and axe finds nothing', async () => {
  const id = await drawn('By keyboard', ['one', 'two', 'three']);
  const page = await world.as('business@demo.test', editOf(id));
  const names = () => page.locator(`${card} b`).allTextContents();
  await expect.poll(names).toEqual(['one', 'two', 'three']);
  expect(await seriousIn(page)).toEqual([]);

  // Tab comes to one card; the arrows walk from there; Tab from a card comes to what is below it.
  await page.locator('[data-step=start]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('a');
  await page.getByRole('textbox', { name: 'Search steps' }).fill('wait');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['one', 'Wait', 'two', 'three']);
  await page.getByRole('heading', { name: 'Wait' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  // The copy of the first step stands behind the last one.
  const at = (name: string) => page.locator(`${card} button[data-step]`).filter({ hasText: name });
  await at('one').focus();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('End');
  await page.keyboard.press('Control+v');
  await expect.poll(names).toEqual(['one', 'Wait', 'two', 'three', 'one']);

  // M, then the place: Tab comes to the one below the card.
  await at('three').focus();
  await page.keyboard.press('m');
  await page.getByText('Choose where “three” goes.').waitFor();
  await page.locator('[data-step=start]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['three', 'one', 'Wait', 'two', 'one']);

  // Each was one intention.
  for (const before of [
    ['one', 'Wait', 'two', 'three', 'one'],
    ['one', 'Wait', 'two', 'three'],
    ['one', 'two', 'three'],
  ]) {
    await page.keyboard.press('Control+z');
    await expect.poll(names).toEqual(before);
  }
  await at('two').focus();
  await page.keyboard.press('Delete');
  await expect.poll(names).toEqual(['one', 'three']);

  // The list shows the same, and how one looks at it is remembered.
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect.poll(() => page.locator('.au-lines b').allTextContents()).toEqual(['one', 'three']);
  await page.getByText(/^Saved \d/).waitFor();
  await page.reload();
  await page.locator('.au-lines').first().waitFor();
  expect(await page.locator('.au-canvas').count()).toBe(0);
  await close(page);
});

test('of two hundred steps, a keystroke draws the one that is edited, and a drag draws none until it is dropped', async () => {
  const tags = Array.from({ length: 200 }, (_, at) => `step ${at + 1}`);
  const id = await drawn('Many steps', tags);
  const page = await world.as('business@demo.test', '/business/automations');
  await hearRenders(page);
  await page.goto(world.app.url + editOf(id));
  await expect.poll(() => page.locator(card).count()).toBe(200);
  const at = (name: string) =>
    page.locator(`${card} button[data-step]`).filter({ hasText: new RegExp(`^${name}Adds`) });
  await at('step 2').click();
  const name = page.getByRole('textbox', { name: 'Step name' });
  await name.click();
  await drawnIn(page, card);

  await page.keyboard.press('End');
  await page.keyboard.type('x');
  await page.locator(card).getByText('step 2x').waitFor();
  expect(await drawnIn(page, card)).toBe(1);
  await page.getByText(/^Saved \d/).waitFor();
  // Saved: nothing on the canvas says anything else than before.
  expect(await drawnIn(page, card)).toBe(0);

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const from = (await at('step 3').boundingBox())!;
  const below = page.getByRole('button', { name: 'Add a step: Then of step 1', exact: true });
  const to = (await below.boundingBox())!;
  await page.mouse.move(from.x + 40, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 20, { steps: 4 });
  await page.getByRole('button', { name: 'Place here' }).first().waitFor({ state: 'attached' });
  await drawnIn(page, card);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 20 });
  await page.locator('.au-plus.over').waitFor();
  expect(await drawnIn(page, card)).toBe(0);
  await page.mouse.up();
  await expect
    .poll(async () => (await page.locator(`${card} b`).allTextContents()).slice(0, 3))
    .toEqual(['step 1', 'step 3', 'step 2x']);
  await close(page);
});

test('a step that is dragged quicker than it is drawn goes where it is dropped', async () => {
  const id = await drawn('Quick hands', ['one', 'two', 'three']);
  const page = await world.as('business@demo.test', editOf(id));
  const three = page.locator(`${card} button[data-step]`).filter({ hasText: /^threeAdds/ });
  await three.waitFor();
  const below = page.getByRole('button', { name: 'Add a step: Then of one', exact: true });
  const [from, to] = [(await three.boundingBox())!, (await below.boundingBox())!];
  // All in one task: nothing can be drawn in between.
  await page.evaluate(
    `{
      const at = (type, x, y, on) => (on ?? window).dispatchEvent(
        new PointerEvent(type, { clientX: x, clientY: y, bubbles: true, button: 0, pointerType: 'mouse' }));
      const [x, y] = [${from.x + 40}, ${from.y + 20}];
      at('pointerdown', x, y, document.elementFromPoint(x, y));
      at('pointermove', x + 10, y + 10);
      at('pointermove', ${to.x + to.width / 2}, ${to.y + to.height / 2});
      at('pointerup', ${to.x + to.width / 2}, ${to.y + to.height / 2});
    }`,
  );
  await expect
    .poll(async () => (await page.locator(`${card} b`).allTextContents()).slice(0, 3))
    .toEqual(['one', 'three', 'two']);
  await close(page);
});

test('the way of one contact is replayed on the version that it follows', async () => {
  const id = await drawn('Replayed', ['seen', 'known']);
  await api.call('POST', `/automations/${id}`, { revision: null, publish: true });
  const { data: contact } = await api.call<{ data: { id: string } }>('POST', '/contacts', {
    first_name: 'Rita',
    last_name: 'Replay',
    phone: '4155550177',
    email: null,
    birthday: null,
    anniversary: null,
    company_name: null,
    website: null,
    custom: {},
    tags: [],
  });
  await expect
    .poll(() =>
      api.call('POST', `/contacts/${contact.id}/start-automation`, { automationId: id }).then(
        () => 'in',
        (error: Error) => error.message,
      ),
    )
    .toBe('in');
  const page = await world.as('business@demo.test', `/business/automations/${id}`);
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      return page.getByText('Completed').first().isVisible();
    })
    .toBe(true);
  await page.getByRole('link', { name: /^Path of/ }).click();
  const taken = page.locator('.au-replay .au-wires .on');
  await expect.poll(() => taken.count()).toBe(3);
  const back = page.getByRole('button', { name: 'Step back' });
  const player = page.getByRole('group', { name: 'Replay' }).getByRole('status');
  const all = Number(/of (\d+)/.exec(await player.innerText())![1]);
  for (let step = all; step > 1; step -= 1) await back.click();
  await expect.poll(() => taken.count()).toBe(0);
  await page.locator('.au-replay .path-at').getByText('Trigger').waitFor();
  expect(await page.locator('.au-replay .react-flow__node-step .path-off').count()).toBe(2);
  expect(await seriousIn(page)).toEqual([]);
  await replayedOnAPhone(page.url(), all);
  await close(page);
});

/** Without room for a drawing one step stands there at a time, with what came of it, and the player goes through them. */
async function replayedOnAPhone(url: string, all: number): Promise<void> {
  const page = await world.as('business@demo.test', new URL(url).pathname + new URL(url).search, {
    viewport: { width: 390, height: 844 },
  });
  const stage = page.locator('.au-onedeed');
  const player = page.getByRole('group', { name: 'Replay' });
  await stage.getByText('Ended: Completed').waitFor();
  expect(await page.getByRole('button', { name: 'Step forward' }).isDisabled()).toBe(true);
  for (let step = all; step > 1; step -= 1) await page.getByRole('button', { name: 'Step back' }).click();
  await stage.getByText('Enrolled').waitFor();
  await player.getByText(`1 of ${all}`).waitFor();
  // By itself to its end.
  await player.getByRole('button', { name: 'Replay' }).click();
  await player.getByText(`${all} of ${all}`).waitFor();
  await stage.getByText('Ended: Completed').waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  await close(page);
}

test('a screen that comes late takes no key from who has opened the palette meanwhile', async () => {
  const id = await drawn('Comes late', ['one']);
  await api.call('POST', `/automations/${id}`, { revision: null, publish: true });
  const page = await world.as('business@demo.test', '/business/automations');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(new RegExp(`/api/v1/automations/${id}(\\?|$)`), async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Comes late' }).first().click();
  await page.waitForURL(`**/automations/${id}`);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('textbox', { name: /^Search screens/ });
  await box.fill('automation webhooks');
  release();
  await page.locator('h1', { hasText: 'Comes late' }).waitFor();
  await page.waitForTimeout(1_000);
  await page.locator('[data-action][data-selected]', { hasText: /webhooks/i }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/automations/webhooks');
  // Where the palette led, the title has the focus, as after every way there.
  await expect.poll(() => page.locator('h1:focus').count()).toBe(1);
  await close(page);
});

test('the palette brings one to an automation by its name: a draft to where it is drawn, what runs to its figures', async () => {
  const id = await drawn('Quarterly surprise', ['one']);
  const page = await world.as('business@demo.test', '/business/automations');
  const open = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /^Search screens/ }).fill('quarterly');
    // Chosen a frame after it is there.
    await page.locator('[data-action][data-selected]', { hasText: 'Quarterly surprise' }).waitFor();
    await page.keyboard.press('Enter');
  };
  await open();
  await page.waitForURL(`**/automations/${id}/edit`);
  await api.call('POST', `/automations/${id}`, { revision: null, publish: true });
  await page.goto(`${world.app.url}/business/automations`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await open();
  await page.waitForURL(`**/automations/${id}`);
  // What one can do without a name: a new one, and the addresses that others call.
  for (const [word, path] of [
    ['new auto', '/automations/create'],
    ['automation webhooks', '/automations/webhooks'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /^Search screens/ }).fill(word);
    await page.locator('[data-action][data-selected]', { hasText: new RegExp(word, 'i') }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
  }
  await close(page);
});
