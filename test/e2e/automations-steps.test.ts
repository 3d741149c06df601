import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { awakePhones } from '../support/awake.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import type { Page } from 'playwright-core';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { close, openNewWorld, type World } from './support.ts';

/** What is done at a step, and about who could not come in, in a real browser over a database that can be made to fail. */
let database: TestDatabase;
let db: pg.Client;
let world: World;
let api: ReturnType<typeof client>;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  world = await openNewWorld({ DATABASE_URL: database.connectionString });
  db = new pg.Client(database.connectionString);
  await db.connect();
  api = client(world.app);
  await api.signIn('business@demo.test');
});
afterAll(async () => {
  await world.close();
  await db.end();
  await database.drop();
});

const everybody = { match: 'all', groups: [] };
const tag = {
  kind: 'Tag',
  name: 'Mark them',
  off: false,
  change: 'add',
  tag: 'marked',
  to: { next: null, failed: null },
};
async function drawn(name: string, on: object, node: object, publish = false): Promise<{ id: string; step: string }> {
  const { data } = await api.call<{ data: { id: string } }>('POST', '/automations', { name });
  const step = randomUUID();
  const body = { revision: null, triggers: [{ on, filter: everybody }], start: step, nodes: { [step]: node }, publish };
  await api.call('POST', `/automations/${data.id}`, body);
  return { id: data.id, step };
}

test('who could not be let in at eight tries is said with why, and comes in when it is tried again', async () => {
  const on = { kind: 'text-received', words: ['sesame'], whole: true };
  const { id } = await drawn('Open, sesame', on, tag, true);
  const failures = async (): Promise<number> => {
    const { rows } = await db.query<{ failures: number }>(
      'select failures from ops.automation_entering where automation_id = $1',
      [id],
    );
    return rows[0]?.failures ?? 0;
  };
  // The log takes everything but the beginning of a way through it: what a fault of ours looks like.
  await db.query(`create function public.no_beginning() returns trigger language plpgsql as $$
    begin raise exception 'no beginning'; end $$`);
  await db.query(`create trigger no_beginning before insert on es.events for each row
    when (new.type = 'AutomationRunStarted') execute function public.no_beginning()`);
  await api.text('+14155557801', '+14155550100', 'PIZZA');
  await api.text('+14155557801', '+14155550100', 'sesame');
  await expect
    .poll(
      async () => {
        const tried = await failures();
        // Between tries it waits ever longer: that time is over.
        if (tried < 8)
          await db.query(
            'update ops.automation_entering set held_until = now() where automation_id = $1 and failures > 0',
            [id],
          );
        return tried;
      },
      { timeout: 120_000 },
    )
    .toBe(8);

  const page = await world.as('business@demo.test', `/business/automations/${id}`);
  const box = page.getByRole('region', { name: 'One contact couldn’t be enrolled' });
  await box.getByText('A problem on our side. We’ve been notified.').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  await db.query('drop trigger no_beginning on es.events');
  await box.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Retrying one contact. No one is enrolled twice.').waitFor();
  await expect.poll(() => box.count()).toBe(0);
  await eventually(
    () => api.call<{ data: object[] }>('GET', `/automations/${id}/runs`),
    (answer) => answer.data.length === 1,
  );
  await page.reload();
  await page.getByRole('link', { name: 'Path of (415) 555-7801' }).waitFor();
  expect(await box.count()).toBe(0);
  await close(page);
});

test('a step is sent to oneself as it stands on the screen, with the fields of somebody', async () => {
  const says = (body: string) => ({
    kind: 'Notification',
    name: 'Say hello',
    off: false,
    body,
    media: [],
    campaign_id: null,
    to: { next: null, failed: null },
  });
  const { id, step } = await drawn('Tried by oneself', { kind: 'by-hand' }, says(''));
  await api.call('POST', '/contacts', {
    first_name: 'Ottavia',
    last_name: 'Bianchi',
    phone: '4155557802',
    email: null,
    birthday: null,
    anniversary: null,
    company_name: null,
    website: null,
    custom: {},
    tags: [],
  });
  const page = await world.as('business@demo.test', `/business/automations/${id}/edit`);
  await page.locator(`[data-step="${step}"]`).click();
  const send = page.getByRole('button', { name: 'Send me a test' });
  // There is nothing to be sent yet: nothing opens.
  await send.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('textbox', { name: 'Message' }).fill('Buongiorno, {{first_name|friend}}!');
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Send me a test' });
  const day = awakePhones(1)[0]!;
  await dialog.getByLabel('To').fill(day);
  await dialog.getByLabel('Personalize as').fill('Ottavia');
  await page.getByRole('option', { name: /Ottavia Bianchi/ }).click();
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('The test is on its way to').waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  await eventually(
    () => api.phone(day),
    (messages) => messages.some(({ body }) => body.includes('Buongiorno, Ottavia!')),
  );
  // Nobody is in it by that, and Ottavia got nothing.
  expect(await api.phone('+14155557802')).toEqual([]);
  expect((await api.call<{ data: object[] }>('GET', `/automations/${id}/runs`)).data).toEqual([]);
  await close(page);
});

test('people of the team are chosen by name for an alert; who has no number is wrong by text, at any width', async () => {
  const alert = {
    kind: 'Alert',
    name: null,
    off: false,
    text: '[phone_number] is here.',
    phones: [],
    emails: [],
    text_members: [],
    mail_members: [],
    to: { next: null, failed: null },
  };
  const { id, step } = await drawn('Tell us', { kind: 'by-hand' }, alert);
  const { data: team } = await api.call<{ data: { id: string; name: string; has_phone: boolean }[] }>(
    'GET',
    '/livechat/team',
  );
  const without = team.find(({ has_phone: hasPhone }) => !hasPhone)!;
  const page = await world.as('business@demo.test', `/business/automations/${id}/edit`);
  await page.locator(`[data-step="${step}"]`).click();
  const panel = page.getByRole('complementary', { name: 'Alert my team' });
  // Not wrong yet: nobody has been chosen.
  await panel.getByText('Not set up yet. Choose who to alert').waitFor();
  const choose = async (field: string, names: readonly string[]) => {
    await panel.getByRole('combobox', { name: field }).click();
    for (const name of names) await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await page.keyboard.press('Escape');
  };
  await choose(
    'Teammates, by email',
    team.map(({ name }) => name),
  );
  await choose('Teammates, by text', [without.name]);
  await panel.getByText('A teammate here has no mobile number.').waitFor();
  await panel.getByLabel('Other numbers').fill('415 555 7804');
  await page.keyboard.press('Enter');
  await panel.getByText('(415) 555-7804').waitFor();
  await page.getByText(/^Saved \d/).waitFor();
  // Nothing sticks out of its panel.
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const out = await panel.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect([width, out]).toEqual([width, 0]);
  }
  expect(await seriousIn(page)).toEqual([]);
  const { data } = await api.call<{ data: { document: { nodes: Record<string, Record<string, unknown>> } } }>(
    'GET',
    `/automations/${id}`,
  );
  expect(data.document.nodes[step]).toMatchObject({
    text_members: [without.id],
    mail_members: team.map((one) => one.id),
    phones: ['+14155557804'],
  });
  await close(page);
});

test('a keyword and a campaign that exclude each other are said where they stand, and publishing brings one there', async () => {
  const { data: campaigns } = await api.call<{ data: { id: string; name: string; keyword: string | null }[] }>(
    'GET',
    '/campaigns',
  );
  const { id: campaign, keyword } = campaigns.find((one) => one.keyword !== null)!;
  const on = { kind: 'opted-in', keyword: 'NOTTHIS', campaign_id: campaign };
  const { id } = await drawn('At odds', on, tag);
  const page = await world.as('business@demo.test', `/business/automations/${id}/edit`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Trigger' });
  const words = `The keyword of this campaign is ${keyword}, not NOTTHIS: one message can’t opt in to both. Clear one of the two.`;
  await panel.getByText(words).waitFor();
  const field = panel.getByRole('combobox', { name: 'Keyword' });
  await expect.poll(() => field.evaluate((one) => one.ownerDocument.activeElement === one)).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: keyword!, exact: true }).click();
  await expect.poll(() => panel.getByText(words).count()).toBe(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published, version 1').waitFor();
  await close(page);
});

const focused = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(
    "document.activeElement?.getAttribute('data-step') ?? document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? null",
  );

test('the list does all by keyboard: what starts it, a step, its copy, its place, undo; the focus is never lost', async () => {
  const { id, step } = await drawn('By keyboard', { kind: 'by-hand' }, tag);
  const page = await world.as('business@demo.test', `/business/automations/${id}/edit`);
  await page.getByRole('button', { name: 'List' }).click();
  const steps = page.locator('[data-step]');
  await page.locator('[data-step=start]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Add trigger' }).focus();
  await page.keyboard.type('Texts');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Trigger 2' }).waitFor();
  expect(await page.evaluate<boolean>("document.activeElement.closest('.au-trigger') !== null")).toBe(true);
  await page.keyboard.press('Escape');
  expect([await focused(page), await page.locator('.au-side').count()]).toEqual(['start', 0]);
  // A copy below, and back again.
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(step);
  await page.keyboard.press('Control+c');
  await page.getByText('Copied: Mark them.').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+v');
  await expect.poll(() => steps.count()).toBe(3);
  await page.keyboard.press('Control+z');
  await page.getByText('Undid: Mark them').waitFor({ state: 'attached' });
  expect([await steps.count(), await focused(page)]).toEqual([2, step]);
  // Another step below it by A; what it lies on is taken back while one is in it.
  await page.keyboard.press('a');
  await page.keyboard.type('wait');
  await page.keyboard.press('Enter');
  await expect.poll(() => steps.count()).toBe(3);
  const amount = page.getByLabel('How long');
  expect(await amount.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
  await page.keyboard.press('Control+z');
  await expect.poll(() => steps.count()).toBe(2);
  expect(await focused(page)).toBe(step);
  await page.keyboard.press('Delete');
  await expect.poll(() => steps.count()).toBe(1);
  expect(await focused(page)).toBe('start');
  await close(page);
});

test('what is still to be finished lies on no card, whatever is open beside the canvas', async () => {
  const { data } = await api.call<{ data: { id: string } }>('POST', '/automations', { name: 'Just begun' });
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [768, 1024],
  ] as const) {
    const page = await world.as('business@demo.test', `/business/automations/${data.id}/edit`, {
      viewport: { width, height },
    });
    const lies = (other: string) =>
      page.evaluate<boolean>(`(() => {
        const [one, two] = ['[data-step=start]', '${other}'].map((of) => document.querySelector(of).getBoundingClientRect());
        return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
      })()`);
    // Beside what starts it, which is open where there is room, and alone.
    await page.locator('.au-problems').waitFor();
    await expect.poll(() => lies('.au-problems')).toBe(false);
    if ((await page.locator('.au-side').count()) === 0) await page.locator('[data-step=start]').click();
    await page.locator('.au-side').waitFor();
    await expect.poll(() => lies('.au-problems')).toBe(false);
    await expect.poll(() => lies('.au-side')).toBe(false);
    await close(page);
  }
});

test('a copy of what is shared is taken by its unique id; what is none, or nobody’s, is said at the field', async () => {
  const { id } = await drawn('Shared', { kind: 'by-hand' }, tag);
  const { data } = await api.call<{ data: { unique_id: string } }>('GET', `/automations/${id}/unique-id`);
  const page = await world.as('business@demo.test', '/business/automations');
  await page.getByRole('button', { name: 'Import automation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import shared automation' });
  const field = dialog.getByLabel('Unique ID');
  await field.fill('half an id');
  await page.keyboard.press('Enter');
  await dialog.getByText('That isn’t a valid ID.').waitFor();
  await field.fill('a'.repeat(32));
  await page.keyboard.press('Enter');
  await dialog.getByText('No automation has this ID.').waitFor();
  await field.fill(data.unique_id);
  await dialog.getByLabel('Name').fill('A copy of it');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/automations\/[0-9a-f-]+\/edit$/);
  await page.getByRole('heading', { name: 'A copy of it' }).waitFor({ state: 'attached' });
  await page.locator('[data-step]').getByText('Mark them').waitFor();
  await close(page);
});
