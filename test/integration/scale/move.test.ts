import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveAgency } from '../../../main/agency-move/move.ts';
import { projectors } from '../../../projections/index.ts';
import { ask, type Installation, openPlatform, type Platform } from '../../support/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

/** Texts that came to an installation itself. */
const textsAt = async (installation: Installation) =>
  (await ask(installation, `select from es.events where type = 'MessageReceived' and metadata -> 'moved' is null`))
    .length;

it('moves an idle agency with its contacts and texts, exactly, and texts reach it at its new home', async () => {
  const { old, next, directory } = platform;
  const { agencyId, businesses } = await platform.agency(2);
  const other = await platform.agency(1);
  const [pizza, salon] = businesses as [(typeof businesses)[0], (typeof businesses)[0]];
  for (const [n, to] of [pizza, salon, pizza, other.businesses[0]!].entries())
    await platform.text(`+1500555${7000 + n}`, to, `Hello ${n}`);
  await platform.sandbox.carrier.idle();
  await old.settled();
  const before = await old.spine.raw.head();
  const lines: string[] = [];
  await moveAgency({ agencyId, from: old.cell, to: next.cell, directory, told: (line) => lines.push(line) });
  expect(await old.spine.raw.head()).toBe(before);
  const streamsAt = (installation: Installation) =>
    ask(
      installation,
      `select stream, revision, id, type, version, data::text as data, metadata::jsonb - 'moved' as metadata from es.events
        where metadata -> 'tenant' ->> 'agencyId' = $1 order by stream, revision`,
      [agencyId],
    );
  const moved = await streamsAt(next);
  expect(moved.length).toBeGreaterThan(10);
  expect(moved).toEqual(await streamsAt(old));
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
  for (const { spine, name } of [old, next])
    for (const projector of projectors)
      expect(await spine.runner.verify(projector.name), `${projector.name} at ${name}`).toEqual([]);
});
