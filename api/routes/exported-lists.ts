import { z } from 'zod';
import { BulkTarget } from '../../domain/bulk/fields.ts';
import { RecipientState } from '../../domain/broadcasts/fields.ts';
import { recipientDeeds, recipientMoments } from '../../domain/broadcasts/list.ts';
import { couponStanding } from '../../domain/coupons/list.ts';
import { customFieldList } from '../../domain/custom-fields/list.ts';
import {
  contactColumns,
  exportColumn,
  ExportFormat,
  fieldOf,
  messageColumns,
  recipientColumns,
  redemptionColumns,
  submissionColumns,
  voteColumns,
} from '../../domain/exports/fields.ts';
import { startOfDay } from '../../domain/kernel/day.ts';
import { asked } from '../../domain/kernel/list.ts';
import type { PlacePage } from '../../projections/engine/place-page.ts';
import {
  contactLayout,
  messageLayout,
  recipientLayout,
  redemptionLayout,
  submissionLayout,
  type Layout,
  voteLayout,
} from '../present/exports.ts';
import { voteOptionsOf } from '../present/votes.ts';
import { notFound, validationFailed } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { type Cell, clockOf } from '../kernel/tables/cell.ts';

/** Which list somebody wants to take along, and as what. */
export const ExportWish = z.discriminatedUnion('list', [
  z.object({
    list: z.literal('contacts'),
    format: ExportFormat,
    /** None: all. */
    columns: z.array(exportColumn),
    target: BulkTarget,
  }),
  z.object({
    list: z.literal('recipients'),
    format: ExportFormat,
    broadcastId: z.uuid(),
    given: z.object({
      search: z.string().nullable(),
      status: RecipientState.nullable(),
      did: z.enum(recipientDeeds).nullable(),
      reason: z.array(z.string()),
      during: z
        .object({ moment: z.enum(recipientMoments), from: z.string(), until: z.string() })
        .nullable()
        .default(null),
    }),
  }),
  z.object({
    list: z.literal('redemptions'),
    format: ExportFormat,
    given: z.object({
      search: z.string().nullable(),
      status: z.enum(couponStanding).nullable(),
      /** Of the campaign. */
      coupon_id: z.uuid().nullable(),
      contact_id: z.uuid().nullable(),
      till_id: z.uuid().nullable(),
      date_range: z.object({ from: z.string(), to: z.string() }).nullable(),
    }),
  }),
  z.object({ list: z.literal('messages'), format: ExportFormat, contactId: z.uuid() }),
  z.object({ list: z.literal('votes'), format: ExportFormat, campaignId: z.uuid() }),
  z.object({ list: z.literal('submissions'), format: ExportFormat, campaignId: z.uuid() }),
]);
export type ExportWish = z.output<typeof ExportWish>;
type WishOf<List extends ExportWish['list']> = Extract<ExportWish, { list: List }>;

/** What is particular to a list. `pages`: its rows, some at a time; ends when `signal` aborts. */
interface Found {
  /** What the file is called, without its day. */
  readonly name: string;
  /** Of the sheet. */
  readonly title: string;
  readonly count: number;
  readonly ofId: string | null;
  readonly narrowed: boolean;
  /** As they are recorded. */
  readonly columns: readonly string[];
  readonly titles: readonly string[];
  readonly pages: (signal: AbortSignal) => AsyncGenerator<readonly (readonly Cell[])[]>;
}
/** A list as it would be now. */
export interface Prepared extends Found {
  readonly zone: string;
}

/** Whose list it is, and how many rows are read at once. */
interface Desk {
  readonly readModels: ApiParts['readModels'];
  readonly business: { readonly id: string; readonly name: string; readonly timezone: string };
  readonly pageSize: number;
}

const rowsAPage = 1_000;
const maxFields = 1_000;

/** For the name of a file on any system: no path, nothing that cannot be seen, not too long. */
export const fileName = (text: string): string =>
  text
    .replace(/[\\/:*?"<>|]|\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()
    .slice(0, 80);

/** Rows behind one another by their positions, which never change. `upTo` null: there is none. */
const byPosition = <Row extends { readonly position: string }>(
  { upTo, pageSize }: { readonly upTo: string | null; readonly pageSize: number },
  { row }: Layout<Row>,
  read: (page: PlacePage, signal: AbortSignal) => Promise<readonly Row[]>,
): Found['pages'] =>
  async function* (signal) {
    if (upTo === null) return;
    for (let after = '0'; ;) {
      const rows = await read({ after, upTo, limit: pageSize }, signal);
      if (rows.length > 0) yield rows.map(row);
      if (rows.length < pageSize) return;
      after = rows.at(-1)!.position;
    }
  };

async function contacts(desk: Desk, { columns: chosen, target }: WishOf<'contacts'>): Promise<Found> {
  const { readModels, business, pageSize } = desk;
  const [fields, { count, upTo }] = await Promise.all([
    readModels.customFields(business.id, asked(customFieldList, { perPage: maxFields })),
    readModels.countTarget(business.id, target),
  ]);
  if (target.kind === 'chosen' && count === 0) throw notFound('These contacts do not exist.');
  const names = new Map(fields.data.map(({ id, name }) => [id, name]));
  const columns =
    chosen.length > 0 ? [...new Set(chosen)] : [...contactColumns, ...fields.data.map(({ id }) => `custom:${id}`)];
  const wanted = columns.flatMap((column) => fieldOf(column) ?? []);
  if (wanted.some((id) => !names.has(id))) throw validationFailed({ columns: ['There is no such column.'] });
  const layout = contactLayout(columns, names, business.timezone);
  return {
    name: `Contacts of ${fileName(business.name)}`,
    title: 'Contacts',
    count,
    ofId: null,
    columns,
    narrowed:
      target.kind === 'chosen' || target.filters.length > 0 || (target.search ?? '') !== '' || target.except.length > 0,
    titles: layout.columns,
    pages: byPosition({ upTo, pageSize }, layout, (page, signal) =>
      readModels.exportedContacts(business.id, target, page, wanted, signal),
    ),
  };
}

async function recipients(desk: Desk, { broadcastId, given }: WishOf<'recipients'>): Promise<Found> {
  const { readModels, business, pageSize } = desk;
  const [broadcast, found] = await Promise.all([
    readModels.broadcast(business.id, broadcastId),
    readModels.countRecipients(business.id, broadcastId, given),
  ]);
  if (broadcast === null || found === null) throw notFound();
  const layout = recipientLayout(recipientColumns, business.timezone);
  const upTo = found.upTo ?? -1;
  return {
    name: `Recipients of ${fileName(broadcast.name)}`,
    title: 'Recipients',
    count: found.count,
    ofId: broadcastId,
    columns: recipientColumns,
    titles: layout.columns,
    narrowed:
      given.status !== null ||
      given.did !== null ||
      given.during !== null ||
      given.reason.length > 0 ||
      (given.search ?? '') !== '',
    async *pages(signal) {
      for (let after = -1; after < upTo;) {
        const page = { after, upTo, limit: pageSize };
        const rows = await readModels.exportedRecipients(business.id, broadcastId, given, page, signal);
        if (rows.length > 0) yield rows.map(layout.row);
        if (rows.length < pageSize) return;
        after = rows.at(-1)!.place;
      }
    },
  };
}

async function redemptions(desk: Desk, { given: { date_range: days, ...given } }: WishOf<'redemptions'>) {
  const { readModels, business, pageSize } = desk;
  const { timezone } = business;
  const between =
    days === null ? null : { from: startOfDay(days.from, timezone), before: startOfDay(days.to, timezone, 1) };
  const campaignId = given.coupon_id;
  const [campaign, { count, upTo }] = await Promise.all([
    campaignId === null ? null : readModels.campaign(business.id, campaignId),
    readModels.countRedemptions(business.id, { ...given, between }),
  ]);
  if (campaignId !== null && campaign === null) throw notFound('This campaign does not exist.');
  const layout = redemptionLayout(redemptionColumns, timezone);
  const { search, status, contact_id: contactId, till_id: tillId } = given;
  return {
    name: `Coupons of ${fileName(campaign?.name ?? business.name)}`,
    title: 'Coupons',
    count,
    ofId: campaignId,
    columns: redemptionColumns,
    titles: layout.columns,
    narrowed: [status, contactId, tillId, between].some((filter) => filter !== null) || (search ?? '') !== '',
    pages: byPosition({ upTo, pageSize }, layout, (page, signal) =>
      readModels.exportedRedemptions(business.id, { ...given, between }, page, signal),
    ),
  };
}

async function messages({ readModels, business, pageSize }: Desk, { contactId }: WishOf<'messages'>): Promise<Found> {
  const [conversation, { count, upTo }] = await Promise.all([
    readModels.conversation(business.id, contactId),
    readModels.countMessages(business.id, contactId),
  ]);
  if (conversation === null) throw notFound('This conversation does not exist.');
  const { firstName, lastName, phone } = conversation;
  const name = [firstName, lastName].filter((part) => part !== null).join(' ') || (phone ?? '');
  const layout = messageLayout(messageColumns, { them: name, us: business.name }, business.timezone);
  return {
    name: `Texts with ${fileName(name)}`,
    title: 'Texts',
    count,
    ofId: contactId,
    narrowed: false,
    columns: messageColumns,
    titles: layout.columns,
    pages: byPosition({ upTo, pageSize }, layout, (page, signal) =>
      readModels.exportedMessages(business.id, contactId, page, signal),
    ),
  };
}

async function votes({ readModels, business, pageSize }: Desk, { campaignId }: WishOf<'votes'>): Promise<Found> {
  const [campaign, page, { count, upTo }] = await Promise.all([
    readModels.campaign(business.id, campaignId),
    readModels.page(business.id, campaignId),
    readModels.countBallots(business.id, campaignId),
  ]);
  if (campaign === null) throw notFound('This campaign does not exist.');
  const labels = new Map(voteOptionsOf(page).map(({ id, label }) => [id, label]));
  const layout = voteLayout(voteColumns, labels, business.timezone);
  return {
    name: `Votes of ${fileName(campaign.name)}`,
    title: 'Votes',
    count,
    ofId: campaignId,
    narrowed: false,
    columns: voteColumns,
    titles: layout.columns,
    pages: byPosition({ upTo, pageSize }, layout, (rows, signal) =>
      readModels.exportedBallots(business.id, campaignId, rows, signal),
    ),
  };
}

async function submissions(
  { readModels, business, pageSize }: Desk,
  { campaignId }: WishOf<'submissions'>,
): Promise<Found> {
  const [campaign, page, questions, { count, upTo }] = await Promise.all([
    readModels.campaign(business.id, campaignId),
    readModels.page(business.id, campaignId),
    readModels.pageQuestions(business.id, campaignId),
    readModels.countSubmissions(business.id, campaignId),
  ]);
  if (campaign === null) throw notFound('This campaign does not exist.');
  const labels = new Map(voteOptionsOf(page).map(({ id, label }) => [id, label]));
  const layout = submissionLayout(submissionColumns, questions, labels, business.timezone);
  return {
    name: `Entries of ${fileName(campaign.name)}`,
    title: 'Entries',
    count,
    ofId: campaignId,
    narrowed: false,
    columns: [...submissionColumns, ...questions.map(({ id }) => `question:${id}`.slice(0, 60))],
    titles: layout.columns,
    pages: byPosition({ upTo, pageSize }, layout, (rows, signal) =>
      readModels.exportedSubmissions(business.id, campaignId, rows, signal),
    ),
  };
}

function found(desk: Desk, wish: ExportWish): Promise<Found> {
  switch (wish.list) {
    case 'contacts':
      return contacts(desk, wish);
    case 'recipients':
      return recipients(desk, wish);
    case 'redemptions':
      return redemptions(desk, wish);
    case 'messages':
      return messages(desk, wish);
    case 'votes':
      return votes(desk, wish);
    case 'submissions':
      return submissions(desk, wish);
  }
}

/** The list as its own business has it. Throws 404 for anybody else's, 422 for columns that are not there. */
export async function prepareExport(
  { readModels, now }: Pick<ApiParts, 'readModels' | 'now'>,
  businessId: string,
  wish: ExportWish,
  pageSize = rowsAPage,
): Promise<Prepared> {
  const business = await readModels.business(businessId);
  if (business === null) throw notFound();
  const { name, timezone: zone } = business;
  const list = await found({ readModels, business: { id: businessId, name, timezone: zone }, pageSize }, wish);
  const day = clockOf(zone)(now().toISOString()).slice(0, 10);
  return { ...list, name: `${list.name}, ${day}.${wish.format}`, zone };
}
