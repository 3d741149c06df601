import { sql } from 'kysely';
import { contactModel, contactTable } from '../tables/contacts.ts';
import { dated, type Dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { endOf, conditionsOf, type RecipientQuery, statusOf } from './queries.ts';
import { broadcastModel, recipientTable } from '../tables/broadcasts.ts';

const recipients = tablesIn(broadcastModel)(recipientTable);
const contacts = tablesIn(contactModel)(contactTable);

const own = recipientTable.select(
  'r',
  'contactId',
  'place',
  'variant',
  'state',
  'reason',
  'errorCode',
  'at',
  'sentAt',
  'deliveredAt',
  'repliedAt',
  'optedOutAt',
  'redeemed',
  'clicks',
  'clickedAt',
);
const person = contactTable.select('p', 'firstName', 'lastName', 'phone', 'email');
type Row = SelectedOf<typeof own> & SelectedOf<typeof person>;
export type ExportedRecipient = Dated<Row>;
/** Which recipients are taken along. */
export type ExportedRecipients = Omit<RecipientQuery, 'after' | 'limit'>;

/** A page of them, by their places in the audience: behind `after`, up to `upTo`. */
interface RecipientPage {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

/** As an operator where somebody is searched for: see `recipients`. */
const scopeOf = (businessId: string, { search }: ExportedRecipients) =>
  (search ?? '').trim() !== '' ? ('operator' as const) : { businessId };

export const exportedRecipientQueries = {
  /** How many they are, and the place of the last; null: there is no such broadcast. */
  countRecipients: query({
    reads: (businessId: string, _id: string, given: ExportedRecipients) => scopeOf(businessId, given),
    run: async (db, businessId: string, broadcastId: string, given: ExportedRecipients) => {
      const status = await statusOf(db, businessId, broadcastId);
      if (status === null) return null;
      const where = conditionsOf({ businessId, broadcastId, status }, given);
      const [row] = await db.ask(sql<{ count: number; upTo: number | null }>`
        select count(*)::int as count, max(r.place) as "upTo" from ${recipients} r where ${where}`);
      return row ?? { count: 0, upTo: null };
    },
  }),

  /** In the order of the audience, some at a time, behind the place `after`. */
  exportedRecipients: query({
    reads: (businessId: string, _id: string, given: ExportedRecipients, _page: RecipientPage, _signal?: AbortSignal) =>
      scopeOf(businessId, given),
    run: async (
      db,
      businessId: string,
      broadcastId: string,
      given: ExportedRecipients,
      { after, upTo, limit }: RecipientPage,
      signal?: AbortSignal,
    ): Promise<readonly ExportedRecipient[]> => {
      const status = await statusOf(db, businessId, broadcastId);
      if (status === null) return [];
      const where = conditionsOf({ businessId, broadcastId, status }, given);
      const rows = await db.ask(
        sql<Row>`select ${own}, ${person} from (
            select * from ${recipients} r where ${where} and r.place > ${after} and r.place <= ${upTo}
            order by r.place limit ${limit}
          ) r
          left join ${contacts} p on p.id = r.contact_id and p.business_id = r.business_id
          order by r.place`,
        signal,
      );
      return rows.map((row) => ({ ...dated(row), state: endOf(status, row.state) }));
    },
  }),
};
