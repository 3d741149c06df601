import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import { countNames } from '../../domain/uploads/fields.ts';
import type { uploadList } from '../../domain/uploads/list.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { contactCountTable, contactModel, contactTable } from '../tables/contacts.ts';
import { conversationModel, conversationTable } from '../tables/livechat.ts';
import {
  dated,
  type Dated,
  type Listed,
  listed,
  matches,
  offsetOf,
  orderBy,
  type Orders,
  query,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { userModel, userTable } from '../tables/users.ts';
import { uploadModel, uploadTable } from '../tables/uploads.ts';

const uploads = tablesIn(uploadModel)(uploadTable);
const businesses = tablesIn(businessModel)(businessTable);
const contacts = tablesIn(contactModel)(contactTable);
const contactCounts = tablesIn(contactModel)(contactCountTable);
const conversations = tablesIn(conversationModel)(conversationTable);
const users = tablesIn(userModel)(userTable);

const own = uploadTable.select(
  'u',
  'id',
  'businessId',
  'stage',
  'fileName',
  'format',
  'size',
  'storageKey',
  'contentKey',
  'contentSize',
  'encoding',
  'delimiter',
  'header',
  'columns',
  'rows',
  'facts',
  'refusal',
  'refusedLine',
  'plan',
  'report',
  'statement',
  'attestedBy',
  'attestedAt',
  'attestedFrom',
  'done',
  ...countNames,
  'finishedAt',
  'undoneRows',
  'removed',
  'restored',
  'leftAlone',
  'undoneAt',
  'uploadedBy',
  'createdAt',
);
type Row = SelectedOf<typeof own> & { businessName: string | null; attestedName: string | null };
export type UploadView = Dated<Row>;

const columns = sql`${own}, b.name as "businessName",
  nullif(trim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '')), '') as "attestedName"`;
const from = sql`from ${uploads} u left join ${businesses} b on b.id = u.business_id
  left join ${users} p on p.id = u.attested_by`;

const orders: Orders<SortOf<typeof uploadList>, RowOf<typeof uploadTable>> = {
  id: ['position'],
  created_at: ['position'],
  file_name: ['fileName', 'position'],
};

/** Names of people and businesses stand in read models of others: read as an operator, held to the business by `where`. */
const inBusiness = (businessId: string | null): RawBuilder<unknown> =>
  businessId === null ? sql`true` : sql`u.business_id = ${businessId}`;

async function countContacts(db: ReadDatabase, businessId: string): Promise<number> {
  const [row] = await db.ask(sql<{ total: number }>`select coalesce(sum(count), 0)::int as total
    from ${contactCounts} where business_id = ${businessId} and keyword = ''`);
  return row?.total ?? 0;
}

export const uploadQueries = {
  /** Of a business, or (null) of all: operators look after the files of their businesses. */
  uploads: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string | null,
      { page, perPage, search, sortBy, sortDesc, business_id: of, ids }: ListQuery<typeof uploadList>,
    ): Promise<Listed<UploadView>> => {
      const where = sql`${inBusiness(businessId)} and ${inBusiness(of)} and u.deleted is not true
        and ${ids.length === 0 ? sql`true` : sql`u.id = any(${ids}::uuid[])`}
        and ${matches(sql`lower(u.file_name)`, searchPatterns(search ?? ''))}`;
      const found = await listed(
        db,
        (total) => sql<Row>`select ${columns}, ${total} ${from} where ${where}
          order by ${orderBy('u', orders[sortBy ?? 'id'], sortDesc)}
          limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from ${uploads} u where ${where}`,
      );
      return { ...found, data: found.data.map((row) => dated(row)) };
    },
  }),
  /** `businessId` null: whoever's. */
  upload: query({
    reads: 'operator',
    run: async (db, businessId: string | null, id: string): Promise<UploadView | null> => {
      const [row] = await db.ask(
        sql<Row>`select ${columns} ${from} where u.id = ${id} and ${inBusiness(businessId)} and u.deleted is not true`,
      );
      return row === undefined ? null : dated(row);
    },
  }),
  /** The newest plan that a business made for another file as it is read now, with the names of its columns. */
  lastPlan: query({
    reads: 'business',
    run: async (db, businessId: string, but: string) => {
      const [row] = await db.ask(sql<Pick<RowOf<typeof uploadTable>, 'columns' | 'plan'>>`
        select columns, plan from ${uploads} u
        where u.business_id = ${businessId} and u.id <> ${but} and u.plan is not null
          and u.stage not in ('received', 'read', 'refused') order by u.position desc limit 1`);
      return row?.columns == null || row.plan === null ? null : { columns: row.columns, plan: row.plan };
    },
  }),
  contactTotal: query({ reads: 'business', run: countContacts }),
  /** The same in one statement, asked before a new contact is taken; a sum holds nothing of anyone else's. */
  contactsHeld: query({ reads: 'owner', run: countContacts }),
  /** The same of all businesses of an agency. */
  agencyContactsHeld: query({
    reads: 'owner',
    run: async (db, agencyId: string): Promise<number> => {
      const [row] = await db.ask(sql<{ total: number }>`select coalesce(sum(n.count), 0)::int as total
        from ${contactCounts} n join ${businesses} b on b.id = n.business_id
        where b.agency_id = ${agencyId} and n.keyword = ''`);
      return row!.total;
    },
  }),
  /** Of these contacts those with whom there is a conversation. */
  writtenWith: query({
    reads: 'business',
    run: async (db, businessId: string, contactIds: readonly string[]): Promise<readonly string[]> => {
      const rows = await db.ask(sql<{ id: string }>`select v.contact_id as id from ${conversations} v
        where v.business_id = ${businessId} and v.contact_id = any(${[...contactIds]}::uuid[])
          and v.last_message_at is not null`);
      return rows.map(({ id }) => id);
    },
  }),
  /** The contacts that have one of these addresses. */
  contactsByEmails: query({
    reads: 'business',
    run: async (db, businessId: string, emails: readonly string[]): Promise<readonly string[]> => {
      const rows = await db.ask(sql<{ id: string }>`select c.id from ${contacts} c
        where c.business_id = ${businessId} and c.email <> ''
          and lower(c.email) = any(${emails.map((email) => email.toLowerCase())}::text[])`);
      return rows.map(({ id }) => id);
    },
  }),
};
