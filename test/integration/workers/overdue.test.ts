import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLeases } from '../../../adapters/database/lease.ts';
import { runOverdue } from '../../../workers/livechat/overdue.ts';
import { eventually } from '../../support/eventually.ts';
import { quietLog } from '../../support/quiet.ts';
import { context, createWorld, everything, openBusiness, personOf, system, type World } from '../commands/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ readModels: true });
  await world.runner.start();
});
afterAll(() => world.close());

type Place = Awaited<ReturnType<typeof openBusiness>>;
let phones = 7_000;
async function write(place: Place) {
  const { messageId } = await place.receive('Is anybody there?', { from: `+1917555${(phones += 1)}` });
  await world.commands.messages.react(context(system), { messageId });
}
const answersWithin = (place: Place, replyMinutes: number | null) =>
  world.commands.livechat.chooseTeam(context(personOf(place.businessId, place.agencyId)), {
    mode: 'off',
    people: [],
    replyMinutes,
    hours: null,
    revision: null,
  });
const minutesPass = (minutes: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + minutes * 60_000);
};
const toldOf = async (place: Place) =>
  (await everything(world)).filter(
    ({ type, data, metadata }) =>
      type === 'NotificationSent' && data['kind'] === 'overdue' && metadata.tenant.businessId === place.businessId,
  ).length;

/** A process that looks until it has told of everything up to now. */
async function look() {
  expect(await world.runner.waitFor(await world.events.head(), { timeoutMs: 20_000 })).toBe(true);
  const stopping = new AbortController();
  const leases = createLeases({ db: world.db, holder: `look-${phones}-${Math.random()}`, log: quietLog });
  const { commands, readModels, db, clock } = world;
  const running = runOverdue(
    { db, commands, overdueSince: readModels.overdueSince, clock, log: quietLog, leases, pollMs: 20 },
    stopping.signal,
  );
  const looked = new Date(world.now().getTime() - 5 * 60_000);
  await eventually(
    async () => (await sql<{ dueAt: Date }>`select due_at as "dueAt" from ops.overdue_told`.execute(db)).rows[0]?.dueAt,
    (dueAt) => dueAt !== undefined && dueAt >= looked,
  );
  stopping.abort();
  await running;
}

it('tells of what became overdue, also while no process looked, and of nothing that was overdue when it was chosen', async () => {
  const place = await openBusiness(world);
  await look();
  for (const _ of [1, 2, 3]) await write(place);
  minutesPass(60);
  // Turned on over conversations that wait for an hour: nobody is told of them, now or after any restart.
  await answersWithin(place, 15);
  await look();
  await look();
  expect(await toldOf(place)).toBe(0);
  await write(place);
  minutesPass(10);
  await look();
  expect(await toldOf(place)).toBe(0);
  // Nobody looks for two hours.
  minutesPass(120);
  await look();
  expect(await toldOf(place)).toBe(1);
  await answersWithin(place, 5);
  await look();
  expect(await toldOf(place)).toBe(1);
});

it('begins an installation with what becomes overdue from then on', async () => {
  await sql`delete from ops.overdue_told`.execute(world.db);
  const place = await openBusiness(world);
  await answersWithin(place, 15);
  await write(place);
  minutesPass(60);
  await look();
  expect(await toldOf(place)).toBe(0);
});
