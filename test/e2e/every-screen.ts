import { afterAll, beforeAll, describe, test } from 'vitest';
import { client } from '../support/application.ts';
import { eventually } from '../support/eventually.ts';
import { close, looksRight, openWorld, type World } from './support.ts';

const screens = [
  [
    'admin@demo.test',
    [
      '/admin/agencies',
      '/admin/agencies/archived',
      '/admin/businesses',
      '/admin/users',
      '/admin/whitelabels',
      '/admin/notifications',
      '/admin/notifications/create',
      '/admin/settings',
      '/admin/profile',
      '/admin/agencies/create',
      '/admin/businesses/create',
    ],
  ],
  [
    'agency@demo.test',
    [
      '/agency/businesses',
      '/agency/dashboard',
      '/agency/settings',
      '/agency/settings?tab=2',
      '/agency/setups/twilio',
      '/agency/notifications',
      '/agency/profile',
      '/agency/businesses/create',
      '/agency/training',
    ],
  ],
  [
    'business@demo.test',
    [
      '/business/dashboard',
      '/business/contacts',
      '/business/livechat',
      '/business/settings',
      '/business/settings?tab=2',
      '/business/notifications',
      '/business/profile',
      '/business/setups/phone-number',
    ],
  ],
] as const;
const guests = ['/', '/login', '/passwords/request', '/passwords/reset?token=none', '/no/such/page'];

/** Every role's screens, with something on them, as somebody with this view sees them. A file for each view: two run at once. */
export function everyScreen(
  name: string,
  view: {
    readonly viewport: { readonly width: number; readonly height: number };
    readonly colorScheme: 'dark' | 'light';
  },
): void {
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

  describe(`${name}: nothing sticks out and axe finds nothing serious`, () => {
    test.each(screens)('%s', async (email, paths) => {
      const page = await world.as(email, paths[0], view);
      await looksRight(world.app, page, paths);
      await close(page);
    });

    test('guests', async () => {
      const page = await world.guest(view);
      await looksRight(world.app, page, guests);
      await close(page);
    });
  });
}
