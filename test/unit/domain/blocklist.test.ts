import { describe, expect, it } from 'vitest';
import { entriesOf, readEntry } from '../../../domain/blocklists/entry.ts';
import { addListing, isOn, Listing, noteListing, removeListing } from '../../../domain/blocklists/listing.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';

describe('what somebody writes down for a list', () => {
  it('is read as a number, an address or a domain, in one spelling', () => {
    for (const [written, kind, value] of [
      ['(415) 555-0100', 'phone', '+14155550100'],
      [' +44 20 7946 0018 ', 'phone', '+442079460018'],
      ['Ann@Example.COM', 'email', 'ann@example.com'],
      ['ann+x@bücher.test', 'email', 'ann+x@xn--bcher-kva.test'],
      ['example.com', 'domain', 'example.com'],
      ['@Mail.Example.com', 'domain', 'mail.example.com'],
      ['bücher.test', 'domain', 'xn--bcher-kva.test'],
    ] as const)
      expect(readEntry(written, 'US'), written).toEqual({ kind, value });
  });
  it('is refused where it is none of the three', () => {
    for (const written of [
      'nonsense',
      '12',
      'a@b',
      '@',
      'ann@@x.test',
      'https://x.test/y',
      '10.0.0.1',
      'x.test/',
      'a b.test',
    ])
      expect(() => readEntry(written, 'US'), written).toThrow();
  });
  it('speaks of a person by number, address, its domain and those above it', () => {
    expect(entriesOf({ phone: '+14155550100', email: 'Ann@mail.Shop.example.com' }).map(({ value }) => value)).toEqual([
      '+14155550100',
      'ann@mail.shop.example.com',
      'mail.shop.example.com',
      'shop.example.com',
      'example.com',
    ]);
    expect(entriesOf({ phone: null, email: 'nonsense' })).toEqual([]);
  });
});

describe('an entry', () => {
  const businessId = BusinessId.parse('00000000-0000-4000-8000-000000000001');
  const entryId = '00000000-0000-4000-8000-000000000002';
  const added = (list: 'black' | 'white') => ({
    entryId,
    businessId,
    list,
    kind: 'phone' as const,
    value: '+14155550100',
    note: null,
    keyId: '00000000-0000-4000-8000-000000000003',
  });
  const none = Listing.initial;

  it('stands on a list once, and on each for itself', () => {
    const black = fold(Listing, addListing(added('black'), none), none);
    expect(isOn('black', black)).toBe(true);
    expect(isOn('white', black)).toBe(false);
    expect(addListing(added('black'), black)).toEqual([]);
    const both = fold(Listing, addListing(added('white'), black), black);
    const white = fold(Listing, removeListing({ list: 'black' }, both), both);
    expect([isOn('black', white), isOn('white', white)]).toEqual([false, true]);
    expect(removeListing({ list: 'black' }, white)).toEqual([]);
    expect(() => noteListing({ list: 'black', note: 'x' }, white)).toThrow('does not exist');
    const again = fold(Listing, addListing(added('black'), white), white);
    expect(isOn('black', again)).toBe(true);
  });
});
