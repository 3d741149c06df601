import { afterAll, beforeAll, describe, test } from 'vitest';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, looksRight, openWorld, type World } from './support.ts';

const views = [
  ['phone width, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['desktop, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
] as const;

/** These screens, with something on them, in both views. A file for each role, so that two are looked at at once; null: a guest. */
export function everyScreen(screensOf: readonly (readonly [email: string | null, paths: readonly string[]])[]): void {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    const { call, signIn, text } = client(world.app);
    await signIn('business@demo.test');
    await text('+14155551234', '+14155550100', 'PIZZA');
    await text('+14155551235', '+14155550100', 'Is the patio heated?');
    await eventually(
      () => call<{ meta: { total: number } }>('GET', '/livechat?filter=all&search=555123'),
      ({ meta }) => meta.total === 2,
    );
  });
  afterAll(() => world.close());

  describe.each(views)('%s', (_name, view) => {
    test.each(screensOf)('%s: nothing sticks out and axe finds nothing serious', async (email, paths) => {
      const page = email === null ? await world.guest(view) : await world.as(email, paths[0]!, view);
      await looksRight(world.app, page, paths);
      await close(page);
    });
  });
}
