import { describe, expect, it } from 'vitest';
import { anybody, audienceIn, audienceOf } from '../../web/components/contact-filter/audience.ts';
import type { ContactFilter, FilterCondition } from '../../web/components/contact-filter/model.ts';
import { filterInWords, joints } from '../../web/components/contact-filter/labels.ts';
import { audienceInWords } from '../../web/screens/business/broadcasts/compose/audience-words.ts';

const tag = (value: string): FilterCondition => ({ field: 'tag', has: 'any', values: [value] });
const group = (match: 'all' | 'any', ...tags: string[]): ContactFilter['groups'][number] => ({
  match,
  conditions: tags.map(tag),
});
const plain = {
  search: '',
  status: null,
  keyword: null,
  tag: null,
  segmentId: null,
  filter: null,
  except: [],
} as const;
const empty = {
  keywords: [],
  segment_ids: [],
  contact_ids: [],
  filter: anybody,
  except_segment_ids: [],
  except_keywords: [],
  recipients_of: null,
};
const none = new Map<string, string>();
const names = {
  segments: new Map([['s1', 'Regulars']]),
  campaigns: none,
  fields: none,
  broadcasts: none,
  uploads: none,
};

describe('an audience made of what a list of contacts shows', () => {
  it('is those who are ticked, as many as an audience takes', () => {
    expect(audienceOf({ contactIds: ['a', 'b'] })).toEqual({ ...empty, contact_ids: ['a', 'b'] });
    expect(audienceOf({ contactIds: [] })).toBeNull();
    const many = (count: number) => Array.from({ length: count }, (_, at) => String(at));
    expect(audienceOf({ contactIds: many(1_000) })).not.toBeNull();
    expect(audienceOf({ contactIds: many(1_001) })).toBeNull();
  });
  it('asks for a keyword and a segment at once where the list does, though an audience adds them up', () => {
    expect(audienceOf({ ...plain, keyword: 'PIZZA' })).toEqual({ ...empty, keywords: ['PIZZA'] });
    expect(audienceOf({ ...plain, keyword: 'PIZZA', segmentId: 's1' })).toEqual({
      ...empty,
      segment_ids: ['s1'],
      filter: {
        match: 'all',
        groups: [{ match: 'all', conditions: [{ field: 'keyword', has: 'any', values: ['PIZZA'] }] }],
      },
    });
  });
  it('narrows every group of which any will do', () => {
    const filter: ContactFilter = { match: 'any', groups: [group('all', 'a', 'b'), group('any', 'c', 'd')] };
    expect(audienceOf({ ...plain, tag: 'vip', filter })?.filter).toEqual({
      match: 'any',
      groups: [group('all', 'a', 'b', 'vip'), group('all', 'c', 'vip'), group('all', 'd', 'vip')],
    });
    const one: ContactFilter = { match: 'any', groups: [group('any', 'a', 'b')] };
    expect(audienceOf({ ...plain, tag: 'vip', filter: one })?.filter).toEqual({
      match: 'all',
      groups: [group('any', 'a', 'b'), group('all', 'vip')],
    });
  });
  it('is none where an audience would mean others: a search, a tick taken away, a filter that is too long', () => {
    expect(audienceOf({ ...plain, search: 'ada' })).toBeNull();
    expect(audienceOf({ ...plain, except: ['a'] })).toBeNull();
    const filter: ContactFilter = { match: 'all', groups: Array.from({ length: 5 }, () => group('all', 'a')) };
    expect(audienceOf({ ...plain, filter })).not.toBeNull();
    expect(audienceOf({ ...plain, filter, tag: 'vip' })).toBeNull();
  });
  it('is taken out of the history, where nothing or something else may be', () => {
    expect([audienceIn({ audience: empty }), audienceIn(null), audienceIn({ other: 1 })]).toEqual([empty, null, null]);
  });
});

describe('an audience in words', () => {
  it('is everybody, when nothing is chosen', () => {
    expect(audienceInWords(empty, names)).toBe('All contacts.');
  });
  it('says who is asked in, what must hold, and who is left out', () => {
    const audience = {
      ...empty,
      keywords: ['PIZZA', 'LUNCH'],
      segment_ids: ['s1'],
      contact_ids: ['a', 'b'],
      except_keywords: ['STAFF'],
      except_segment_ids: ['gone'],
      filter: { match: 'all' as const, groups: [group('all', 'vip')] },
    };
    expect(audienceInWords(audience, names)).toBe(
      'Contacts who joined by PIZZA or LUNCH or are in Regulars or were chosen by hand (2 contacts), ' +
        'if they match: Tag is any of vip, except contacts who joined by STAFF or are in a deleted segment.',
    );
  });
  it('puts groups in parentheses', () => {
    const filter: ContactFilter = { match: 'any', groups: [group('all', 'a', 'b'), group('any', 'c')] };
    expect(filterInWords(filter, names)).toBe('(Tag is any of a and Tag is any of b) or Tag is any of c');
  });
});

describe('the conditions of a filter one by one', () => {
  const inPieces = (filter: ContactFilter) => {
    const conditions = filter.groups.flatMap((one) => one.conditions);
    return joints(filter)
      .flatMap((joint, at) => [joint, conditions[at] === undefined ? '' : filterInWords(only(conditions[at]), names)])
      .filter((word) => word !== '')
      .join(' ')
      .replaceAll('( ', '(')
      .replaceAll(' )', ')');
  };
  const only = (condition: FilterCondition): ContactFilter => ({
    match: 'all',
    groups: [{ match: 'all', conditions: [condition] }],
  });

  it.each<ContactFilter>([
    { match: 'all', groups: [group('all', 'a')] },
    { match: 'all', groups: [group('any', 'a', 'b', 'c')] },
    { match: 'any', groups: [group('all', 'a', 'b'), group('any', 'c'), group('any', 'd', 'e')] },
    { match: 'all', groups: [group('all'), group('any', 'a', 'b'), group('all', 'c', 'd')] },
  ])('say how they are joined, as the whole sentence does: $match', (filter) => {
    expect(inPieces(filter)).toBe(filterInWords(filter, names));
  });
});
