import { afterAll, beforeAll, expect, it } from 'vitest';
import { AgencyMoving } from '../../../adapters/event-store/port.ts';
import { uuidV5, namespaces } from '../../../domain/kernel/ids.ts';
import { cancelMove, type Move, moveAgency, MoveRefused, steps } from '../../../main/agency-move/move.ts';
import { projectors } from '../../../projections/index.ts';
import { carrier, context } from '../../support/callers.ts';
import { worksFor } from '../../support/broadcasts.ts';
import { ask, type Installation, openPlatform, type Platform } from '../../support/platform.ts';
import { said } from '../../support/said.ts';
import type { Tenant } from '../../support/spine.ts';

type Agency = Awaited<ReturnType<Platform['agency']>>;
let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

/** Texts that came to an installation itself. */
const textsAt = async (installation: Installation) =>
  (await ask(installation, `select from es.events where type = 'MessageReceived' and metadata -> 'moved' is null`))
    .length;
const eventsOf = (installation: Installation, { agencyId, businesses }: Agency) =>
  ask<{ type: string }>(
    installation,
    `select stream, revision, id, type, version, data::text as data, metadata::jsonb - 'moved' as metadata from es.events
      where metadata -> 'tenant' ->> 'agencyId' = $1 or metadata -> 'tenant' ->> 'businessId' = any($2) order by stream, revision`,
    [agencyId, businesses.map(({ businessId }) => businessId)],
  );
const fencesOf = (installation: Installation, agencyId: string) =>
  ask<{ state: string }>(installation, 'select distinct state from es.fences where agency_id = $1', [agencyId]);
/** What a person does. */
const optOut = (at: Installation, { businessId }: Tenant, phone: string) =>
  at.spine.commands.contacts.optOut(context(worksFor(businessId)), {
    contactId: at.spine.contactId(businessId, phone),
  });

it('moves an idle agency with its contacts and texts, exactly, and texts reach it at its new home', async () => {
  const { old, next, directory } = platform;
  const agency = await platform.agency(2);
  const { agencyId, businesses } = agency;
  const other = await platform.agency(1);
  const [pizza, salon] = businesses as [Tenant, Tenant];
  for (const [n, to] of [pizza, salon, pizza, other.businesses[0]!].entries())
    await platform.text(`+1500555${7000 + n}`, to, `Hello ${n}`);
  await platform.sandbox.carrier.idle();
  await old.settled();
  const before = await old.spine.raw.head();
  await moveAgency({ agencyId, from: old.cell, to: next.cell, directory });
  expect(await old.spine.raw.head()).toBe(before);
  const moved = await eventsOf(next, agency);
  expect(moved.length).toBeGreaterThan(10);
  expect(moved).toEqual(await eventsOf(old, agency));
  expect(await ask(next, `select from es.events where metadata -> 'moved' is null`)).toEqual([]);

  await platform.text('+15005557000', pizza, 'Again');
  await platform.text('+15005557003', other.businesses[0]!, 'Again');
  await platform.sandbox.carrier.idle();
  await old.settled();
  await next.settled();
  expect(await textsAt(old)).toBe(5);
  expect(await textsAt(next)).toBe(1);
  // Who came back is the contact that was known.
  expect(await ask(next, `select distinct stream from es.events where type = 'ContactDiscovered'`)).toHaveLength(3);
  // What still comes to the old one is refused, and kept by no one but the carrier.
  const late = {
    provider: 'twilio',
    providerMessageId: 'SMlate',
    from: '+15005557000',
    to: pizza.number,
    body: 'Late',
    media: [],
  };
  const given = { ...late, receivedAt: new Date().toISOString() };
  await expect(old.spine.commands.messages.receive(context(carrier), given)).rejects.toMatchObject({ isForGood: true });
  for (const { spine, name } of [old, next])
    for (const projector of projectors)
      expect(await spine.runner.verify(projector.name), `${projector.name} at ${name}`).toEqual([]);
  // Every read model of both is compared.
}, 400_000);

it('goes on with a move that was cut off before or in any step, and refuses what comes between fence and arrival', async () => {
  const { old, next, directory } = platform;
  const agency = await platform.agency(1);
  const { agencyId, businesses } = agency;
  const salon = businesses[0]!;
  const phone = '+15005557100';
  await platform.text(phone, salon, 'Hello');
  await platform.sandbox.carrier.idle();
  await old.settled();
  const move: Move = { agencyId, from: old.cell, to: next.cell, directory };
  const fenced: string[] = [];
  const note = (n: number) => {
    const [noted] = said([{ type: 'Noted', version: 1, data: { n } }], { agencyId });
    return old.spine.raw.append(`note-${agencyId}`, 'any', [noted!]);
  };
  await note(1);
  for (const step of steps) {
    const told = (line: string) => {
      if (line === step) throw new Error(`cut off before ${step}`);
    };
    await expect(moveAgency({ ...move, told })).rejects.toThrow('cut off');
    if (step === 'fence') {
      // As after a kill between the events and the note of how far they are copied; and a stream has grown since.
      await next.spine.pool.query('update ops.agency_moves set copied_to = 0 where agency_id = $1', [agencyId]);
      await note(2);
    }
    if (steps.indexOf(step) > steps.indexOf('fence')) {
      await expect(optOut(old, salon, phone)).rejects.toThrow(AgencyMoving);
      fenced.push((await fencesOf(old, agencyId))[0]!.state);
    }
    if (step === 'arrive') await expect(optOut(next, salon, phone)).rejects.toThrow(AgencyMoving);
  }
  expect(fenced).toEqual(['fenced', 'sealed', 'sealed', 'sealed', 'sealed', 'sealed']);
  await moveAgency(move);
  expect(await fencesOf(old, agencyId)).toEqual([{ state: 'moved' }]);
  expect(await eventsOf(next, agency)).toEqual(await eventsOf(old, agency));
  await expect(moveAgency(move)).rejects.toThrow(MoveRefused);

  // It may go back: what it did meanwhile comes along, what was there is not there twice.
  await optOut(next, salon, phone);
  await next.settled();
  await moveAgency({ ...move, from: next.cell, to: old.cell });
  expect(await eventsOf(old, agency)).toEqual(await eventsOf(next, agency));
  expect((await eventsOf(old, agency)).filter(({ type }) => type === 'ContactOptedOut')).toHaveLength(1);
  await platform.text(phone, salon, 'Back again');
  await platform.sandbox.carrier.idle();
  await old.settled();
  expect((await eventsOf(old, agency)).length).toBeGreaterThan((await eventsOf(next, agency)).length);
});

it('takes a move back: rows return as they were, and the agency goes on where it was', async () => {
  const { old, next, directory } = platform;
  const { agencyId, businesses } = await platform.agency(1);
  const salon = businesses[0]!;
  const timer = uuidV5(namespaces.command, 'test-timer', salon.businessId);
  await old.spine.pool.query(
    `insert into ops.timers (id, kind, due_at, payload) values ($1, 'scheduled-text', '2031-05-06 07:08:09.123456+00', $2)`,
    [timer, { businessId: salon.businessId }],
  );
  await old.settled();
  const rows = () =>
    ask(old, `select t.*, t.due_at::text as due from ops.timers t where id = $1`, [timer]).then(async (timers) => ({
      timers,
      senders: await ask(old, 'select *, paused_until::text as until from ops.senders where business_id = $1', [
        salon.businessId,
      ]),
    }));
  const before = await rows();
  const move: Move = { agencyId, from: old.cell, to: next.cell, directory };
  for (const cut of ['drain', 'catch up', 'arrive']) {
    const told = (line: string) => {
      if (line === cut) throw new Error('cut off');
    };
    await expect(moveAgency({ ...move, told })).rejects.toThrow('cut off');
    await cancelMove(move);
    expect(await rows(), cut).toEqual(before);
    expect(await fencesOf(old, agencyId)).toEqual([]);
  }
  await platform.text('+15005557200', salon, 'Hello');
  await platform.sandbox.carrier.idle();
  await moveAgency(move);
  expect((await rows()).timers).toEqual([]);
  expect(await ask(next, 'select t.*, t.due_at::text as due from ops.timers t where id = $1', [timer])).toEqual(
    before.timers,
  );
  await expect(cancelMove(move)).rejects.toThrow(MoveRefused);
});

it('refuses before the first step what it would lose, with the reason', async () => {
  const { old, next, directory } = platform;
  const { agencyId, businesses } = await platform.agency(1);
  const salon = businesses[0]!;
  const move: Move = { agencyId, from: old.cell, to: next.cell, directory };
  const nothingBegan = async () => {
    expect(await fencesOf(next, agencyId)).toEqual([]);
    expect(await ask(old, 'select from ops.agency_moves where agency_id = $1', [agencyId])).toEqual([]);
  };
  await old.spine.pool.query(
    `insert into ops.upload_jobs (upload_id, business_id, stage, position, due_at) values ($1, $2, 'import', 1, 'infinity')`,
    [agencyId, salon.businessId],
  );
  await expect(moveAgency(move)).rejects.toThrow('1 contact imports are running');
  await old.spine.pool.query('delete from ops.upload_jobs where upload_id = $1', [agencyId]);
  const stranger = { ...next.cell, vault: { ...next.cell.vault, get: async () => 'another pepper' } };
  await expect(moveAgency({ ...move, to: stranger })).rejects.toThrow('other ids');
  const sealed = { ...next.cell, vault: { ...next.cell.vault, fingerprint: () => 'another key' } };
  await expect(moveAgency({ ...move, to: sealed })).rejects.toThrow('SECRET_KEY');
  // The number is someone else's there.
  const [claim] = await ask<{ type: string; version: number; data: unknown; metadata: object }>(
    old,
    'select type, version, data, metadata from es.events where stream = $1',
    [`number-${salon.number}`],
  );
  const taken = {
    ...claim!,
    id: uuidV5(namespaces.command, 'taken', salon.number),
    metadata: { ...claim!.metadata, tenant: { agencyId: null, businessId: null } },
  };
  await next.spine.raw.append(`number-${salon.number}`, 'noStream', [taken as never]);
  await expect(moveAgency(move)).rejects.toThrow(`number-${salon.number}`);
  await nothingBegan();
});

it('waits for what is in hand: a text that came before the fence gets its answer where it came', async () => {
  const { old, next, directory, sandbox } = platform;
  const { agencyId, businesses } = await platform.agency(1);
  const salon = businesses[0]!;
  const phone = '+15005557300';
  await old.settled();
  const move: Move = { agencyId, from: old.cell, to: next.cell, directory };
  // No worker gets further, as if they were busy with others.
  const client = await old.spine.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from ops.worker_checkpoints for update');
    await platform.text(phone, salon, 'HELP');
    await expect(moveAgency({ ...move, drainMs: 1_000 })).rejects.toThrow(/Still in hand: .*events of /);
    expect(await fencesOf(old, agencyId)).toEqual([{ state: 'fenced' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await moveAgency(move);
  await sandbox.carrier.idle();
  await next.settled();
  expect(sandbox.carrier.messages({ direction: 'outbound', to: phone })).toHaveLength(1);
});
