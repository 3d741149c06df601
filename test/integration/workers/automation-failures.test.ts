import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Node } from '../../../domain/automations/document/document.ts';
import { ConversationRead } from '../../../domain/livechat/events.ts';
import { type AutomationRunId, BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { isOursToGiveUp } from '../../../workers/automations/run-loop.ts';
import { append, automationOf } from '../../support/automations.ts';
import { engineWorld, onOptIn } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { drawn, end, id, tag, wait } from '../../unit/domain/automations/make.ts';

const world = engineWorld();
const assign = (failed: string | null): Node => ({
  kind: 'Assign',
  name: null,
  off: false,
  userId: null,
  to: { next: id('b'), failed: failed === null ? null : id(failed) },
});
/** Nobody can read what the step needs: an event of the conversation is not what it says it is. */
async function spoil(
  contactId: string,
  stream: string = streams.conversation(ContactId.parse(contactId)),
): Promise<void> {
  const { businessId } = world.tenant;
  const ids = { contactId: ContactId.parse(contactId), businessId: BusinessId.parse(businessId) };
  const read = ConversationRead.create({ ...ids, userId: randomUUID() as never, upToPosition: '1' });
  // So many of a stream are not kept at hand: what is there is read.
  await append(world.spine, businessId, stream, ...Array.from({ length: 100 }, () => read));
  await world.spine.pool.query(`update es.events set data = '{}' where stream = $1`, [stream]);
}

it('a step that fails by our own fault again and again is given up: the run goes its way for that, or on', async () => {
  const documents = [
    drawn({ w: wait('a'), a: assign('c'), b: end, c: tag('b') }, onOptIn),
    drawn({ w: wait('a'), a: assign(null), b: end }, onOptIn),
  ];
  const automations = await Promise.all(
    documents.map((document) => automationOf(world.spine, world.tenant.businessId, document)),
  );
  await world.start();
  const contactId = await world.tenant.subscriber(world.phone());
  for (const [at, automation] of automations.entries())
    await world.until(automation, documents[at]!, contactId, 'waiting Wait');
  await spoil(contactId);
  const passing = setInterval(() => world.later(10 * 60_000), 50);
  try {
    await Promise.all(
      automations.map((automation, at) =>
        eventually(
          () => world.story(automation, documents[at]!, contactId),
          (events) => events.includes('completed Assign failed failed'),
        ),
      ),
    );
    expect(await world.notes(automations[0]!, contactId)).toContain('our-fault');
    for (const [at, automation] of automations.entries())
      await world.until(automation, documents[at]!, contactId, 'ended End completed');
    expect(await world.story(automations[0]!, documents[0]!, contactId)).toContain('completed Tag next done');
  } finally {
    clearInterval(passing);
  }
  const said = world.faults.splice(0).map(([message]) => message as string);
  // Both; a claim runs out while the clock leaps, and whoever takes it over says the same again.
  const gaveUp = said.filter((message) => message.startsWith('what a run does failed for good'));
  expect(gaveUp.length).toBeGreaterThanOrEqual(2);
  // Eight times in all, of each.
  expect(said.filter((message) => message === 'a run failed, trying again').length).toBeGreaterThanOrEqual(14);
});

it('a step is given up by one alone, where two that held its run failed as often', async () => {
  const document = drawn({ w: wait('a'), a: assign(null), b: end }, onOptIn);
  const automation = await automationOf(world.spine, world.tenant.businessId, document);
  await world.start();
  const contactId = await world.tenant.subscriber(world.phone());
  await world.until(automation, document, contactId, 'waiting Wait');
  // What it did last is still being written down while the log says already that it waits.
  const { rows } = await eventually(
    () =>
      world.spine.pool.query<{ run_id: string }>(
        "update ops.automation_runs set failures = 7 where contact_id = $1 and held_until = '-infinity' returning run_id",
        [contactId],
      ),
    (done) => done.rows.length === 1,
  );
  const turn = { runId: rows[0]!.run_id as AutomationRunId, failures: 7 };
  const given = await Promise.all([1, 2, 3].map(() => isOursToGiveUp(world.spine.db, turn)));
  expect(given.toSorted()).toEqual([false, false, true]);
});

it('who can not be let in by our own fault is tried eight times, and then the watchdog says so', async () => {
  const automation = await automationOf(world.spine, world.tenant.businessId, drawn({ a: tag('b'), b: end }, onOptIn));
  const contactId = await world.tenant.subscriber(world.phone());
  await spoil(contactId, streams.contact(ContactId.parse(contactId)));
  const workers = await world.start();
  const passing = setInterval(() => world.later(10 * 60_000), 50);
  try {
    await eventually(
      async () => (await workers.status()).watchdog,
      (said) => said.includes(`1 contacts could not be let into the automation ${automation.automationId}.`),
    );
  } finally {
    clearInterval(passing);
  }
  // They lie there with why, for who looks at the automation.
  const { rows } = await world.spine.pool.query<{ why: string; failures: number; failed: boolean; tried: boolean }>(
    `select why, failures, failed_at is not null as failed, held_until < 'infinity' as tried from ops.automation_entering
      where automation_id = $1`,
    [automation.automationId],
  );
  expect(rows).toEqual([{ why: 'our-fault', failures: 8, failed: true, tried: false }]);
  const said = world.faults.splice(0).map(([message]) => message as string);
  expect(said).toContain('somebody could not be let in');
  expect(
    said.filter((message) => message === 'somebody could not be let in, trying again').length,
  ).toBeGreaterThanOrEqual(7);
});
