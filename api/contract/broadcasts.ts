import { z } from 'zod';
import {
  BroadcastStatus,
  BroadcastType,
  broadcastFields,
  endStates,
  LeftOut,
  maxVariants,
  PausedBy,
  RecipientState,
  Schedule,
  VariantTest,
} from '../../domain/broadcasts/fields.ts';
import { broadcastList, recipientDeeds, recipientList } from '../../domain/broadcasts/list.ts';
import { ContactFilter, everybody } from '../../domain/contacts/filter.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Revision, Success, TestReply, Uuid } from './common.ts';
import { listParams, pageParams, Search } from './lists.ts';

const example = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';
const id = z.string().meta({ examples: [example] });
const Name = z.string().meta({ examples: ['Friday at Bella’s'] });
const Body = z
  .string()
  .max(1_600, 'The message can have at most 1,600 characters.')
  .meta({ examples: ['Hi {{first_name|there}}, two for one tonight. Reply STOP to opt out.'] });
const Medium = z.object({
  url: z.string().meta({ examples: ['https://media.example/pizza.jpg'] }),
  content_type: z
    .string()
    .nullable()
    .meta({ examples: ['image/jpeg'] }),
});
const Subject = z.string().meta({ examples: ['Your table is waiting'] });

/** One way in which it is said; the first is variant A. */
export const BroadcastContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), body: Body, media: z.array(Medium).max(10, 'At most 10 pictures.') }),
  z.object({
    kind: z.literal('mail'),
    subject: Subject.nullable(),
    preheader: Subject.nullable(),
    design_id: Uuid.nullable(),
  }),
]);
export type BroadcastContent = z.output<typeof BroadcastContent>;

const Keywords = z
  .array(
    z
      .string()
      .max(60)
      .meta({ examples: ['PIZZA'] }),
  )
  .max(100);
const Ids = (most: number) => z.array(Uuid).max(most);
/** Who gets it. No keyword, segment and contact: everybody of `filter`; else who is in any of them, and in `filter`. */
export const BroadcastAudience = z.object({
  keywords: Keywords,
  segment_ids: Ids(50),
  contact_ids: Ids(1_000),
  filter: ContactFilter.meta({ examples: [everybody] }),
  except_segment_ids: Ids(50),
  except_keywords: Keywords,
  /** None but recipients of an earlier broadcast: who came to one of `ends`, or was left out for one of `reasons`. */
  recipients_of: z
    .object({ broadcast_id: Uuid, ends: z.array(z.enum(endStates)), reasons: z.array(LeftOut) })
    .nullable()
    .default(null),
});
export type BroadcastAudience = z.output<typeof BroadcastAudience>;

/** Who waits for the next day at T-Mobile, and when that begins. */
const HeldByDay = z.object({ count: z.number().int(), until: Instant });

/** How many of the audience are where; they add up to `audience` at any time. */
export const RecipientCounts = z.object({
  audience: z.number().int(),
  waiting: z.number().int(),
  held: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  undelivered: z.number().int(),
  suppressed: z.number().int(),
  stopped: z.number().int(),
  expired: z.number().int(),
});
export type RecipientCounts = z.output<typeof RecipientCounts>;

const setup = {
  name: Name,
  type: BroadcastType,
  campaign_id: id.nullable(),
  contents: z.array(BroadcastContent).min(1).max(maxVariants),
  test: VariantTest.nullable(),
  audience: BroadcastAudience,
  schedule: Schedule.meta({ examples: [{ kind: 'now' }] }),
  window_hours: broadcastFields.windowHours,
  valid_hours: broadcastFields.validHours,
  short_links: z.boolean(),
} as const;

export const BroadcastRow = z.object({
  id,
  name: Name,
  type: BroadcastType,
  status: BroadcastStatus,
  campaign_id: id.nullable(),
  campaign_name: Name.nullable(),
  variants: z.number().int(),
  /** Of variant A: the words of a text, or the subject of an email. */
  says: z
    .string()
    .nullable()
    .meta({ examples: ['Two for one tonight'] }),
  recurring: z.boolean(),
  /** When it goes out next; null: it does not. */
  next_at: Instant.nullable(),
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  created_at: Instant,
  counts: RecipientCounts,
  clicked: z.number().int(),
  replied: z.number().int(),
  opted_out: z.number().int(),
  redeemed: z.number().int(),
});
export type BroadcastRow = z.output<typeof BroadcastRow>;

/** What it was made from. */
const From = z.object({ id, as: z.enum(['duplicate', 'resend', 'occurrence', 'skipped']) });
export const Broadcast = BroadcastRow.extend({
  ...setup,
  from: From.nullable(),
  /** Whose phone it was confirmed from; null: it was made on a screen. Name and phone are null once they were erased. */
  texted: z
    .object({
      contact_id: Uuid,
      name: z
        .string()
        .nullable()
        .meta({ examples: ['Ann'] }),
      phone: z
        .string()
        .nullable()
        .meta({ examples: ['+14155550102'] }),
    })
    .nullable(),
  frozen: z.boolean(),
  sender: z
    .string()
    .nullable()
    .meta({ examples: ['+15550100199'] }),
  expires_at: Instant.nullable(),
  /** Why it stands still. `by`: a person, or the software. */
  paused: z
    .object({ by: PausedBy, note: z.string().meta({ examples: ['9 of 100 were filtered by carriers.'] }), at: Instant })
    .nullable(),
  /** It was larger than the agency lets go out by itself. */
  approval: z
    .object({
      recipients: z.number().int(),
      limit: z.number().int(),
      asked_at: Instant,
      approved_at: Instant.nullable(),
      rejected_at: Instant.nullable(),
      note: z
        .string()
        .nullable()
        .meta({ examples: ['Too close to Monday’s.'] }),
    })
    .nullable(),
  winner: z
    .object({
      variant: z.number().int(),
      /** Whether the numbers say so, or it may be chance. */
      honest: z.boolean(),
      at: Instant,
      figures: z.array(z.object({ sent: z.number().int(), did: z.number().int() })),
    })
    .nullable(),
  revision: Revision,
});
export type Broadcast = z.output<typeof Broadcast>;

/** Why so many ended where they did. `error_code`: the carrier's; null: the reason is ours. */
export const EndReason = z.object({
  state: RecipientState,
  reason: z.string().meta({ examples: ['too-often'] }),
  error_code: z.number().int().nullable(),
  count: z.number().int(),
});
export type EndReason = z.output<typeof EndReason>;
const Deeds = {
  clicked: z.number().int(),
  replied: z.number().int(),
  opted_out: z.number().int(),
  redeemed: z.number().int(),
} as const;

/** Everything that is known of how a broadcast fares: counters that are kept, whatever its size. */
export const SentStats = z.object({
  counts: RecipientCounts,
  reasons: z.array(EndReason),
  variants: z.array(z.object({ variant: z.number().int(), counts: RecipientCounts, ...Deeds })),
  ...Deeds,
  /** Steps of at least five minutes, those without anything left out. */
  over_time: z.array(
    z.object({ at: Instant, sent: z.number().int(), delivered: z.number().int(), failed: z.number().int() }),
  ),
  links: z.array(
    z.object({
      url: z.string().meta({ examples: ['https://bellas.example/menu'] }),
      variant: z.number().int(),
      /** People, each once; their clicks; and visits of programs, which are in no other number. */
      clickers: z.number().int(),
      clicks: z.number().int(),
      scanned: z.number().int(),
    }),
  ),
  /** While it goes out: how fast, and when it is done at that. */
  pace: z.object({ per_minute: z.number().int(), done_at: Instant.nullable(), held: HeldByDay.nullable() }).nullable(),
  /** How many were left out because they had been written to shortly before: they can be written to later. */
  skipped: z.number().int(),
  /**
   * Of an email, among the delivered: how many have reported it as spam, and of how many all that is known is that an email
   * server took them. Opens are not counted: email programs open emails by themselves.
   */
  mail: z
    .object({
      complained: z.number().int(),
      taken: z.number().int(),
      /** Of the last emails of the business, this broadcast’s and others: what came back, and what was reported. */
      business: z.object({ sent: z.number().int(), bounced: z.number().int(), complained: z.number().int() }),
    })
    .nullable(),
});
export type SentStats = z.output<typeof SentStats>;

export const Recipient = z.object({
  contact_id: id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['ada@example.com'] }),
  /** 0 is A; −1: gets the winner. */
  variant: z.number().int(),
  state: RecipientState,
  reason: z
    .string()
    .nullable()
    .meta({ examples: ['The phone is switched off or out of reach.'] }),
  error_code: z.number().int().nullable(),
  at: Instant,
  held_until: Instant.nullable(),
  sent_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  replied_at: Instant.nullable(),
  opted_out_at: Instant.nullable(),
  redeemed: z.number().int(),
});
export type Recipient = z.output<typeof Recipient>;

export const BroadcastRedemption = z.object({
  coupon_id: id,
  contact_id: id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  code: z
    .string()
    .nullable()
    .meta({ examples: ['7K2MQ-XN4RT'] }),
  title: z.string().nullable(),
  discount_type: z
    .string()
    .nullable()
    .meta({ examples: ['money'] }),
  amount: z.number().int().nullable(),
  till: z
    .string()
    .nullable()
    .meta({ examples: ['Counter'] }),
  redeemed_at: Instant,
});
/** All that a broadcast is set up with; what is left out stays, or is as an empty one has it. */
const { name: _, type: __, ...parts } = setup;
const Setup = z.object({ name: broadcastFields.name.meta({ examples: ['Friday at Bella’s'] }), type: BroadcastType });
export const CreateBroadcast = Setup.extend(z.object(parts).partial().shape);
export const UpdateBroadcast = Setup.partial()
  .extend(z.object(parts).partial().shape)
  .extend({ revision: Revision.nullable() });
const copied = { name: broadcastFields.name.meta({ examples: ['Friday at Bella’s, again'] }) };
/** `ends`: whom it goes to; left out: all whom the first did not reach. */
export const ResendBroadcast = z.object({
  ...copied,
  ends: z.array(z.enum(endStates)).min(1, 'Choose at least one.').optional(),
});
export const DuplicateBroadcast = z.object(copied);
export const ResumeBroadcast = z.object({
  /** Emails of the business that had come back and been reported when somebody looked. */
  seen: z
    .object({ bounced: z.number().int().nonnegative(), complained: z.number().int().nonnegative() })
    .nullable()
    .default(null),
});
export const RejectBroadcast = z.object({
  /** Of what was looked at; null or left out: whatever is there. */
  revision: Revision.nullable().default(null),
  note: z
    .string()
    .trim()
    .min(1, 'Say why.')
    .max(500)
    .meta({ examples: ['Too close to Monday’s.'] }),
});

/** Whom a draft would reach, step by step. */
const Who = z.object({ type: BroadcastType, audience: BroadcastAudience, window_hours: setup.window_hours });
export const AudienceQuestion = Who;
export const AudienceFunnel = z.object({
  data: z.object({
    /** Who is meant. */
    total: z.number().int(),
    recipients: z.number().int(),
    /** Why the others are not written to, as far as it is known now; who wrote STOP a second before it leaves counts. */
    left_out: z.array(z.object({ reason: LeftOut, count: z.number().int() })),
  }),
});
export type AudienceFunnel = z.output<typeof AudienceFunnel>;

export const SampleQuestion = Who.omit({ window_hours: true }).extend({ search: Search });
export const SampleContact = z.object({
  id,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['ada@example.com'] }),
  /** What merge fields become for them, by name. */
  values: z.record(z.string(), z.string().nullable()).meta({ examples: [{ first_name: 'Ada' }] }),
});
export type SampleContact = z.output<typeof SampleContact>;
export const SampleContacts = z.object({ data: z.array(SampleContact) });

export const CreditQuestion = Who.extend({
  contents: setup.contents,
  short_links: z.boolean().default(true),
  /** Left out: it would go out now. */
  schedule: setup.schedule.default({ kind: 'now' }),
  valid_hours: setup.valid_hours.default(24),
});
/** What a draft would use, counted over up to 500 of its recipients with their own words filled in. */
export const MessageCredit = z.object({
  data: z.object({
    recipients: z.number().int(),
    /** Of one recipient: the fewest, the most. An email has none. */
    segments: z.object({ least: z.number().int(), most: z.number().int() }).nullable(),
    /** For all of them, as usage counts: segments, and one for a text with pictures. */
    credits: z.number().int(),
    /** About what they cost the business, in 1/10,000 of the currency's smallest unit. Null: there is no price for them. */
    cost: z.object({ currency: z.string().meta({ examples: ['USD'] }), amount: z.number().int() }).nullable(),
    /** The month that it is counted in, by the business’s calendar; limit, use and rest are of that month. */
    month: z.string().meta({ examples: ['2026-11'] }),
    limit: z.number().int().nullable(),
    used: z.number().int(),
    /** Null: there is no limit. */
    left: z.number().int().nullable(),
    /** What is left of it afterwards; below 0: so many are missing. Null: there is no limit. */
    left_after: z.number().int().nullable(),
    /** Merge fields that nobody has a value for, or a fall-back: how many of those looked at. */
    missing: z.array(z.object({ field: z.string().meta({ examples: ['first_name'] }), count: z.number().int() })),
    looked_at: z.number().int(),
    /** The name that its texts begin with; null: with none. */
    prefix: z
      .string()
      .nullable()
      .meta({ examples: ['Bella’s Pizza'] }),
    /**
     * Of an email: who it says it is from. `from` null: no email provider is set up; `has_address`: an email must say
     * where. `trouble`: why emails to many of this business stand still, and what to do; null: they go out.
     */
    mail: z
      .object({
        from: z
          .object({
            name: z.string().meta({ examples: ['Bella’s'] }),
            address: z.string().meta({ examples: ['hello@bellas.example'] }),
          })
          .nullable(),
        has_address: z.boolean(),
        /** Merge fields of the business that can’t be a link, such as a website that isn’t entered. */
        fields_without_link: z.array(z.string().meta({ examples: ['business_website'] })),
        trouble: z
          .object({
            by: z.enum(['bounces', 'complaints']),
            note: z.string().meta({ examples: ['Of the last 1,000 emails of this business 6.0 % came back.'] }),
          })
          .nullable(),
      })
      .nullable(),
    per_minute: z.number().int(),
    /** Of sending alone, whatever the hour. */
    minutes: z.number().int(),
    starts_at: Instant,
    /** At that rate and within the hours of who gets it; null: nobody is reached. */
    done_at: Instant.nullable(),
    /** How many are written to before it is too old. */
    in_time: z.number().int(),
    /** Whether some wait for the morning where they are. */
    waits: z.boolean(),
    /** Who waits for the next day at T-Mobile, since that of the brand is full; null: no one does. */
    held: HeldByDay.nullable(),
  }),
});
export type MessageCredit = z.output<typeof MessageCredit>;

/**
 * Numbers or addresses, up to five. `contact_id`: whose fields are merged in; null: nobody's in a text, somebody made up
 * in an email. `campaign_id`: its keyword, and an example of its coupon, can be merged in.
 */
export const TestBroadcast = z.object({
  type: BroadcastType,
  content: BroadcastContent,
  to: z
    .array(z.string().trim().max(254))
    .min(1, 'Say where the test goes.')
    .max(5, 'A test goes to five at most.')
    .meta({ examples: [['+15550100187']] }),
  contact_id: Uuid.nullable(),
  campaign_id: Uuid.nullable().default(null),
});

/** What the agency is asked, or was. `withdrawn`: the business has taken it back. */
export const Approval = z.object({
  id,
  name: Name,
  business_id: id,
  business_name: Name,
  type: BroadcastType,
  contents: z.array(BroadcastContent),
  /** When it is to go out; null: it is not, any more. */
  start_at: Instant.nullable(),
  recipients: z.number().int(),
  limit: z.number().int(),
  asked_at: Instant,
  /** Null: the software, since it had grown beyond the size by the time it was to start. */
  asked_by: z
    .string()
    .nullable()
    .meta({ examples: ['Ada Lovelace'] }),
  state: z.enum(['waiting', 'approved', 'rejected', 'withdrawn']),
  decided_at: Instant.nullable(),
  decided_by: z
    .string()
    .nullable()
    .meta({ examples: ['Nora West'] }),
  note: z
    .string()
    .nullable()
    .meta({ examples: ['Too close to Monday’s.'] }),
  revision: Revision,
});
export type Approval = z.output<typeof Approval>;
export const ApprovalList = z.object({ data: z.array(Approval) });
/** `decided`: the latest first. */
export const ApprovalParams = z.object({ state: z.enum(['waiting', 'decided']).default('waiting') });

/** What the software has looked at. `warning`: worth a look; `problem`: it would not do what was meant. */
export const ApprovalCheck = z.object({
  check: z.enum(['stop', 'named', 'merge', 'credit', 'standing', 'hours', 'time', 'number', 'links']),
  result: z.enum(['fine', 'warning', 'problem']),
  /** Who or what it is about: fields without a value, how many are not reached. */
  about: z
    .string()
    .nullable()
    .meta({ examples: ['first_name'] }),
});
export type ApprovalCheck = z.output<typeof ApprovalCheck>;

/** Words, or a merge field and what stands there where somebody has none. */
const EmailPart = z.union([
  z.string().meta({ examples: ['<p>Hello '] }),
  z.object({
    field: z.string().meta({ examples: ['first_name'] }),
    fallback: z.string().meta({ examples: ['there'] }),
    as: z.enum(['address', 'query']).optional(),
  }),
]);
/** An email as it goes out, but for the merge fields and short links of each recipient. */
export const CompiledEmail = z.object({
  subject: z.array(EmailPart),
  html: z.array(EmailPart),
  text: z.array(EmailPart),
});
export type CompiledEmail = z.output<typeof CompiledEmail>;

/** One of them with everything that it is decided by, as it stands now. */
export const ApprovalReply = z.object({
  data: Approval.extend({
    schedule: setup.schedule,
    test: VariantTest.nullable(),
    business_timezone: z.string().meta({ examples: ['America/New_York'] }),
    sender: z
      .string()
      .nullable()
      .meta({ examples: ['+15550100199'] }),
    /** Whom it is for: names of keywords and segments; no name: everybody, or who fits its conditions. */
    audience: z.object({ names: z.array(Name), except: z.array(Name), narrowed: z.boolean() }),
    funnel: AudienceFunnel.shape.data,
    credit: MessageCredit.shape.data,
    checks: z.array(ApprovalCheck),
    samples: z.array(SampleContact),
    /** Of an email each variant, as it was when it was asked about. */
    mails: z.array(CompiledEmail),
  }),
});
export type ApprovalReply = z.output<typeof ApprovalReply>;
/** `revision`: of what was looked at, so that nothing else is decided on; null: whatever is there. */
export const ApproveBroadcast = z.object({ revision: Revision.nullable() });

export const BroadcastList = list(BroadcastRow);
export const BroadcastReply = z.object({ data: Broadcast });
export const SentStatsReply = z.object({ data: SentStats });
export const RecipientPage = z.object({
  data: z.array(Recipient),
  meta: z.object({
    total: z.number().int(),
    /** Goes into `after` for the rows that follow; null: these were the last. */
    next: z.number().int().nullable(),
  }),
});
export const BroadcastRedemptionList = list(BroadcastRedemption);

/** Which recipients; `after` is `meta.next` of the page before. */
export const RecipientParams = z.object({
  search: Search,
  ...recipientList.filters,
  after: z.coerce.number<number>().int().min(0).max(2_147_483_647).optional(),
  per_page: z.coerce.number<number>().int().min(1).max(200).default(50),
});
export { recipientDeeds };

const one = { who: ['Business'], params: IdParams, reply: BroadcastReply } as const;
export const broadcastCalls = calls('Broadcasts', {
  'POST /broadcasts': {
    id: 'createBroadcast',
    who: ['Business'],
    summary: 'A new draft.',
    body: CreateBroadcast,
    reply: BroadcastReply,
    example: { name: 'Friday at Bella’s', type: 'sms' },
  },
  'POST /broadcasts/{id}/duplicate': {
    ...one,
    id: 'duplicateBroadcast',
    summary: 'A new draft with everything that another one has.',
    body: DuplicateBroadcast,
  },
  'POST /broadcasts/{id}/resend': {
    ...one,
    id: 'resendBroadcast',
    summary: 'A new draft to recipients of a sent broadcast: to those it didn’t reach, unless others are chosen.',
    body: ResendBroadcast,
  },
  'POST /broadcasts/{id}/skipped': {
    ...one,
    id: 'sendToSkipped',
    summary: 'A new draft to those who were left out because they had been written to shortly before.',
    body: DuplicateBroadcast,
  },
  'PUT /broadcasts/{id}': {
    ...one,
    id: 'updateBroadcast',
    summary: 'Change a draft. Omitted fields stay; `revision`: the one the form was opened on, or null to overwrite.',
    body: UpdateBroadcast,
    example: { name: 'Friday at Bella’s', revision: null },
  },
  'DELETE /broadcasts/{id}': {
    id: 'deleteBroadcast',
    who: ['Business'],
    summary: 'Delete a draft, or put one that is over out of the list; its report stays.',
    params: IdParams,
    reply: Success,
  },
  'POST /broadcasts/{id}/schedule': {
    ...one,
    id: 'scheduleBroadcast',
    summary: 'Send it when its schedule says; above the size that the agency sets it waits for approval.',
  },
  'POST /broadcasts/{id}/unschedule': { ...one, id: 'unscheduleBroadcast', summary: 'Back to a draft.' },
  'POST /broadcasts/{id}/pause': {
    ...one,
    id: 'pauseBroadcast',
    summary: 'Pause a broadcast: no one else is sent to for now.',
  },
  'POST /broadcasts/{id}/resume': {
    ...one,
    id: 'resumeBroadcast',
    summary:
      'Go on where it was. What stands still since too many emails come back goes on for who has `seen` the figures ' +
      '(`mail.business` of its report): 409 without them, and where they have grown since.',
    body: ResumeBroadcast,
    example: {},
  },
  'PUT /broadcasts/{id}/stop': {
    ...one,
    id: 'stopBroadcast',
    summary: 'Cancel for good: the remaining recipients get nothing.',
  },
  'GET /broadcasts/approvals': {
    id: 'listWaitingBroadcasts',
    who: ['Agency'],
    summary: 'Broadcasts of the agency’s businesses that need its approval because of their size, or needed it.',
    query: ApprovalParams,
    reply: ApprovalList,
  },
  'GET /broadcasts/{id}/approval': {
    id: 'getBroadcastApproval',
    who: ['Agency'],
    summary:
      'A broadcast that asked for approval, with its words, its audience, what it costs, and what is odd about it.',
    params: IdParams,
    reply: ApprovalReply,
  },
  'POST /broadcasts/{id}/approve': {
    id: 'approveBroadcast',
    who: ['Agency'],
    summary: 'Let it go out as it was meant to.',
    params: IdParams,
    body: ApproveBroadcast,
    reply: Success,
  },
  'POST /broadcasts/{id}/reject': {
    id: 'rejectBroadcast',
    who: ['Agency'],
    summary: 'Give it back as a draft, with a word on why.',
    params: IdParams,
    body: RejectBroadcast,
    reply: Success,
  },
  'POST /broadcasts/audience': {
    id: 'countBroadcastAudience',
    who: ['Business'],
    summary: 'How many a draft would go to, and who is left out, and why.',
    body: AudienceQuestion,
    reply: AudienceFunnel,
  },
  'POST /broadcasts/samples': {
    id: 'sampleBroadcastAudience',
    who: ['Business'],
    summary: 'A few recipients of a draft, with what its merge fields become for them.',
    body: SampleQuestion,
    reply: SampleContacts,
  },
  'POST /broadcasts/message-credit': {
    id: 'getMessageCredit',
    who: ['Business'],
    summary: 'The segments and the cost of a draft, against what is left of the month, and how long it takes.',
    body: CreditQuestion,
    reply: MessageCredit,
  },
  'POST /broadcasts/test': {
    id: 'testBroadcast',
    who: ['Business'],
    summary: 'Send a draft’s words to up to five numbers or addresses. Counts as usage, not in any report.',
    body: TestBroadcast,
    reply: TestReply,
  },
  'GET /broadcasts': {
    id: 'listBroadcasts',
    who: ['Business'],
    summary: 'The broadcasts with what became of them; filters: status, type.',
    query: listParams(broadcastList),
    reply: BroadcastList,
  },
  'GET /broadcasts/{id}': {
    id: 'getBroadcast',
    who: ['Business'],
    summary: 'A broadcast as it is set up, and how it stands.',
    params: IdParams,
    reply: BroadcastReply,
  },
  'GET /broadcasts/{id}/sent-stats': {
    id: 'getSentStats',
    who: ['Business'],
    summary: 'Results by recipient: what happened, why, when, and what they did.',
    params: IdParams,
    reply: SentStatsReply,
  },
  'GET /broadcasts/{id}/redemptions': {
    id: 'listBroadcastRedemptions',
    who: ['Business'],
    summary: 'The coupons that recipients redeemed within five days of it, the latest first.',
    params: IdParams,
    query: pageParams(),
    reply: BroadcastRedemptionList,
  },
  'GET /broadcasts/{id}/recipients': {
    id: 'listRecipients',
    who: ['Business'],
    summary:
      'All recipients with their results; filters: status, did, reason (words of the statistics or ' +
      'carrier codes). Pages follow one another by `after`.',
    params: IdParams,
    query: RecipientParams,
    reply: RecipientPage,
  },
});
