import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** Another version is published while people wait in the one before, in a real browser: what becomes of them is said before. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Where pictures go, for whoever wants to look: `SHOTS=folder`. */
const shots = process.env['SHOTS'];
async function picture(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

interface Run {
  readonly version: number;
  readonly node: string | null;
  readonly until: string | null;
  readonly state: string;
}

test('who waits at a step that has changed stays, waits anew or goes on elsewhere, as it was said before', async () => {
  const { call, signIn } = client(world.app);
  await signIn('business@demo.test');
  const [first, wait, other, last] = Array.from({ length: 4 }, () => crypto.randomUUID());
  const says = (name: string, next: string | null) => ({
    kind: 'Notification',
    name,
    off: false,
    body: `${name}, {{first_name|friend}}`,
    media: [],
    campaign_id: null,
    to: { next, failed: null },
  });
  const waits = (name: string, amount: number, next: string) => ({
    kind: 'Wait',
    name,
    off: false,
    until: { kind: 'duration', amount, unit: 'days', zone: 'business' },
    to: { next, otherwise: null },
  });
  const nodes = {
    [first!]: waits('Think it over', 3, wait!),
    [wait!]: waits('A week more', 7, other!),
    [other!]: says('Still there', last!),
    [last!]: says('Good-bye', null),
  };
  const { data: made } = await call<{ data: { id: string } }>('POST', '/automations', { name: 'Patience' });
  const path = `/automations/${made.id}`;
  const draft = { triggers: [{ on: { kind: 'by-hand' }, filter: { match: 'all', groups: [] } }], start: first };
  await call('POST', path, { revision: null, ...draft, nodes, publish: true });
  for (const [at, firstName] of ['Ann', 'Ben', 'Cleo'].entries()) {
    const { data: contact } = await call<{ data: { id: string } }>('POST', '/contacts', {
      first_name: firstName,
      last_name: 'Lee',
      phone: `415555013${at}`,
      email: null,
      birthday: null,
      anniversary: null,
      company_name: null,
      website: null,
      custom: {},
      tags: [],
    });
    await call('POST', `/contacts/${contact.id}/start-automation`, { automationId: made.id });
  }
  const runs = async () => (await call<{ data: readonly Run[] }>('GET', `${path}/runs`)).data;
  const waitingAt = (step: string) =>
    eventually(runs, (all) => all.length === 3 && all.every(({ state, node }) => state === 'waiting' && node === step));
  const [before] = await waitingAt(first!);

  const page = await world.as('business@demo.test', `/business${path}/edit`);
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Publish Patience?' });
  // Nothing has changed: everybody who waits may do so anew all the same.
  await publish.click();
  await dialog.getByText('3 contacts are at “Think it over”').waitFor();
  await dialog.getByText(/^First to follow: Still there, /).waitFor();
  await picture(page, 'publish-anew');
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Recalculate waits' }).click();
  await page.getByText('Version 2 is published, and all waits are recalculated.').waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
  expect((await waitingAt(first!))[0]!.until).toBe(before!.until);

  // Longer, by somebody else: each choice says when the first thing leaves that follows.
  await call('POST', path, { revision: null, nodes: { [first!]: waits('Think it over', 5, wait!) } });
  await page.reload();
  await publish.click();
  await dialog.getByText('This step has changed.').waitFor();
  await dialog.getByText(/^As of \d/).waitFor();
  await picture(page, 'publish-changed');
  const choice = dialog.getByRole('combobox', { name: 'What happens to them' });
  const said = async (option: string): Promise<string> => {
    await choice.click();
    if (option.startsWith('Wait')) await picture(page, 'publish-choices');
    await page.getByRole('option', { name: option }).click();
    await expect.poll(() => choice.inputValue()).toBe(option);
    return dialog.getByText(/^First to follow: /).innerText();
  };
  const [keeps, waitsLonger] = [
    await said('Keep their wait time, then follow this version'),
    await said('Recalculate their wait from when they started it'),
  ];
  expect(keeps).toContain('Still there, ');
  expect(waitsLonger).not.toBe(keeps);
  await dialog.getByRole('button', { name: 'Refresh' }).click();
  await dialog.getByText(waitsLonger).waitFor();
  expect(await said('Continue at: Good-bye')).toContain('Good-bye, ');
  await picture(page, 'publish-go');
  expect(await seriousIn(page)).toEqual([]);
  await said('Continue at: A week more');
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published, version 3').waitFor();
  // To wait anew was a version, too.
  const moved = await waitingAt(wait!);
  expect(moved.map(({ version }) => version)).toEqual([3, 3, 3]);
  await close(page);
});

test('the circle that a draft closes is named before it is published', async () => {
  const { call, signIn } = client(world.app);
  await signIn('business@demo.test');
  const node = crypto.randomUUID();
  const field = { of: 'contact', name: 'first_name' };
  const step = {
    kind: 'CollectContactData',
    name: 'Ask for the name',
    off: false,
    body: 'Your name?',
    again: '',
    tries: 1,
    patience: { amount: 1, unit: 'hours' },
    field,
    to: { next: null, given_up: null, failed: null },
  };
  const document = {
    triggers: [{ on: { kind: 'field-changed', field, to: null }, filter: { match: 'all', groups: [] } }],
    reentry: { kind: 'always' },
    start: node,
    nodes: { [node]: step },
  };
  const { data } = await call<{ data: { id: string } }>('POST', '/automations', { name: 'Round and round', document });
  const page = await world.as('business@demo.test', `/business/automations/${data.id}/edit`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Round and round/ });
  await dialog.getByRole('note').filter({ hasText: 'Ask for the name' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'circle');
  await close(page);
});
