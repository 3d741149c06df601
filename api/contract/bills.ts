import { z } from 'zod';
import { billFields } from '../../domain/bills/fields.ts';
import { storedMonth } from '../../domain/statements/fields.ts';
import { calls } from './calls.ts';
import { Instant, list, Named, Uuid } from './common.ts';
import { pageParams } from './lists.ts';

const Month = storedMonth.meta({ examples: ['2026-10'] });
const note = billFields.note.meta({ examples: ['Pay within 14 days to the account on your contract.'] });

/** `from`: the first month that is sent automatically; null: they were never on. */
export const BillSettings = z.object({
  is_on: z.boolean(),
  note: z
    .string()
    .nullable()
    .meta({ examples: ['Pay within 14 days to the account on your contract.'] }),
  from: Month.nullable(),
});
export type BillSettings = z.output<typeof BillSettings>;

/** One time that a bill was emailed. `no-recipient`: no one at the business reads email. */
export const SentBill = z.object({
  nth: z.int(),
  at: Instant,
  /** It went out when the month was closed; else someone sent it. */
  automatic: z.boolean(),
  status: z.enum(['queued', 'sent', 'failed', 'no-recipient']),
  reason: z.string().nullable(),
});
export type SentBill = z.output<typeof SentBill>;
/** What a business owes its agency for a closed month, in 1/10,000 of the currency's smallest unit. */
export const Bill = z.object({
  business: Named,
  number: z.string().meta({ examples: ['2026-10-4F1C9A20'] }),
  month: Month,
  currency: z.string().meta({ examples: ['USD'] }),
  total: z.int(),
  /** Oldest first. */
  sent: z.array(SentBill),
});
export type Bill = z.output<typeof Bill>;
export const Bills = list(Bill);

export const BillReply = z.object({ data: Bill });
export const BillSettingsReply = z.object({ data: BillSettings });
export const OneBill = z.object({ business_id: Uuid, month: Month });

export const SendBill = OneBill.extend({ seen: z.int().min(0) });
export const ChangeBillSettings = z.object({ is_on: billFields.isOn, note });

export const billCalls = calls('Bills', {
  'GET /bills': {
    id: 'listBills',
    who: ['Agency'],
    summary:
      'What each business owes the agency for a closed month, and when it was emailed its bill. With `business_id`: all months of that business, the newest first.',
    query: pageParams({ perPage: 25, maxPerPage: 100 }).extend({
      month: Month.optional(),
      business_id: Uuid.optional(),
    }),
    reply: Bills,
  },
  'GET /bills/file': {
    id: 'downloadBill',
    who: ['Agency'],
    summary: 'The bill of a business for a closed month as a PDF document.',
    query: OneBill,
    reply: z.any(),
    download: ['application/pdf'],
  },
  'POST /bills/send': {
    id: 'sendBill',
    who: ['Agency'],
    summary:
      'Emails a business its bill of a closed month. `seen`: how often it was sent until now, so that two tabs send it once.',
    body: SendBill,
    reply: BillReply,
  },
  'GET /bills/settings': {
    id: 'getBillSettings',
    who: ['Agency'],
    summary: 'Whether the agency’s businesses are emailed their bills once a month is closed.',
    reply: BillSettingsReply,
  },
  'PUT /bills/settings': {
    id: 'changeBillSettings',
    who: ['Agency'],
    summary: 'Turns bills by email on or off, and sets the note that stands on them. They begin with this month.',
    body: ChangeBillSettings,
    reply: BillSettingsReply,
  },
});
