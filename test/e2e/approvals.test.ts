import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, openWorld, type World } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('an agency chooses a size; what is larger waits for it, comes back, is mended and goes out', async () => {
  const agency = await world.as('agency@demo.test', '/agency/settings?tab=broadcasts');
  await agency.getByRole('switch', { name: 'Approve large broadcasts' }).click();
  const size = agency.getByLabel('More people than');
  await size.fill('1');
  await agency.getByRole('button', { name: 'Save' }).click();
  await agency.getByText('The settings have been saved.').first().waitFor();
  await agency.getByRole('link', { name: 'Show what waits' }).click();
  await agency.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();

  // The business writes and sends.
  const { call, signIn, text } = client(world.app);
  await signIn('business@demo.test');
  for (let one = 0; one < 2; one += 1) await text(`+1415555${String(3_700 + one)}`, '+14155550100', 'PIZZA');
  await eventually(
    () => call<{ meta: { total: number } }>('GET', '/contacts?search=41555537'),
    ({ meta }) => meta.total === 2,
  );
  const { data: draft } = await call<{ data: { id: string } }>('POST', '/broadcasts', {
    name: 'Large and loud',
    type: 'sms',
    contents: [{ kind: 'text', body: 'Hi {{first_name|there}}, come by tonight.', media: [] }],
  });
  const business = await world.as('business@demo.test', `/business/broadcasts/${draft.id}/edit`);
  const registration = business.getByRole('dialog');
  if (await registration.isVisible()) await business.keyboard.press('Escape');
  const send = async () => {
    await business.getByRole('button', { name: 'Review and send' }).click();
    await business
      .getByRole('dialog')
      .getByRole('button', { name: /^Send to \d+ contacts now$/ })
      .click();
    await business.getByText('so your agency reviews it first').waitFor();
  };
  await send();

  // The agency's list shows it without anybody pressing anything; its menu counts it.
  await agency.getByRole('link', { name: /Large and loud/ }).waitFor();
  expect(
    await agency
      .getByRole('link', { name: /Approvals/ })
      .first()
      .textContent(),
  ).toMatch(/1/);
  await agency.getByRole('link', { name: /Large and loud/ }).click();
  await agency.getByText('Doesn’t say how to opt out').waitFor();
  await agency.getByText(/, come by tonight\.$/).waitFor();
  await agency.getByRole('button', { name: 'Send back' }).click();
  const dialog = agency.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Say how to stop.');
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await agency.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();

  // The business sees why, where it writes, and mends it.
  await business.getByText('Your agency sent it back: Say how to stop.').waitFor();
  await business.getByRole('button', { name: 'Add it' }).click();
  await send();

  await agency.getByRole('link', { name: /Large and loud/ }).click();
  await agency.getByText('Says how to opt out.').waitFor();
  // It is taken back while somebody looks at it: they are told, and nothing goes out.
  await business.getByRole('button', { name: 'Unschedule and edit' }).click();
  await agency.getByText('The business withdrew it.').first().waitFor();
  await expect.poll(() => agency.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  await business.getByRole('button', { name: 'Review and send' }).waitFor();
  await send();
  await agency.getByRole('button', { name: /^Approve for \d+ contacts$/ }).click();
  await agency.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  // The business's screen follows it out by itself.
  await business.waitForURL(/\/report$/);
  const { data: sent } = await call<{ data: { status: string } }>('GET', `/broadcasts/${draft.id}`);
  expect(['scheduled', 'running', 'completed']).toContain(sent.status);

  await agency.getByRole('link', { name: 'Decided' }).click();
  const decided = agency.getByRole('link', { name: /Large and loud/ });
  await decided.getByText('Approved').waitFor();
  await eventually(
    () => call<{ data: { title: string }[] }>('GET', '/notifications?per_page=20'),
    ({ data }) => data.some(({ title }) => title === '“Large and loud” was approved'),
  );
  await close(agency);
  await close(business);
});
