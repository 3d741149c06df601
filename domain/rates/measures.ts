import { z } from 'zod';
import type { UsageKey } from './fields.ts';

export { type UsageKey, usageKey } from './fields.ts';

/** The same text for the same key. */
export const usageKeyText = ({ channel, direction, country, carrierClass }: UsageKey): string =>
  `${channel}/${direction}/${country}/${carrierClass}`;

export const quantity = z.int().min(0);

/** Where no country counts. */
export const noCountry = 'ZZ';
