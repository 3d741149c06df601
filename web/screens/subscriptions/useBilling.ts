import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { useRefresh } from '../../api/refresh.ts';
import { useRead } from '../../data/read.ts';
import { useRefreshProfile } from '../../session/profile.tsx';

/** What the payer subscribes to and how it stands. */
export const useAccount = () => useRead('/subscriptions', {});

/** After something was paid, changed or canceled: every screen tells the new truth. */
export function useSettled(): () => Promise<void> {
  const refresh = useRefresh();
  const { mutate } = useSWRConfig();
  const refreshProfile = useRefreshProfile();
  return useCallback(async () => {
    // A dialog closes once the subscription is read. What else there is to read must not hold it open.
    void refresh('/subscriptions/', '/reports/billing-history', '/payment-methods');
    await mutate('/subscriptions').catch(() => undefined);
    refreshProfile();
  }, [refresh, mutate, refreshProfile]);
}
