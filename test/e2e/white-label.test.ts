import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../support/application.ts';
import { close, heading, openWorld, signIn, type World } from './support.ts';

/** A brand’s own host, in a real browser against the real product. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const brandColour = `getComputedStyle(document.documentElement).getPropertyValue('--brand')`;

describe('white label', () => {
  test('a brand’s host shows its name, title and colour before anything is asked of the API, and no word of the platform', async () => {
    const origin = world.app.url.replace('127.0.0.1', 'northwind.localhost');
    const page = await world.guest();
    const html = await (await page.goto(`${origin}/login`))!.text();
    expect(html).toContain('<title>Northwind');
    expect(html).not.toContain('Beckon');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.title()).toContain('Northwind');
    expect(await page.locator('body').innerText()).not.toContain('Beckon');
    const branded = await page.evaluate<string>(brandColour);
    await page.goto(`${world.app.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.title()).toContain('Beckon');
    expect(await page.evaluate<string>(brandColour)).not.toBe(branded);
    await close(page);

    // Everything works there: sign-in, the live channel.
    const business = await signIn(world, 'business@demo.test', { origin });
    await business.waitForURL('**/business/dashboard');
    await client(world.app).text('+14155557777', '+14155550100', 'Hello from the brand');
    await business
      .getByRole('link', { name: /message.*1/i })
      .first()
      .waitFor();
    await close(business);
  });

  test('an address that leads nowhere has a page of its own', async () => {
    const page = await world.guest();
    await page.goto(`${world.app.url}/no/such/page`);
    await heading(page, /no page here/i).waitFor();
    await close(page);
  });
});
