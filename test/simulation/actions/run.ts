import { Run } from '../../../domain/automations/runs/run.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import type { AutomationRunId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { action } from '../action.ts';
import { goalWord } from '../automations.ts';
import type { World } from '../world.ts';

const second = 1_000;

/**
 * What people do around an automation: somebody opts in and comes in by that or by hand, answers, reaches the goal, is
 * let go on, passed over or stopped; it is switched off and on again, or archived with people inside.
 */
export const run = action({
  name: 'run',
  weight: 5,
  plan: (chance, cast) => ({
    shop: chance.is(0.8) ? 0 : chance.int(0, cast.shops.length - 1),
    nth: chance.is(0.8) ? 0 : 1,
    phones: cast.phones.filter(() => chance.is(0.45)),
    what: chance.weighted([
      ...(['joins', 'joins', 'start'] as const).map((name) => ({ name, weight: 4 })),
      ...(['says', 'goal', 'goal'] as const).map((name) => ({ name, weight: 2 })),
      ...(['go-on', 'skip', 'stop', 'out', 'off'] as const).map((name) => ({ name, weight: 1 })),
      { name: 'archive' as const, weight: 0.2 },
    ]).name,
    twice: chance.is(0.2),
    after: chance.one([0, chance.between(0, 20), chance.between(0, 900)]) * second,
    lapsed: chance.one(['go-on', 'end'] as const),
  }),
  run(world, { shop: nthShop, nth, phones, what, twice, after, lapsed }) {
    const { businessId, person, name, number, keywords, automationIds } = world.cast.shops[nthShop]!;
    const automationId = automationIds[nth]!;
    const press = (words: string, work: Parameters<World['ask']>[2], tries = 4) => {
      for (let times = twice ? 2 : 1; times > 0; times -= 1) void world.ask(words, person, work, { tries });
    };
    const start = (phone: string): void => {
      world.tell(`${name} starts the automation ${nth} for ${phone}`);
      const contactId = world.contactOf(businessId, phone);
      press(`start ${phone}`, ({ automations }, context) => automations.start(context, { automationId, contactId }));
    };
    const forOne = async (phone: string): Promise<void> => {
      const contactId = world.contactOf(businessId, phone);
      const say = (words: string): void => world.text(phone, number, words, twice ? 2 : 1);
      switch (what) {
        case 'joins':
          say(keywords[0]!);
          return world.timeline.later(world.chance.between(1, 20) * second, () => start(phone));
        case 'start':
          return start(phone);
        case 'says':
          return say('hello, it is Ann');
        case 'goal':
          return say(goalWord);
        case 'out':
          return say('STOP');
        case 'stop':
          world.tell(`${name} takes ${phone} out of the automation ${nth}`);
          return press(`stop ${phone}`, ({ automations }, context) =>
            automations.stop(context, { automationId, contactId }),
          );
        case 'go-on':
        case 'skip': {
          const runId = await runOf(world, automationId, contactId);
          if (runId === null) return;
          world.tell(`${name} has ${phone} ${what} in the automation ${nth}`);
          return press(`${what} ${phone}`, ({ automations }, context) =>
            automations.override(context, { runId, act: what, at: null }),
          );
        }
        default:
          throw new Error(`Nobody ${what satisfies 'off' | 'archive'}s a contact.`);
      }
    };
    const now = async (): Promise<void> => {
      if (what === 'archive') {
        world.tell(`${name} archives the automation ${nth}`);
        return press('archive', ({ automations }, context) => automations.archive(context, { automationId }));
      }
      if (what === 'off') {
        world.tell(`${name} switches the automation ${nth} off for a while`);
        press('switch off', ({ automations }, context) => automations.switch(context, { automationId, on: false }));
        return world.timeline.later(world.chance.between(1, 3_000) * second, () => {
          world.tell(`${name} switches the automation ${nth} on`);
          press(
            'switch on',
            ({ automations }, context) => automations.switch(context, { automationId, on: true, lapsed }),
            20,
          );
        });
      }
      for (const phone of phones) await forOne(phone);
    };
    world.timeline.later(after, now);
  },
});

/** The run that somebody is in at this moment. */
async function runOf(world: World, automationId: string, contactId: string): Promise<AutomationRunId | null> {
  for (const started of (await world.events()).toReversed()) {
    const { data } = started;
    if (
      started.type !== 'AutomationRunStarted' ||
      data['automationId'] !== automationId ||
      data['contactId'] !== contactId
    )
      continue;
    const runId = data['runId'] as AutomationRunId;
    return stateOf(Run, await world.observer.store.read(streams.automationRun(runId))).status === 'running' ?
        runId
      : null;
  }
  return null;
}
