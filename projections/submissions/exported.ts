import { sql } from 'kysely';
import { attributeNames } from '../../domain/contacts/attributes.ts';
import type { PlacePage } from '../engine/place-page.ts';
import { dated, type Dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { pageModel, versionTable } from '../tables/pages.ts';
import { submissionModel, submissionTable } from '../tables/submissions.ts';

const submissions = tablesIn(submissionModel)(submissionTable);
const versions = tablesIn(pageModel)(versionTable);

const own = submissionTable.select(
  's',
  'position',
  'at',
  'pageVersion',
  'name',
  'phone',
  ...attributeNames,
  'custom',
  'choices',
  'texts',
  'emails',
  'verifiedAt',
  'device',
  'source',
  'medium',
  'campaign',
  'referrer',
  'pageAddress',
);
type Row = SelectedOf<typeof own>;
export type ExportedSubmission = Dated<Row>;

/** A page's own question in the words of the last version that asked it. */
export interface PageQuestion {
  readonly id: string;
  readonly label: string;
}
const maxQuestions = 100;

const sentTo = (businessId: string, campaignId: string) =>
  sql`s.campaign_id = ${campaignId} and s.business_id = ${businessId} and s.at is not null`;

export const exportedSubmissionQueries = {
  /** Every question that any version of a page has asked, those of the newest first, in their order. */
  pageQuestions: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string): Promise<readonly PageQuestion[]> =>
      db.ask(sql<PageQuestion>`select a.id, a.label from (
          select distinct on (q.asked ->> 'id') q.asked ->> 'id' as id, coalesce(q.asked ->> 'label', '') as label,
            w.version, q.place
          from ${versions} w
            cross join lateral jsonb_path_query(w.sections, '$.inputs.CustomFields[*]') with ordinality q(asked, place)
          where w.page_id = ${campaignId} and w.business_id = ${businessId} and q.asked ->> 'id' is not null
          order by q.asked ->> 'id', w.version desc
        ) a order by a.version desc, a.place limit ${maxQuestions}`),
  }),

  /** How many they are, and the place of the newest; null: there is none. */
  countSubmissions: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string) => {
      const [row] = await db.ask(sql<{ count: number; upTo: string | null }>`
        select count(*)::int as count, max(s.position)::text as "upTo" from ${submissions} s
        where ${sentTo(businessId, campaignId)}`);
      return row ?? { count: 0, upTo: null };
    },
  }),

  /** The oldest first, some at a time, behind the place `after`. */
  exportedSubmissions: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      campaignId: string,
      { after, upTo, limit }: PlacePage,
      signal?: AbortSignal,
    ): Promise<readonly ExportedSubmission[]> => {
      const rows = await db.ask(
        sql<Row>`select ${own} from ${submissions} s where ${sentTo(businessId, campaignId)}
          and s.position > ${after}::bigint and s.position <= ${upTo}::bigint order by s.position limit ${limit}`,
        signal,
      );
      return rows.map(dated);
    },
  }),
};
