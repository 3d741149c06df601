import { useLiveData } from '../api/reads.ts';
import { useMaybeProfile } from '../session/profile.tsx';
import { useLiveCounts } from './LiveProvider.tsx';

/** The two counts of the shell: from the live channel as soon as it speaks, from a read before that. */
export function useUnread(): { readonly unread: number; readonly notifications: number } {
  const signedIn = useMaybeProfile() !== null;
  const live = useLiveCounts();
  const read = useLiveData(signedIn && live.unread === null);
  return { unread: live.unread ?? read?.unread ?? 0, notifications: live.notificationsUnread ?? read?.notifications_unread ?? 0 };
}
