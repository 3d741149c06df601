import type { UserSettings } from '../../api/contract/profile.ts';
import { useApp } from './context.tsx';
import { useRefreshProfile } from './profile.tsx';

/** Keeps a preference of the signed-in person: shown at once, taken back when the server refuses it. */
export function usePreferences(): (change: Partial<UserSettings>) => Promise<void> {
  const { client, run } = useApp();
  const refresh = useRefreshProfile();
  return async (change) => {
    refresh((profile) => ({ ...profile, settings: { ...profile.settings, ...change } }));
    await run(() => client.put('/settings', { body: change, quiet: true }));
    refresh();
  };
}
