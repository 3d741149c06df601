import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { seriousIn } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { close, openNewWorld, type World } from './support.ts';

/** What is drawn is played on the demo's past, in a real browser, beside what runs. */
let world: World;
beforeAll(async () => {
  world = await openNewWorld({ DEMO: 'on' });
});
afterAll(() => world.close());

/** Where pictures go, for whoever wants to look: `SHOTS=folder`. */
const shots = process.env['SHOTS'];

test('what is drawn is rehearsed on what really happened, beside what runs, and nothing is sent', async () => {
  const { call, signIn } = client(world.app);
  // Its agency's price; what the platform charges the agency is not the business's to know.
  await signIn('admin@demo.test');
  const from = `${new Date().toISOString().slice(0, 8)}01`;
  const listed = { channel: 'sms', currency: 'USD', from, country: 'US', carrier_class: 'local' };
  await call('POST', '/rates', { ...listed, price: 11_000 });
  await signIn('agency@demo.test');
  await call('POST', '/rates', { ...listed, country: null, carrier_class: null, price: 25_000 });
  await signIn('business@demo.test');
  const { data } = await call<{ data: { id: string } }>('POST', '/automations', {
    name: 'Hello, rehearsed',
    template: 'welcome',
  });
  const path = `/automations/${data.id}`;
  const { data: drawn } = await call<{
    data: { revision: number; document: { nodes: Record<string, Record<string, unknown>> } };
  }>('POST', path, { revision: null, publish: true });
  // A word more than what runs.
  const [step, node] = Object.entries(drawn.document.nodes).find(([, { kind }]) => kind === 'Notification')!;
  const body = `${String(node['body'])} Come by soon, {{first_name|friend}}.`;
  await call('POST', path, { revision: null, nodes: { [step]: { ...node, body } } });
  // Whom the past brings while it is lived is not to come in really.
  await call('POST', `${path}/switch`, { on: false });
  // The demo lives its past while it is looked at.
  await eventually(
    () => call<{ data: { people: number; next: string | null } }>('GET', `${path}/rehearsal?days=90`),
    (answer) => answer.data.people >= 5,
    120_000,
  );
  const { data: dear } = await call<{ data: { credits: number; cost: { amount: number; unpriced: number } | null } }>(
    'GET',
    `${path}/rehearsal?days=90`,
  );
  // Where the month has not begun in the business's zone, the price does not hold yet.
  expect(dear.cost!.amount + dear.cost!.unpriced * 25_000).toBe(dear.credits * 25_000);
  const sent = async () => (await call<{ meta: { total: number } }>('GET', `${path}/runs`)).meta.total;
  const before = await sent();

  const page = await world.as('business@demo.test', `/business${path}/edit`);
  await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Rehearse Hello, rehearsed' });
  await panel.getByText('Last 90 days').click();
  await panel.getByRole('button', { name: 'Rehearse', exact: true }).click();
  await panel.getByRole('button', { name: 'Rehearse again' }).waitFor();
  await panel
    .getByText(/^In the last 90 days (?:one contact|\d+ contacts) would have been enrolled: \d+ texts? to /)
    .first()
    .waitFor();
  await panel.getByText(/^About \$[\d.]+: \$[\d.]+ per enrollment, \$[\d.]+ a month at this pace\./).waitFor();
  // Side by side with what runs, and the text with the words that only the draft has.
  await panel.getByRole('columnheader', { name: 'Version 1' }).waitFor();
  await panel
    .getByText(/Come by soon, \S+\./)
    .first()
    .waitFor();
  expect(await seriousIn(page)).toEqual([]);
  expect(await sent()).toBe(before);

  if (shots !== undefined) {
    mkdirSync(shots, { recursive: true });
    for (const scheme of ['light', 'dark'] as const) {
      for (const [width, height] of [
        [1440, 1400],
        [768, 1400],
        [390, 1600],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(400);
        await page.screenshot({ path: `${shots}/rehearsal-${scheme}-${width}.png` });
      }
    }
    await page.setViewportSize({ width: 1440, height: 1400 });
  }
  // One contact, step by step: what would be said to them now and in two days.
  await panel.getByText('One contact', { exact: true }).click();
  const choice = panel.getByLabel('Contact', { exact: true }).first();
  await choice.click();
  await page.getByRole('option').first().click();
  await panel.getByRole('button', { name: 'Walk through' }).click();
  await panel.getByText('Ended: ', { exact: false }).first().waitFor();
  await panel
    .getByText(/Come by soon, \S+\./)
    .first()
    .waitFor();
  expect(await seriousIn(page)).toEqual([]);
  expect(await sent()).toBe(before);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/walk.png` });
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.count()).toBe(0);
  await close(page);
});
