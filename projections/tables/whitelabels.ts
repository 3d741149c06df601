import { latest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const whitelabelModel = { name: 'whitelabels', version: 1 } as const;

type Variants = Readonly<Record<string, string>>;

/** One row per agency that has ever chosen anything. */
export const whitelabelTable = table('whitelabels', {
  /** The agency's. */
  id: key('uuid'),
  createdAt: col('timestamptz'),
  name: maybe('text', latest),
  color: maybe('text', latest),
  logo: maybe('text', latest),
  /** The logo at other widths, by width in px. */
  logoVariants: col('jsonb', latest).of<Variants>().default(`'{}'`),
  favicon: maybe('text', latest),
  faviconVariants: col('jsonb', latest).of<Variants>().default(`'{}'`),
  domain: maybe('text', latest),
  /** What the TXT record of the domain has to say. */
  ownershipToken: maybe('text', latest),
  subdomain: maybe('text', latest),
  ownershipVerified: col('boolean', latest).default('false'),
  /** Whether the domain leads here, as the last look saw it; null: nobody could look yet. */
  pointsHere: maybe('boolean', latest),
  certificateSeen: col('boolean', latest).default('false'),
  certificateExpiresAt: maybe('timestamptz', latest),
  checkedAt: maybe('timestamptz', latest),
  problem: maybe('text', latest),
});

/** What of an agency its brand shows. */
export const brandAgencyTable = table('agencies', {
  id: key('uuid'),
  name: col('text', latest).default(`''`),
  archived: col('boolean', latest).default('false'),
  supportEmail: maybe('text', latest),
});

export const whitelabelIndexesAtOnce = (schema: string): string => `
  create index whitelabels_by_domain on ${schema}.whitelabels (domain);
  create index whitelabels_by_subdomain on ${schema}.whitelabels (subdomain)`;
