import { z } from 'zod';
import { contactFields } from '../../domain/contact/fields.ts';
import { contactList } from '../../domain/contact/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list } from './common.ts';
import { listParams } from './lists.ts';

export const ContactStatus = z.enum(['subscribed', 'optedOut', 'unknown']);

/** One line of the consent history: what was agreed to or taken back, when, and how it is known. */
export const Consent = z.object({
  id: z.string(),
  kind: z.enum(['optedIn', 'optedOut']),
  at: Instant,
  how: z.string(),
  keyword: z.string().nullable(),
  words: z.string().nullable(),
  provider_message_id: z.string().nullable(),
  actor: z.string(),
});
export const Contact = z.object({
  id: z.string(),
  phone: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  status: ContactStatus,
  unreachable: z.boolean(),
  keywords: z.array(z.string()),
  tags: z.array(z.string()).meta({ examples: [['vip', 'lunch']] }),
  created_at: Instant,
  last_message_at: Instant.nullable(),
});
export type Contact = z.output<typeof Contact>;
export const ContactWithConsents = Contact.extend({ consents: z.array(Consent) });
export const ContactDetail = z.object({ data: ContactWithConsents });
export const ContactList = list(Contact);

/** All tags that the contact is to have. */
export const ContactTags = z.object({ tags: contactFields.tags });

/** `keywords` and `tags` may be given several times or with commas; `opt_out` 1 shows the opted out only, 0 leaves them out. */
export const ContactListParams = listParams(contactList);

export const contactCalls = calls('Contacts', {
  'GET /contacts': {
    id: 'listContacts',
    who: ['Business'],
    summary: 'The contacts; filters: keywords, tags, opt_out, status.',
    query: ContactListParams,
    reply: ContactList,
  },
  'GET /contacts/{id}': {
    id: 'getContact',
    who: ['Business'],
    summary: 'A contact with its consent history.',
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
    reply: ContactDetail,
  },
});
