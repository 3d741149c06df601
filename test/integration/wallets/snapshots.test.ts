import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import { Payer } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import { walletSnapshots } from '../../../domain/wallets/snapshot.ts';
import { eventually } from '../../support/eventually.ts';
import { context, createWorld, system, type World } from '../commands/world.ts';

/** A long wallet is read from its snapshot, which is never believed where the log says otherwise. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newPayer = () => Payer.parse({ kind: 'agency', id: randomUUID() });

/** A process that has seen nothing yet, and how many events it reads. */
function process() {
  let read = 0;
  const commands = world.commandsWith({
    events: {
      ...world.events,
      read: async (stream, options) => {
        const found = await world.events.read(stream, options);
        read += found.length;
        return found;
      },
    },
  });
  return { commands, read: () => read };
}
async function hold(payer: Payer, commands: World['commands'] = world.commands) {
  const holdId = randomUUID();
  const expiresAt = '2026-11-21T00:00:00.000Z';
  await commands.wallets.holdFunds(context(system), {
    payer,
    currency: usd,
    holdId,
    units: ledgerAmount(1),
    expiresAt,
  });
  return holdId;
}
async function longWallet() {
  const payer = newPayer();
  const funds = { payer, currency: usd, chargeId: `pi_${payer.id}`, units: ledgerAmount(100_000), crossing: null };
  await world.commands.wallets.addFunds(context(system), funds);
  // The first hold has a snapshot behind it, once there are a thousand.
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 240 }, () => hold(payer)));
  const stream = streams.wallet(payer);
  const kept = async () =>
    (
      await sql<{ revision: number; fold: string }>`select revision, fold from ops.stream_snapshots
        where stream = ${stream}`.execute(world.db)
    ).rows[0];
  await eventually(kept, (found) => found !== undefined);
  return { payer, stream, kept };
}
const text = async (payer: Payer, commands: World['commands']) =>
  walletSnapshots.write(await commands.wallets.walletOf(payer));

it('is read from its snapshot on, for what is shown and for what is decided', async () => {
  const { payer } = await longWallet();
  const whole = await text(payer, world.commands);
  const cold = process();
  expect(await text(payer, cold.commands)).toBe(whole);
  const toShow = cold.read();
  expect(toShow).toBeLessThan(500);
  const holdId = await hold(payer, cold.commands);
  expect(cold.read() - toShow).toBeLessThan(500);
  // Another process has it too, and a hold that it knows isn't held twice.
  const again = await world.commands.wallets.holdFunds(context(system), {
    payer,
    currency: usd,
    holdId,
    units: ledgerAmount(1),
    expiresAt: '2026-11-21T00:00:00.000Z',
  });
  expect(again.position).toBeNull();
  expect(await text(payer, process().commands)).toBe(await text(payer, world.commands));
});

it.each([
  ['was damaged', sql`state = replace(state, '"wallet":', '"wallet":1')`],
  ['is of other code', sql`fold = 'another'`],
  ['is of another log', sql`event_id = ${randomUUID()}`],
  ['is ahead of the log', sql`revision = revision + 100000`],
])('is read from the stream where its snapshot %s', async (_, change) => {
  const { payer, stream, kept } = await longWallet();
  const whole = await text(payer, world.commands);
  await sql`update ops.stream_snapshots set ${change} where stream = ${stream}`.execute(world.db);
  const cold = process();
  expect(await text(payer, cold.commands)).toBe(whole);
  expect(cold.read()).toBeGreaterThan(1_200);
  // The next snapshot is right again.
  await eventually(kept, (found) => found?.fold === walletSnapshots.fold);
  const next = process();
  expect(await text(payer, next.commands)).toBe(whole);
  expect(next.read()).toBeLessThan(500);
});

it('keeps no snapshot of what is short, and asks for none', async () => {
  const payer = newPayer();
  const funds = { payer, currency: usd, chargeId: 'pi_short', units: ledgerAmount(100), crossing: null };
  await world.commands.wallets.addFunds(context(system), funds);
  let asked = 0;
  const commands = world.commandsWith({
    snapshots: {
      load: async () => {
        asked += 1;
        return null;
      },
      save: async () => undefined,
      discard: async () => undefined,
    },
  });
  expect((await commands.wallets.walletOf(payer)).wallet).toBe(100);
  expect(asked).toBe(0);
});
