import { z } from 'zod';
import { EntryKind, entryFields, maxConcurrent } from '../../domain/blocklists/fields.ts';
import { listingList } from '../../domain/blocklists/list.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Success } from './common.ts';
import { listParams } from './lists.ts';

export { entryKinds, maxConcurrent } from '../../domain/blocklists/fields.ts';

const value = entryFields.value.meta({ examples: ['+14155550100'] });
const note = entryFields.note.meta({ examples: ['Asked us on the phone'] }).default(null);

/** A number, an address or a domain on a list. */
export const Listing = z.object({
  id: z.string(),
  kind: EntryKind,
  value: z.string().meta({ examples: ['+14155550100'] }),
  note: z
    .string()
    .meta({ examples: ['Asked us on the phone'] })
    .nullable(),
  created_at: Instant,
});
export type Listing = z.output<typeof Listing>;
export const ListingList = list(Listing);
/** Each a number, an email address, or a domain (`example.com`: all of its addresses). */
export const AddListings = z.object({
  values: z
    .array(value)
    .min(1, 'Give at least one.')
    .max(maxConcurrent, `Give at most ${maxConcurrent.toLocaleString('en-US')} at once.`)
    .meta({ examples: [['+14155550100', 'ann@example.com', 'example.net']] }),
  note,
});
export const ListingsAdded = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({
    /** Of the entry, where it was one. */
    id: z.string().nullable(),
    added: z.number().int(),
    /** Stood on the list before. */
    already: z.number().int(),
    refused: z.array(z.object({ value: z.string().meta({ examples: ['nonsense'] }), message: z.string() })),
  }),
});
export const ChangeListing = z.object({ value, note });

const who = ['Business'] as const;
const query = listParams(listingList);

export const blocklistCalls = calls('Contacts', {
  'GET /blacklists': {
    id: 'listBlacklist',
    who,
    summary: 'Who gets nothing, by no channel, and joins nothing.',
    query,
    reply: ListingList,
  },
  'POST /blacklists': {
    id: 'addToBlacklist',
    who,
    summary: 'Put numbers, email addresses and domains on the blacklist.',
    body: AddListings,
    reply: ListingsAdded,
  },
  'PUT /blacklists/{id}': {
    id: 'updateBlacklistEntry',
    who,
    summary: 'Another note, or another value in place of this one.',
    params: IdParams,
    body: ChangeListing,
    reply: Created,
  },
  'DELETE /blacklists/{id}': {
    id: 'removeFromBlacklist',
    who,
    summary: 'Take an entry off the blacklist.',
    params: IdParams,
    reply: Success,
  },
  'GET /whitelists': {
    id: 'listWhitelist',
    who,
    summary: 'Contacts that never count as duplicates or spam.',
    query,
    reply: ListingList,
  },
  'POST /whitelists': {
    id: 'addToWhitelist',
    who,
    summary: 'Put numbers, email addresses and domains on the whitelist.',
    body: AddListings,
    reply: ListingsAdded,
  },
  'PUT /whitelists/{id}': {
    id: 'updateWhitelistEntry',
    who,
    summary: 'Another note, or another value in place of this one.',
    params: IdParams,
    body: ChangeListing,
    reply: Created,
  },
  'DELETE /whitelists/{id}': {
    id: 'removeFromWhitelist',
    who,
    summary: 'Take an entry off the whitelist.',
    params: IdParams,
    reply: Success,
  },
});
