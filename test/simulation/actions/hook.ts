import type { AutomationHookId } from '../../../domain/kernel/ids.ts';
import { action } from '../action.ts';
import { pair } from '../cast.ts';
import { visitor } from './entry.ts';

/** Another system tells of somebody at an address of a business: at once, again when it heard nothing, late, and out of order. */
export const hook = action({
  name: 'hook',
  weight: 2,
  plan: (chance, cast) => ({
    ...pair(chance, cast),
    calls: Array.from({ length: chance.int(1, 3) }, (_, nth) => ({
      body: { who: { phone: null as string | null, first: chance.one(['Ann', 'Bob']), order: nth } },
      copies: chance.is(0.4) ? chance.int(2, 3) : 1,
      after: chance.is(0.6) ? chance.between(0, 50) : chance.between(0, 40_000),
    })),
  }),
  run(world, { shop: nth, phone, calls }) {
    const { name, person, hookId: id } = world.cast.shops[nth]!;
    const hookId = id as AutomationHookId;
    const made = world.ask('make an address', person, ({ automations }, context) =>
      automations.makeHook(context, { hookId, secret: 'a secret of twenty letters' }),
    );
    void made.then((ended) => {
      if (ended === 'gave up') return;
      const mapped = world.ask('map an address', person, ({ automations }, context) =>
        automations.mapHook(context, {
          hookId,
          mapping: [
            { path: 'who.phone', to: { of: 'contact', name: 'phone' } },
            { path: 'who.first', to: { of: 'contact', name: 'first_name' } },
          ],
        }),
      );
      void mapped.then(() => {
        for (const { body, copies, after } of calls) {
          const callId = world.uuid();
          for (let copy = 0; copy < copies; copy += 1)
            world.timeline.later(after + world.chance.between(0, 5_000) * copy, () => {
              world.tell(`another system tells ${name} of ${phone}`);
              void world
                .ask('a call of another system', visitor, ({ automations }, context) =>
                  automations.receive(context, { hookId, callId, body: { who: { ...body.who, phone } } }),
                )
                .then((heard) => {
                  if (heard === 'done') world.hookCalls.add(callId);
                });
            });
        }
      });
    });
  },
});
