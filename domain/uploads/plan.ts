import { z } from 'zod';
import { CampaignId } from '../kernel/ids.ts';
import { Keyword } from '../sms/values.ts';
import { limits, storedColumn, storedCountry } from './fields.ts';

/** What events say. `campaigns`: whose keywords everybody of the file gets. */
export const storedPlan = z.object({
  columns: z.array(storedColumn).max(limits.columns),
  country: storedCountry,
  tags: z.array(z.string().max(40)).max(20),
  campaigns: z.array(z.object({ campaignId: CampaignId, keyword: Keyword })).max(20),
  /** Whom they have agreed to hear from, which whoever imports has to attest. */
  consent: z.object({ texts: z.boolean(), emails: z.boolean() }),
});
export type Plan = z.output<typeof storedPlan>;
