import { z } from 'zod';
import { CampaignId } from '../kernel/ids.ts';
import { Keyword } from '../sms/values.ts';
import { limits, type OwnTarget, storedColumn, storedCountry } from './fields.ts';
import { importSources } from '../contacts/import-sources.ts';

/** What events say. `campaigns`: whose keywords everybody of the file gets. */
export const storedPlan = z.object({
  columns: z.array(storedColumn).max(limits.columns),
  country: storedCountry,
  tags: z.array(z.string().max(40)).max(20),
  campaigns: z.array(z.object({ campaignId: CampaignId, keyword: Keyword })).max(20),
  /** Whom they have agreed to hear from, which whoever imports has to attest. */
  consent: z.object({ texts: z.boolean(), emails: z.boolean() }),
  /** A suppression list: everyone in it has opted out of these, and it adds no contacts. Left out: it is none. */
  suppress: z.object({ texts: z.boolean(), emails: z.boolean() }).optional(),
  /** The system whose export its columns show it to be. */
  source: z.enum(importSources).nullable().optional(),
});
export type Plan = z.output<typeof storedPlan>;

const consentTargets: readonly OwnTarget[] = [
  'agreed',
  'agreed_texts',
  'agreed_emails',
  'opted_out',
  'opted_out_texts',
  'opted_out_emails',
];
const speaksOfConsent = new Set<string | null>(consentTargets);
/** Rows of the file may opt people out. */
export const mayOptOut = (plan: Pick<Plan, 'columns' | 'suppress'>): boolean =>
  isSuppressionList(plan) || plan.columns.some(({ target }) => speaksOfConsent.has(target));

/** The file is a suppression list: it opts people out and does nothing else. */
export const isSuppressionList = ({ suppress }: Pick<Plan, 'suppress'>): boolean =>
  suppress !== undefined && (suppress.texts || suppress.emails);
