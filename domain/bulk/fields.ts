import { z } from 'zod';
import { contactFields } from '../contacts/fields.ts';
import { ContactFilter } from '../contacts/filter.ts';

export const maxChosen = 10_000;

/** Whose turn it is: those that were ticked, or everybody of a filter and a search but some that were unticked. */
export const BulkTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chosen'), contactIds: z.array(z.uuid()).min(1, 'Choose at least one.').max(maxChosen) }),
  z.object({
    kind: z.literal('matching'),
    /** All of them must hold. */
    filters: z.array(ContactFilter).max(3),
    search: z.string().trim().max(200).nullable(),
    except: z.array(z.uuid()).max(maxChosen),
  }),
]);
export type BulkTarget = z.output<typeof BulkTarget>;

/** Why somebody was opted out by the business; kept as proof. */
export const optOutReason = z.string().trim().max(200, 'The reason can have at most 200 characters.').nullable();

const tags = contactFields.tags.min(1, 'Choose at least one tag.');
const campaigns = z
  .array(z.object({ campaignId: z.uuid(), keyword: z.string().max(60) }))
  .min(1, 'Choose at least one keyword.')
  .max(20);
/** What leaves a contact there, another than before. `keyword` of a campaign as it was when it was asked for. */
const retold = [
  z.object({ kind: z.enum(['add-tags', 'remove-tags']), tags }),
  z.object({ kind: z.enum(['assign-keywords', 'remove-keywords']), campaigns }),
] as const;
const optOut = z.object({ kind: z.literal('opt-out'), reason: optOutReason });
export const BulkChange = z.discriminatedUnion('kind', [...retold, optOut]);
export type BulkChange = z.output<typeof BulkChange>;
/** What is done to each of them. `remove` erases (GDPR, article 17). */
const remove = z.object({ kind: z.literal('remove') });
/** Nothing of the contact itself changes: it comes into an automation. */
const startAutomation = z.object({
  kind: z.literal('start-automation'),
  automationId: z.uuid(),
  name: z.string().max(80),
});
export const BulkAction = z.discriminatedUnion('kind', [...retold, optOut, remove, startAutomation]);
export type BulkAction = z.output<typeof BulkAction>;
/** What stays of it in the log: the reason stands beside it, sealed. */
export const StoredBulkAction = z.discriminatedUnion('kind', [
  ...retold,
  optOut.omit({ reason: true }),
  remove,
  startAutomation,
]);
export type StoredBulkAction = z.output<typeof StoredBulkAction>;
