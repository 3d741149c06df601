import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../adapters/clock/system.ts';
import { ContactTagged } from '../../../domain/contacts/events.ts';
import { ContactErased } from '../../../domain/contacts/erasure-events.ts';
import type { ContactFilter, FilterCondition } from '../../../domain/contacts/filter.ts';
import { contactList, readCursor } from '../../../domain/contacts/list.ts';
import { asked } from '../../../domain/kernel/list.ts';
import { SegmentChanged, SegmentCreated, SegmentDeleted } from '../../../domain/segments/events.ts';
import { contactModel } from '../../../projections/tables/contacts.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { keepNextSegments, segmentsToKeep } from '../../../workers/contacts/segment-members.ts';
import { openShop, type Person, type Shop } from '../projections/stories.ts';
import { createWorld, type World } from '../projections/world.ts';

/** Who is in a segment is kept up as events arrive, in steps that may come twice, late, half or not at all. */

let world: World;
let db: Kysely<object>;
let shop: Shop;
let guests: readonly Person[];
let settled: () => Promise<void>;
let recorded = 0n;
const segmentId = randomUUID();

const filterOf = (...conditions: FilterCondition[]): ContactFilter => ({
  match: 'all',
  groups: [{ match: 'all', conditions }],
});
const vip = filterOf({ field: 'tag', has: 'any', values: ['vip'] });
const tagged = (guest: Person, ...tags: string[]) =>
  guest.does(ContactTagged.create({ contactId: guest.contactId, businessId: shop.businessId, tags }));
const said = (event: Parameters<World['append']>[1]['event']) => world.append(`segments-${shop.businessId}`, { event });

/** What the feed gives a recording worker; again, if wanted, what it had been given before. */
async function record({ again = false } = {}): Promise<void> {
  const worker = segmentsToKeep(() => {});
  const { events } = await world.store.readAll(again ? 0n : recorded, { limit: 500 });
  const own = events.filter(({ type }) => worker.handles.includes(type));
  await db.transaction().execute((trx) => worker.record(own, trx));
  recorded = events.at(-1)?.position ?? recorded;
}
/** The database refuses a statement with a filter of this tag. */
let refused: string | null = null;
const step = (reached = true) =>
  keepNextSegments({
    db,
    bus: world.bus,
    // Not held up by how long it rests.
    clock: { ...systemClock, now: () => new Date(Date.now() + 60_000) },
    contacts: {
      reached: async () => reached,
      segments: world.models.segments,
      sort: async (businessId, filters, which) => {
        if (refused !== null && JSON.stringify(filters).includes(`"${refused}"`))
          throw Object.assign(new Error('stack depth limit exceeded'), { code: '54001' });
        return world.models.sortContacts(businessId, filters, which);
      },
    },
    batch: 4,
  });
const due = () =>
  world.query(`update ops.segments_to_count set due_at = now() where business_id = $1`, [shop.businessId]);
async function keep(): Promise<void> {
  await settled();
  await record();
  for (let steps = 0; steps < 8; steps++) {
    await due();
    await step();
  }
}
const kept = async (): Promise<readonly [number | null, readonly string[]]> => {
  const members = await world.query<{ id: string }>(
    `select contact_id as id from ops.segment_members where segment_id = $1 order by position`,
    [segmentId],
  );
  const all = await world.models.segments(shop.businessId);
  return [all.find(({ id }) => id === segmentId)?.count ?? null, members.map(({ id }) => id)];
};
/** What the filter says when it is asked itself. */
const meant = async (filter: ContactFilter): Promise<readonly [number, readonly string[]]> => {
  const { data } = await world.models.contacts(shop.businessId, asked(contactList, { perPage: 100, filter }));
  return [data.length, data.map(({ id }) => id)];
};

beforeAll(async () => {
  world = await createWorld();
  db = new Kysely({ dialect: new PostgresDialect({ pool: world.pool }) });
  const runner = world.runner();
  await runner.start();
  settled = async () => {
    expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
  };
  shop = await openShop(world);
  guests = Array.from({ length: 11 }, () => shop.contact());
  for (const [at, guest] of guests.entries()) {
    await guest.does(guest.discovered());
    if (at % 3 === 0) await tagged(guest, 'vip');
  }
  await said(SegmentCreated.create({ businessId: shop.businessId, segmentId, name: 'Guests', filter: vip }));
}, 60_000);
afterAll(async () => {
  await db.destroy().catch(() => {});
  await world.close().catch(() => {});
});
beforeEach(async () => {
  await keep();
});

describe('the members of a segment', () => {
  it('are filled page by page, and are those of its filter', async () => {
    expect(await kept()).toEqual(await meant(vip));
    expect((await kept())[0]).toBe(4);
  });

  it('are kept up beside a segment that the database refuses to answer, which has none', async () => {
    const heavy = filterOf({ field: 'tag', has: 'any', values: ['heavy'] });
    const heavyId = randomUUID();
    refused = 'heavy';
    await said(
      SegmentCreated.create({ businessId: shop.businessId, segmentId: heavyId, name: 'Heavy', filter: heavy }),
    );
    await tagged(guests[2]!, 'vip', 'heavy');
    await keep();
    expect(await kept()).toEqual(await meant(vip));
    expect((await world.models.segments(shop.businessId)).find(({ id }) => id === heavyId)?.count).toBe(0);
    refused = null;
    await said(SegmentDeleted.create({ businessId: shop.businessId, segmentId: heavyId }));
    await tagged(guests[2]!);
    await keep();
  });

  it('come and go with what happens to contacts, whatever is told twice', async () => {
    await tagged(guests[1]!, 'vip');
    await tagged(guests[3]!, 'lunch');
    await settled();
    await record();
    await record({ again: true });
    for (let steps = 0; steps < 4; steps++) {
      await due();
      await step();
    }
    expect(await kept()).toEqual(await meant(vip));
    expect((await kept())[1]).toContain(guests[1]!.contactId);
    expect((await kept())[1]).not.toContain(guests[3]!.contactId);
  });

  it('are looked at once something has happened to a business that has not rested yet', async () => {
    await world.query(`update ops.segments_to_count set due_at = '-infinity' where business_id = $1`, [
      shop.businessId,
    ]);
    expect(await step()).toBe(true);
  });

  it('are not looked at before the read models show what has happened', async () => {
    await tagged(guests[2]!, 'vip');
    await record();
    await due();
    await step(false);
    expect((await kept())[1]).not.toContain(guests[2]!.contactId);
    await settled();
    await due();
    await step();
    expect((await kept())[1]).toContain(guests[2]!.contactId);
  });

  it('wait for the next step with what happened behind the place that was waited for', async () => {
    const at = (position: string) =>
      world.query('update ops.segments_to_count set position = $1 where business_id = $2', [position, shop.businessId]);
    await tagged(guests[4]!, 'vip');
    await settled();
    await record();
    await at('1');
    await due();
    await step();
    expect((await kept())[1]).not.toContain(guests[4]!.contactId);
    await at(recorded.toString());
    await due();
    await step();
    expect((await kept())[1]).toContain(guests[4]!.contactId);
  });

  it('are what the list of a large business is answered from, in every order, with the total that is kept', async () => {
    const list = (more: object) =>
      world.models.contacts(shop.businessId, asked(contactList, { perPage: 2, segment_id: segmentId, ...more }));
    const grow = (by: number) =>
      world.query(
        `update ${schemaOf(contactModel)}.contact_counts set count = count + $1 where business_id = $2 and keyword = ''`,
        [by, shop.businessId],
      );
    await grow(20_000);
    try {
      for (const sortBy of contactList.sort)
        for (const sortDesc of [false, true]) {
          const asFilter = asked(contactList, { perPage: 100, filter: vip, sortBy, sortDesc });
          const whole = (await world.models.contacts(shop.businessId, asFilter)).data.map(({ id }) => id);
          const first = await list({ sortBy, sortDesc });
          const second = await list({ sortBy, sortDesc, cursor: readCursor(first.next ?? '') });
          const back = await list({ sortBy, sortDesc, cursor: readCursor(second.prev ?? '') });
          expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(whole.slice(0, 4));
          expect(back.data).toEqual(first.data);
          expect([first.total, first.isExact]).toEqual([whole.length, true]);
        }
      expect((await list({ perPage: 100, keywords: ['NOBODY'] })).total).toBe(0);
      const other = await openShop(world);
      const others = asked(contactList, { segment_id: segmentId });
      expect(await world.models.contacts(other.businessId, others)).toMatchObject({ data: [], total: 0 });
      // From what is kept, indeed.
      const [gone] = await world.query<{ position: string }>(
        'delete from ops.segment_members where contact_id = $1 returning position',
        [guests[6]!.contactId],
      );
      expect((await list({ perPage: 100 })).data.map(({ id }) => id)).not.toContain(guests[6]!.contactId);
      await world.query('insert into ops.segment_members values ($1, $2, $3)', [
        ...[segmentId, guests[6]!.contactId, gone!.position],
      ]);
    } finally {
      await grow(-20_000);
    }
  });

  it('are no members any more when they are erased', async () => {
    const guest = guests[0]!;
    await guest.does(ContactErased.create({ contactId: guest.contactId, businessId: shop.businessId, identities: [] }));
    await keep();
    expect(await kept()).toEqual(await meant(vip));
    expect((await kept())[1]).not.toContain(guest.contactId);
  });

  it('are of the filter as it is now, and of no segment that is gone', async () => {
    const other = filterOf({ field: 'tag', has: 'none', values: ['vip'] });
    await said(SegmentChanged.create({ businessId: shop.businessId, segmentId, filter: other }));
    await settled();
    // Until it is filled nobody is told a number.
    expect((await kept())[0]).toBeNull();
    await keep();
    expect(await kept()).toEqual(await meant(other));
    await said(SegmentDeleted.create({ businessId: shop.businessId, segmentId }));
    await keep();
    expect(await kept()).toEqual([null, []]);
    expect(await world.query('select from ops.segments_to_count where business_id = $1', [shop.businessId])).toEqual(
      [],
    );
    // Nothing is noted for a business without segments.
    await tagged(guests[5]!, 'vip');
    await record();
    expect(await world.query('select from ops.segment_touched')).toEqual([]);
  });
});
