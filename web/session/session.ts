/** Where the access token lives, by specification (section 9). */
const key = 'access_token';

export interface Session {
  token(): string | null;
  start(token: string): void;
  /** Forgets the token and everything kept for this user in the browser. */
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** The session of this browser. Signing out in one tab signs out the others: `storage` events tell them. */
export function createSession(storage: Storage, perTab: Storage, target: Pick<Window, 'addEventListener'>): Session {
  const listeners = new Set<() => void>();
  const tell = () => { for (const listener of listeners) listener(); };
  target.addEventListener('storage', (event) => { if (event.key === key || event.key === null) tell(); });
  return {
    token: () => storage.getItem(key),
    start(token) { storage.setItem(key, token); tell(); },
    clear() { storage.removeItem(key); perTab.clear(); tell(); },
    subscribe(listener) { listeners.add(listener); return () => { listeners.delete(listener); }; },
  };
}
