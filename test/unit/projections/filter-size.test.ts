import { randomUUID } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { expect, test } from 'vitest';
import {
  ContactFilter,
  type ContactFilter as Filter,
  type FilterCondition,
  maxConditions,
} from '../../../domain/contacts/filter.ts';
import { boundedFilterSql, type FilterContext, filterSql } from '../../../projections/contacts/filter.ts';

/** What a filter becomes is counted: Postgres refuses a statement with more than 65,535 parameters, whoever asks it. */
const maxParameters = 65_535;
const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new PostgresIntrospector(own),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const context = (segments: ReadonlyMap<string, Filter> = new Map()): FilterContext => ({
  businessId: randomUUID(),
  alias: 'c',
  zone: 'America/New_York',
  now: new Date('2026-03-01T12:00:00Z'),
  segments,
});
const sizeOf = (condition: RawBuilder<unknown>) => {
  const { sql, parameters } = condition.compile(db);
  return { letters: sql.length, parameters: parameters.length };
};
const of = (...conditions: readonly FilterCondition[]): Filter => ({
  match: 'any',
  groups: [{ match: 'any', conditions: [...conditions] }],
});

const ids = Array.from({ length: 50 }, () => randomUUID());
const words = Array.from({ length: 50 }, (_, index) => `word ${index}`);
const id = randomUUID();
/** Every kind of condition at its largest. The type says when one is new. */
const largest: { readonly [Field in FilterCondition['field']]: readonly Extract<FilterCondition, { field: Field }>[] } =
  (() => {
    const written = (['equal', 'not-equal', 'containing', 'not-containing', 'beginning'] as const).map((is) => ({
      is,
      value: '(415) 555-0100',
    }));
    const moments = [
      { when: 'between', from: '2026-01-01', to: '2026-02-01' } as const,
      { when: 'on', day: '2026-01-01' } as const,
      { when: 'not-in-the-last', days: 3_650 } as const,
    ];
    const days = [{ when: 'in-the-next', days: 365 } as const, { when: 'month', month: 2 } as const];
    const has = (['any', 'all', 'none'] as const).map((one) => one);
    const texts = <F extends string>(field: F) => written.map((text) => ({ field, text }));
    const when = <F extends string>(field: F) => moments.map((moment) => ({ field, moment }));
    const yearly = <F extends string>(field: F) => days.map((day) => ({ field, day }));
    return {
      keyword: has.map((one) => ({ field: 'keyword', has: one, values: words })),
      tag: has.map((one) => ({ field: 'tag', has: one, values: words })),
      campaign: has.map((one) => ({ field: 'campaign', has: one, ids })),
      // Counted by what stands in it: see below.
      segment: [{ field: 'segment', has: 'any', ids: [id] }],
      upload: [{ field: 'upload', has: 'any', ids }],
      status: [{ field: 'status', values: ['subscribed', 'optedOut', 'unknown'] }],
      email_status: [{ field: 'email_status', values: ['subscribed', 'unsubscribed', 'unknown'] }],
      reachable: [{ field: 'reachable', value: false }],
      source: [{ field: 'source', values: words }],
      first_name: texts('first_name'),
      last_name: texts('last_name'),
      phone: texts('phone'),
      email: texts('email'),
      company_name: texts('company_name'),
      website: texts('website'),
      zip: texts('zip'),
      state: [
        { field: 'state', value: { is: 'one-of', values: words.map(() => 'CA') } },
        { field: 'state', value: { is: 'known' } },
      ],
      created: when('created'),
      opted_in: when('opted_in'),
      last_message: when('last_message'),
      birthday: yearly('birthday'),
      anniversary: yearly('anniversary'),
      custom: [
        { field: 'custom', id, value: { is: 'one-of', values: words } },
        { field: 'custom', id, value: { is: 'less', value: '12' } },
        ...written.map((value) => ({ field: 'custom' as const, id, value })),
      ],
      engagement: (
        ['sent', 'delivered', 'bounced', 'clicked', 'replied', 'redeemed', 'coupon-issued'] as const
      ).flatMap((did) =>
        [null, id].map((one) => ({
          field: 'engagement' as const,
          did,
          not: true,
          within: 30,
          channel: did === 'redeemed' || did === 'coupon-issued' ? null : ('mail' as const),
          of: one,
        })),
      ),
    } as never;
  })();

test.each(Object.entries(largest))(
  '%s: its largest condition is a few parameters, however much is chosen',
  (_field, all) => {
    for (const condition of all) {
      const { parameters } = sizeOf(filterSql(of(condition), context()));
      expect([condition, parameters <= maxParameters / maxConditions.ofBusiness]).toEqual([condition, true]);
    }
  },
);

test('a filter at its bound, and all segments of a business at theirs, are statements that Postgres takes', () => {
  const [, largestOf] = Object.values(largest)
    .flat()
    .map((condition) => [condition, sizeOf(filterSql(of(condition), context())).parameters] as const)
    .reduce((most, one) => (one[1] > most[1] ? one : most));
  expect(largestOf * maxConditions.ofBusiness).toBeLessThan(maxParameters);
  // Segments written out, ten times fifty: the whole of what one filter may be.
  const inner = randomUUID();
  const fifty = of(...Array.from({ length: 50 }, (): FilterCondition => ({ field: 'campaign', has: 'all', ids })));
  const ten = of(
    ...Array.from({ length: 10 }, (): FilterCondition => ({ field: 'segment', has: 'any', ids: [inner] })),
  );
  const { parameters, letters } = sizeOf(filterSql(ten, context(new Map([[inner, fifty]]))));
  expect(parameters).toBeLessThan(maxParameters / 10);
  expect(letters).toBeLessThan(1_000_000);
});

test('one beyond the bound is refused; stored before there was one, it means nobody and is a statement of nothing', () => {
  const inner = randomUUID();
  const fifty = of(...Array.from({ length: 50 }, (): FilterCondition => ({ field: 'tag', has: 'any', values: ['a'] })));
  const eleven = of(
    ...Array.from({ length: 11 }, (): FilterCondition => ({ field: 'segment', has: 'any', ids: [inner] })),
  );
  const within = context(new Map([[inner, fifty]]));
  expect(() => filterSql(eleven, within)).toThrow(/at most 500 conditions/);
  expect(sizeOf(boundedFilterSql(eleven, within)).parameters).toBe(0);
});

test('what is asked here is what may be said', () => {
  for (const condition of Object.values(largest).flat())
    expect(ContactFilter.safeParse(of(condition)).error).toBeUndefined();
});
