import { z } from 'zod';
import { maxChosen, optOutReason } from '../../domain/bulk/fields.ts';
import { bulkList } from '../../domain/bulk/list.ts';
import { contactFields } from '../../domain/contacts/fields.ts';
import { ContactFilter } from '../../domain/contacts/filter.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, list, Success, Uuid } from './common.ts';
import { listParams } from './lists.ts';

const words = z.array(z.string().trim().min(1).max(100)).max(50);
const id = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';

/** What the list of contacts is narrowed by: everybody in it, on all of its pages, but `except`. */
export const BulkFilters = z.object({
  search: z.string().trim().max(200).nullable().default(null),
  status: z.enum(['subscribed', 'optedOut', 'unknown', 'active']).nullable().default(null),
  opt_out: z.boolean().nullable().default(null),
  keywords: words.default([]),
  tags: words.default([]),
  filter: ContactFilter.nullable().default(null),
  segment_id: Uuid.nullable().default(null),
  except: z.array(Uuid).max(maxChosen).default([]),
});
/** Some contacts by their ids, or all that filters match. */
const whose = {
  /** With `filters` beside them, these are who is meant; empty: the filters are. */
  contact_ids: z.array(Uuid).max(maxChosen).optional(),
  filters: BulkFilters.optional(),
};
const oneOfBoth = {
  check: (given: { contact_ids?: unknown; filters?: unknown }) =>
    (Array.isArray(given.contact_ids) && given.contact_ids.length > 0) || given.filters !== undefined,
  error: { error: 'Give contact_ids or filters.', path: ['contact_ids'] },
};
/** What is asked for many contacts, beside whose they are. */
export const forMany = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...whose, ...shape }).refine(oneOfBoth.check, oneOfBoth.error);

export const BulkWhose = forMany({});
/** `remove`: takes the keywords away. Keywords say nothing of consent. */
export const BulkKeywords = forMany({
  keywords: words.min(1, 'Choose at least one keyword.'),
  remove: z.boolean().default(false),
});
export const BulkTags = forMany({
  tags: contactFields.tags.min(1, 'Choose at least one tag.'),
  remove: z.boolean().default(false),
});
export const BulkOptOut = forMany({ reason: optOutReason.default(null) });

export const BulkAction = z.object({
  id: z.string(),
  kind: z.enum([
    'add-tags',
    'remove-tags',
    'assign-keywords',
    'remove-keywords',
    'opt-out',
    'remove',
    'start-automation',
  ]),
  /**
   * The tags or keywords, or the name of the automation; of an opt-out that is running its reason, which is kept with the
   * contacts alone then.
   */
  words: z.array(z.string()).meta({ examples: [['vip']] }),
  status: z.enum(['running', 'completed', 'cancelled']),
  /** How many it said it would touch, how many have had their turn, and for how many of them anything changed. */
  count: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  started_at: Instant,
  ended_at: Instant.nullable(),
});
export type BulkAction = z.output<typeof BulkAction>;
export const BulkStarted = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ id: z.string(), count: z.number().int() }),
});
export const BulkCount = z.object({ data: z.object({ count: z.number().int() }) });
export const BulkActionReply = z.object({ data: BulkAction });
export const BulkActionList = list(BulkAction);

export const bulkCalls = calls('Contacts', {
  'POST /contacts/bulk-count': {
    id: 'countBulk',
    who: ['Business'],
    summary: 'How many contacts an action on many would touch.',
    body: BulkWhose,
    example: { filters: { tags: ['vip'] } },
    reply: BulkCount,
  },
  'PUT /contacts/bulk-assign-keywords': {
    id: 'bulkAssignKeywords',
    who: ['Business'],
    summary: 'Add or remove keywords for many contacts. This opts no one in.',
    body: BulkKeywords,
    example: { contact_ids: [id], keywords: ['PIZZA'] },
    reply: BulkStarted,
  },
  'PUT /contacts/bulk-tags': {
    id: 'bulkTags',
    who: ['Business'],
    summary: 'Give many contacts tags, or take them away.',
    body: BulkTags,
    example: { filters: { status: 'subscribed' }, tags: ['vip'] },
    reply: BulkStarted,
  },
  'POST /contacts/bulk-opt-out': {
    id: 'bulkOptOut',
    who: ['Business'],
    summary: 'Opt many contacts out. Only they themselves can end that.',
    body: BulkOptOut,
    example: { contact_ids: [id], reason: 'Asked us on the phone' },
    reply: BulkStarted,
  },
  'DELETE /contacts/bulk-remove': {
    id: 'bulkRemove',
    who: ['Business'],
    summary:
      'Erase many people: everything personal goes for good, what proves consent and objection stays. It cannot be undone.',
    body: BulkWhose,
    example: { contact_ids: [id] },
    reply: BulkStarted,
  },
  'GET /contacts/bulk': {
    id: 'listBulk',
    who: ['Business'],
    summary: 'A bulk action, and its progress.',
    query: listParams(bulkList),
    reply: BulkActionList,
  },
  'GET /contacts/bulk/{id}': {
    id: 'getBulk',
    who: ['Business'],
    summary: 'How far an action on many contacts has come.',
    params: IdParams,
    reply: BulkActionReply,
  },
  'POST /contacts/bulk/{id}/cancel': {
    id: 'cancelBulk',
    who: ['Business'],
    summary: 'Stop a bulk action. Finished changes stay.',
    params: IdParams,
    reply: Success,
  },
});
