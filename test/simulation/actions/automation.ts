import { Automation } from '../../../domain/automations/automation.ts';
import type { StepMove } from '../../../domain/automations/events.ts';
import type { Document } from '../../../domain/automations/document/document.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import type { AutomationId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { action } from '../action.ts';
import { allSteps, documentOf, draw } from '../automations.ts';

const second = 1_000;

/**
 * A business draws an automation and publishes it, or draws it anew while people are inside: these stay with the version
 * that they came in by, keep their time, wait anew, or go to the first step of the new one. Some people join then.
 */
export const automation = action({
  name: 'automation',
  weight: 2,
  plan: (chance, cast) => ({
    shop: chance.is(0.8) ? 0 : chance.int(0, cast.shops.length - 1),
    nth: chance.is(0.8) ? 0 : 1,
    drawn: draw(chance),
    moves: chance.one(['none', 'keep', 'recompute', 'go'] as const),
    twice: chance.is(0.2),
    joining: cast.phones.filter(() => chance.is(0.4)),
  }),
  run(world, { shop: nthShop, nth, drawn, moves, twice, joining }) {
    const shop = world.cast.shops[nthShop]!;
    const { businessId, person, name, number, keywords, automationIds } = shop;
    const automationId = automationIds[nth]!;
    const document = documentOf(automationId, drawn, nthShop, world.cast);
    world.tell(`${name} draws the automation ${nth}: ${JSON.stringify(drawn)}`);
    const ask = (what: string, ...[work]: [Parameters<typeof world.ask>[2]]) =>
      world.ask(`${what} the automation ${nth}`, person, work, { tries: 20 });
    const publish = async (): Promise<void> => {
      const stored = await world.observer.store.read(streams.automation(automationId as AutomationId));
      const before = stateOf(Automation, stored);
      const version = 'version' in before ? before.version : null;
      const made =
        version === null ?
          []
        : await world.observer.store.read(streams.automationVersion(automationId as AutomationId, version));
      const was = made[0]?.data['document'] as Document | undefined;
      const said = was === undefined || moves === 'none' ? [] : movesBetween(was, document, moves);
      for (let press = twice ? 2 : 1; press > 0; press -= 1)
        void ask('publish', ({ automations }, context) =>
          automations.publish(context, { automationId, revision: null, moves: [...said] }),
        );
      for (const phone of joining) {
        const contactId = world.contactOf(businessId, phone);
        world.timeline.later(world.chance.between(0, 30) * second, () => world.text(phone, number, keywords[0]!, 1));
        world.timeline.later(world.chance.between(20, 90) * second, () => {
          world.tell(`${name} starts the automation ${nth} for ${phone}`);
          void ask(`start ${phone} in`, ({ automations }, context) =>
            automations.start(context, { automationId, contactId }),
          );
        });
      }
    };
    const created = ask('make', ({ automations }, context) =>
      automations.create(context, {
        automationId,
        name: `Automation ${nth}`,
        origin: { kind: 'blank' as const, id: null },
        document: { triggers: [], reentry: { kind: 'once' as const }, start: null, nodes: {} },
      }),
    );
    void created
      .then(() =>
        ask('draw', ({ automations }, context) =>
          automations.draft(context, {
            automationId,
            revision: null,
            triggers: document.triggers,
            reentry: document.reentry,
            start: document.start,
            nodes: Object.fromEntries(allSteps(automationId).map((id) => [id, document.nodes[id] ?? null])),
          }),
        ),
      )
      .then((drafted) => {
        // A look at what is there is no part of the story: it happens in one of its steps.
        if (drafted === 'done') world.timeline.later(0, publish);
      });
  },
});

/** Where somebody may wait in the old version, and what becomes of them by the new one. */
function movesBetween(before: Document, after: Document, how: 'keep' | 'recompute' | 'go'): readonly StepMove[] {
  return Object.entries(before.nodes).flatMap(([node, was]): readonly StepMove[] => {
    if (was.kind !== 'Wait' && was.kind !== 'CollectContactData') return [];
    const is = after.nodes[node];
    const isAlike =
      is?.kind === was.kind && (was.kind !== 'Wait' || is.kind !== 'Wait' || was.until.kind === is.until.kind);
    return [isAlike && how !== 'go' ? { node, how, to: null } : { node, how: 'go', to: after.start }];
  });
}
