import { z } from 'zod';
import { line } from '../../kernel/fields.ts';
import {
  billingFilters,
  billingList,
  callFilters,
  callList,
  consentFilters,
  consentList,
  recordFilters,
  recordList,
} from '../list.ts';

/** The screens of reports that have views. */
export const reportScreens = ['texts', 'calls', 'billing', 'opt-ins'] as const;
export type ReportScreen = (typeof reportScreens)[number];

/** So many can one person have in a business or an agency, shared ones among them. */
export const maxViews = 50;

/** What an address of each screen can say. Months of billing details are its `from` and `to`. */
const parts: Readonly<Record<ReportScreen, ReadonlySet<string>>> = {
  texts: new Set([...Object.keys(recordFilters), ...Object.keys(recordList), 'per_page']),
  calls: new Set([...Object.keys(callFilters), ...Object.keys(callList), 'per_page']),
  'opt-ins': new Set([...Object.keys(consentFilters), ...Object.keys(consentList), 'per_page']),
  billing: new Set([...Object.keys(billingFilters), ...Object.keys(billingList), 'from', 'to']),
};
/** What of an address makes a view: filters and grouping, in the order of their names. */
export function viewQuery(screen: ReportScreen, query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => parts[screen].has(name) && value !== '');
  return new URLSearchParams(kept.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString();
}

export const viewFields = {
  screen: z.enum(reportScreens, 'This report does not exist.'),
  name: line('The name', 60),
  /** What the address of the report says: `status=failed&group_by=carrier`. */
  query: z.string().trim().max(1_000, 'Use at most 1,000 characters.').default(''),
  /** With everyone in the business or agency who sees reports. */
  shared: z.boolean().default(false),
} as const;
