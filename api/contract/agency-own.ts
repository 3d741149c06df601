import { z } from 'zod';
import { calls } from './calls.ts';
import { Created, Revision, Saved } from './common.ts';
import { DateRangeParams, Email, line, OptionalWebsite, optionalLine } from './fields.ts';

/** What an agency may change of itself. Domain and colours are part of its white label. */
export const AgencySettings = z.object({
  name: line('The name', 120),
  phone: optionalLine('The phone number', 40),
  website: OptionalWebsite,
  timezone: z.string().max(60).optional(),
  support_email: Email.nullable().optional(),
  /** A broadcast to more people than that waits for the agency; null: none does; left out: as it is. */
  approval_limit: z
    .number({ error: 'Give a whole number.' })
    .int('Give a whole number.')
    .min(0, 'This can not be less than 0.')
    .max(100_000_000, 'This can be at most 100,000,000.')
    .nullable()
    .optional(),
  revision: Revision,
  brand: z
    .object({
      name: optionalLine('The brand’s name', 60),
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, 'Give the colour as # and six hexadecimal digits.')
        .nullable()
        .optional(),
      custom_domain: z.string().trim().max(253).nullable().optional(),
      subdomain: z.string().trim().max(63).nullable().optional(),
    })
    .optional(),
});

/** Of the agency's own businesses. Days of the agency's zone. */
export const AgencyAnalytics = z.object({
  data: z.object({
    businesses: z.object({ active: z.number().int(), inactive: z.number().int(), archived: z.number().int() }),
    from: z.string(),
    to: z.string(),
    daily: z.array(
      z.object({
        day: z.string(),
        sent: z.number().int(),
        received: z.number().int(),
        opt_ins: z.number().int(),
        opt_outs: z.number().int(),
      }),
    ),
    totals: z.object({
      sent: z.number().int(),
      received: z.number().int(),
      opt_ins: z.number().int(),
      opt_outs: z.number().int(),
      contacts: z.number().int(),
      numbers: z.number().int(),
    }),
    previous: z.object({
      sent: z.number().int(),
      received: z.number().int(),
      opt_ins: z.number().int(),
      opt_outs: z.number().int(),
    }),
    /** The ten that texted most in this period. */
    top: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        sent: z.number().int(),
        received: z.number().int(),
        opt_ins: z.number().int(),
        contacts: z.number().int(),
      }),
    ),
  }),
});
export type AgencyAnalytics = z.output<typeof AgencyAnalytics>['data'];

/** What an agency asks of and says about itself. */
export const agencyOwnCalls = calls('Agencies', {
  'GET /agencies/analytics': {
    id: 'getAgencyAnalytics',
    who: ['Agency'],
    summary: 'Texts and opt-ins of the agency’s own businesses over a period of days.',
    query: DateRangeParams,
    reply: AgencyAnalytics,
  },
  'PUT /agencies/edit-settings': {
    id: 'updateAgencySettings',
    who: ['Agency'],
    summary:
      'What an agency may change of itself: name, contact, time zone, above which size it approves broadcasts, and its brand.',
    body: AgencySettings,
    reply: Saved,
  },
  'POST /agencies/add-sample-account': {
    id: 'addSampleAccount',
    who: ['Agency'],
    summary: 'A demo business with a campaign to look around in; once per agency.',
    reply: Created,
  },
});
