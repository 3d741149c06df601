import { sql } from 'kysely';
import { contactModel, contactTable } from '../tables/contacts.ts';
import type { PlacePage } from '../engine/place-page.ts';
import { dated, type Dated, query, tablesIn } from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { ballotTable, voteModel } from '../tables/votes.ts';

const ballots = tablesIn(voteModel)(ballotTable);
const contacts = tablesIn(contactModel)(contactTable);

const own = ballotTable.select('b', 'position', 'choices', 'via', 'at', 'excluded', 'reason');
const person = contactTable.select('p', 'firstName', 'lastName', 'phone', 'email');
type Row = SelectedOf<typeof own> & SelectedOf<typeof person>;
export type ExportedBallot = Dated<Row>;

const cast = (businessId: string, campaignId: string) =>
  sql`b.campaign_id = ${campaignId} and b.business_id = ${businessId} and b.choices is not null`;

export const exportedBallotQueries = {
  /** How many they are, and the place of the newest; null: there is none. */
  countBallots: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string) => {
      const [row] = await db.ask(sql<{ count: number; upTo: string | null }>`
        select count(*)::int as count, max(b.position)::text as "upTo" from ${ballots} b
        where ${cast(businessId, campaignId)}`);
      return row ?? { count: 0, upTo: null };
    },
  }),

  /** The oldest first, some at a time, behind the place `after`. */
  exportedBallots: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      campaignId: string,
      { after, upTo, limit }: PlacePage,
      signal?: AbortSignal,
    ): Promise<readonly ExportedBallot[]> => {
      const rows = await db.ask(
        sql<Row>`select ${own}, ${person} from ${ballots} b
          left join ${contacts} p on p.id = b.contact_id and p.business_id = b.business_id
          where ${cast(businessId, campaignId)} and b.position > ${after}::bigint and b.position <= ${upTo}::bigint
          order by b.position limit ${limit}`,
        signal,
      );
      return rows.map(dated);
    },
  }),
};
