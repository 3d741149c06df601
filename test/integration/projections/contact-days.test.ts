import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { BusinessCreated, BusinessDetailsChanged } from '../../../domain/businesses/events.ts';
import { ContactErased, ContactErasureCompleted } from '../../../domain/contacts/erasure-events.ts';
import {
  ContactDiscovered,
  ContactImported,
  ContactImportUndone,
  ContactOptedIn,
} from '../../../domain/contacts/events.ts';
import { ContactMergedInto } from '../../../domain/contacts/merge-events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { contacts } from '../../../projections/contacts/projector.ts';
import type { Projector } from '../../../projections/engine-types.ts';
import { usage } from '../../../projections/usage/projector.ts';
import { createWorld, toStore, type Told, type World } from './world.ts';

/** How many contacts a business had at the end of each day: what plans charge for that sell more of them. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const business = randomUUID();
const created = (timezone: string): DomainEvent =>
  BusinessCreated.create({
    businessId: business,
    agencyId: null,
    name: 'Bella',
    uniqueId: 'bella',
    currency: 'USD',
    timezone,
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
const uploadId = randomUUID();
const said = {
  discovered: (id: string) =>
    ContactDiscovered.create({ ...of(id), phone: '+14155550102', email: null, via: 'manual' }),
  imported: (id: string) => ContactImported.create({ ...of(id), uploadId, row: 1, phone: '+14155550102' }),
  'opted-in': (id: string) =>
    ContactOptedIn.create({
      ...of(id),
      phone: '+14155550102',
      keyword: null,
      campaignId: null,
      source: 'keyword',
      consent: { text: 'x', pageVersion: null, checkboxTicked: null, providerMessageId: null },
      ipAddress: null,
    }),
  undone: (id: string) =>
    ContactImportUndone.create({ ...of(id), uploadId, removed: true, texts: false, emails: false, left: [] }),
  erased: (id: string) => ContactErased.create({ ...of(id), identities: [] }),
  completed: (id: string) => ContactErasureCompleted.create(of(id)),
  merged: (id: string) => ContactMergedInto.create({ ...of(id), mergeId: randomUUID(), intoId: randomUUID() }),
} as const satisfies Record<string, (id: string) => DomainEvent>;
type Said = keyof typeof said;
const of = (contactId: string) => ({ contactId, businessId: business });
const comes: ReadonlySet<Said> = new Set(['discovered', 'imported', 'opted-in']);

let run = 0;
/** Rows that a read model makes of a story, cut into batches of these sizes. */
async function rowsOf<Row extends object>(
  projector: Projector,
  story: readonly Told[],
  sizes: readonly number[],
  query: (schema: string) => string,
): Promise<readonly Row[]> {
  const feed = story
    .map((told, index) => ({ ...toStore(told), stream: 'x', revision: index, position: BigInt(index + 1) }))
    .filter(({ type }) => projector.handles.includes(type)) as unknown as StoredEvent[];
  const schema = `counted_${(run += 1)}`;
  await world.pool.query(`create schema ${schema}; ${projector.create(schema)}`);
  for (let from = 0, turn = 0; from < feed.length; turn += 1) {
    const batch = feed.slice(from, (from += sizes[turn % sizes.length]!));
    for (const { text, values } of projector.fold(batch, schema)) await world.pool.query(text, [...values]);
  }
  const { rows } = await world.pool.query<Row>(query(schema));
  await world.pool.query(`drop schema ${schema} cascade`);
  return rows;
}
const daysOf = (story: readonly Told[], sizes: readonly number[]) =>
  rowsOf<{ day: string; change: number }>(
    usage,
    story,
    sizes,
    (schema) =>
      `select day::text, change::int from ${schema}.contact_days where not (${usage.empty!['contact_days']}) order by 1`,
  );
async function listed(story: readonly Told[]): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    contacts,
    story,
    [story.length],
    (schema) => `select coalesce(sum(count), 0)::int as count from ${schema}.contact_counts where keyword = ''`,
  );
  return row!.count;
}

describe('contacts by day', () => {
  it(
    'law: are those of a plain count, however the feed is cut, and as many as are listed',
    { timeout: 120_000 },
    async () => {
      const people = Array.from({ length: 4 }, () => randomUUID());
      const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu');
      const step = fc.oneof(
        {
          weight: 6,
          arbitrary: fc.tuple(fc.constantFrom(...people), fc.constantFrom(...(Object.keys(said) as Said[]))),
        },
        { weight: 1, arbitrary: zone },
      );
      await fc.assert(
        fc.asyncProperty(
          zone,
          fc.array(fc.record({ step, hours: fc.integer({ min: 0, max: 9 }) }), { maxLength: 30 }),
          fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
          async (first, steps, cuts) => {
            let at = DateTime.fromISO('2026-10-30T20:00:00.000Z', { zone: 'utc' });
            let now = first;
            const story: Told[] = [{ event: created(first), at: at.toISO()! }];
            const plain = new Map<string, number>();
            const here = new Set<string>();
            for (const { step: next, hours } of steps) {
              at = at.plus({ hours });
              const event =
                typeof next === 'string' ?
                  BusinessDetailsChanged.create({ businessId: business, timezone: (now = next) })
                : said[next[1]](next[0]);
              story.push({ event, at: at.toISO()! });
              if (typeof next === 'string') continue;
              const [id, word] = next;
              const isHere = comes.has(word);
              if (isHere === here.has(id)) continue;
              if (isHere) here.add(id);
              else here.delete(id);
              const day = at.setZone(now).toFormat('yyyy-MM-dd');
              plain.set(day, (plain.get(day) ?? 0) + (isHere ? 1 : -1));
            }
            const wanted = [...plain]
              .map(([day, change]) => ({ day, change }))
              .filter(({ change }) => change !== 0)
              .sort((one, other) => (one.day < other.day ? -1 : 1));
            expect(await daysOf(story, [story.length])).toEqual(wanted);
            expect(await daysOf(story, cuts)).toEqual(wanted);
            expect(await listed(story)).toBe(here.size);
          },
        ),
        { numRuns: 25 },
      );
    },
  );
});
