import { sql } from 'kysely';
import { maxNews } from '../../domain/help/fields.ts';
import { query, tablesIn } from '../engine/query.ts';
import { helpModel, newsTable, supportTable, type SupportDetails } from '../tables/help.ts';

const t = tablesIn(helpModel);

export interface HelpView {
  readonly support: SupportDetails | null;
  readonly news: readonly {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly publishedAt: string;
  }[];
}

export const helpQueries = {
  /** The same for every agency; the newest entries first. */
  help: query({
    reads: 'operator',
    run: async (db): Promise<HelpView> => {
      const [[support], news] = await Promise.all([
        db.ask(sql<{ details: SupportDetails }>`select details from ${t(supportTable)} where one = 1`),
        db.ask(
          sql<{ id: string; title: string; body: string; at: Date }>`select id, title, body, published_at as at
            from ${t(newsTable)} where removed is not true and title is not null
            order by published_at desc, id limit ${maxNews}`,
        ),
      ]);
      return {
        support: support?.details ?? null,
        news: news.map(({ at, ...entry }) => ({ ...entry, publishedAt: at.toISOString() })),
      };
    },
  }),
};
