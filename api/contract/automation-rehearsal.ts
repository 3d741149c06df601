import { z } from 'zod';
import { calls } from './calls.ts';
import { AutomationDeed, AutomationEnd } from './automations.ts';
import { IdParams, Instant, Revision, Uuid } from './common.ts';

const business = ['Business'] as const;
const count = z.number().int();
const Counts = z.record(z.string(), count);

/** `after`, `until`: as the answer before gave them (`next`, `until`). `version`: left out, the draft. */
export const RehearsalParams = z.object({
  days: z.coerce.number<number>().int().min(1).max(90).default(30),
  version: z.coerce.number<number>().int().min(1).max(1_000_000).optional(),
  until: Instant.optional(),
  after: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});

export const RehearsedStep = z.object({
  came: count,
  here: count,
  sent: count,
  held: count,
  refused: count,
  exits: Counts.meta({ examples: [{ next: 41 }] }),
});
export type RehearsedStep = z.output<typeof RehearsedStep>;

export const RehearsedSending = z.object({
  contact_id: z.string().meta({ examples: ['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90'] }),
  name: z
    .string()
    .nullable()
    .meta({ examples: ['Ann Lee'] }),
  phone: z
    .string()
    .nullable()
    .meta({ examples: ['+14155550123'] }),
  node: z.string().meta({ examples: ['0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a'] }),
  channel: z.enum(['text', 'mail', 'alert', 'call']),
  /** When the run came to it, and when it would have left; null: it would not have. */
  due_at: Instant,
  sent_at: Instant.nullable(),
  held_by: z.enum(['quiet-hours']).nullable(),
  held_until: Instant.nullable(),
  /** Why it would not have left. */
  refused: z
    .string()
    .nullable()
    .meta({ examples: ['opted-out'] }),
  words: z.string().meta({ examples: ['Hi Ann, welcome!'] }),
  credits: count,
});
export type RehearsedSending = z.output<typeof RehearsedSending>;

/** Of the contacts that one call looked at: what several calls say adds up. */
export const AutomationRehearsal = z.object({
  /** Null: the draft, of this revision of the automation. */
  version: count.nullable(),
  revision: Revision,
  from: Instant,
  until: Instant,
  /** Where the next call goes on; null: all have been looked at. */
  next: z
    .string()
    .nullable()
    .meta({ examples: ['18231'] }),
  /** All contacts of the business, said with the first answer. */
  contacts: count.nullable(),
  /** The plan's limit and what the business used of it in those months, said with the first answer; null: there is none. */
  monthly: z
    .object({ most: count, used: Counts })
    .nullable()
    .meta({ examples: [{ most: 5_000, used: { '2026-11-01': 4_120 } }] }),
  /**
   * What it would cost at the prices of today, in 1/10,000 of the currency's smallest unit, before what the plan includes
   * (`includes`: it does). `unpriced`: segments and messages that no price covers. Null: there are no prices.
   */
  cost: z
    .object({ currency: z.string().meta({ examples: ['USD'] }), amount: count, unpriced: count, includes: z.boolean() })
    .nullable(),
  /** Contacts gone through, those of them to whom something may have happened, and who would have come in how often. */
  through: count,
  looked: count,
  people: count,
  entries: count,
  triggers: Counts,
  left_out: Counts.meta({ examples: [{ once: 3 }] }),
  texts: count,
  text_people: count,
  mails: count,
  mail_people: count,
  alerts: count,
  calls: count,
  credits: count,
  /** Of which months, by their first days; and what the automation really took of them, with those people. */
  months: Counts.meta({ examples: [{ '2026-11-01': 120 }] }),
  really: Counts.meta({ examples: [{ '2026-11-01': 80 }] }),
  held: count,
  refused: Counts.meta({ examples: [{ 'opted-out': 2 }] }),
  ends: Counts.meta({ examples: [{ completed: 40, inside: 1 }] }),
  /** Triggers, by their places in the list, that start nobody here. */
  skipped: z.array(count),
  steps: z.record(z.string(), RehearsedStep),
  /** Some of them, of each fate. */
  sendings: z.array(RehearsedSending),
});
export type AutomationRehearsal = z.output<typeof AutomationRehearsal>;
export const AutomationRehearsalAnswer = z.object({ data: AutomationRehearsal });

export const WalkParams = z.object({
  contact_id: Uuid,
  /** Left out, the draft. */
  version: z.coerce.number<number>().int().min(1).max(1_000_000).optional(),
});
/** What would happen to one contact who enters now, if nothing happened but time: waits are skipped. */
export const AutomationWalk = z.object({
  contact_id: z.string(),
  /** Null: the draft, of this revision of the automation. */
  version: count.nullable(),
  revision: Revision,
  from: Instant,
  /** No further than this is looked ahead. */
  until: Instant,
  /** Why they would not enter; null: they would. */
  refused: z
    .string()
    .nullable()
    .meta({ examples: ['opted-out'] }),
  /** How it ends for them; null: it has not by then. */
  end: AutomationEnd.nullable(),
  /** As the path of a run, at the times when it would happen. */
  path: z.array(AutomationDeed),
});
export type AutomationWalk = z.output<typeof AutomationWalk>;
export const AutomationWalkAnswer = z.object({ data: AutomationWalk });

export const automationRehearsalCalls = calls('Automations', {
  'GET /automations/{id}/rehearsal': {
    id: 'rehearseAutomation',
    who: business,
    summary:
      'What the draft, or a version, would have done with what really happened in the last days. Nothing is sent. ' +
      'Works for about a second; call again with `after` until `next` is null.',
    params: IdParams,
    query: RehearsalParams,
    reply: AutomationRehearsalAnswer,
  },
  'GET /automations/{id}/walk': {
    id: 'walkAutomation',
    who: business,
    summary:
      'Step by step, what the draft, or a version, would do with one contact who enters now. Nothing is sent and ' +
      'nothing is written.',
    params: IdParams,
    query: WalkParams,
    reply: AutomationWalkAnswer,
  },
});
