import { afterAll, beforeAll, it } from 'vitest';
import type { EmailOutcome } from '../../adapters/email/port.ts';
import type { BroadcastId } from '../../domain/kernel/ids.ts';
import type { Tenant } from '../integration/api/support.ts';
import { broadcast, broadcastNow } from '../support/broadcasts.ts';
import { designFor, giveAddress, emailBroadcast, subscribeByEmail } from '../support/email-broadcasts.ts';
import { account } from '../support/spine.ts';
import type { Spine } from '../support/spine.ts';
import { subscribeMany } from '../support/subscribers.ts';
import { expectWithin } from './support/counted.ts';
import { type BudgetWorld, openBudgetWorld } from './support/world.ts';

/** Of each broadcast. What one more of them costs is a hundredth of what grows with them. */
const recipients = 100;
let world: BudgetWorld;
beforeAll(async () => {
  world = await openBudgetWorld();
  const provider = {
    name: 'prompt',
    send: async ({ to }: { readonly to: string }): Promise<EmailOutcome> => ({
      kind: 'accepted',
      providerMessageId: to,
    }),
    close: async () => {},
  };
  await world.startWorkers({
    config: { broadcasts: { lookMs: 50 } },
    mail: {
      routeFor: async () => ({ provider, from: { address: 'shop@x.test', name: null }, tells: false }),
      brandOf: async () =>
        ({ name: 'Beckon', color: '#000000', publicUrl: 'http://localhost', logoUrl: null }) as never,
      vault: { get: async () => undefined } as never,
    },
  });
});
afterAll(() => world.close());

let businesses = 0;
/** Each run has a business of its own: nobody is written to twice a day. */
const someone = async (): Promise<Tenant> => {
  const tenant = await world.app.addTenant(`shop${(businesses += 1) + 100}`, { agencyId: null });
  world.sandbox.carrier.addNumber({ number: tenant.number, accountSid: account.sid, smsUrl: null });
  return tenant;
};
/** Moments pass until it is over: a broadcast looks again after moments of its own. */
const untilCompleted = async (broadcastId: BroadcastId, moment: () => Promise<unknown> = async () => {}) => {
  for (let moments = 0; moments < 40; moments += 1) {
    await world.rest();
    if ((await broadcastNow(world.app.store, broadcastId)).status === 'completed') return;
    await moment();
    await world.pass(50);
  }
  throw new Error('The broadcast does not end.');
};

it('broadcast of 100 texts', async () => {
  let bella: Tenant;
  const prepare = async () => {
    bella = await someone();
    const phones = Array.from({ length: recipients }, (_, nth) => `+1500555${String(businesses * 200 + 3_000 + nth)}`);
    const { agencyId, businessId } = bella;
    await subscribeMany(world.app, businessId, phones, { agencyId, at: world.app.clock.now().toISOString() });
    await world.rest();
  };
  const reported = new Set<string>();
  /** The carrier says of each text that it was sent, and that it was delivered. */
  const reports = async () => {
    const taken = world.sandbox.carrier.messages({ direction: 'outbound' }).filter(({ sid }) => !reported.has(sid));
    for (const MessageStatus of ['sent', 'delivered'])
      for (const { sid, from, to, callbackUrl } of taken) {
        const { pathname, search } = new URL(callbackUrl!);
        const form = { MessageSid: sid, AccountSid: account.sid, From: from, To: to, MessageStatus };
        const { statusCode } = await world.app.webhook(`${pathname}${search}`, form, { authToken: bella.authToken });
        if (statusCode >= 300) throw new Error(`It was refused: ${statusCode}`);
        reported.add(sid);
      }
  };
  await prepare();
  const counted = await world.count(
    async () => untilCompleted(await broadcast(world.app as unknown as Spine, bella, 'A slice on us today.'), reports),
    { runs: 2, after: prepare },
  );
  expectWithin('broadcast of 100 texts', counted);
});

it('broadcast of 100 emails', async () => {
  let businessId: string;
  let designId: string;
  const prepare = async () => {
    ({ businessId } = await someone());
    await giveAddress(world.app, businessId);
    designId = await designFor(world.app, businessId);
    const addresses = Array.from({ length: recipients }, (_, nth) => `guest${1_000 + nth}@x.test`);
    await subscribeByEmail(world.app, businessId, addresses);
    await world.rest();
  };
  await prepare();
  const counted = await world.count(
    async () => untilCompleted(await emailBroadcast(world.app, businessId, ['Hello'], designId)),
    { runs: 2, after: prepare },
  );
  expectWithin('broadcast of 100 emails', counted);
});
