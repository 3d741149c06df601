import type { Role } from '../../api/contract/session.ts';

/** Who a screen is for. `public`: everybody; `guest`: only those not signed in. */
export type Audience = 'public' | 'guest' | 'admin' | 'agency' | 'business';

/** Where each role starts (specification, section 2). */
export const home: Readonly<Record<Role, string>> = { Admin: '/admin/agencies', Agency: '/agency/businesses', Business: '/business/dashboard' };

const audienceOf: Readonly<Record<Role, Audience>> = { Admin: 'admin', Agency: 'agency', Business: 'business' };

export type Decision<R> =
  | { readonly kind: 'show'; readonly route: R }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'notFound' };

/** A path of this application that a sign-in may return to, or null: anything else (another host, the sign-in itself) is refused. */
export function safeReturn(to: string | null): string | null {
  if (to === null || !/^\/(?![/\\])/.test(to) || /[\u0000-\u001f\\]/.test(to)) return null;
  return to === '/login' || to.startsWith('/login?') ? null : to;
}

/**
 * What a visit to a path leads to (specification, sections 2 and 4). `role` null: not signed in. Not signed in goes to the sign-in, which gets the
 * requested path; a wrong role goes to `/`; a signed-in user on a guest's page goes on to where they were headed, or to their role's default.
 */
export function guard<R extends { readonly path: string; readonly role: Audience }>(
  routes: readonly R[], visit: { readonly path: string; readonly search: string }, role: Role | null,
): Decision<R> {
  const path = visit.path.length > 1 ? visit.path.replace(/\/+$/, '') || '/' : visit.path;
  const route = routes.find((candidate) => candidate.path === path);
  if (!route) return { kind: 'notFound' };
  if (route.role === 'public') return { kind: 'show', route };
  const query = visit.search === '' ? '' : `?${visit.search.replace(/^\?/, '')}`;
  if (route.role === 'guest') {
    if (role === null) return { kind: 'show', route };
    return { kind: 'go', to: safeReturn(new URLSearchParams(query).get('to')) ?? home[role] };
  }
  if (role === null) return { kind: 'go', to: `/login?to=${encodeURIComponent(path + query)}` };
  if (route.role !== audienceOf[role]) return { kind: 'go', to: '/' };
  return { kind: 'show', route };
}
