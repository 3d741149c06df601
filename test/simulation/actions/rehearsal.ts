import { noActivity } from '../../../domain/automations/runs/facts.ts';
import type { ContactId } from '../../../domain/kernel/ids.ts';
import { action } from '../action.ts';
import { texts } from '../../support/outbox.ts';

const monthMs = 30 * 86_400_000;

/** Somebody rehearses an automation on what has happened until now. The world stands still meanwhile: nothing may come of it. */
export const rehearsal = action({
  name: 'rehearsal',
  weight: 2,
  plan: (chance, cast) => ({
    shop: chance.is(0.8) ? 0 : chance.int(0, cast.shops.length - 1),
    nth: chance.is(0.8) ? 0 : 1,
  }),
  async run(world, { shop, nth }) {
    const { businessId, name, automationIds } = world.cast.shops[shop]!;
    const { commands, store } = world.observer;
    const now = world.timeline.now();
    const state = async () => [
      await store.head(),
      world.carrier.taken.length,
      world.mail.letters.length,
      ...(await world.query(`select (select count(*) from ${texts.name}) + (select count(*) from ops.timers) as rows`)),
    ];
    const before = JSON.stringify(await state(), asText);
    const stage = await commands.automations.rehearsal(automationIds[nth]!, {
      version: null,
      from: new Date(now.getTime() - monthMs).toISOString(),
      until: now.toISOString(),
    });
    if (stage === null) return;
    const streams = Map.groupBy(await world.events(), ({ data }) => data['contactId']);
    const people = world.cast.phones.map((phone) => {
      const contactId = world.contactOf(businessId, phone) as ContactId;
      const own = new Set((streams.get(contactId) ?? []).map(({ stream }) => stream));
      own.delete(`contact-${contactId}`);
      return { contactId, streams: [...own], runs: [], beside: noActivity };
    });
    let came = 0;
    for await (const some of stage.play(people)) for (const [, { runs }] of some) came += runs.length;
    world.tell(`${name} rehearses the automation ${nth}: ${came} would have come in`);
    const after = JSON.stringify(await state(), asText);
    if (before !== after) world.breaks(`a rehearsal changes nothing: ${before} became ${after}`);
  },
});

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
