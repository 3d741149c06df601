import { sql } from 'kysely';
import { dated, type Dated, type Listed, offsetOf, type Page, query, tablesIn } from '../engine/query.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import type { SelectedOf } from '../engine/table.ts';
import { ballotTable, voteCountTable, voteModel } from '../tables/votes.ts';

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

export interface VoteReview {
  readonly excluded: number;
  /** Of votes taken out, by option. */
  readonly options: Readonly<Record<string, number>>;
  readonly lastAt: string | null;
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

  /** What was taken out of the count, and when the newest vote came. */
  voteReview: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string): Promise<VoteReview> => {
      const own = sql`campaign_id = ${campaignId} and business_id = ${businessId}`;
      const [rows, [newest]] = await Promise.all([
        db.ask(sql<{ option: string; votes: number }>`
          select o.option, count(*)::int as votes from ${t(ballotTable)}
            cross join lateral (select '' as option union all select unnest(choices)) o
          where ${own} and excluded and choices is not null group by 1`),
        db.ask(sql<{ at: Date | string }>`
          select at from ${t(ballotTable)} where ${own} and at is not null order by position desc limit 1`),
      ]);
      const { '': excluded = 0, ...options } = Object.fromEntries(rows.map(({ option, votes }) => [option, votes]));
      return { excluded, options, lastAt: newest === undefined ? null : new Date(newest.at).toISOString() };
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
