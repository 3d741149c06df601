import { useLiveData, useNotifications } from './reads.ts';
import { useRead } from './read.ts';
import { useMaybeProfile } from '../session/profile.tsx';
import { useCan } from '../session/rights.ts';
import { useLiveCounts } from '../live/LiveProvider.tsx';

/**
 * The counts of the shell: from the live channel as soon as it speaks, from a read before that. Only a business has
 * messages; for an agency, how many broadcasts wait for its word.
 */
export function useUnread(): { readonly unread: number; readonly notifications: number; readonly approvals: number } {
  const role = useMaybeProfile()?.role ?? null;
  const live = useLiveCounts();
  const can = useCan();
  const silent = role !== null && live.unread === null && can('inbox');
  const read = useLiveData(silent && role === 'Business');
  const list = useNotifications(1, 1, silent && role !== 'Business').data;
  const waiting = useRead('/broadcasts/approvals', role === 'Agency' ? { query: { state: 'waiting' } } : null).data;
  return {
    unread: live.unread ?? read?.unread ?? 0,
    notifications: live.notificationsUnread ?? read?.notifications_unread ?? list?.meta.unread ?? 0,
    approvals: waiting?.data.length ?? 0,
  };
}
