import { sql } from 'kysely';
import { attributeNames } from '../../domain/contacts/attributes.ts';
import type { BulkTarget } from '../../domain/bulk/fields.ts';
import { conversationModel, conversationTable } from '../tables/livechat.ts';
import { customFieldModel, customFieldTable } from '../tables/custom-fields.ts';
import type { PlacePage } from '../engine/place-page.ts';
import { dated, type Dated, query, tablesIn } from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { contextFor } from './filter.ts';
import { consentTable, contactModel, contactTable, customValueTable } from '../tables/contacts.ts';
import { targetFilters, targetSql } from './targets.ts';

const t = tablesIn(contactModel);
const conversations = tablesIn(conversationModel)(conversationTable);
const customFields = tablesIn(customFieldModel)(customFieldTable);

const own = contactTable.select(
  'c',
  'id',
  'position',
  'phone',
  'firstName',
  'lastName',
  'emailStatus',
  'unreachable',
  'keywords',
  'tags',
  'source',
  ...attributeNames,
  'createdAt',
);
type Row = SelectedOf<typeof own> & {
  readonly status: RowOf<typeof contactTable>['current'];
  /** What was last said of consent to texts: when, and how it is known. */
  readonly consentAt: Date | null;
  readonly consentHow: string | null;
  readonly lastMessageAt: Date | null;
  /** By the id of the custom field. */
  readonly custom: Readonly<Record<string, string>> | null;
};
export type ExportedContact = Dated<Row>;

export const exportedContactQueries = {
  /**
   * Contacts as they are taken along, the oldest first, some at a time: a place never changes, so that each is there
   * once however long it takes, as they are when their page is read. As an operator: see `contacts`.
   */
  exportedContacts: query({
    reads: 'operator',
    run: async (
      db,
      businessId: string,
      target: BulkTarget,
      { after, upTo, limit }: PlacePage,
      /** Custom fields that are wanted. */
      fields: readonly string[],
      signal?: AbortSignal,
    ): Promise<readonly ExportedContact[]> => {
      const context = await contextFor(db, businessId, targetFilters(target));
      const custom =
        fields.length === 0 ?
          sql`null::jsonb`
        : sql`(select jsonb_object_agg(v.field_id, v.value) from ${t(customValueTable)} v
            join ${customFields} f on f.id::text = v.field_id and f.business_id = v.business_id
              and f.deleted is not true
            where v.contact_id = c.id and v.business_id = c.business_id and v.field_id = any(${[...fields]}::text[]))`;
      const rows = await db.ask(
        sql<Row>`select ${own}, c.current as status, v.last_message_at as "lastMessageAt",
            p.at as "consentAt", p.how as "consentHow", ${custom} as custom
          from (
            select * from ${t(contactTable)} c
            where ${targetSql(target, context)} and c.position > ${after}::bigint and c.position <= ${upTo}::bigint
            order by c.position limit ${limit}
          ) c
          left join ${conversations} v on v.contact_id = c.id and v.business_id = c.business_id
          left join lateral (
            select p.at, p.how from ${t(consentTable)} p
            where p.contact_id = c.id and p.business_id = c.business_id and p.channel = 'text'
              and p.kind <> 'requested' order by p.position desc limit 1
          ) p on true
          order by c.position`,
        signal,
      );
      return rows.map(dated);
    },
  }),
};
