import { held } from '../../domain/kernel/edit.ts';
import { storedPage } from '../../domain/orders/fields.ts';
import { OrderPageChanged, OrderPageCreated, OrderPageDeleted } from '../../domain/orders/page-events.ts';
import { perSchema } from '../engine/arrays.ts';
import type { Stored } from '../engine/events.ts';
import { handlers } from '../engine/handlers.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { orderIndexes, orderModel, orderPageTable } from '../tables/orders.ts';

const upserts = perSchema((schema) => ({ pages: orderPageTable.upsert(schema, 'p') }));
const begin = () => ({ pages: orderPageTable.rows() });

function pageRow({ data, revision }: Stored<typeof OrderPageCreated | typeof OrderPageChanged>) {
  const terms = held(data, storedPage);
  return { id: data.orderPageId, slug: terms.slug, version: data.version, terms, revision };
}

const table = handlers<ReturnType<typeof begin>>((on) => {
  on(OrderPageCreated, (event, { pages }) => {
    const { buyer, planId } = event.data;
    pages.merge({ ...pageRow(event), buyer, planId, createdAt: event.metadata.occurredAt });
  });
  on(OrderPageChanged, (event, { pages }) => {
    pages.merge(pageRow(event));
  });
  on(OrderPageDeleted, ({ data, metadata }, { pages }) => {
    pages.merge({ id: data.orderPageId, deletedAt: metadata.occurredAt });
  });
});

/** The pages where new agencies and businesses order. */
export const orders: Projector = {
  ...orderModel,
  handles: table.types,
  create: createAll(orderPageTable),
  index: orderIndexes,
  fold: (events, schema) => {
    const rows = begin();
    for (const event of events) table.handle(event, rows);
    return rows.pages.toStatements(upserts(schema).pages);
  },
};
