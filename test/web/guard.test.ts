import { describe, expect, test } from 'vitest';
import { guard, home, safeReturn } from '../../web/app/guard.ts';
import { landings, routes } from '../../web/app/routes.ts';

const known = [...routes, ...landings];
const visit = (path: string, role: Parameters<typeof guard>[2], search = '') => guard(known, { path, search }, role);

describe('who may see what', () => {
  test.each([
    ['/', null], ['/', 'Business'], ['/login', null], ['/business/dashboard', 'Business'], ['/business/livechat', 'Business'], ['/business/contacts/', 'Business'], ['/admin/agencies', 'Admin'], ['/agency/businesses', 'Agency'],
  ] as const)('%s is shown to %s', (path, role) => { expect(visit(path, role).kind).toBe('show'); });

  test('a screen behind the sign-in leads to the sign-in, which gets the requested path with its query', () => {
    expect(visit('/business/livechat', null, 'contact=7&filter=unread')).toEqual({ kind: 'go', to: `/login?to=${encodeURIComponent('/business/livechat?contact=7&filter=unread')}` });
  });

  test.each([['/business/dashboard', 'Admin'], ['/business/livechat', 'Agency'], ['/admin/agencies', 'Business'], ['/agency/businesses', 'Business'], ['/agency/businesses', 'Admin']] as const)(
    '%s sends %s to /', (path, role) => { expect(visit(path, role)).toEqual({ kind: 'go', to: '/' }); });

  test.each([['Admin', '/admin/agencies'], ['Agency', '/agency/businesses'], ['Business', '/business/dashboard']] as const)(
    'a signed-in %s who opens the sign-in is sent to %s', (role, to) => {
      expect(visit('/login', role)).toEqual({ kind: 'go', to });
      expect(home[role]).toBe(to);
    });

  test('signing in returns to the requested path', () => {
    expect(visit('/login', 'Business', `to=${encodeURIComponent('/business/livechat?contact=7')}`)).toEqual({ kind: 'go', to: '/business/livechat?contact=7' });
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login?to=/login', '/login', '/a\nb'])('a sign-in never returns to %j', (to) => {
    expect(safeReturn(to)).toBeNull();
    expect(visit('/login', 'Business', new URLSearchParams({ to }).toString())).toEqual({ kind: 'go', to: '/business/dashboard' });
  });

  test('an unknown path is not found, whoever asks', () => {
    expect(visit('/business/nothing', 'Business')).toEqual({ kind: 'notFound' });
    expect(visit('/nothing', null)).toEqual({ kind: 'notFound' });
  });
});
