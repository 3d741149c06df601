import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { is } from '../../domain/kernel/event.ts';
import { ContactOptedOut } from '../../domain/contacts/events.ts';
import { MessageReceived } from '../../domain/messages/events.ts';
import { movedTables, type MovedTable } from '../../main/agency-move/tables.ts';
import { projectors } from '../../projections/index.ts';
import { context } from '../support/callers.ts';
import { automationOf } from '../support/automations.ts';
import { awakePhones } from '../support/awake.ts';
import { broadcast, broadcastNow, worksFor } from '../support/broadcasts.ts';
import { eventually } from '../support/eventually.ts';
import { ask, type Installation, openPlatform, type Platform, secretKey } from '../support/platform.ts';
import { texts } from '../support/outbox.ts';
import type { Tenant } from '../support/spine.ts';
import { subscribeMany } from '../support/subscribers.ts';
import { onOptIn } from '../support/engine.ts';
import { drawn, end, text as textStep, wait } from '../unit/domain/automations/make.ts';

const recipients = 60;
/** Each phone writes at least so many texts before, while and after the agency moves. */
const textsOfPhone = 12;
const hourMs = 3_600_000;

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform({ segmentsPerSecond: 12 });
});
afterAll(() => platform.close());

const received = async ({ spine }: Installation, { moved = false } = {}) =>
  (await spine.store.readAll(0n, { limit: 1_000_000, filter: { types: [MessageReceived.type] } })).events.flatMap(
    (event) => (is(event, MessageReceived) && (moved || event.metadata.moved === undefined) ? [event.data.body] : []),
  );

/** Runs `npm run agency:move`, and kills it as soon as it says this line. Answers its exit code; null: it was killed. */
async function move(agencyId: string, killAt: string | null): Promise<{ code: number | null; said: string }> {
  const { old, next, directoryAt } = platform;
  const child = spawn(
    process.execPath,
    [
      'main/agency-move-cli.ts',
      agencyId,
      '--from',
      'old',
      '--to',
      'next',
      '--to-database',
      next.database.connectionString,
    ].concat(['--to-data', next.dataDir, '--directory', directoryAt]),
    {
      env: {
        ...process.env,
        DATABASE_URL: old.database.connectionString,
        DATA_DIR: old.dataDir,
        SECRET_KEY: secretKey,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (killAt !== null && said.includes(`${killAt}\n`)) child.kill('SIGKILL');
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

it('moves an agency while texts come in, killed at four steps, exact to the message', async () => {
  const { old, next, sandbox, clock } = platform;
  const { agencyId, businesses } = await platform.agency(2);
  const [pizza, salon] = businesses as [Tenant, Tenant];
  const other = await platform.agency(1);
  const cafe = other.businesses[0]!;
  const outgoing = (from: Tenant, to?: string) =>
    sandbox.carrier.messages({ direction: 'outbound', from: from.number, ...(to === undefined ? {} : { to }) });

  // Who waits in an automation, and who has a text that is to come.
  const document = drawn({ w: wait('t'), t: textStep('e'), e: end }, onOptIn);
  await automationOf(old.spine, pizza.businessId, document);
  const waiting = await Promise.all([0, 1, 2, 3].map((n) => pizza.subscriber(`+1500555610${n}`)));
  await eventually(
    () => ask(old, `select from ops.automation_runs where state = 'waiting'`),
    (runs) => runs.length === waiting.length,
  );
  const chatter = '+15005556200';
  await platform.text(chatter, salon, 'Are you open at six?');
  await sandbox.carrier.idle();
  await old.settled();
  const person = worksFor(salon.businessId);
  await old.spine.commands.livechat.schedule(context(person), {
    contactId: old.spine.contactId(salon.businessId, chatter),
    body: 'See you at six.',
    media: [],
    sendAt: new Date(clock.now().getTime() + 2 * hourMs).toISOString(),
  });

  // A broadcast that is paused with most of it to come, and one of the other agency that goes on.
  const phones = awakePhones(recipients);
  await subscribeMany(old.spine, salon.businessId, phones, { agencyId });
  const otherPhones = awakePhones(recipients + 20).slice(recipients);
  await subscribeMany(old.spine, cafe.businessId, otherPhones, { agencyId: other.agencyId });
  const id = await broadcast(old.spine, salon, 'Autumn cuts');
  await eventually(
    () => outgoing(salon).length,
    (sent) => sent >= 10,
  );
  await old.spine.commands.broadcasts.pause(context(person), { broadcastId: id });
  await broadcast(old.spine, cafe, 'Pumpkin cake');
  await eventually(
    () => texts.count(old.spine.db, { broadcastId: id, stage: ['pending', 'in hand', 'unknown'] }),
    (left) => left === 0,
  );
  const beforeMove = outgoing(salon).map(({ to }) => to);
  const leavers = phones.filter((phone) => !beforeMove.includes(phone)).slice(0, 3);
  expect(leavers).toHaveLength(3);

  // Texts come in: each phone writes its next when the carrier has carried the one before, or has to try again.
  let over = false;
  const sent: string[] = [];
  const help = new Map<string, number>();
  const write = async (n: number): Promise<void> => {
    const phone = `+1500555630${n}`;
    const to = [pizza, salon, cafe][n % 3]!;
    for (let k = 0; !over || k < textsOfPhone; k += 1) {
      const body = k % 4 === 3 ? 'HELP' : `${phone} says ${k}`;
      sent.push(body);
      if (body === 'HELP') help.set(phone, (help.get(phone) ?? 0) + 1);
      await platform.text(phone, to, body);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const writing = Promise.all([0, 1, 2, 3, 4, 5].map(write));
  const leaving = (async () => {
    for (const phone of leavers) {
      await eventually(
        () => sent.length,
        (count) => count > 6 * leavers.indexOf(phone),
      );
      sent.push('STOP');
      await platform.text(phone, salon, 'STOP');
    }
  })();

  const kills = ['fence', 'drain', 'take', 'arrive'];
  for (const killAt of kills) {
    const { code, said } = await move(agencyId, killAt);
    expect(said, said).toContain(killAt);
    expect(code, said).toBeNull();
  }
  const { code, said } = await move(agencyId, null);
  expect(code, said).toBe(0);
  const atOld = `select count(*)::int as count from es.events where metadata -> 'tenant' ->> 'businessId' = any($1)`;
  const ids = businesses.map(({ businessId }) => businessId);
  const left = await ask(old, atOld, [ids]);
  over = true;
  await writing;
  await leaving;
  await sandbox.carrier.idle();
  await old.settled();
  await next.settled();

  // The rest of the broadcast goes out at the new home; the waits end, the scheduled text is due.
  await next.spine.commands.broadcasts.resume(context(person), { broadcastId: id });
  await eventually(
    () => broadcastNow(next.spine.store, id),
    ({ status }) => status === 'completed',
    120_000,
  );
  clock.aheadMs = 25 * hourMs;
  await eventually(
    () => outgoing(pizza).filter(({ body }) => body.startsWith('Hello')).length,
    (count) => count >= waiting.length,
  );
  await eventually(
    () => outgoing(salon, chatter).filter(({ body }) => body === 'See you at six.').length,
    (count) => count > 0,
  );
  await sandbox.carrier.idle();
  await old.settled();
  await next.settled();

  // Every text once.
  const all = [...(await received(old)), ...(await received(next))];
  expect(all.toSorted()).toEqual([...sent, 'Are you open at six?'].toSorted());
  // The moved agency's are all at its new home, also those that came before.
  const theirs = (await received(next, { moved: true })).filter((body) => body?.includes('says'));
  expect(theirs.toSorted()).toEqual(sent.filter((body) => /630[0134] says/.test(body)).toSorted());
  // No answer twice.
  for (const [phone, count] of help)
    expect(sandbox.carrier.messages({ direction: 'outbound', to: phone }), phone).toHaveLength(count);
  for (const n of [0, 1, 2, 3]) expect(outgoing(pizza, `+1500555610${n}`)).toHaveLength(1);
  expect(outgoing(salon, chatter).map(({ body }) => body)).toEqual(['See you at six.']);
  // The broadcast reached each once, whoever said stop before their turn not at all, and what was said before holds.
  const got = outgoing(salon)
    .filter(({ body }) => body.startsWith('Autumn cuts'))
    .map(({ to }) => to);
  expect(got.toSorted()).toEqual(phones.filter((phone) => !leavers.includes(phone)).toSorted());
  const optedOut = (await next.spine.store.readAll(0n, { limit: 1_000_000, filter: { types: [ContactOptedOut.type] } }))
    .events;
  expect(optedOut).toHaveLength(leavers.length);
  // The old home has not said a word of the agency since, has nothing of it to do, and the other one went on there.
  expect(await ask(old, atOld, [ids])).toEqual(left);
  expect(await leftovers(old, ids, agencyId)).toEqual([]);
  expect(await ask(next, `select from ops.moving_rows`)).toEqual([]);
  expect(
    outgoing(cafe)
      .filter(({ body }) => body.startsWith('Pumpkin cake'))
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(otherPhones.toSorted());
  expect(await ask(next, atOld, [[cafe.businessId]])).toEqual([{ count: 0 }]);
  for (const { spine, name } of [old, next])
    for (const projector of projectors)
      expect(await spine.runner.verify(projector.name), `${projector.name} at ${name}`).toEqual([]);
  console.log(
    `${sent.length} texts while it moved, ${platform.router.counts.held} held, ${platform.router.counts.refused} refused`,
  );
}, 600_000);

/** Tables of workers that still have rows of the agency. */
async function leftovers(installation: Installation, businesses: readonly string[], agencyId: string) {
  const counted = async ({ table, own }: MovedTable) => {
    const [row] = await ask<{ count: number }>(
      installation,
      `select count(*)::int as count from ops.${table}
        where ${own} and $1::uuid[] is not null and $2::uuid is not null and $3::uuid[] is not null`,
      [businesses, agencyId, []],
    );
    return row!.count === 0 ? [] : [`${row!.count} of ${table}`];
  };
  return (await Promise.all([...movedTables, { table: 'moving_rows', own: 'true' }].map(counted))).flat();
}
