import { payerKey } from '../../../domain/payments/payer.ts';
import { platformTenant } from '../../../domain/kernel/event.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { action } from '../action.ts';
import type { SimulatedPayer } from '../cast.ts';
import type { World } from '../world.ts';

const admin: Caller = {
  role: 'admin',
  actor: { kind: 'user', userId: '00000000-0000-4000-8000-000000000001', impersonatorId: null },
  tenant: platformTenant,
};

/** A payer adds funds, maybe in two tabs; an operator gives some back; a bank decides on what it took back. */
export const funds = action({
  name: 'funds',
  weight: 5,
  onlyAsTheme: true,
  plan: (chance, cast) => ({
    payer: chance.int(0, cast.payers.length - 1),
    what: chance.weighted([
      { what: 'add' as const, weight: 5 },
      { what: 'refund' as const, weight: 2 },
      { what: 'refund at stripe' as const, weight: 1 },
      { what: 'decide a dispute' as const, weight: 2 },
    ]).what,
    cents: chance.int(100, 900),
    tabs: chance.is(0.3) ? 2 : 1,
    /** Null: all that is left. */
    part: chance.is(0.5) ? null : chance.int(100, 300),
    confirms: chance.is(0.8),
    won: chance.is(0.5),
    nth: chance.int(0, 5),
  }),
  run(world, { payer: at, what, cents, tabs, part, confirms, won, nth }) {
    const one = world.cast.payers[at]!;
    const { core } = world.stripe!.standIn;
    const isOwn = (intent: string | null): boolean =>
      intent !== null && core.find('payment_intent', intent)?.metadata['payer'] === payerKey(one.payer);
    const pick = <T>(some: readonly T[]): T | undefined => some[nth % Math.max(1, some.length)];
    switch (what) {
      case 'add':
        for (let tab = 0; tab < tabs; tab += 1) void add(world, one, cents, confirms);
        return;
      case 'refund':
      case 'refund at stripe': {
        const intent = pick(core.all('payment_intent').filter(({ id, status }) => isOwn(id) && status === 'succeeded'));
        if (intent === undefined) return;
        world.tell(`${one.name} is given back ${part ?? 'all'} of ${intent.id.slice(-4)}: ${what}`);
        if (what === 'refund at stripe')
          return world.stripe!.atStripe('/v1/refunds', {
            payment_intent: intent.id,
            ...(part === null ? {} : { amount: String(part) }),
          });
        for (let tab = 0; tab < tabs; tab += 1)
          void world.ask(
            'refund funds',
            admin,
            ({ payments }, context) =>
              payments.refundFunds(context, {
                payer: one.payer,
                chargeId: intent.id,
                amount: part,
                reason: 'In a story',
              }),
            { tries: 8 },
          );
        return;
      }
      case 'decide a dispute': {
        const open = core
          .all('dispute')
          .filter(({ payment_intent: intent, status }) => isOwn(intent) && status !== 'won' && status !== 'lost');
        const dispute = pick(open);
        if (dispute === undefined) return;
        world.tell(`the bank decides on ${dispute.id.slice(-4)}: ${won ? 'won' : 'lost'}`);
        world.stripe!.standIn.closeDispute(dispute.id, won ? 'won' : 'lost');
        world.stripe!.look();
      }
    }
  },
});

async function add(
  world: World,
  { payer, person, name }: SimulatedPayer,
  cents: number,
  confirms: boolean,
): Promise<void> {
  const commandId = world.uuid();
  const { adding } = world.books.get(payer.id)!;
  world.tell(`${name} adds ${cents} cents (${commandId.slice(0, 8)})`);
  let paid = null as null | { readonly status: string; readonly chargeId: string };
  adding.set(commandId, { cents, isDone: false });
  await world.ask(
    `add funds ${commandId.slice(0, 8)}`,
    person,
    async ({ payments }, context) => {
      paid = (await payments.addFunds(context, { payer, amount: cents })).result;
    },
    { tries: 8, commandId },
  );
  if (paid === null) return;
  const { status, chargeId } = paid;
  if (status === 'added') adding.set(commandId, { cents, isDone: true });
  if (status !== 'requires_action') return;
  world.timeline.in(5_000, () => {
    world.tell(`${name} ${confirms ? 'confirms' : 'does not confirm'} ${chargeId.slice(-4)} at the bank`);
    world.stripe!.standIn.authenticate(chargeId, confirms ? 'succeed' : 'fail');
    world.stripe!.look();
    void world.ask('look what came of it', person, ({ payments }, context) =>
      payments.checkFunds(context, { payer, chargeId }),
    );
  });
}
