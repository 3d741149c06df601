import { z } from 'zod';
import { EntryKind } from '../../domain/blocklists/fields.ts';
import { optOutReason } from '../../domain/bulk/fields.ts';
import { eachByApiName } from '../../domain/contacts/attributes.ts';
import { contactFields } from '../../domain/contacts/fields.ts';
import { contactList } from '../../domain/contacts/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, PositionText, Revision } from './common.ts';
import { listParams } from './lists.ts';

export const ContactStatus = z.enum(['subscribed', 'optedOut', 'unknown']);

const CampaignName = z.string().meta({ examples: ['Free slice'] });
const Email = z.string().meta({ examples: ['ada@example.com'] });
/** `MM-DD`. */
const DayOfYear = z.string().meta({ examples: ['02-29'] });

/** One line of the consent history: what was agreed to or taken back, when, and how it is known. */
export const Consent = z.object({
  id: z.string(),
  channel: z.enum(['text', 'email']),
  /** `requested`: agreed on a page that asks again by text; `withdrawn`: came by an import that was undone. */
  kind: z.enum(['optedIn', 'optedOut', 'requested', 'withdrawn']),
  at: Instant,
  how: z.string(),
  keyword: z.string().nullable(),
  /** The exact words that were agreed to, or in which it was taken back. */
  words: z.string().nullable(),
  campaign_name: CampaignName.nullable(),
  /** The published version of the campaign's page that was seen; null: it was no page. */
  page_version: z.number().int().nullable(),
  /** Whether the box was ticked; null: there was none. */
  box: z.boolean().nullable(),
  ip_address: z
    .string()
    .meta({ examples: ['203.0.113.7'] })
    .nullable(),
  provider_message_id: z.string().nullable(),
  actor: z.string(),
});
export const Contact = z.object({
  id: z.string(),
  phone: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: Email.nullable(),
  /** Whether emails may be sent, by the names that filters have; `unknown`: nobody has said. */
  email_status: z.enum(['subscribed', 'unsubscribed', 'unknown']),
  status: ContactStatus,
  unreachable: z.boolean(),
  keywords: z.array(z.string()),
  tags: z.array(z.string()).meta({ examples: [['vip', 'lunch']] }),
  created_at: Instant,
  last_message_at: Instant.nullable(),
});
export type Contact = z.output<typeof Contact>;
export const Membership = z.object({
  campaign_id: z.string().meta({ examples: ['6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90'] }),
  campaign_name: CampaignName.nullable(),
  keyword: z.string().nullable(),
  /** `page`, `popup`, `manual`, or how a consent came: `keyword`, `start`, `form`, `import`. */
  via: z.string().meta({ examples: ['page'] }),
  joined_at: Instant,
});
export const GivenAnswer = z.object({
  /** Its words as they were asked; null: that page is not known any more. */
  question: z
    .string()
    .meta({ examples: ['Which crust do you like best?'] })
    .nullable(),
  answer: z.string().meta({ examples: ['Sourdough'] }),
  campaign_name: CampaignName.nullable(),
  at: Instant,
});
/** What puts somebody on a list: their number, their address, or its domain. */
const ListedBy = z.object({ kind: EntryKind, value: z.string().meta({ examples: ['example.net'] }) });
export const ContactWithConsents = Contact.extend({
  /** On the business’s blacklist (gets nothing) and whitelist (is taken for no spam); null: not on it. */
  listed: z.object({ black: ListedBy.nullable(), white: ListedBy.nullable() }),
  /** How there came to be a contact: `inbound-message`, `livechat`, `import`, `form`, `manual`; null: not known. */
  source: z
    .string()
    .meta({ examples: ['form'] })
    .nullable(),
  ...eachByApiName((_, { kind, sample }) =>
    (kind === 'day-of-year' ? DayOfYear : z.string().meta({ examples: [sample] })).nullable(),
  ),
  consents: z.array(Consent),
  memberships: z.array(Membership),
  answers: z.array(GivenAnswer),
  /** What it has in the business's custom fields, by their ids. */
  custom: z.record(z.string(), z.string()).meta({ examples: [{ '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90': 'Funghi' }] }),
  revision: Revision,
});
export const ContactDetail = z.object({ data: ContactWithConsents });
const CursorText = z
  .string()
  .meta({ examples: ['eyJ3YXkiOiJhZnRlciJ9'] })
  .nullable();
/**
 * `next`, `prev`: what `cursor` is for the pages beside this one, null: there is none. `exact`: false: there are more
 * than `total`.
 */
export const ContactList = z.object({
  data: z.array(Contact),
  meta: list(Contact).shape.meta.extend({ exact: z.boolean(), next: CursorText, prev: CursorText }),
});
/** `total`: of all pages. `next`: what `after` is for the page that follows, null: this was the last. */
export const AllContacts = z.object({
  data: z.array(Contact),
  meta: z.object({
    total: z.number().int(),
    next: z
      .string()
      .meta({ examples: ['20417'] })
      .nullable(),
  }),
});
export const AllContactsParams = z.object({
  after: PositionText.optional(),
  per_page: z.coerce.number<number>().int().min(1).max(1_000).default(1_000),
});
/** The keywords of campaigns that the contact is to have, and no others. */
export const ContactKeywords = z.object({
  keywords: z
    .array(z.string().trim().min(1).max(100))
    .max(100)
    .meta({ examples: [['PIZZA']] }),
});
export const OptOutForm = z.object({ reason: optOutReason.default(null) }).prefault({});

/** The 500 most used, with how many contacts have each. */
export const TagList = z.object({
  data: z.array(z.object({ tag: z.string().meta({ examples: ['VIP'] }), count: z.number().int() })),
});

/** All tags that the contact is to have. */
export const ContactTags = z.object({ tags: contactFields.tags });

/** `keywords` and `tags` may be given several times or with commas; `opt_out` 1 shows the opted out only, 0 leaves them out. */
export const ContactListParams = listParams(contactList);

export const contactCalls = calls('Contacts', {
  'GET /contacts': {
    id: 'listContacts',
    who: ['Business'],
    summary:
      'The contacts; filters: keywords, tags, opt_out, status, segment_id, and filter (JSON, as segments have it). ' +
      'Pages by number, or by the cursors that each page names; a total that was cut off says so.',
    query: ContactListParams,
    reply: ContactList,
  },
  'GET /contacts/all': {
    id: 'allContacts',
    who: ['Business'],
    summary: 'All contacts, the oldest first, in pages that each begin where the one before ended.',
    query: AllContactsParams,
    reply: AllContacts,
  },
  'GET /contacts/tags': {
    id: 'listContactTags',
    who: ['Business'],
    summary: 'The tags that contacts have, the most used first.',
    reply: TagList,
  },
  'PUT /contacts/{id}/sync-keywords': {
    id: 'syncContactKeywords',
    who: ['Business'],
    summary: 'Give a contact exactly these keywords. It is opted in or out of nothing by that.',
    params: IdParams,
    body: ContactKeywords,
    reply: ContactDetail,
  },
  'GET /contacts/{id}': {
    id: 'getContact',
    who: ['Business'],
    summary: 'A contact with what it has told, the campaigns it is a member of, and its consent history.',
    params: IdParams,
    reply: ContactDetail,
  },
  'PUT /contacts/{id}/tags': {
    id: 'tagContact',
    who: ['Business'],
    summary: 'Give a contact exactly these tags.',
    params: IdParams,
    body: ContactTags,
    reply: ContactDetail,
  },
  'POST /contacts/{id}/opt-out': {
    id: 'optOutContact',
    who: ['Business'],
    summary: 'Opt a contact out: nothing is sent to it any more.',
    params: IdParams,
    body: OptOutForm,
    reply: ContactDetail,
  },
  'POST /contacts/{id}/keep-subscribed': {
    id: 'keepContactSubscribed',
    who: ['Business'],
    summary: 'Say that the text that looks like an opt-out is not one. Marketing texts go to the contact again.',
    params: IdParams,
    reply: ContactDetail,
  },
});
