import { sql } from 'kysely';
import { dated, type Dated, type Listed, offsetOf, type Page, query, tablesIn } from '../engine/query.ts';
import { contactModel, contactTable } from '../contacts/table.ts';
import type { SelectedOf } from '../engine/table.ts';
import { ballotTable, voteCountTable, voteModel } from './table.ts';

const t = tablesIn(voteModel);
const contacts = tablesIn(contactModel)(contactTable);
const person = contactTable.select('c', 'phone', 'firstName', 'lastName');
const ballot = ballotTable.select('b', 'ballotId', 'contactId', 'choices', 'via', 'at', 'excluded', 'reason');
/** A vote in the list; `excluded` true: it does not count. */
export type BallotView = Dated<SelectedOf<typeof ballot> & SelectedOf<typeof person>>;

/** What counts: votes by option, and how many people have voted. */
export interface VoteResult {
  readonly voters: number;
  readonly options: Readonly<Record<string, number>>;
}

export const voteQueries = {
  voteResult: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string): Promise<VoteResult> => {
      const rows = await db.ask(sql<{ option: string; votes: number }>`
        select option, votes::int as votes from ${t(voteCountTable)}
        where campaign_id = ${campaignId} and business_id = ${businessId} and votes > 0`);
      const options = Object.fromEntries(rows.map(({ option, votes }) => [option, votes]));
      const { '': voters = 0, ...counted } = options;
      return { voters, options: counted };
    },
  }),

  /** Newest first. */
  ballots: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { campaignId, page, perPage }: Page & { readonly campaignId: string },
    ): Promise<Listed<BallotView>> => {
      const where = sql`b.campaign_id = ${campaignId} and b.business_id = ${businessId} and b.choices is not null`;
      const [rows, [counted]] = await Promise.all([
        db.ask(sql<SelectedOf<typeof ballot> & SelectedOf<typeof person>>`select ${ballot}, ${person}
          from ${t(ballotTable)} b left join ${contacts} c on c.id = b.contact_id where ${where}
          order by b.position desc limit ${perPage} offset ${offsetOf(page, perPage)}`),
        db.ask(sql<{ total: number }>`select count(*)::int as total from ${t(ballotTable)} b where ${where}`),
      ]);
      return { data: rows.map(dated), total: counted?.total ?? 0 };
    },
  }),
};
