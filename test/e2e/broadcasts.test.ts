import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { asleepPhones, awakePhones } from '../support/awake.ts';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a broadcast is written, tried, sent and followed on its report', async () => {
  const { call, signIn, text } = client(world.app);
  await signIn('business@demo.test');
  for (let one = 0; one < 3; one += 1) await text(`+1415555${String(3_100 + one)}`, '+14155550100', 'PIZZA');
  await text('+14155553102', '+14155550100', 'STOP');
  await eventually(
    () => call<{ meta: { total: number } }>('GET', '/contacts?search=41555531&opt_out=1'),
    ({ meta }) => meta.total === 1,
  );
  const page = await world.as('business@demo.test', '/business/broadcasts/create?type=sms');
  const registration = page.getByRole('dialog');
  if (await registration.isVisible()) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Text message/ }).click();
  const words = page.getByRole('textbox', { name: 'Message', exact: true });
  await words.fill('Hi {{first_name|there}}, it’s Bella.');
  await page.getByText('Hi there, it’s Bella.').waitFor();
  await page.getByRole('button', { name: 'Add it' }).click();
  await expect.poll(() => words.inputValue()).toContain('Reply STOP to opt out.');

  const dialog = page.getByRole('dialog');
  const tries = async (number: string) => {
    await page.getByRole('button', { name: 'Send a test' }).click();
    await dialog.getByLabel('To', { exact: true }).fill(number);
    await dialog.getByRole('button', { name: 'Send test' }).click();
  };
  await tries(awakePhones(1)[0]!);
  await dialog.waitFor({ state: 'detached' });
  // Where it is night it does not come now, and that stays on the screen until it is read.
  await tries(asleepPhones(1)[0]!);
  await dialog
    .getByRole('status')
    .getByText(/waits for the end of quiet hours there: it goes out on \w+day, \d+:\d\d [AP]M .*\.$/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Review and send' }).click();
  const send = page.getByRole('dialog').getByRole('button', { name: /^Send to \d+ contacts now$/ });
  await send.waitFor();
  const recipients = Number(/\d+/.exec((await send.textContent())!)![0]);
  await send.click();
  await page.waitForURL(/\/report$/);
  // Nobody presses anything: it is the live report that shows the audience come in.
  await page.getByText(new RegExp(`of ${recipients + 1} done`)).waitFor();
  await page.getByRole('region', { name: 'Recipients' }).getByText('Skipped', { exact: true }).first().waitFor();
  const id = page.url().split('/').at(-2)!;
  const { data } = await call<{ data: { counts: Record<string, number> } }>('GET', `/broadcasts/${id}/sent-stats`);
  const { audience, ...states } = data.counts;
  expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(audience);
});
