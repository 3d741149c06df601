import { z } from 'zod';
import { type ApiName, attributes, eachAttribute } from '../contacts/attributes.ts';

/** What a list can be taken along as: text with commas for any program, or a workbook. */
export const exportFormats = ['csv', 'xlsx'] as const;
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.output<typeof ExportFormat>;

/** Lists that can be taken along. */
export const ExportedList = z.enum(['contacts', 'recipients', 'redemptions', 'votes', 'messages', 'submissions']);
export type ExportedList = z.output<typeof ExportedList>;

const { email: _, ...besideEmail } = eachAttribute((name) => attributes[name].apiName);
/** Attributes of a contact in files, where the address stands elsewhere. */
export const attributeColumns = Object.values(besideEmail) as readonly Exclude<ApiName, 'email'>[];

/** What a file of contacts can hold besides the custom fields of the business (`custom:<id>`), in the order of the file. */
export const contactColumns = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'status',
  'consent_at',
  'consent_how',
  'email_status',
  'keywords',
  'tags',
  'source',
  ...attributeColumns,
  'unreachable',
  'created_at',
  'last_message_at',
] as const;
export type ContactColumn = (typeof contactColumns)[number];
export const isContactColumn = (column: string): column is ContactColumn =>
  (contactColumns as readonly string[]).includes(column);

/** The custom field that a column shows; null: it is one of the contact's own. */
export const fieldOf = (column: string): string | null =>
  column.startsWith('custom:') ? column.slice('custom:'.length) : null;

/** What a file of a broadcast's recipients holds. */
export const recipientColumns = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'variant',
  'state',
  'reason',
  'at',
  'sent_at',
  'delivered_at',
  'clicks',
  'clicked_at',
  'replied_at',
  'opted_out_at',
  'redeemed',
] as const;
export type RecipientColumn = (typeof recipientColumns)[number];

/** What a file of the coupons holds that people have. */
export const redemptionColumns = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'campaign',
  'coupon',
  'discount',
  'amount',
  'code',
  'state',
  'because',
  'issued_at',
  'expires_at',
  'redeemed_at',
  'redeemed_by',
  'till',
] as const;
export type RedemptionColumn = (typeof redemptionColumns)[number];

/** What a file of who voted for what holds. */
export const voteColumns = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'choices',
  'via',
  'at',
  'counts',
  'reason',
] as const;
export type VoteColumn = (typeof voteColumns)[number];

/** What a file of a conversation holds: its texts. Notes are the team's, and leave with no file. */
export const messageColumns = ['at', 'from', 'by', 'text', 'pictures', 'state', 'reason', 'segments'] as const;
export type MessageColumn = (typeof messageColumns)[number];

/** What a file of what was sent by a page's form holds, before the page's own questions (`question:<id>`). */
export const submissionColumns = [
  'at',
  'name',
  'phone',
  'email',
  'verified_at',
  ...attributeColumns,
  'choices',
  'texts',
  'emails',
  'device',
  'source',
  'medium',
  'campaign',
  'referrer',
  'page_address',
  'page_version',
] as const;
export type SubmissionColumn = (typeof submissionColumns)[number];

export const exportColumn = z
  .string()
  .max(50)
  .refine(
    (given) => isContactColumn(given) || /^custom:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(given),
    'There is no such column.',
  );
export const maxColumns = 200;
