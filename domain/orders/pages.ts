import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { type FormOf, held, same } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { OrderPageId, PlanId } from '../kernel/ids.ts';
import { type Currency, stepOf } from '../kernel/money.ts';
import { type Buyer, maxOrderPages, type PageTerms, storedPage } from './fields.ts';
import { OrderPageChanged, OrderPageCreated, OrderPageDeleted, type OrderPageEvent } from './page-events.ts';

export interface OrderPage {
  readonly buyer: Buyer;
  /** Null: it sells its own product. */
  readonly planId: PlanId | null;
  readonly version: number;
  readonly terms: PageTerms;
}
/** All order pages by id: together, since each has an address of its own on its host. */
export type OrderPages = ReadonlyMap<OrderPageId, OrderPage>;

export const OrderPages: Aggregate<OrderPages, OrderPageEvent> = {
  initial: new Map(),
  evolve: (pages, event) => {
    switch (event.type) {
      case 'OrderPageCreated': {
        const { orderPageId, buyer, planId, version } = event.data;
        return new Map(pages).set(orderPageId, { buyer, planId, version, terms: held(event.data, storedPage) });
      }
      case 'OrderPageChanged': {
        const { orderPageId, version } = event.data;
        const before = pages.get(orderPageId);
        if (before === undefined) return pages;
        return new Map(pages).set(orderPageId, { ...before, version, terms: held(event.data, storedPage) });
      }
      case 'OrderPageDeleted': {
        const left = new Map(pages);
        left.delete(event.data.orderPageId);
        return left;
      }
      default:
        return unchanged(pages, event);
    }
  },
};

interface Of {
  readonly orderPageId: OrderPageId;
}
type Written = Of & PageTerms;

const refuse = (field: string, message: string) =>
  new DomainError('validation_failed', message, { [field]: [message] });

/** The fields of the form on one page. */
export const pageForm =
  (orderPageId: OrderPageId): FormOf<OrderPages> =>
  (pages) => ({ ...pages.get(orderPageId)?.terms });

function check({ orderPageId, slug, brandId, product }: Written, pages: OrderPages): void {
  for (const [id, { terms }] of pages)
    if (id !== orderPageId && terms.brandId === brandId && terms.slug === slug)
      throw refuse('slug', 'Another order page has this address.');
  if (product === null) return;
  const step = stepOf(product.currency as Currency);
  if (product.amount % step !== 0)
    throw refuse('product.amount', `In ${product.currency} the price is a multiple of ${step}.`);
}

export function createPage(
  { buyer, planId, ...written }: Written & { readonly buyer: Buyer; readonly planId: PlanId | null },
  pages: OrderPages,
): readonly OrderPageEvent[] {
  if (pages.has(written.orderPageId)) return [];
  if ((planId === null) !== (written.product !== null))
    throw refuse('plan_id', 'An order page sells a plan or something that is paid once.');
  check(written, pages);
  if (pages.size >= maxOrderPages)
    throw new DomainError('conflict', `There can be at most ${maxOrderPages} order pages.`);
  return [OrderPageCreated.create({ ...written, buyer, planId, version: 1 })];
}

/** What a page sells, and to whom, stays: an order under way must mean what its buyer saw. */
export function changePage(written: Written, pages: OrderPages): readonly OrderPageEvent[] {
  const { orderPageId } = written;
  const before = pages.get(orderPageId);
  if (before === undefined) throw new DomainError('not_found', 'This order page does not exist.');
  if ((before.planId === null) !== (written.product !== null))
    throw refuse('product', 'What an order page sells can’t change. Create another page.');
  const terms = held(written, storedPage);
  if (same(terms, before.terms)) return [];
  check(written, pages);
  return [OrderPageChanged.create({ orderPageId, version: before.version + 1, ...terms })];
}

export function deletePage({ orderPageId }: Of, pages: OrderPages): readonly OrderPageEvent[] {
  if (!pages.has(orderPageId)) throw new DomainError('not_found', 'This order page does not exist.');
  return [OrderPageDeleted.create({ orderPageId })];
}
