import { z } from 'zod';
import { MergeField, TimelineKind } from '../../domain/contacts/fields.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, Named, PositionText, Success, Uuid } from './common.ts';
import { Contact } from './contacts.ts';

const Detail = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One thing that happened to a contact. `what` names its sentence, `details` is what stands in it; null: erased, or not known. */
export const TimelineEntry = z.object({
  id: z.string(),
  /** Its place in the log: what a list of several pages is in the order of. */
  position: z.string().meta({ examples: ['20417'] }),
  kind: TimelineKind,
  what: z.string().meta({ examples: ['opted-in'] }),
  at: Instant,
  /** Whose doing it was. */
  by: z.enum(['contact', 'person', 'carrier', 'platform']),
  /** Who of the business, as they are called now; null: nobody of it. `name` null: not known to this business. */
  person: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** They acted for that person (support, an agency). */
  impersonated: z.boolean(),
  details: z.record(z.string(), Detail).meta({ examples: [{ keyword: 'PIZZA', source: 'keyword' }] }),
  /** What it concerns, to link to; `name` null: it has none, or is none of this business's. */
  about: z
    .object({
      kind: z.enum(['campaign', 'broadcast', 'import', 'conversation']),
      id: z.string(),
      name: z.string().nullable(),
    })
    .nullable(),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

const kinds = z
  .union([z.string().max(400), z.array(z.string().max(40)).max(20)])
  .optional()
  .transform((given, { addIssue }): TimelineKind[] => {
    const words = (typeof given === 'string' ? given.split(',') : (given ?? [])).filter((word) => word !== '');
    const read = z.array(TimelineKind).safeParse(words);
    if (read.success) return [...new Set(read.data)];
    addIssue('This kind does not exist.');
    return [];
  });
/** `kinds`: separated by commas, left out: all. `before`: the `next` of the page before. */
export const TimelineParams = z.object({
  kinds: kinds.meta({ examples: ['consent,coupon'] }),
  before: PositionText.optional(),
  per_page: z.coerce.number<number>().int().min(1).max(100).default(25),
});
export const Timeline = z.object({
  data: z.array(TimelineEntry),
  meta: z.object({
    /** What `before` is for the page that follows, null: this was the last. */
    next: z
      .string()
      .meta({ examples: ['20417'] })
      .nullable(),
  }),
});

/** A line of proof as it was recorded. */
export const ConsentProofLine = z.object({
  id: z.string(),
  channel: z.enum(['text', 'email']),
  kind: z.enum(['optedIn', 'optedOut', 'requested', 'withdrawn']),
  at: Instant,
  how: z.string().meta({ examples: ['form'] }),
  keyword: z.string().nullable(),
  campaign: Named.nullable(),
  /** The exact words that were shown and agreed to; of an opt-out, those that were texted. */
  words: z.string().nullable(),
  /** Why somebody of the business did it. */
  reason: z
    .string()
    .nullable()
    .meta({ examples: ['Asked on the phone'] }),
  /** Campaign, version and fingerprint of the page that was seen. */
  page_version: z
    .string()
    .nullable()
    .meta({ examples: ['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90@3#912c870a523e'] }),
  box: z.boolean().nullable(),
  ip_address: z
    .string()
    .meta({ examples: ['203.0.113.7'] })
    .nullable(),
  provider_message_id: z.string().nullable(),
  /** Who of the business did it, as they are called now; empty: nobody of it. */
  actor: z.string().meta({ examples: ['Bella Rossi'] }),
});
export type ConsentProofLine = z.output<typeof ConsentProofLine>;
const ChannelConsent = z.object({
  state: z.enum(['subscribed', 'optedOut', 'unknown']),
  /** Since when, null: it was always so. */
  since: Instant.nullable(),
  proof: ConsentProofLine.nullable(),
});
export const ConsentAsOf = z.object({
  data: z.object({
    /** The moment that it is told of: the end of the day that was asked for, or now. */
    at: Instant,
    text: ChannelConsent,
    email: ChannelConsent,
    /** All that had been recorded by then, the oldest first. */
    lines: z.array(ConsentProofLine),
  }),
});
export type ConsentAsOf = z.output<typeof ConsentAsOf>['data'];
/** `on`: a day of the business's zone; left out: now. */
export const ConsentParams = z.object({
  on: z.iso
    .date('Give a day, such as 2026-11-22.')
    .optional()
    .meta({ examples: ['2026-11-22'] }),
});

/** Where the file with everything about a person is, for two hours at most. */
export const DataFile = z.object({
  data: z.object({ url: z.string().meta({ examples: ['/files/contacts/AbC…/data.json'] }), expires_at: Instant }),
});

/** Where the packet is, for two hours at most. It is made when it is taken from there. */
export const EvidenceFile = z.object({
  data: z.object({ url: z.string().meta({ examples: ['/files/contacts/AbC…/evidence.zip'] }), expires_at: Instant }),
});

/** What somebody has wished, and what stops texts and emails to them. */
export const Standing = z.object({
  data: z.object({
    /** They want nothing before this instant; null: no pause. */
    paused_until: Instant.nullable(),
    /** `weekly`: one text and one email a week at most. */
    frequency: z.enum(['all', 'weekly']),
    /** Campaigns that they want to hear no more of. */
    muted: z.array(Named),
    /** Addresses that no email goes to: it came back (`reason`: the provider's code), or was reported as spam. */
    mails: z.array(
      z.object({
        address: z.string().meta({ examples: ['ada@example.com'] }),
        stopped: z.enum(['bounced', 'complained']),
        since: Instant.nullable(),
        reason: z
          .string()
          .nullable()
          .meta({ examples: ['5.1.1'] }),
      }),
    ),
    /** Since when a text of theirs that looks like an opt-out waits for someone to look at it; null: none does. */
    looks_opted_out: Instant.nullable(),
    /** They joined above the contact limit, which is still lower: no marketing goes to them; null: it may. */
    above_limit: z.object({ limit: z.number().int() }).nullable(),
    /** No text reaches the number, by the carrier's code; null: one may. */
    unreachable: z.object({ code: z.number().int(), since: Instant.nullable() }).nullable(),
  }),
});
export type Standing = z.output<typeof Standing>['data'];
export const LiftBounce = z.object({
  address: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .meta({ examples: ['ada@example.com'] }),
});

/** Two contacts who may be one person, and what says so. */
export const Duplicates = z.object({
  data: z.array(
    z.object({
      because: z.enum(['email', 'name-and-birthday', 'name-and-company', 'name-and-channel']),
      contacts: z.tuple([Contact, Contact]),
    }),
  ),
  /** Of whom somebody has said that they are two people, the latest first. */
  told_apart: z.array(z.tuple([Contact, Contact])),
});
/** `dismissed`: they are two people; false: they may be suggested again. */
export const TellApart = z.object({ other_id: Uuid, dismissed: z.boolean().meta({ examples: [true] }) });
/** `other_id` becomes a part of the contact of the address. `taken`: what is to be as the other has it. */
export const MergeContacts = z.object({
  other_id: Uuid,
  taken: z
    .array(MergeField)
    .max(20)
    .default([])
    .meta({ examples: [['email']] }),
});

export const contactLifeCalls = calls('Contacts', {
  'GET /contacts/{id}/timeline': {
    id: 'getContactTimeline',
    who: ['Business'],
    summary: 'Everything that happened to a contact, the newest first, in pages that each begin where the last ended.',
    params: IdParams,
    query: TimelineParams,
    reply: Timeline,
  },
  'GET /contacts/{id}/consent': {
    id: 'getContactConsent',
    who: ['Business'],
    summary: 'What a contact had agreed to on a day, by channel, with the proof and all that was recorded by then.',
    params: IdParams,
    query: ConsentParams,
    reply: ConsentAsOf,
  },
  'GET /contacts/{id}/standing': {
    id: 'getContactStanding',
    who: ['Business'],
    summary: 'What a contact has wished (pause, fewer, campaigns left), and what stops texts and emails to it.',
    params: IdParams,
    reply: Standing,
  },
  'POST /contacts/{id}/lift-bounce': {
    id: 'liftBounce',
    who: ['Business'],
    summary: 'Write to an address again whose email came back by mistake. A report as spam cannot be lifted.',
    params: IdParams,
    body: LiftBounce,
    reply: Success,
  },
  'GET /contacts/duplicates': {
    id: 'listDuplicateContacts',
    who: ['Business'],
    summary: 'Contacts who may be the same person: the same email address, or the same name and one thing more.',
    reply: Duplicates,
  },
  'PUT /contacts/{id}/duplicates': {
    id: 'tellContactsApart',
    who: ['Business'],
    summary: 'Mark this contact and another as two people, so that they aren’t suggested; or undo it.',
    params: IdParams,
    body: TellApart,
    reply: Success,
  },
  'POST /contacts/{id}/merge': {
    id: 'mergeContacts',
    who: ['Business'],
    summary: 'Merge another contact into this one, for good. An opt-out of either is an opt-out of both.',
    params: IdParams,
    body: MergeContacts,
    reply: Success,
  },
  'POST /contacts/{id}/data-file': {
    id: 'takeContactData',
    who: ['Business'],
    summary: 'Take a file with everything that is stored about a person. Who took it, and when, is recorded.',
    params: IdParams,
    reply: DataFile,
  },
  'POST /contacts/{id}/evidence': {
    id: 'takeContactEvidence',
    who: ['Business'],
    summary:
      'Take a packet that proves a contact’s consent and messages to a stranger. Who took it is recorded. An erased contact has one, too, without values.',
    params: IdParams,
    reply: EvidenceFile,
  },
});
