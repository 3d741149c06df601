import { describe, expect, it } from 'vitest';
import { type ListStart, type ListState, readList, writeList, withParam } from '../../web/components/list.ts';

const start: ListStart = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['name', 'created_at'],
  filters: { status: ['subscribed', 'optedOut'], keywords: null },
};
const begin: ListState = { page: 1, perPage: 10, search: '', sortBy: 'created_at', sortDesc: true, filters: {} };

describe('where a list stands', () => {
  it('begins as it should', () => {
    expect(readList('', start)).toEqual(begin);
  });
  it.each([
    'page=0',
    'page=-2',
    'page=1.5',
    'page=x',
    'page=99999999',
    'per_page=11',
    'per_page=100000',
    'sort=password-desc',
    'sort=name;drop',
    'status=archived',
    'status=',
    'keyword=PIZZA',
  ])('does not believe %s', (query) => {
    expect(readList(query, start)).toEqual(begin);
  });
  it.each<Partial<ListState>>([
    { page: 3 },
    { perPage: 50 },
    { search: 'a & b' },
    { sortBy: 'name', sortDesc: false },
    { sortDesc: false },
    { filters: { status: 'optedOut' } },
    { filters: { status: 'subscribed', keywords: 'PIZZA & more' } },
  ])('comes back from its own address, and leaves other parameters alone: %j', (part) => {
    const state = { ...begin, ...part };
    const address = writeList('?tab=businesses', state, start);
    expect([readList(address, start), new URLSearchParams(address).get('tab')]).toEqual([state, 'businesses']);
    expect(writeList(address, begin, start)).toBe('tab=businesses');
  });
  it('has an address for what stands beside it, and the same without', () => {
    expect(withParam('/business/contacts', '?page=2', 'contact', 'a b')).toBe('/business/contacts?page=2&contact=a+b');
    expect(withParam('/business/contacts', '?contact=x', 'contact', null)).toBe('/business/contacts');
  });
});
