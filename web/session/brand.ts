import type { AppConfig } from '../../api/contract/whitelabels.ts';
import { useConfigOrNothing } from './context.tsx';

/** The configuration of this host name. */
export const useAppConfig = (): AppConfig | null => useConfigOrNothing();
/** The product's name here: the tenant's own where it has one. */
export const useProductName = (): string => useAppConfig()?.name ?? '';
