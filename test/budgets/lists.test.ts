import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, it } from 'vitest';
import type { Tenant } from '../integration/api/support.ts';
import { automationOf } from '../support/automations.ts';
import { context, personOf, systemContext } from '../support/callers.ts';
import { drawn, end } from '../unit/domain/automations/make.ts';
import { expectWithin } from './support/counted.ts';
import { type BudgetWorld, openBudgetWorld } from './support/world.ts';

/** A page of each list. */
const perPage = 30;
let world: BudgetWorld;
let bella: Tenant;
beforeAll(async () => {
  world = await openBudgetWorld();
  const { app } = world;
  bella = await app.addTenant('bella');
  const me = () => context(personOf(bella.businessId, bella.agencyId, bella.userId));
  for (let nth = 0; nth < perPage; nth += 1) {
    await app.textIn(bella, nth % 2 === 0 ? 'PIZZA' : 'Is a table free?', `+1202555${String(1_000 + nth)}`);
    await app.commands.setup.createCampaign(systemContext(), {
      campaignId: randomUUID(),
      businessId: bella.businessId,
      name: `Campaign ${nth}`,
      type: 'text',
      keyword: `WORD${nth}`,
      reply: 'Thank you.',
      replyMedia: [],
    });
    await app.commands.broadcasts.create(me(), {
      broadcastId: randomUUID(),
      name: `Broadcast ${nth}`,
      type: 'sms',
      windowHours: null,
      contents: [{ kind: 'text', body: 'Hello', media: [] }],
    });
    await automationOf(
      { store: app.store, clock: { now: () => new Date() } as never },
      bella.businessId,
      drawn({ a: end }),
    );
  }
  await app.settled();
});
afterAll(() => world.close());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** `answerBytes`: as it is before it is compressed; ids and dates have one length. */
const read = async (path: string) => {
  const { statusCode, body } = await world.app.api.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${bella.token}` },
  });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`);
  return body.length;
};

it.each([
  ['list of contacts', `/contacts?per_page=${perPage}`],
  ['list of conversations', `/livechat?per_page=${perPage}`],
  [
    'a conversation',
    () => `/livechat/messages?contact_id=${world.app.identifiers.contact(bella.businessId, '+12025551001')}`,
  ],
  ['list of broadcasts', `/broadcasts?per_page=${perPage}`],
  ['list of campaigns', `/campaigns?per_page=${perPage}`],
  ['list of automations', `/automations?per_page=${perPage}`],
  ['report of the dashboard', () => `/businesses/dashboard-reports?date_range=${day(-6)},${day(0)}`],
] as const)('%s', async (path, address) => {
  let answerBytes = 0;
  const counted = await world.count(
    async () => {
      answerBytes = await read(typeof address === 'string' ? address : address());
    },
    { also: () => ({ answerBytes }) },
  );
  expectWithin(path, counted);
});
