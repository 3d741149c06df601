import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactTagged } from '../../../domain/contacts/events.ts';
import { contactList, readCursor, writeCursor } from '../../../domain/contacts/list.ts';
import { asked } from '../../../domain/kernel/list.ts';
import { contactCountTable, contactModel, contactTable } from '../../../projections/tables/contacts.ts';
import { openShop, type Shop } from './stories.ts';
import { createWorld, type World } from './world.ts';

/** The list of contacts by cursors: wherever a page begins, the pages together are the list, forwards and back. */

let world: World;
let shop: Shop;
let settled: () => Promise<void>;
const guests = 23;

beforeAll(async () => {
  world = await createWorld();
  const runner = world.runner();
  await runner.start();
  settled = async () => {
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
  };
  shop = await openShop(world);
  const other = await openShop(world);
  await other.contact().does(other.contact().optedIn('PIZZA'));
  const names = ['Ann', 'ann', 'Zoë', null, '', 'Bo'] as const;
  for (let n = 0; n < guests; n++) {
    const guest = shop.contact();
    await guest.does(n % 4 === 3 ? guest.discovered() : guest.optedIn(n % 2 === 0 ? 'PIZZA' : 'PASTA'));
    await guest.does(guest.named(names[n % 6]!, names[(n * 5) % 6]!));
    if (n % 5 === 0) await guest.does(guest.optedOut());
    // Some at the very same moment.
    if (n % 3 === 0) await guest.texts('hello', { at: `2026-11-0${1 + (n % 4)}T10:00:00.123Z` });
  }
  await settled();
}, 60_000);
afterAll(async () => {
  await world.close();
});

type Asked = Parameters<World['models']['contacts']>[1];
const list = (query: Partial<Asked>) => world.models.contacts(shop.businessId, asked(contactList, query));
const at = (text: string | null) => (text === null ? null : readCursor(text));

describe('pages of contacts', () => {
  const sorts = [...contactList.sort];
  const filters: readonly [string, Partial<Asked>, number][] = [
    ['everybody', {}, guests],
    ['a search', { search: '650' }, guests],
    ['two keywords', { keywords: ['PIZZA', 'PASTA'] }, 18],
  ];
  for (const [what, narrowed, expected] of filters)
    it(`by cursors are the same as all at once, in every order, forwards and back: ${what}`, async () => {
      for (const sortBy of sorts)
        for (const sortDesc of [false, true]) {
          const order = { ...narrowed, sortBy, sortDesc };
          const whole = await list({ ...order, perPage: 100 });
          const ids = whole.data.map(({ id }) => id);
          expect([ids.length, whole.total, whole.isExact, whole.next, whole.prev]).toEqual([
            ...[expected, expected, true, null, null],
          ]);
          const forwards: string[][] = [];
          const last: { prev: string | null } = { prev: null };
          let page = await list({ ...order, perPage: 5 });
          expect(page.prev).toBeNull();
          for (;;) {
            forwards.push(page.data.map(({ id }) => id));
            expect(page.total).toBe(expected);
            last.prev = page.prev;
            if (page.next === null) break;
            page = await list({ ...order, perPage: 5, cursor: at(page.next) });
          }
          expect(forwards.flat()).toEqual(ids);
          const backwards = [forwards.at(-1)!];
          for (let prev = last.prev; prev !== null;) {
            const before = await list({ ...order, perPage: 5, cursor: at(prev) });
            expect(before.next).not.toBeNull();
            backwards.unshift(before.data.map(({ id }) => id));
            prev = before.prev;
          }
          expect(backwards).toEqual(forwards);
          // By number it is the same, and goes on by cursor.
          const second = await list({ ...order, perPage: 5, page: 2 });
          expect(second.data.map(({ id }) => id)).toEqual(forwards[1]);
          const third = await list({ ...order, perPage: 5, cursor: at(second.next) });
          expect(third.data.map(({ id }) => id)).toEqual(forwards[2]);
        }
    });

  it('that begin before a row of the first page are the first page, whole', async () => {
    const first = await list({ perPage: 5, sortBy: 'name' });
    const { prev } = await list({ perPage: 3, sortBy: 'name', page: 2 });
    expect((await list({ perPage: 5, sortBy: 'name', cursor: at(prev) })).data).toEqual(first.data);
  });

  it('take a cursor of another order, or one that somebody made up, for none', async () => {
    const first = await list({ perPage: 5 });
    const { next } = await list({ perPage: 5, sortBy: 'name' });
    expect((await list({ perPage: 5, cursor: at(next) })).data).toEqual(first.data);
    expect((await list({ perPage: 5, sortDesc: true, cursor: at(first.next) })).data).not.toEqual(first.data);
    for (const row of [['1 or 1=1'], ['1', '2'], [], ["'"]]) {
      const made = writeCursor({ way: 'after', sort: 'id', desc: false, part: 0, row });
      expect((await list({ perPage: 5, cursor: at(made) })).data).toEqual(first.data);
    }
    const beyond = writeCursor({ way: 'after', sort: 'id', desc: false, part: 1, row: ['1'] });
    expect((await list({ perPage: 5, cursor: at(beyond) })).data).toEqual(first.data);
    expect([readCursor(''), readCursor('%'), readCursor('e30'), readCursor('bnVsbA')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(contactList.filters.cursor.parse('nonsense')).toBeNull();
  });

  it('have totals of one keyword or one tag that are kept, not counted', async () => {
    const cafe = await openShop(world);
    const [ann, bob] = [cafe.contact(), cafe.contact()];
    const tagged = (contactId: string, tags: string[]) =>
      ContactTagged.create({ contactId, businessId: cafe.businessId, tags });
    await ann.does(ann.optedIn('VIP'));
    await ann.does(tagged(ann.contactId, ['vip', 'lunch']));
    await bob.does(tagged(bob.contactId, ['vip']));
    await bob.does(tagged(bob.contactId, ['lunch']));
    await settled();
    const totals = async (query: Partial<Asked>) => {
      const { data, total } = await world.models.contacts(cafe.businessId, asked(contactList, query));
      return [data.length, total];
    };
    expect(await totals({ tags: ['vip'] })).toEqual([1, 1]);
    expect(await totals({ tags: ['lunch'] })).toEqual([2, 2]);
    expect(await totals({ tags: ['lunch'], status: 'subscribed' })).toEqual([1, 1]);
    expect(await totals({ keywords: ['VIP'] })).toEqual([1, 1]);
    expect(await totals({ keywords: ['VIP'], tags: ['lunch'] })).toEqual([1, 1]);
    expect(await totals({ tags: ['vip', 'lunch'], exact: true })).toEqual([2, 2]);
  });

  it('of words that many of a large business have are found among those next to them, and are the same pages', async () => {
    const hall = await openShop(world);
    const { businessId } = hall;
    const schema = `rm_${contactModel.name}_v${contactModel.version}`;
    const [contacts, counts] = [contactTable.in(schema), contactCountTable.in(schema)];
    await world.query(
      `insert into ${contacts} (id, business_id, phone, last_name, keywords_since, created_at, position, revision)
        select gen_random_uuid(), $1::uuid, '+1415' || (2000000 + n), case when n % 4 = 0 then 'Host ' else 'Guest ' end || n % 97,
          '{}', now(), 1000000 + n, 0 from generate_series(1, 900) n`,
      [businessId],
    );
    const guestsIn = async (query: Partial<Asked>) =>
      world.models.contacts(businessId, asked(contactList, { search: 'guest', perPage: 50, ...query }));
    const [small, all] = [await guestsIn({}), await guestsIn({ perPage: 100, exact: true })];
    expect([small.total, small.isExact, all.total, all.isExact]).toEqual([675, true, 675, true]);
    await world.query(
      `insert into ${counts} (business_id, keyword, status, count) values ($1::uuid, '', 'unknown', 100000)`,
      [businessId],
    );
    for (const sortBy of ['id', 'name', 'phone'] as const)
      for (const sortDesc of [false, true]) {
        const order = { sortBy, sortDesc };
        const wanted = await world.query<{ id: string }>(
          `select id from ${contacts} where business_id = $1::uuid and last_name like 'Guest%' order by
            (${{ id: 'position', name: 'sort_name, position', phone: 'phone, position' }[sortBy]}) ${sortDesc ? 'desc' : 'asc'}`,
          [businessId],
        );
        const seen: string[] = [];
        let page = await guestsIn(order);
        expect([page.total, page.isExact, page.prev]).toEqual([500, false, null]);
        for (; ; page = await guestsIn({ ...order, cursor: at(page.next) })) {
          seen.push(...page.data.map(({ id }) => id));
          if (page.next === null) break;
        }
        expect(seen).toEqual(wanted.map(({ id }) => id));
        // Back from the last page to the one before it.
        const before = await guestsIn({ ...order, cursor: at(page.prev) });
        expect(before.data.map(({ id }) => id)).toEqual(seen.slice(-75, -25));
      }
    expect((await guestsIn({ exact: true })).total).toBe(675);
    expect((await guestsIn({ search: 'nobody' })).total).toBe(0);
  });
});
