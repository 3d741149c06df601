import { describe, expect, test } from 'vitest';
import { routes } from '../../web/routes/routes.ts';
import { activeEntry, menuFlags, menuFor, table } from '../../web/shell/menu.ts';
import { shortcutOf } from '../../web/shell/shortcuts.ts';
import { agency, business, operator, standalone } from './accounts.ts';

/** The table as it is once every screen exists: the rules of section 6 are about that one. */
const all = table.map((row) => ({ ...row, built: true }));
const names = (profile: ReturnType<typeof business>) =>
  menuFor(profile.role, menuFlags(profile), all)
    .filter((entry) => entry.place === 'menu')
    .map((entry) => entry.name);
const shows = (profile: ReturnType<typeof business>, name: string) => names(profile).includes(name);

describe('the menu by role and flags (specification, section 6)', () => {
  test("an operator's", () => {
    expect(names(operator())).toEqual([
      'admin.dashboard',
      'admin.agencies.index',
      'admin.agencies.archived',
      'admin.agencies.create',
      'admin.businesses.index',
      'admin.businesses.archived',
      'admin.businesses.create',
      'admin.users',
      'admin.whitelabels.index',
      'admin.plans.index',
      'admin.business-plans.index',
      'admin.prices',
      'admin.statements.index',
      'admin.wallets',
      'admin.reports.index',
      'admin.uploads.contact',
      'admin.settings',
      'admin.settings.a2p',
      'admin.settings.tollfree',
      'admin.health',
      'admin.help',
    ]);
  });
  test("an agency's", () => {
    expect(names(agency())).toEqual([
      'agency.dashboard',
      'agency.businesses.index',
      'agency.businesses.archived',
      'agency.businesses.create',
      'agency.approvals',
      'agency.twoway',
      'agency.loop',
      'agency.subscription',
      'agency.payment-methods.index',
      'agency.prices',
      'agency.statements',
      'agency.reports.index',
      'agency.training',
      'agency.notifications.index',
      'agency.settings',
      'agency.emailTemplates',
    ]);
  });
  test("a standalone business's", () => {
    expect(names(standalone({ is_template: true, is_enabled_loop: true }))).toEqual([
      'business.dashboard',
      'business.livechat.index',
      'business.contacts.index',
      'business.coupons.index',
      'business.broadcasts.index',
      'business.automations.index',
      'business.loopStatistics',
      'business.twoway',
      'business.loop',
      'business.subscription',
      'business.payment-methods.index',
      'business.statements',
      'business.reports',
      'business.notifications.index',
      'business.settings',
      'keyword',
      'integrations',
      'resources',
      'apikeys',
      'webhooks',
      'customFields',
      'emailTemplates',
    ]);
  });

  test('an agency: a free fee hides Subscription and payment methods', () => {
    for (const name of ['agency.subscription', 'agency.payment-methods.index'])
      expect([shows(agency(), name), shows(agency({ free_fee: true }), name)]).toEqual([true, false]);
  });
  test('without payments nothing of money is in the menu', () => {
    const money = ['subscription', 'payment-methods.index', 'statements', 'twoway', 'loop'];
    for (const [who, role] of [
      [agency, 'agency'],
      [standalone, 'business'],
    ] as const)
      for (const name of money)
        expect([shows(who(), `${role}.${name}`), shows(who({}, { payments: false }), `${role}.${name}`)]).toEqual([
          true,
          false,
        ]);
  });
  test('a template agency sees only Businesses and Settings', () => {
    expect(new Set(names(agency({ is_template: true })).map((name) => name.split('.')[1]))).toEqual(
      new Set(['businesses', 'settings']),
    );
  });
  test('an agency: active live chat hides Two-Way Texting, active loop hides Loop Subscription', () => {
    expect([
      shows(agency(), 'agency.twoway'),
      shows(agency({ is_active_livechat: true }), 'agency.twoway'),
      shows(agency({ is_active_loop: true }), 'agency.twoway'),
    ]).toEqual([true, false, true]);
    expect([
      shows(agency(), 'agency.loop'),
      shows(agency({ is_active_loop: true }), 'agency.loop'),
      shows(agency({ is_active_livechat: true }), 'agency.loop'),
    ]).toEqual([true, false, true]);
  });
  test('notifications: in the menu of businesses and agencies, in an operator’s palette', () => {
    expect(shows(operator(), 'admin.notifications')).toBe(false);
    expect(
      menuFor('Admin', menuFlags(operator()), all).find((entry) => entry.name === 'admin.notifications'),
    ).toMatchObject({ place: 'palette', key: 'n' });
  });

  const livechat = (enabled: boolean, byAgency: boolean | null, active: boolean) => {
    const of = {
      is_enabled_livechat: enabled,
      is_active_livechat: active,
      is_enabled_loop: enabled,
      is_active_loop: active,
    };
    const above = {
      id: 'a',
      name: 'A',
      email: 'a@a.test',
      is_active_livechat: byAgency === true,
      is_active_loop: byAgency === true,
      credit_status: null,
      is_unpaid: false,
    };
    return byAgency === null ? standalone(of) : business({ ...of, agency: above });
  };
  test.each([
    [true, false, false, true],
    [true, null, false, true],
    [false, true, true, true],
    [false, null, true, true],
    [false, true, false, false],
    [false, false, true, false],
    [false, null, false, false],
  ])('Message and Loop Statistics: enabled %s, by the agency %s, active %s: %s', (enabled, byAgency, active, shown) => {
    const profile = livechat(enabled, byAgency, active);
    expect([shows(profile, 'business.livechat.index'), shows(profile, 'business.loopStatistics')]).toEqual([
      shown,
      shown,
    ]);
  });
  test('Message looks at live chat and Loop Statistics at loop', () => {
    const chat = standalone({ is_enabled_livechat: true, is_enabled_loop: false });
    expect([shows(chat, 'business.livechat.index'), shows(chat, 'business.loopStatistics')]).toEqual([true, false]);
    const loop = standalone({ is_enabled_livechat: false, is_enabled_loop: true });
    expect([shows(loop, 'business.livechat.index'), shows(loop, 'business.loopStatistics')]).toEqual([false, true]);
  });

  test('Resources: template businesses, and those with template content', () => {
    expect(
      [
        business(),
        business({ is_template: true }),
        business({ template_content: 'Hello' }),
        business({ template_content: '' }),
      ].map((profile) => shows(profile, 'resources')),
    ).toEqual([false, true, true, false]);
  });
  test.each(['business.twoway', 'business.subscription', 'business.payment-methods.index', 'business.loop'])(
    'a business under an agency loses %s',
    (name) => {
      expect([shows(standalone(), name), shows(business(), name)]).toEqual([true, false]);
    },
  );
  test('a standalone business with a free fee loses Subscription, and nothing else', () => {
    const lost = names(standalone()).filter((name) => !names(standalone({ free_fee: true })).includes(name));
    expect(lost).toEqual(['business.subscription']);
  });
  test('a standalone business: active live chat or loop hides what it would buy', () => {
    expect([
      shows(standalone({ is_active_livechat: true }), 'business.twoway'),
      shows(standalone({ is_active_livechat: true }), 'business.loop'),
    ]).toEqual([false, true]);
    expect([
      shows(standalone({ is_active_loop: true }), 'business.twoway'),
      shows(standalone({ is_active_loop: true }), 'business.loop'),
    ]).toEqual([true, false]);
  });
});

describe('what is shown of it', () => {
  test('only entries whose screen exists, for its own role', () => {
    for (const profile of [operator(), agency(), standalone({ is_template: true })]) {
      for (const entry of menuFor(profile.role, menuFlags(profile))) {
        const screen = routes.find((route) => route.path === entry.path);
        expect([entry.name, screen?.role]).toEqual([entry.name, profile.role.toLowerCase()]);
        if (screen?.name != null) expect(screen.name).toBe(entry.name);
      }
    }
    expect(table.filter((row) => !row.built).every((row) => !routes.some((route) => route.path === row.path))).toBe(
      true,
    );
  });
  test('a screen with a named route has its entry in the table', () => {
    for (const screen of routes)
      if (screen.name !== null) expect(table.find((row) => row.name === screen.name)?.path).toBe(screen.path);
  });
  test('keys are told apart, and what stands below something stands below an entry of its role', () => {
    for (const role of ['Admin', 'Agency', 'Business'] as const) {
      const rows = table.filter((row) => row.role === role);
      const keys = rows.flatMap((row) => row.key ?? []);
      expect(new Set(keys).size).toBe(keys.length);
      for (const row of rows)
        if (row.under !== null)
          expect(rows.some((other) => other.name === row.under && other.under === null)).toBe(true);
    }
  });
});

describe('the entry of a path', () => {
  const entries = all.filter((row) => row.place === 'menu');
  test.each([
    ['/admin/agencies/12/edit', 'admin.agencies.index'],
    ['/admin/agencies/archived', 'admin.agencies.archived'],
    ['/admin/settings/a2p/7/edit', 'admin.settings.a2p'],
    ['/agency/businesses/3', 'agency.businesses.index'],
    ['/business/campaigns/landings/create', 'business.coupons.index'],
    ['/business/stats-loop', 'business.loopStatistics'],
    ['/business/livechat', 'business.livechat.index'],
    ['/business/two-way', 'business.twoway'],
    ['/business/settings/keywords', 'keyword'],
    ['/business/settings/unknown', 'business.settings'],
  ])('%s belongs to %s', (path, name) => {
    expect(activeEntry(entries, path)?.name).toBe(name);
  });
  test('a prefix counts at a boundary only', () => {
    expect(activeEntry(entries, '/business/contactsheet')).toBeNull();
  });
});

describe('keys', () => {
  const entries = menuFor('Business', menuFlags(business()), all);
  const press = (key: string, more = {}) => ({ key, mod: false, alt: false, typing: false, inDialog: false, ...more });
  test('g and a letter go places; the letter alone does nothing', () => {
    expect(shortcutOf(press('g'), false, entries)).toEqual({ do: 'lead' });
    expect(shortcutOf(press('m'), true, entries)).toEqual({ do: 'go', path: '/business/livechat' });
    expect(shortcutOf(press('m'), false, entries)).toEqual({ do: 'nothing' });
  });
  test('each role has its own', () => {
    expect(shortcutOf(press('b'), true, menuFor('Admin', menuFlags(operator()), all))).toEqual({
      do: 'go',
      path: '/admin/businesses',
    });
    expect(shortcutOf(press('b'), true, menuFor('Agency', menuFlags(agency()), all))).toEqual({
      do: 'go',
      path: '/agency/businesses',
    });
  });
  test('/ searches, ? helps, Ctrl or ⌘ K opens the palette', () => {
    expect(
      [press('/'), press('?'), press('k', { mod: true })].map((key) => shortcutOf(key, false, entries).do),
    ).toEqual(['search', 'help', 'palette']);
  });
  test('while somebody types or a dialog is open, only the palette answers', () => {
    for (const where of [{ typing: true }, { inDialog: true }]) {
      for (const key of ['/', '?', 'g'])
        expect(shortcutOf(press(key, where), false, entries)).toEqual({ do: 'nothing' });
      expect(shortcutOf(press('K', { ...where, mod: true }), false, entries)).toEqual({ do: 'palette' });
    }
  });
});
