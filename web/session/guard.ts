import type { Role } from '../../api/contract/common.ts';
import type { MemberRight } from '../../api/contract/members.ts';
import { type AccountBlock, accountBlockOf, type AccountStatus } from './account-status.ts';

/** Who a screen is for. `public`: everybody; `guest`: only those not signed in. */
export type Audience = 'public' | 'guest' | 'admin' | 'agency' | 'business';

/** Where each role starts (specification, section 2). */
export const home: Readonly<Record<Role, string>> = {
  Admin: '/admin/agencies',
  Agency: '/agency/businesses',
  Business: '/business/dashboard',
};

/** Where somebody starts: a member of a business at what is theirs to do. */
export function homeOf({ role, member }: Pick<AccountStatus, 'role' | 'member'>): string {
  const may = (right: MemberRight) => member === null || member.rights.includes(right);
  if (role !== 'Business' || may('manage')) return home[role];
  return may('inbox') ? '/business/livechat' : '/business/campaigns?tab=redemptions';
}

/** Whether somebody of a business lacks what a screen needs. */
const isForbidden = (
  { right = 'manage' }: { readonly right?: MemberRight },
  { role, member }: AccountStatus,
): boolean => role === 'Business' && member !== null && !member.rights.includes(right);

export const audienceOf: Readonly<Record<Role, Audience>> = { Admin: 'admin', Agency: 'agency', Business: 'business' };

export type Params = Readonly<Record<string, string>>;

export type Decision<R> =
  | { readonly kind: 'show'; readonly route: R; readonly params: Params }
  | { readonly kind: 'go'; readonly to: string }
  /** The account cannot be used: a page says why, at whatever address was asked for. */
  | { readonly kind: 'blocked'; readonly why: AccountBlock }
  /** Their role in the team has no right to it. */
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'notFound' };

/** Where a hindrance can be removed, if anywhere (specification, section 4). */
const wayOut = (why: AccountBlock, role: Role): string | null => {
  if (why === 'number') return '/business/setups/phone-number';
  if (why === 'subscription') return role === 'Agency' ? '/agency/subscription' : '/business/subscription';
  return null;
};
/**
 * What stays open to an account that cannot be used otherwise: the own profile, notifications, paying. Without a number
 * everything is open that works without texts; signing in leads to where a number is chosen.
 */
const stillOpen: Readonly<Record<AccountBlock, RegExp>> = {
  archived: /^\/(agency|business)\/(profile|notifications)$/,
  inactive: /^\/(agency|business)\/(profile|notifications)$/,
  subscription: /^\/(agency|business)\/(profile|notifications|payment-methods|statements)(\/|$)/,
  number: /^\/business\/(?!livechat(\/|$))/,
};

/** A path of this application that a sign-in may return to, or null: anything else (another host, the sign-in itself) is refused. */
export function safeReturn(to: string | null): string | null {
  if (to === null || !/^\/(?![/\\])/.test(to) || /[\u0000-\u001f\\]/.test(to)) return null;
  return to === '/login' || to.startsWith('/login?') ? null : to;
}

/** The parameters of a path under a pattern such as `/admin/agencies/{id}/edit`, null when it does not fit. */
export function match(pattern: string, path: string): Params | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index]!;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== value) return null;
      continue;
    }
    if (value === '') return null;
    try {
      params[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return params;
}

const parameters = (pattern: string): number => pattern.split('{').length - 1;

/** The route of a path: `/admin/agencies/create` is its own, not the agency with the id `create`. */
export function routeOf<R extends { readonly path: string }>(
  routes: readonly R[],
  path: string,
): { readonly route: R; readonly params: Params } | null {
  let best: { readonly route: R; readonly params: Params } | null = null;
  for (const route of routes) {
    const params = match(route.path, path);
    if (params && (best === null || parameters(route.path) < parameters(best.route.path))) best = { route, params };
  }
  return best;
}

/**
 * What a visit to a path leads to (specification, sections 2 and 4). `who` null: not signed in. Not signed in goes to
 * the sign-in, which gets the requested path; a wrong role goes to `/`; a signed-in user on a guest's page goes on to
 * where they were headed, or to their role's default; who has no subscription or no number goes where they can get it;
 * archived and inactive accounts are blocked.
 */
export function guard<R extends { readonly path: string; readonly role: Audience; readonly right?: MemberRight }>(
  routes: readonly R[],
  visit: { readonly path: string; readonly search: string },
  who: AccountStatus | null,
): Decision<R> {
  const path = visit.path.length > 1 ? visit.path.replace(/\/+$/, '') || '/' : visit.path;
  const found = routeOf(routes, path);
  const why = who && accountBlockOf(who);
  const to = who && why && wayOut(why, who.role);
  // The way out may not be built yet: then its address says why the account is blocked, and whom to ask.
  if (!found) return why && to === path ? { kind: 'blocked', why } : { kind: 'notFound' };
  const { role } = found.route;
  if (role === 'public') return { kind: 'show', ...found };
  const query = visit.search === '' ? '' : `?${visit.search.replace(/^\?/, '')}`;
  if (role === 'guest') {
    if (who === null) return { kind: 'show', ...found };
    const first = why === 'number' && to !== null && routeOf(routes, to) !== null ? to : homeOf(who);
    return { kind: 'go', to: safeReturn(new URLSearchParams(query).get('to')) ?? first };
  }
  if (who === null) return { kind: 'go', to: `/login?to=${encodeURIComponent(path + query)}` };
  if (role !== audienceOf[who.role]) return { kind: 'go', to: '/' };

  const isOutOpen = to !== null && !isForbidden(routeOf(routes, to)?.route ?? {}, who);
  if (isForbidden(found.route, who) && (why === null || isOutOpen || stillOpen[why].test(path)))
    return { kind: 'forbidden' };
  // Only somebody else of the team can remove what stands in the way.
  if (why !== null && to !== null && !isOutOpen && !stillOpen[why].test(path)) return { kind: 'blocked', why };
  if (why === null || path === to || stillOpen[why].test(path)) return { kind: 'show', ...found };
  return to === null ? { kind: 'blocked', why } : { kind: 'go', to };
}
