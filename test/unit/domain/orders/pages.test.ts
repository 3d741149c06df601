import { describe, expect, it } from 'vitest';
import type { DomainError } from '../../../../domain/kernel/errors.ts';
import { OrderPageId, PlanId } from '../../../../domain/kernel/ids.ts';
import { maxOrderPages, type PageTerms, pageFields } from '../../../../domain/orders/fields.ts';
import { OrderPageChanged, OrderPageCreated, OrderPageDeleted } from '../../../../domain/orders/page-events.ts';
import { changePage, createPage, deletePage, OrderPages } from '../../../../domain/orders/pages.ts';
import { given } from '../../../support/given.ts';

const idOf = (nth: number) => OrderPageId.parse(`2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5d${String(nth).padStart(4, '0')}`);
const planId = PlanId.parse('2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5e0001');
const north = '2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5f0001';
const terms: PageTerms = {
  slug: 'growth',
  brandId: null,
  headline: 'Start texting today',
  text: '',
  termsUrl: null,
  isOpen: true,
  product: null,
};
const of = { orderPageId: idOf(1), buyer: 'agency', planId } as const;
const created = OrderPageCreated.create({ ...of, version: 1, ...terms });
const setup = { name: 'Setup', description: '', amount: 29_900, currency: 'USD', isFunds: false };
const fieldsOf = (work: () => unknown): readonly string[] => {
  try {
    work();
  } catch (error) {
    return Object.keys((error as DomainError).fields);
  }
  return [];
};

describe('order pages', () => {
  it('are created once, and each change is a new version', () => {
    given(OrderPages)
      .when((pages) => createPage({ ...of, ...terms }, pages))
      .then([created]);
    given(OrderPages, [created])
      .when((pages) => createPage({ ...of, ...terms }, pages))
      .thenNothing();
    given(OrderPages, [created])
      .when((pages) => changePage({ orderPageId: idOf(1), ...terms }, pages))
      .thenNothing();
    given(OrderPages, [created])
      .when((pages) => changePage({ orderPageId: idOf(1), ...terms, isOpen: false }, pages))
      .then([OrderPageChanged.create({ orderPageId: idOf(1), version: 2, ...terms, isOpen: false })]);
    given(OrderPages, [created])
      .when((pages) => deletePage({ orderPageId: idOf(1) }, pages))
      .then([OrderPageDeleted.create({ orderPageId: idOf(1) })]);
    given(OrderPages)
      .when((pages) => deletePage({ orderPageId: idOf(1) }, pages))
      .thenRefused('not_found');
  });

  it('have an address of their own on each host', () => {
    const pages = new Map([[idOf(1), { buyer: 'agency' as const, planId, version: 1, terms }]]);
    const second = { ...of, orderPageId: idOf(2), ...terms };
    expect(fieldsOf(() => createPage(second, pages))).toEqual(['slug']);
    expect(createPage({ ...second, brandId: north }, pages)).toHaveLength(1);
    expect(createPage({ ...second, slug: 'scale' }, pages)).toHaveLength(1);
  });

  it('sell a plan or something that is paid once, and go on selling it', () => {
    expect(fieldsOf(() => createPage({ ...of, ...terms, product: setup }, new Map()))).toEqual(['plan_id']);
    expect(fieldsOf(() => createPage({ ...of, planId: null, ...terms }, new Map()))).toEqual(['plan_id']);
    expect(createPage({ ...of, planId: null, ...terms, product: setup }, new Map())).toHaveLength(1);
    const pages = new Map([[idOf(1), { buyer: 'agency' as const, planId, version: 1, terms }]]);
    expect(fieldsOf(() => changePage({ orderPageId: idOf(1), ...terms, product: setup }, pages))).toEqual(['product']);
    // Some currencies can't be charged to their last digit.
    const crowns = { ...setup, currency: 'ISK', amount: 150 };
    expect(fieldsOf(() => createPage({ ...of, planId: null, ...terms, product: crowns }, new Map()))).toEqual([
      'product.amount',
    ]);
  });

  it('are at most so many', () => {
    const page = { buyer: 'agency' as const, planId, version: 1 };
    const many = new Map(
      Array.from({ length: maxOrderPages }, (_, nth) => [
        idOf(nth),
        { ...page, terms: { ...terms, slug: `p-${nth}` } },
      ]),
    );
    expect(() => createPage({ ...of, orderPageId: idOf(9_000), ...terms }, many)).toThrow(/200 order pages/);
  });

  it.each(['a', 'Über', 'two words', '-growth', 'growth-', 'a--b', 'agency', 'business', 'x'.repeat(61)])(
    'have no address like %s',
    (slug) => {
      expect(pageFields.slug.safeParse(slug).success).toBe(false);
    },
  );
  it('take an address as people type it', () => {
    expect(pageFields.slug.parse(' Growth-2 ')).toBe('growth-2');
    expect(pageFields.termsUrl.safeParse('javascript:alert(1)').success).toBe(false);
    expect(pageFields.termsUrl.parse('https://example.com/terms')).toBe('https://example.com/terms');
    expect(pageFields.termsUrl.parse('')).toBeNull();
  });
});
