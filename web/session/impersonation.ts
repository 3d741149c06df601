import { useState } from 'react';
import { useLocation } from 'wouter';
import { useApp } from './context.tsx';
import { home, safeReturn } from './guard.ts';
import { useMaybeProfile } from './profile.tsx';

/**
 * Acting as an agency, a business or one of their users: asks the server, keeps the main account's token aside, and
 * goes to `to`, a path that the target may see, or to the home of the target's role. Cached data is gone with the
 * switch: there is one cache per token. Back is `useMainAccount`.
 */
export function useImpersonate(): {
  readonly impersonate: (id: string, to?: string | null) => Promise<void>;
  readonly busy: boolean;
} {
  const { client, session, run } = useApp();
  const profile = useMaybeProfile();
  const [, go] = useLocation();
  const [busy, setBusy] = useState(false);
  const impersonate = async (id: string, to: string | null = null) => {
    if (!profile) return;
    setBusy(true);
    const target = await run(() => client.post('/impersonate/{id}', { params: { id: id } }));
    setBusy(false);
    if (!target) return;
    session.actAs({ token: target.access_token }, { role: profile.role, path: location.pathname + location.search });
    go(safeReturn(to) ?? home[target.role]);
  };
  return { impersonate, busy };
}

/** Back to the main account and to where it left. The server is told; whatever it answers, this browser goes back. */
export function useMainAccount(): () => Promise<void> {
  const { client, session } = useApp();
  const [, go] = useLocation();
  return async () => {
    const ended = client.delete('/impersonate', { seesUnauthorized: true }).catch(() => undefined);
    // Before the server answers: it also ends the live connection of that session, which signs out who still has it.
    const from = session.returnToMain();
    if (from !== false) go(safeReturn(from.path) ?? (from.role ? home[from.role] : '/'));
    await ended;
  };
}
