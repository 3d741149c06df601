import { helpEvents, NewsPublished, NewsRemoved, SupportDetailsChanged } from '../../domain/help/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { helpModel, newsTable, supportTable } from '../tables/help.ts';

const upserts = perSchema((schema) => ({
  support: supportTable.upsert(schema, 's'),
  news: newsTable.upsert(schema, 'n'),
}));

/** How agencies get help from the operator, and what is new. */
export const help: Projector = {
  ...helpModel,
  handles: typesOf(helpEvents),
  create: createAll(supportTable, newsTable),
  fold: (events, schema) => {
    const [support, news] = [supportTable.rows(), newsTable.rows()];
    for (const event of events) {
      if (is(event, SupportDetailsChanged)) support.merge({ one: 1, details: event.data });
      else if (is(event, NewsPublished)) {
        const { newsId: id, title, body } = event.data;
        news.merge({ id, title, body, publishedAt: event.metadata.occurredAt });
      } else if (is(event, NewsRemoved)) news.merge({ id: event.data.newsId, removed: true });
    }
    const into = upserts(schema);
    return [...support.toStatements(into.support), ...news.toStatements(into.news)];
  },
};
