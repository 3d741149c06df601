import type { Role } from '../../api/contract/common.ts';

/**
 * Where tokens live in the browser, by specification (section 9): the one in use, and while acting as somebody else the
 * main account's with its role.
 */
export const tokenKey = 'access_token';
export const mainTokenKey = 'main_access_token';
export const mainRoleKey = 'main_access_role';
const roles: Readonly<Record<Role, true>> = { Admin: true, Agency: true, Business: true };
/** Where the main account was when it left for somebody else: a path, kept by the tab that left. */
const cameFromKey = 'main_came_from';

export interface Session {
  token(): string | null;
  /** The main account's role while acting as somebody else, null otherwise. */
  mainRole(): Role | null;
  isActing(): boolean;
  start(token: string): void;
  /** Goes on as somebody else. In a chain (admin, agency, business) the first main account stays the main one. */
  actAs(target: { readonly token: string }, from: { readonly role: Role; readonly path: string }): void;
  /** Back to the main account. Answers where it came from (null: not known in this tab), or false when nobody was acting. */
  returnToMain(): { readonly role: Role | null; readonly path: string | null } | false;
  /** Forgets all tokens and everything kept for this user in the browser. */
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * The session of this browser. Signing out, acting as somebody and returning in one tab do so in the others: `storage`
 * events tell them.
 */
export function createSession(storage: Storage, perTab: Storage, target: Pick<Window, 'addEventListener'>): Session {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  target.addEventListener('storage', (event) => {
    if (event.key === tokenKey || event.key === mainTokenKey || event.key === null) tell();
  });
  const mainRole = () => {
    const kept = storage.getItem(mainRoleKey);
    return kept !== null && Object.hasOwn(roles, kept) ? (kept as Role) : null;
  };
  const forgetMain = () => {
    storage.removeItem(mainTokenKey);
    storage.removeItem(mainRoleKey);
  };
  return {
    token: () => storage.getItem(tokenKey),
    mainRole,
    isActing: () => storage.getItem(mainTokenKey) !== null,
    start(token) {
      forgetMain();
      storage.setItem(tokenKey, token);
      tell();
    },
    actAs(next, from) {
      const main = storage.getItem(tokenKey);
      if (main !== null && storage.getItem(mainTokenKey) === null) {
        storage.setItem(mainRoleKey, from.role);
        storage.setItem(mainTokenKey, main);
        perTab.setItem(cameFromKey, from.path);
      }
      storage.setItem(tokenKey, next.token);
      tell();
    },
    returnToMain() {
      const main = storage.getItem(mainTokenKey);
      if (main === null) return false;
      const from = { role: mainRole(), path: perTab.getItem(cameFromKey) };
      perTab.clear();
      storage.setItem(tokenKey, main);
      forgetMain();
      tell();
      return from;
    },
    clear() {
      storage.removeItem(tokenKey);
      forgetMain();
      perTab.clear();
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
