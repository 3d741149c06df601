import { sql } from 'kysely';
import { query, tablesIn } from '../engine/query.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { contactModel, contactTable, customValueTable } from '../tables/contacts.ts';

const t = tablesIn(contactModel);
const businesses = tablesIn(businessModel)(businessTable);

/** Somebody and a day of theirs, as it is written: `05-17`, or `2026-11-22`. */
export interface DayOfContact {
  readonly contactId: string;
  readonly phone: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly written: string;
}

export const dayQueries = {
  /** The zone of a business, and the contacts who have one of these days: yearly ones as `MM-DD`, others whole. */
  contactsOfDays: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      field: { readonly of: 'birthday' | 'anniversary' } | { readonly of: 'custom'; readonly id: string },
      days: readonly string[],
    ): Promise<readonly DayOfContact[]> => {
      const those = sql`any(${[...days]}::text[])`;
      return field.of === 'custom' ?
          db.ask(sql<DayOfContact>`select c.id as "contactId", c.phone, c.state, c.zip, v.value as written
            from ${t(customValueTable)} v join ${t(contactTable)} c on c.id = v.contact_id
            where v.business_id = ${businessId} and c.business_id = ${businessId} and v.field_id = ${field.id}
              and (v.value = ${those} or right(v.value, 5) = ${those})`)
        : db.ask(sql<DayOfContact>`select c.id as "contactId", c.phone, c.state, c.zip,
            ${sql.ref(`c.${field.of}`)} as written
            from ${t(contactTable)} c where c.business_id = ${businessId} and ${sql.ref(`c.${field.of}`)} = ${those}`);
    },
  }),
  /** The zone whose days a business means. */
  zoneOf: query({
    reads: 'operator',
    run: async (db, businessId: string): Promise<string> => {
      const [row] = await db.ask(sql<{ zone: string }>`select zone from ${businesses} where id = ${businessId}`);
      return row?.zone ?? 'UTC';
    },
  }),
};
