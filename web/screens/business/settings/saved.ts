import type { z } from 'zod';
import type { BusinessInfo } from '../../../../api/contract/businesses.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useRefreshProfile } from '../../../session/profile.tsx';

export type Info = z.output<typeof BusinessInfo>['data'];
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** After a change of the business: what is known of it, here and in the top bar. */
export function useSaved(): () => void {
  const refresh = useRefresh();
  const refreshProfile = useRefreshProfile();
  return () => {
    refreshProfile();
    void refresh('/businesses/');
  };
}
