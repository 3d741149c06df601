import { type RawBuilder, sql } from 'kysely';
import { conversations } from '../conversations/projector.ts';
import {
  ask,
  iso,
  isoOrNull,
  mostCounted,
  offsetOf,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { ConsentView, ContactStatus, ContactView, ReadModels } from '../read-models.ts';
import { contacts } from './projector.ts';

const t = tablesIn(schemaOf(contacts));
const chat = tablesIn(schemaOf(conversations));

type Row = Omit<ContactView, 'createdAt' | 'lastMessageAt'> & { createdAt: Date; lastMessageAt: Date | null };

const toView = (row: Row): ContactView => ({
  ...row,
  createdAt: iso(row.createdAt),
  lastMessageAt: isoOrNull(row.lastMessageAt),
});

/** Contacts `c` with what the list shows of them. */
const columns = sql`c.id, c.phone, c.first_name as "firstName", c.last_name as "lastName", c.current as status, c.unreachable, c.keywords, c.created_at as "createdAt", m.at as "lastMessageAt"`;
const lastMessage = sql`left join ${chat('conversations')} v on v.contact_id = c.id and v.business_id = c.business_id left join ${chat('messages')} m on m.id = v.last_message_id`;

/** Every order has an index that begins with the business; what is not named here sorts by age. */
const orders: Readonly<Record<string, readonly string[]>> = {
  id: ['position'],
  created_at: ['position'],
  phone: ['phone'],
  status: ['current', 'position'],
  first_name: ['last_name', 'first_name', 'position'],
  last_name: ['last_name', 'first_name', 'position'],
  name: ['last_name', 'first_name', 'position'],
};

const isStatus = (value: string | null): value is ContactStatus =>
  value === 'subscribed' || value === 'optedOut' || value === 'unknown';

export const contactQueries = (db: ReadDatabase): Pick<ReadModels, 'contacts' | 'contact' | 'searchContacts'> => ({
  contacts: async (businessId, query) => {
    const patterns = query.search === null ? [] : searchPatterns(query.search);
    const statuses =
      isStatus(query.status) ? [query.status]
      : query.opt_out === true ? ['optedOut']
      : query.opt_out === false ? ['subscribed', 'unknown']
      : null;
    const conditions: RawBuilder<unknown>[] = [sql`c.business_id = ${businessId}`];
    if (statuses) conditions.push(sql`c.current = any(${statuses})`);
    if (query.keywords.length > 0) conditions.push(sql`c.keywords && ${query.keywords}::text[]`);
    if (patterns.length > 0)
      conditions.push(
        sql`(${sql.join(
          patterns.map((pattern) => sql`c.search like ${pattern}`),
          sql` or `,
        )})`,
      );
    const where = sql.join(conditions, sql` and `);
    const direction = sql.raw(query.sortDesc ? 'desc' : 'asc');
    const order = sql.join(
      (orders[query.sortBy ?? 'id'] ?? ['position']).map((column) => sql`c.${sql.ref(column)} ${direction}`),
    );
    // Without a search, and with one keyword at most, the total is a maintained tally; else it is counted, up to a bound.
    const tallied = patterns.length === 0 && query.keywords.length <= 1;
    const total =
      tallied ?
        sql<{ total: number }>`select coalesce(sum(count), 0)::int as total from ${t('contact_counts')}
          where business_id = ${businessId} and keyword = ${query.keywords[0] ?? ''} ${statuses ? sql`and status = any(${statuses})` : sql``}`
      : sql<{
          total: number;
        }>`select count(*)::int as total from (select from ${t('contacts')} c where ${where} limit ${mostCounted}) counted`;
    const page = sql<Row>`select ${columns} from (select * from ${t('contacts')} c where ${where} order by ${order} limit ${query.perPage} offset ${offsetOf(query.page, query.perPage)}) c
      ${lastMessage} order by ${order}`;
    const [[counted], rows] = await Promise.all([ask(db, total), ask(db, page)]);
    return { data: rows.map(toView), total: counted?.total ?? 0 };
  },

  contact: async (businessId, contactId) => {
    const [[row], consents] = await Promise.all([
      ask(
        db,
        sql<Row>`select ${columns} from ${t('contacts')} c ${lastMessage} where c.id = ${contactId} and c.business_id = ${businessId}`,
      ),
      ask(
        db,
        sql<Omit<ConsentView, 'at'> & { at: Date }>`
        select event_id as "eventId", kind, at, how, keyword, words, provider_message_id as "providerMessageId", actor
        from ${t('consents')} where contact_id = ${contactId} and business_id = ${businessId} order by position limit 1000`,
      ),
    ]);
    return row ? { ...toView(row), consents: consents.map((one) => ({ ...one, at: iso(one.at) })) } : null;
  },

  /** Best first: names that begin with it, then the newest. Nothing typed: the newest. */
  searchContacts: async (businessId, search, limit, signal) => {
    const patterns = searchPatterns(search);
    const matches =
      patterns.length === 0 ?
        sql``
      : sql`and (${sql.join(
          patterns.map((pattern) => sql`c.search like ${pattern}`),
          sql` or `,
        )})`;
    const begins = patterns[0]?.slice(1) ?? '%';
    const rows = await ask(
      db,
      sql<Row>`select ${columns} from (
        select * from (select * from ${t('contacts')} c where c.business_id = ${businessId} ${matches} ${patterns.length === 0 ? sql`order by c.position desc limit ${limit}` : sql`limit 1000`}) c
        order by (c.search like ${begins}) desc, c.position desc limit ${limit}
      ) c ${lastMessage} order by (c.search like ${begins}) desc, c.position desc`,
      signal,
    );
    return rows.map(toView);
  },
});
