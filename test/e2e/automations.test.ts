import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

/** From a template to an automation that runs, by keyboard, in a real browser. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('an automation is made from a template, changed by keyboard, taken back, saved by itself and published', async () => {
  const page = await world.as('business@demo.test', '/business/automations/create?template=welcome');
  await page.getByLabel('Name', { exact: true }).fill('Hello to everybody');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/automations\/[0-9a-f-]+\/edit$/);
  const id = /automations\/([0-9a-f-]+)\//.exec(page.url())![1]!;

  // From step to step with the arrows, into one with Enter.
  const first = page.locator('[data-step]').nth(1);
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('');
  const panel = page.getByRole('complementary');
  await panel.getByText('Write a message.').waitFor();
  // Publishing says what is missing, and brings one there.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => message.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
  await message.fill('Hello there, {{first_name|friend}}!');
  await page.getByText(/^Saved \d/).waitFor();

  // A step more is one intention: taken back and done again at once.
  await page.getByRole('button', { name: /^Add a step: Then of Say hello/ }).click();
  await page.getByRole('textbox', { name: 'Search steps' }).fill('tag');
  await page.keyboard.press('Enter');
  // One types at once; what is not set up yet is said, but is not wrong.
  await panel.getByText('Not set up yet. Choose a tag.').waitFor();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  await page.getByText('Added: Add or remove a tag.').waitFor({ state: 'attached' });
  await page.keyboard.type('g');
  await page.keyboard.press('Backspace');
  await panel.getByText('Choose a tag.', { exact: true }).waitFor();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
  await page.keyboard.type('greeted');
  const steps = page.locator('[data-step]');
  const before = await steps.count();
  await page.getByText(/^Saved \d/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => steps.count()).toBe(before - 1);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => steps.count()).toBe(before);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published, version 1').waitFor();
  const { call, signIn } = client(world.app);
  await signIn('business@demo.test');
  const { data } = await eventually(
    () => call<{ data: { version: number | null; published: object } }>('GET', `/automations/${id}`),
    (answer) => answer.data.version === 1,
  );
  expect(JSON.stringify(data.published)).toContain('Hello there, {{first_name|friend}}!');

  // A reload shows the same, and there is nothing to publish.
  await page.reload();
  await page.getByText('Published, version 1').waitFor();
  await page.getByText('greeted').first().waitFor();
  await close(page);
});

test('who waits at a step is listed, and goes on, or is out: some, or all of them', async () => {
  const { call, signIn, text } = client(world.app);
  await signIn('business@demo.test');
  const body = { name: 'Who waits', template: 'win-back' };
  const { data } = await call<{ data: { id: string } }>('POST', '/automations', body);
  await call('POST', `/automations/${data.id}`, { revision: null, publish: true });
  for (const [at, number] of ['+14155557101', '+14155557102', '+14155557103'].entries()) {
    await text(number, '+14155550100', 'PIZZA');
    const { data: found } = await eventually(
      () => call<{ data: { id: string }[] }>('GET', `/contacts?search=555710${at + 1}`),
      (answer) => answer.data.length === 1,
    );
    await call('POST', `/contacts/${found[0]!.id}/start-automation`, { automationId: data.id });
  }
  const page = await world.as('business@demo.test', `/business/automations/${data.id}`);
  await page.getByRole('link', { name: 'Who is at Ninety days without a visit' }).click();
  const drawer = page.getByRole('dialog', { name: 'At “Ninety days without a visit”' });
  await drawer.getByText('3 contacts').waitFor();
  await drawer.getByRole('checkbox', { name: /^Select \(415\) 555-7101/ }).check();
  await drawer.getByRole('button', { name: 'Exit' }).click();
  await page.getByRole('button', { name: 'Exit contact' }).click();
  await page.getByText('One contact exited.').waitFor();
  await drawer.getByText('2 contacts').waitFor();
  await drawer.getByRole('button', { name: 'Select all 2' }).click();
  await drawer.getByRole('button', { name: 'Skip' }).click();
  await page.getByText('Next: We miss you.').waitFor();
  await page.getByRole('button', { name: 'Skip for 2' }).click();
  await page.getByText('2 contacts skipped it.').waitFor();
  await drawer.getByText('No one is here now').waitFor();
  await page.goto(`${world.app.url}/business/automations/${data.id}?status=ended`);
  await page.getByText('Removed by a teammate', { exact: true }).waitFor();
  await close(page);
});

test('an automation is started and stopped beside the chat, which says before what comes of it or why it can not be', async () => {
  const { call, signIn, text } = client(world.app);
  await signIn('business@demo.test');
  const body = { name: 'Started by hand', template: 'win-back' };
  const { data } = await call<{ data: { id: string } }>('POST', '/automations', body);
  await call('POST', `/automations/${data.id}`, { revision: null, publish: true });
  await text('+14155557201', '+14155550100', 'PIZZA');
  const { data: found } = await eventually(
    () => call<{ data: { id: string }[] }>('GET', '/contacts?search=5557201'),
    (answer) => answer.data.length === 1,
  );
  const page = await world.as('business@demo.test', `/business/livechat?contact=${found[0]!.id}`);
  const start = async () => {
    await page.getByRole('button', { name: 'Start automation' }).first().click();
    await page.getByRole('combobox', { name: 'Automation' }).click();
    await page.getByRole('option', { name: 'Started by hand' }).click();
  };
  await start();
  const dialog = page.getByRole('dialog', { name: 'Start automation for (415) 555-7201' });
  await dialog.getByText('Ninety days without a visit').waitFor();
  await dialog.getByRole('button', { name: 'Start automation' }).click();
  await page.getByRole('link', { name: 'Started by hand' }).first().waitFor();
  await start();
  await dialog.getByText('This contact is in it already.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Start automation' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Exit Started by hand' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Exit', exact: true }).click();
  await page.getByText('One past enrollment').first().waitFor();
  // So are campaigns, by their keywords.
  await page.getByRole('button', { name: 'Remove keyword PIZZA' }).first().click();
  await page.getByRole('combobox', { name: 'Add a keyword' }).first().click();
  await page.getByRole('option', { name: 'PIZZA' }).click();
  await page.getByRole('button', { name: 'Remove keyword PIZZA' }).first().waitFor();
  // The same stands on the contact's page.
  await page.goto(`${world.app.url}/business/contacts/${found[0]!.id}`);
  await page.getByText('One past enrollment').waitFor();
  await close(page);
});

test('an address that others call is made, its secret shown once, told how to read what comes, and deleted', async () => {
  const page = await world.as('business@demo.test', '/business/automations/webhooks');
  await page.getByRole('button', { name: 'New address' }).click();
  await page.getByText('Its secret, shown this once').waitFor();
  const [address, secret] = await page.locator('.au-secret .value').allTextContents();
  const send = async (body: object, by = secret!) =>
    (
      await fetch(address!, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-webhook-secret': by },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await send({ guest: { phone: '(415) 555-7301', name: 'Ada' } })).toBe(202);
  await page.getByRole('button', { name: 'I saved it' }).click();
  await page.getByRole('combobox', { name: 'Where it stands: Phone number' }).fill('guest.phone');
  await page.getByText('Found: (415) 555-7301').waitFor();
  await page.getByRole('combobox', { name: 'Where it stands: First name' }).fill('guest.nme');
  await page.getByText('Found: nothing there').waitFor();
  await page.getByRole('combobox', { name: 'Where it stands: First name' }).fill('guest.name');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. From now on').waitFor();
  expect(await send({ guest: { phone: '(415) 555-7301', name: 'Ada' } })).toBe(202);
  expect(await send({}, 'nonsense')).toBe(403);
  await page.reload();
  await page.getByText('Refused: The secret is another one.').waitFor();
  await page.getByText('Heard', { exact: true }).waitFor();
  expect(await page.getByText(secret!).count()).toBe(0);
  await page.getByRole('button', { name: 'Another secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Another secret' }).click();
  await page.getByRole('button', { name: 'I saved it' }).click();
  expect(await send({ guest: { phone: '(415) 555-7301' } })).toBe(403);
  await page.getByRole('button', { name: /^Actions|actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/webhooks$/);
  await close(page);
});
test('contacts that are selected in the list are brought into an automation, all at once, and it is seen how far that is', async () => {
  const { call, signIn, text } = client(world.app);
  await signIn('business@demo.test');
  const body = { name: 'Many at once', template: 'win-back' };
  const { data } = await call<{ data: { id: string } }>('POST', '/automations', body);
  await call('POST', `/automations/${data.id}`, { revision: null, publish: true });
  for (const number of ['+14155557401', '+14155557402']) await text(number, '+14155550100', 'PIZZA');
  await eventually(
    () => call<{ data: object[] }>('GET', '/contacts?search=555740'),
    (answer) => answer.data.length === 2,
  );
  const page = await world.as('business@demo.test', '/business/contacts?search=555740');
  await page.getByRole('checkbox', { name: 'Select (415) 555-7401' }).check();
  await page.getByRole('checkbox', { name: 'Select (415) 555-7402' }).check();
  await page.getByRole('button', { name: 'Start automation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enroll the selected contacts in an automation' });
  await dialog.getByText('This affects 2 contacts.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Automation' }).click();
  await page.getByRole('option', { name: 'Many at once' }).click();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('Starting the automation Many at once').waitFor();
  await page.getByText('Done: 2 of 2 changed').waitFor();
  await eventually(
    () => call<{ data: object[] }>('GET', `/automations/${data.id}/runs`),
    (answer) => answer.data.length === 2,
  );
  await close(page);
});
