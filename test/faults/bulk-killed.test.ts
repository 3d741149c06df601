import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Bulk } from '../../domain/bulk/bulk.ts';
import { BulkActionProgressed } from '../../domain/bulk/events.ts';
import type { BulkAction } from '../../domain/bulk/fields.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { is } from '../../domain/kernel/event.ts';
import { streams } from '../../domain/streams.ts';
import { worksFor } from '../support/broadcasts.ts';
import { context } from '../support/callers.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { createTenant, openSpine, type Spine, type Tenant } from '../support/spine.ts';
import { type Child, startChild } from './support/child.ts';
import { killsOr } from './support/kills.ts';

/**
 * Something is done to many while the worker that does it is killed again and again: once to each who was meant, to
 * nobody else, and what it tells of itself is what was done. Whoever had their turn is not in the filter any more, so
 * it can not just begin anew.
 */
const kills = killsOr(2);
const people = 400 * (kills + 1);

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
let child: Child | null = null;
const ids: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  spine = await openSpine(database.connectionString);
  tenant = await createTenant(spine, '+14155550191');
  await spine.runner.start();
  for (let from = 0; from < people; from += 200)
    ids.push(...(await Promise.all(Array.from({ length: 200 }, (_, n) => tenant.subscriber(phoneOf(from + n))))));
  // Who is out already is not meant.
  await spine.commands.contacts.optOut(me(), { contactId: ids[0]! as never });
  await shown();
});
afterAll(async () => {
  await child?.kill('SIGKILL');
  await spine.close();
  await database.drop();
});

const me = () => context(worksFor(tenant.businessId));
const phoneOf = (n: number): string => `+1212${String(5_560_000 + n)}`;
const shown = async () => spine.runner.waitFor(await spine.store.head(), { timeoutMs: 60_000 });
const start = async () => {
  const config = {
    publicUrl: 'https://app.example.test',
    baseUrl: 'http://127.0.0.1:9',
    timeoutMs: 1_000,
    segmentsPerSecond: 1,
    leaseMs: 1_000,
    sender: {},
  };
  child = await startChild('./worker-process.ts', {
    SPINE: JSON.stringify({ connectionString: database.connectionString, config }),
  });
  child.go();
};
/** How many events of a type each contact has. */
async function timesOf(type: string): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (let position = 0n; ;) {
    const page = await spine.store.readAll(position, { filter: { streamPrefixes: ['contact-'] }, limit: 2_000 });
    for (const event of page.events)
      if (event.type === type) times.set(event.stream.slice(8), (times.get(event.stream.slice(8)) ?? 0) + 1);
    if (page.atEnd) return times;
    position = page.next;
  }
}

it.each<readonly [string, BulkAction, string]>([
  ['opting out', { kind: 'opt-out', reason: null }, 'ContactOptedOut'],
  ['erasing', { kind: 'remove' }, 'ContactErased'],
])(
  'kill -9 of the worker while %s many',
  async (_, action, type) => {
    const before = await timesOf(type);
    const bulkId = randomUUID();
    const state = async () => stateOf(Bulk, await spine.store.read(streams.bulk(bulkId as never)));
    const upTo = (await spine.store.head()).toString();
    const status = action.kind === 'remove' ? 'optedOut' : 'subscribed';
    const condition = { field: 'status' as const, values: [status as 'optedOut' | 'subscribed'] };
    const filter = { match: 'all' as const, groups: [{ match: 'all' as const, conditions: [condition] }] };
    const meant = action.kind === 'remove' ? people : people - 1;
    await spine.commands.bulk.start(me(), {
      bulkId,
      action,
      count: meant,
      upTo,
      target: { kind: 'matching', filters: [filter], search: null, except: [] },
    });
    // Whoever comes after they were counted is not meant.
    const late = await tenant.subscriber(phoneOf(people + (action.kind === 'remove' ? 1 : 2)));
    if (action.kind === 'remove') await spine.commands.contacts.optOut(me(), { contactId: late as never });

    await start();
    for (let kill = 0; kill < kills; kill += 1) {
      // In the middle of a page, further each time.
      const enough = before.size + Math.floor((meant * (kill + 0.5)) / (kills + 1));
      await eventually(
        async () => (await timesOf(type)).size,
        (size) => size >= enough,
        120_000,
      );
      expect((await state()).status).toBe('running');
      await child!.kill('SIGKILL');
      // What it did is shown by the time another takes over: the next page is asked for among those who are left.
      await shown();
      await start();
    }
    const ended = await eventually(state, ({ status: now }) => now !== 'running', 180_000);
    await child!.kill('SIGKILL');
    expect(ended).toMatchObject({ status: 'completed', done: meant, changed: meant });
    const steps = (await spine.store.read(streams.bulk(bulkId as never))).filter((event) =>
      is(event, BulkActionProgressed),
    );
    expect(steps.at(-1)!.data).toMatchObject({ done: meant, changed: meant });

    const after = await timesOf(type);
    expect([...after.values()].filter((times) => times !== 1)).toEqual([]);
    expect(after.size).toBe(before.size + meant);
    expect(after.has(late)).toBe(false);
  },
  600_000,
);
