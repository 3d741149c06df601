import { SnippetSaved, snippetEvents } from '../../domain/snippets/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { snippetIndexes, snippetModel, snippetTable } from '../tables/snippets.ts';

const upsert = perSchema((schema) => snippetTable.upsert(schema, 's'));

/** What businesses say often in live chat. */
export const snippets: Projector = {
  ...snippetModel,
  handles: typesOf(snippetEvents),
  create: createAll(snippetTable),
  index: snippetIndexes,
  fold: (events, schema) => {
    const rows = snippetTable.rows();
    for (const event of events) {
      const { businessId, snippetId: id } = event.data as Record<'businessId' | 'snippetId', string>;
      if (is(event, SnippetSaved)) rows.merge({ id, businessId, name: event.data.name, body: event.data.body });
      else rows.merge({ id, businessId, deleted: true });
    }
    return rows.toStatements(upsert(schema));
  },
};
