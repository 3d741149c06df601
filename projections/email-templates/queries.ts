import { sql } from 'kysely';
import type { FlatDesign } from '../../domain/email-design/flat.ts';
import type { emailTemplateList } from '../../domain/email-templates/list.ts';
import type { TemplateKind } from '../../domain/email-templates/fields.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import {
  dated,
  direction,
  type Listed,
  listed,
  matches,
  offsetOf,
  orderBy,
  type Orders,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { emailTemplateModel, emailTemplateTable } from '../tables/email-templates.ts';

const templates = tablesIn(emailTemplateModel)(emailTemplateTable);
const columns = emailTemplateTable.select(
  't',
  'id',
  'agencyId',
  'businessId',
  'kind',
  'name',
  'subject',
  'records',
  'revision',
  'createdAt',
  'updatedAt',
);

export interface EmailTemplateView {
  readonly id: string;
  readonly agencyId: string | null;
  readonly businessId: string | null;
  readonly kind: TemplateKind;
  readonly name: string;
  readonly subject: string;
  readonly records: FlatDesign;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** Who looks: a business sees its own and what its agency offers, an agency what it offers. */
export interface TemplateReader {
  readonly agencyId: string | null;
  readonly businessId: string | null;
}

const seenBy = ({ agencyId, businessId }: TemplateReader) => {
  const offered = sql`(t.business_id is null and t.agency_id = ${agencyId}::uuid)`;
  const seen = businessId === null ? offered : sql`(t.business_id = ${businessId}::uuid or ${offered})`;
  return sql`${seen} and t.name is not null and not t.deleted`;
};
const orders: Orders<SortOf<typeof emailTemplateList>, { position: 0; name: 0; updated_at: 0 }> = {
  id: ['position'],
  name: ['name'],
  created_at: ['position'],
  updated_at: ['updated_at'],
};

export const emailTemplateQueries = {
  /** As an operator: what an agency offers stands in no business's rows. `seenBy` says whose they may be. */
  emailTemplates: query({
    reads: 'operator',
    run: async (
      db,
      reader: TemplateReader,
      { page, perPage, search, sortBy, sortDesc, kind, owner }: ListQuery<typeof emailTemplateList>,
    ): Promise<Listed<EmailTemplateView>> => {
      const where = sql`${seenBy(reader)} and t.kind = ${kind ?? 'mail'}
        ${
          owner === null ? sql``
          : owner === 'agency' ? sql`and t.business_id is null`
          : sql`and t.business_id is not null`
        }
        and ${matches(sql`lower(t.name)`, searchPatterns(search ?? ''))}`;
      const found = await listed(
        db,
        (total) => sql<Record<string, unknown>>`select ${columns}, ${total} from ${templates} t where ${where}
          order by ${orderBy('t', orders[sortBy ?? 'updated_at'], sortDesc)}, t.position ${direction(sortDesc)}
          limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from ${templates} t where ${where}`,
      );
      return { ...found, data: found.data.map(dated) as unknown as EmailTemplateView[] };
    },
  }),
  /** A business's own, without the designs of single emails. */
  emailTemplateIds: query({
    reads: 'operator',
    run: async (db, businessId: string): Promise<readonly string[]> => {
      const rows = await db.ask(sql<{ id: string }>`select t.id from ${templates} t
        where t.business_id = ${businessId}::uuid and t.kind in ('mail', 'section') and t.name is not null
          and not t.deleted order by t.id limit 500`);
      return rows.map(({ id }) => id);
    },
  }),
  emailTemplate: query({
    reads: 'operator',
    run: async (db, reader: TemplateReader, id: string): Promise<EmailTemplateView | null> => {
      const [row] = await db.ask(
        sql<
          Record<string, unknown>
        >`select ${columns} from ${templates} t where t.id = ${id}::uuid and ${seenBy(reader)}`,
      );
      return row === undefined ? null : (dated(row) as unknown as EmailTemplateView);
    },
  }),
};
