import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { emptyDocument } from '../../../domain/automations/document/document.ts';
import type { ContactFilter } from '../../../domain/contacts/filter.ts';
import { SegmentId } from '../../../domain/kernel/ids.ts';
import { automationOf } from '../../support/automations.ts';
import { worksFor } from '../../support/broadcasts.ts';
import { context } from '../../support/callers.ts';
import { engineWorld } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';

const world = engineWorld();
const me = () => context(worksFor(world.tenant.businessId));
type Condition = ContactFilter['groups'][number]['conditions'][number];
const where = (condition: Condition): ContactFilter => ({
  match: 'all',
  groups: [{ match: 'all', conditions: [condition] }],
});
const segment = async (name: string) => {
  const segmentId = SegmentId.parse(randomUUID());
  await world.spine.commands.segments.create(me(), {
    segmentId,
    name,
    filter: where({ field: 'phone', text: { is: 'equal', value: '+14155550100' } }),
  });
  return segmentId;
};
/** Its trigger means members of the segment alone. */
const using = (segmentId: string) =>
  automationOf(world.spine, world.tenant.businessId, {
    ...emptyDocument,
    triggers: [
      {
        on: { kind: 'opted-in', keyword: null, campaignId: null },
        filter: where({ field: 'segment', has: 'any', ids: [segmentId] }),
      },
    ],
  });
const remove = (segmentId: SegmentId) => world.spine.commands.segments.delete(me(), { segmentId });
const notices = async () =>
  (await world.spine.store.readAll(0n, { filter: { types: ['NotificationSent'] }, limit: 1_000 })).events.filter(
    ({ data }) => data['targetId'] === world.tenant.businessId,
  );
const shown = async () => world.spine.runner.waitFor(await world.spine.raw.head(), { timeoutMs: 30_000 });

it('tells a business once for each automation that is on and uses what is gone, and of nothing else', async () => {
  const [used, unused] = [await segment('Regulars'), await segment('Nobody’s')];
  const [one, other, off] = [await using(used), await using(used), await using(used)];
  await using(await segment('Still there'));
  await off.switchOff();
  await shown();
  await remove(unused);
  await remove(used);
  await world.start();
  const told = await eventually(notices, (all) => all.length >= 2);
  expect(told.map(({ data }) => data['link']).sort()).toEqual(
    [one, other].map(({ automationId }) => `/business/automations/${automationId}/edit`).sort(),
  );
  for (const { data } of told)
    expect(data).toMatchObject({
      kind: 'automation-broken',
      audience: 'business',
      content: expect.stringContaining('segment was deleted'),
    });
  // Seen again, by whoever takes the log up at an earlier place: told of once all the same.
  await world.stop();
  await world.spine.pool.query(`update ops.worker_checkpoints set position = 0 where name = 'gone-notices'`);
  await world.start();
  await remove(await segment('The last'));
  const at = async () =>
    (await world.spine.pool.query(`select position from ops.worker_checkpoints where name = 'gone-notices'`)).rows[0]
      .position as string;
  const deleted = (await world.spine.store.readAll(0n, { filter: { types: ['SegmentDeleted'] } })).events.at(-1)!;
  await eventually(at, (position) => BigInt(position) >= deleted.position);
  expect(await notices()).toHaveLength(2);
});
