import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openComposition } from '../../support/composition.ts';
import { GaveUp } from '../../support/gave-up.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { systemContext } from '../../support/callers.ts';
import { contacts } from '../../../projections/contacts/projector.ts';
import { AgencyCreated } from '../../../domain/agencies/events.ts';

const agency = { agencyId: crypto.randomUUID(), name: 'Northwind', email: 'agency@example.test' };

it('a world whose read model pauses fails whoever waits, at once, with the event and the error', async () => {
  const database = await createTestDatabase({ readModels: true });
  // What a wrong operator in one statement does.
  const broken = {
    ...contacts,
    name: 'broken',
    handles: [AgencyCreated.type],
    fold: () => [{ text: 'select 1 ===> 2', values: [] }],
  };
  const world = await openComposition(database.connectionString, {
    projections: { projectors: [broken], limits: { retryMs: [1] } },
  });
  await world.runner.start();
  const { position } = await world.commands.setup.createAgency(systemContext(), agency);
  const waiting = world.runner.waitFor(position!, { timeoutMs: 60_000 });
  await expect(waiting).rejects.toThrow(GaveUp);
  await expect(waiting).rejects.toThrow(/"projector":"broken".*"type":"AgencyCreated"[^]*operator does not exist/);
  await expect(
    eventually(
      () => 1,
      (one) => one > 1,
      60_000,
    ),
  ).rejects.toThrow(GaveUp);
  await world.close();
  await database.drop();
});

it('a world in which a worker gave up, and no test noticed, can not be closed without a word', async () => {
  const database = await createTestDatabase();
  const world = await openComposition(database.connectionString);
  world.log.child({ part: 'workers' }).error({ gaveUp: 'worker', worker: 'inbound' }, 'paused');
  await expect(world.close()).rejects.toThrow(/paused.*inbound/);
  await database.drop();
});
