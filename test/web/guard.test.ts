import { describe, expect, test } from 'vitest';
import { type MemberRole, rightsOf } from '../../domain/team/fields.ts';
import { guard, home, homeOf, match, safeReturn } from '../../web/session/guard.ts';
import { routes } from '../../web/routes/routes.ts';
import { accountBlockOf } from '../../web/session/account-status.ts';
import { agency, business, operator, standalone } from './accounts.ts';

const route = (path: string, role: 'public' | 'guest' | 'admin' | 'agency' | 'business') => ({ path, role });
const known = [
  route('/', 'public'),
  route('/login', 'guest'),
  route('/passwords/request', 'guest'),
  route('/passwords/reset', 'guest'),
  route('/admin/agencies', 'admin'),
  route('/admin/agencies/{id}/edit', 'admin'),
  route('/admin/agencies/{id}', 'admin'),
  route('/admin/agencies/create', 'admin'),
  route('/agency/businesses', 'agency'),
  route('/agency/profile', 'agency'),
  route('/agency/notifications', 'agency'),
  route('/business/dashboard', 'business'),
  route('/business/livechat', 'business'),
  route('/business/profile', 'business'),
  route('/business/settings', 'business'),
  route('/business/notifications', 'business'),
];
const numberSetup = route('/business/setups/phone-number', 'business');
const subscription = route('/business/subscription', 'business');
const visit = (path: string, who: Parameters<typeof guard>[2], search = '', among = known) =>
  guard(among, { path, search }, who);
const accounts = { Admin: operator(), Agency: agency(), Business: business() };

describe('who may see what', () => {
  test.each([
    ['/', null],
    ['/', 'Business'],
    ['/login', null],
    ['/passwords/request', null],
    ['/passwords/reset', null],
    ['/business/dashboard', 'Business'],
    ['/business/livechat/', 'Business'],
    ['/admin/agencies', 'Admin'],
    ['/agency/businesses', 'Agency'],
  ] as const)('%s is shown to %s', (path, role) => {
    expect(visit(path, role && accounts[role]).kind).toBe('show');
  });

  test('a screen behind the sign-in leads to the sign-in, which gets the requested path with its query', () => {
    expect(visit('/business/livechat', null, 'contact=7&filter=unread')).toEqual({
      kind: 'go',
      to: `/login?to=${encodeURIComponent('/business/livechat?contact=7&filter=unread')}`,
    });
  });

  test.each([
    ['/business/dashboard', 'Admin'],
    ['/business/livechat', 'Agency'],
    ['/admin/agencies', 'Business'],
    ['/admin/agencies', 'Agency'],
    ['/agency/businesses', 'Business'],
    ['/agency/businesses', 'Admin'],
  ] as const)('%s sends %s to /', (path, role) => {
    expect(visit(path, accounts[role])).toEqual({ kind: 'go', to: '/' });
  });

  for (const page of ['/login', '/passwords/request', '/passwords/reset']) {
    test.each([
      ['Admin', '/admin/agencies'],
      ['Agency', '/agency/businesses'],
      ['Business', '/business/dashboard'],
    ] as const)(`a signed-in %s who opens ${page} is sent to %s`, (role, to) => {
      expect(visit(page, accounts[role])).toEqual({ kind: 'go', to });
      expect(home[role]).toBe(to);
    });
  }

  test('signing in returns to the requested path', () => {
    expect(visit('/login', accounts.Business, `to=${encodeURIComponent('/business/livechat?contact=7')}`)).toEqual({
      kind: 'go',
      to: '/business/livechat?contact=7',
    });
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login?to=/login',
    '/login',
    '/a\nb',
  ])('a sign-in never returns to %j', (to) => {
    expect(safeReturn(to)).toBeNull();
    expect(visit('/login', accounts.Business, new URLSearchParams({ to }).toString())).toEqual({
      kind: 'go',
      to: '/business/dashboard',
    });
  });

  test('an unknown path is not found, whoever asks', () => {
    expect(visit('/business/nothing', accounts.Business)).toEqual({ kind: 'notFound' });
    expect(visit('/nothing', null)).toEqual({ kind: 'notFound' });
    expect(visit('/admin/agencies//edit', accounts.Admin)).toEqual({ kind: 'notFound' });
  });
});

describe('parameters of paths', () => {
  test('are taken from their place, decoded', () => {
    expect(match('/admin/agencies/{id}/edit', '/admin/agencies/a%20b/edit')).toEqual({ id: 'a b' });
    expect(match('/a/{id}', '/a/%')).toBeNull();
    expect(visit('/admin/agencies/42/edit', accounts.Admin)).toMatchObject({ kind: 'show', params: { id: '42' } });
  });
  test('a path of its own comes before one with a parameter, wherever it stands in the list', () => {
    for (const among of [known, [...known].reverse()])
      expect(visit('/admin/agencies/create', accounts.Admin, '', among)).toMatchObject({
        kind: 'show',
        route: { path: '/admin/agencies/create' },
        params: {},
      });
  });
  test('every screen of this build is found under its own path, and no path twice', () => {
    const audience = {
      admin: accounts.Admin,
      agency: accounts.Agency,
      business: accounts.Business,
      public: null,
      guest: null,
    };
    for (const screen of routes)
      expect(
        guard(routes, { path: screen.path.replaceAll(/\{\w+\}/g, 'x'), search: '' }, audience[screen.role]),
      ).toMatchObject({ kind: 'show', route: { path: screen.path } });
    expect(new Set(routes.map((screen) => screen.path)).size).toBe(routes.length);
  });
});

describe('what stands in the way of an account', () => {
  test.each([
    ['an operator', operator(), null],
    ['a business of an agency', business(), null],
    ['a business of an agency without a subscription of its own', business({}, { subscribed: false }), null],
    ['a standalone business that is subscribed', standalone(), null],
    ['a standalone business with a free fee', standalone({ free_fee: true }, { subscribed: false }), null],
    ['a standalone business with neither', standalone({}, { subscribed: false }), 'subscription'],
    [
      'a template standing alone without either',
      standalone({ is_template: true }, { subscribed: false }),
      'subscription',
    ],
    ['a business without a number', business({ phone_number: null }), 'number'],
    ['a bandwidth-based business without a number', business({ phone_number: null }, { use_bandwidth: true }), null],
    ['a template without a number', business({ phone_number: null, is_template: true }), null],
    ['an archived business', business({ status: 'archived' }), 'archived'],
    ['a business that is switched off', business({ status: 'inactive' }), 'inactive'],
    ['an archived business without a number', business({ status: 'archived', phone_number: null }), 'archived'],
    [
      'a standalone business with neither subscription nor number',
      standalone({ phone_number: null }, { subscribed: false }),
      'subscription',
    ],
    ['an agency that is subscribed', agency(), null],
    ['an agency with a free fee', agency({ free_fee: true }, { subscribed: false }), null],
    ['a template agency', agency({ is_template: true }, { subscribed: false }), null],
    ['an agency with none of these', agency({}, { subscribed: false }), 'subscription'],
    ['an agency without payments here', agency({}, { subscribed: false, payments: false }), null],
    ['a business without payments here', standalone({}, { subscribed: false, payments: false }), null],
    ['an agency whose payment failed', agency({}, { subscribed: false, stripe_status: 'past_due' }), null],
    ['an archived agency', agency({ status: 'archived', free_fee: true }), 'archived'],
  ] as const)('%s: %s', (_, profile, why) => {
    expect(accountBlockOf(profile)).toBe(why);
  });

  test('a business without a number chooses one when it signs in, and is let in to everything that needs none', () => {
    const who = business({ phone_number: null });
    const all = [...known, numberSetup];
    expect(visit('/login', who, '', all)).toEqual({ kind: 'go', to: numberSetup.path });
    expect(visit('/login', who, 'to=%2Fbusiness%2Fsettings', all)).toEqual({ kind: 'go', to: '/business/settings' });
    for (const path of ['/business/dashboard', '/business/settings', numberSetup.path])
      expect(visit(path, who, '', all)).toMatchObject({ kind: 'show', route: { path } });
    expect(visit('/business/livechat', who, '', all)).toEqual({ kind: 'go', to: numberSetup.path });
  });
  test('a business without a subscription goes to its subscription', () => {
    const who = standalone({}, { subscribed: false });
    expect(visit('/business/livechat', who)).toEqual({ kind: 'go', to: '/business/subscription' });
    expect(visit('/business/subscription', who, '', [...known, subscription])).toMatchObject({ kind: 'show' });
  });
  test('an agency without a subscription goes to its subscription', () => {
    expect(visit('/agency/businesses', agency({}, { subscribed: false }))).toEqual({
      kind: 'go',
      to: '/agency/subscription',
    });
  });
  test('as long as that screen does not exist, its address says why; for everybody else there is nothing', () => {
    expect(visit('/agency/subscription', agency({}, { subscribed: false }))).toEqual({
      kind: 'blocked',
      why: 'subscription',
    });
    expect(visit('/business/setups/phone-number', business({ phone_number: null }))).toEqual({
      kind: 'blocked',
      why: 'number',
    });
    expect(visit('/agency/subscription', agency())).toEqual({ kind: 'notFound' });
    expect(visit('/business/subscription', business({ phone_number: null }))).toEqual({ kind: 'notFound' });
  });
  test('archived and switched off: blocked at every screen, where one is', () => {
    for (const status of ['archived', 'inactive'] as const) {
      expect(visit('/business/livechat', business({ status }))).toEqual({ kind: 'blocked', why: status });
      expect(visit('/business/settings', business({ status }))).toEqual({ kind: 'blocked', why: status });
    }
    expect(visit('/agency/businesses', agency({ status: 'archived' }))).toEqual({ kind: 'blocked', why: 'archived' });
  });
  test("one's own profile and the notifications stay open", () => {
    for (const who of [
      business({ status: 'archived' }),
      business({ phone_number: null }),
      standalone({}, { subscribed: false }),
    ]) {
      for (const path of ['/business/profile', '/business/notifications']) expect(visit(path, who).kind).toBe('show');
    }
    expect(visit('/agency/profile', agency({}, { subscribed: false })).kind).toBe('show');
    expect(visit('/business/settings', business({ phone_number: null })).kind).toBe('show');
    expect(visit('/business/settings', standalone({}, { subscribed: false })).kind).toBe('go');
  });
});

describe('what a member of a business may see', () => {
  const member = (role: MemberRole) => ({ ...business(), member: { role, rights: [...rightsOf[role]] } });
  const see = (path: string, role: MemberRole) => guard(routes, { path, search: '' }, member(role)).kind;

  test('agents and tills start where their work is', () => {
    expect((['owner', 'manager', 'agent', 'till'] as const).map((role) => homeOf(member(role)))).toEqual([
      '/business/dashboard',
      '/business/dashboard',
      '/business/livechat',
      '/business/campaigns?tab=redemptions',
    ]);
    expect(guard(routes, { path: '/login', search: '' }, member('agent'))).toEqual({
      kind: 'go',
      to: '/business/livechat',
    });
  });

  test('every screen that says nothing else needs the right to manage', () => {
    const open = (role: MemberRole) =>
      routes
        .filter(({ role: audience }) => audience === 'business')
        .map(({ path }) => path)
        .filter((path) => see(path.replaceAll(/\{\w+\}/g, 'x'), role) === 'show');
    expect(open('till')).toEqual(['/business/campaigns', '/business/profile']);
    expect(open('agent')).toEqual([
      ...['/business/contacts/create', '/business/contacts/{id}/edit', '/business/contacts/{id}', '/business/contacts'],
      ...['/business/campaigns', '/business/livechat', '/business/profile', '/business/notifications'],
    ]);
    expect(see('/business/settings', 'agent')).toBe('forbidden');
    expect(see('/business/setups/phone-number', 'manager')).toBe('forbidden');
    expect(open('owner')).toHaveLength(routes.filter(({ role }) => role === 'business').length);
  });

  test('what only somebody else can remove says so, and leads nowhere in a circle', () => {
    const noNumber = business({ phone_number: null });
    const agent = { ...noNumber, member: { role: 'agent' as const, rights: [...rightsOf.agent] } };
    expect(guard(routes, { path: '/business/livechat', search: '' }, agent)).toEqual({
      kind: 'blocked',
      why: 'number',
    });
  });
});
