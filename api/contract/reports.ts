import { z } from 'zod';
import { Currency } from '../../domain/kernel/money.ts';
import { concerns } from '../../domain/reports/fields.ts';
import { businessReportList } from '../../domain/reports/list.ts';
import { channels, carrierClasses } from '../../domain/rates/fields.ts';
import { calls } from './calls.ts';
import { list, Named } from './common.ts';
import { DateRangeParams } from './fields.ts';
import { listParams } from './lists.ts';

const whole = z.number().int();
const share = z
  .number()
  .min(0)
  .nullable()
  .meta({ examples: [0.04] });

/** Sums of a day or a period, over all tenants. */
const PlatformSums = z.object({
  sent: whole,
  delivered: whole,
  failed: whole,
  suppressed: whole,
  received: whole,
  opt_ins: whole,
  opt_outs: whole,
});

/** Days are those of each business’s zone. Amounts are in the currency’s smallest unit. */
export const PlatformReport = z.object({
  data: z.object({
    from: z.string(),
    to: z.string(),
    daily: z.array(PlatformSums.extend({ day: z.string() })),
    totals: PlatformSums,
    previous: PlatformSums,
    tenants: z.object({
      agencies: whole,
      active: whole,
      inactive: whole,
      archived: whole,
      contacts: whole,
      numbers: whole,
    }),
    used: z.array(
      z.object({
        channel: z.enum(channels),
        direction: z.enum(['in', 'out']),
        carrier_class: z.enum(carrierClasses),
        quantity: z.number(),
      }),
    ),
    /** `owed`: what is still to be paid of open invoices of any age, by `owing` payers. */
    money: z.array(
      z.object({ currency: Currency, invoiced: whole, paid: whole, refunded: whole, owed: whole, owing: whole }),
    ),
  }),
});
export type PlatformReport = z.output<typeof PlatformReport>['data'];

/** `failed_share`: of the texts whose outcome is known; `opt_out_share`: opt-outs for each text. Null: too few to say. */
export const BusinessReportRow = z.object({
  id: z.string(),
  name: z.string(),
  agency: Named.nullable(),
  sent: whole,
  delivered: whole,
  failed: whole,
  received: whole,
  opt_ins: whole,
  opt_outs: whole,
  contacts: whole,
  failed_share: share,
  opt_out_share: share,
  concerns: z.array(z.enum(concerns)),
});
export type BusinessReportRow = z.output<typeof BusinessReportRow>;
export const BusinessReports = list(BusinessReportRow);

export const reportCalls = calls('Reports', {
  'GET /admin/dashboard-reports': {
    id: 'getPlatformReport',
    who: ['Admin'],
    summary: 'Messages, consent, tenants, usage and money of the whole platform over a period of days.',
    query: DateRangeParams,
    reply: PlatformReport,
  },
  'GET /admin/business-reports': {
    id: 'listBusinessReports',
    who: ['Admin'],
    summary: 'The active businesses with what happened in a period, those to look after first.',
    query: listParams(businessReportList).extend(DateRangeParams.shape),
    reply: BusinessReports,
  },
});
