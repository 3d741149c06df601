import { z } from 'zod';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Success, Uuid } from './common.ts';
import { DateRangeParams } from './fields.ts';
import { pageParams } from './lists.ts';

const count = z.number().int();
const share = z.number().min(0).max(1);

/** What a page brought. */
export const PageSums = z.object({
  views: count,
  /** Each once a day. */
  visitors: count,
  /** Visitors who began to fill in: told by the page's script, and by whoever sent it. */
  started: count,
  /** Entries. */
  submitted: count,
  /** Entries of visitors, at most all; null: nobody came. */
  conversion: share.nullable(),
});
export type PageSums = z.output<typeof PageSums>;
/** `value`: a source, a medium, a campaign or a device; of sources empty: nothing says from where. */
export const PageSide = PageSums.extend({ value: z.string() });
export type PageSide = z.output<typeof PageSide>;

export const PageFigures = z.object({
  data: z.object({
    from: z.string(),
    to: z.string(),
    totals: PageSums,
    /** Of the period of equal length before. */
    previous: PageSums,
    daily: z.array(PageSums.extend({ day: z.string() })),
    sources: z.array(PageSide),
    media: z.array(PageSide),
    campaigns: z.array(PageSide),
    devices: z.array(PageSide),
    /** Views by what says that it is no person; in no other number. */
    robots: count,
    double_opt_in: z.object({
      /** Whether this page asks again by text now. */
      on: z.boolean(),
      asked: count,
      /** Of those who were asked in the period, who has said yes by now. */
      completed: count,
    }),
  }),
});
export type PageFigures = z.output<typeof PageFigures>['data'];

/** A sign-up on a page. Without `contact_id`, and all that follows null: the contact was erased. */
export const PageEntry = z.object({
  id: z.string(),
  at: Instant,
  /** Of the business’s zone. */
  day: z.string(),
  contact_id: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  device: z.enum(['phone', 'tablet', 'desktop', 'unknown']).nullable(),
  /** What the address said (`utm_source`). */
  source: z
    .string()
    .nullable()
    .meta({ examples: ['instagram'] }),
});
export type PageEntry = z.output<typeof PageEntry>;
export const PageEntries = list(PageEntry);
export const PageEntryParams = pageParams({ maxPages: 1000 }).extend(DateRangeParams.shape);

const Variant = z.object({
  version: count,
  views: count,
  visitors: count,
  started: count,
  submitted: count,
  conversion: share,
  /** Where it really is, 95 % (Wilson). */
  low: share,
  high: share,
});
export const PageTest = z.object({
  id: z.string(),
  started_at: Instant,
  /** Null: under way. */
  ended_at: Instant.nullable(),
  /** The version that everybody sees since. */
  kept: count.nullable(),
  variants: z.tuple([Variant, Variant]),
  /** What the second brings more than the first, in points of conversion, and where that really is, 95 % (Newcombe). */
  difference: z.object({ value: z.number(), low: z.number(), high: z.number() }),
  /** Visitors that each version needs before anything can be said. */
  needed: count,
  /** `early`: nothing can be said yet. `none`: no difference of that size. Else which of the two is better. */
  verdict: z.enum(['early', 'none', 'first', 'second']),
});
export type PageTest = z.output<typeof PageTest>;
export const PageTests = z.object({
  data: z.object({
    /** What was published, the newest first. */
    versions: z.array(z.object({ version: count, published_at: Instant, live: z.boolean() })),
    tests: z.array(PageTest),
  }),
});
export type PageTests = z.output<typeof PageTests>['data'];

const version = z.number('Choose a version.').int().min(1).max(1_000_000);
export const StartPageTest = z.object({ versions: z.tuple([version, version]) });
export const EndPageTest = z.object({ keep: version });
const OneTest = IdParams.extend({ test: Uuid });

const who = ['Business'] as const;
export const pageFigureCalls = calls('Campaigns', {
  'GET /coupons/{id}/stats': {
    id: 'getCouponFigures',
    who,
    summary: 'What a campaign’s page brought in a period of days: visitors, entries, and from where.',
    params: IdParams,
    query: DateRangeParams,
    reply: PageFigures,
  },
  'GET /landings/{id}/stats': {
    id: 'getLandingFigures',
    who,
    summary: 'The same as GET /coupons/{id}/stats.',
    params: IdParams,
    query: DateRangeParams,
    reply: PageFigures,
  },
  'GET /landings/{id}/entries': {
    id: 'listPageEntries',
    who,
    summary: 'The sign-ups of a page in a period of days, the newest first: as many as its statistics count.',
    params: IdParams,
    query: PageEntryParams,
    reply: PageEntries,
  },
  'GET /landings/{id}/tests': {
    id: 'listPageTests',
    who,
    summary: 'The published versions of a page, and how those that were compared did.',
    params: IdParams,
    reply: PageTests,
  },
  'POST /landings/{id}/tests': {
    id: 'startPageTest',
    who,
    summary: 'Show half of the visitors one published version and half another. One of the two has to be live.',
    params: IdParams,
    body: StartPageTest,
    example: { versions: [1, 2] },
    reply: Created,
  },
  'PUT /landings/{id}/tests/{test}': {
    id: 'endPageTest',
    who,
    summary: 'End an A/B test: from now on everyone sees the winner.',
    params: OneTest,
    body: EndPageTest,
    example: { keep: 2 },
    reply: Success,
  },
});
