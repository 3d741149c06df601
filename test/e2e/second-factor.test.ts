import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousIn } from '../support/axe.ts';
import { close, openWorld, type World } from './support.ts';

/** The second step of signing in, set up and used in a real browser against the real product. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const shots = process.env['SHOTS'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};
const typePassword = async (page: Page, email: string): Promise<void> => {
  await page.goto(`${world.app.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(world.app.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

describe('an authenticator app', () => {
  test('is set up on the account page, asked for at the next sign-in, and a recovery code stands in for it', async () => {
    const email = 'harbor@demo.test';
    const page = await world.guest();
    await typePassword(page, email);
    await page.waitForURL('**/business/**');
    await page.goto(`${world.app.url}/business/profile`);
    await page.getByText('Two-step sign-in is off').waitFor();
    await page.getByText('This device').waitFor();
    await picture(page, 'profile-off');
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    expect(await seriousIn(page)).toEqual([]);
    await picture(page, 'setup');
    const secret = (await dialog.locator('.bk-copy .value').getAttribute('title'))!;
    await dialog.getByLabel('6-digit code').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('This code isn’t right').waitFor();
    await dialog.getByLabel('6-digit code').fill(await generate({ secret }));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await codes.waitFor();
    expect(await seriousIn(page)).toEqual([]);
    await picture(page, 'codes');
    const recovery = await codes.getByRole('listitem').allTextContents();
    expect(recovery).toHaveLength(10);
    await codes.getByRole('button', { name: 'I saved them' }).click();
    await page.getByText('10 codes left').waitFor();
    await picture(page, 'profile-on');

    const again = await world.guest({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await typePassword(again, email);
    await again.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
    expect(await seriousIn(again)).toEqual([]);
    await picture(again, 'second-step');
    await again.getByLabel('6-digit code').fill('000000');
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.getByText('This code isn’t right, or it was used before.').waitFor();
    // The code after the one it was set up with: within the drift, and not used yet.
    await again.getByLabel('6-digit code').fill(await generate({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 }));
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.waitForURL('**/business/**');
    await again.goto(`${world.app.url}/business/profile`);
    await again.getByText('10 codes left').waitFor();
    await picture(again, 'profile-phone');
    await close(again);

    const third = await world.guest();
    await typePassword(third, email);
    await third.getByRole('button', { name: 'Use a recovery code' }).click();
    await third.getByLabel('Recovery code').fill(recovery[0]!);
    await third.getByRole('button', { name: 'Sign in', exact: true }).click();
    await third.waitForURL('**/business/**');
    await close(third);
    await close(page);
  });
});

describe('a passkey', () => {
  test('is made on the account page, is the second step, and signs in without a password', async () => {
    // Browsers make none for an IP address.
    const origin = world.app.url.replace('127.0.0.1', 'localhost');
    const page = await world.guest();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill('agency@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(world.app.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/agency/**');
    await page.goto(`${origin}/agency/profile`);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const naming = page.getByRole('dialog', { name: 'Name this passkey' });
    await naming.getByLabel('Name').fill('Work laptop');
    await naming.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'I saved them' }).click();
    await page.getByText('Works at localhost').waitFor();
    expect(await seriousIn(page)).toEqual([]);
    await picture(page, 'profile-passkey');

    const signOut = async () => {
      await page.evaluate(() => localStorage.removeItem('access_token'));
      await page.goto(`${origin}/login`);
    };
    await signOut();
    await page.getByLabel('Email').fill('agency@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(world.app.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Use the passkey on your device.').waitFor();
    await picture(page, 'second-passkey');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/agency/**');

    await signOut();
    await picture(page, 'login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/agency/**');
    await close(page);
  });
});
