import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { initialSettings } from '../../domain/campaigns/fields.ts';
import type { Tenant } from '../integration/api/support.ts';
import { context, personOf } from '../support/callers.ts';
import { buildRenderer } from '../support/renderer.ts';
import { expectWithin } from './support/counted.ts';
import { type BudgetWorld, openBudgetWorld } from './support/world.ts';

/** How often visits are written down, in ms of the machine's time. */
const visitsEveryMs = 40;
let world: BudgetWorld;
let bella: Tenant;
let path: string;
beforeAll(async () => {
  world = await openBudgetWorld({ pages: await buildRenderer(), config: { visitsEveryMs } });
  bella = await world.app.addTenant('bella');
  const me = () => context(personOf(bella.businessId, bella.agencyId, bella.userId));
  const campaignId = randomUUID();
  const { campaigns } = world.app.commands;
  await campaigns.create(me(), {
    campaignId,
    name: 'Autumn',
    type: 'landing',
    keyword: 'AUTUMN',
    reply: 'Welcome.',
    replyMedia: [],
    template: null,
    sections: {},
  });
  await campaigns.edit(me(), {
    campaignId,
    revision: null,
    details: null,
    offer: null,
    notifications: null,
    settings: initialSettings,
  });
  await campaigns.publishPage(me(), { campaignId });
  await world.app.settled();
  await world.startWorkers();
  await world.pass(2_000);
  path = `/pages/${campaignId}/${bella.uniqueId}`;
});
afterAll(() => world.close());

const agent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const view = async () => {
  const { statusCode, body } = await world.app.api.inject({
    method: 'GET',
    url: path,
    headers: { 'user-agent': agent },
  });
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  return body;
};
const valueOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

it('page view', async () => {
  let answerBytes = 0;
  const counted = await world.count(
    async () => {
      answerBytes = (await view()).length;
      // With what it takes to write down that somebody was there.
      await sleep(3 * visitsEveryMs);
    },
    { also: () => ({ answerBytes }) },
  );
  expectWithin('page view', counted);
});

it('form taken', async () => {
  let people = 0;
  let html = '';
  const opened = async () => {
    html = await view();
    await sleep(3 * visitsEveryMs);
    await world.pass(5_000);
  };
  await opened();
  const counted = await world.count(
    async () => {
      people += 1;
      const form = {
        name: 'Ann Lee',
        phone: `(212) 555-${String(1_000 + people)}`,
        birthday: '02/29',
        consent: 'yes',
        key: valueOf(html, 'key'),
        version: valueOf(html, 'version'),
      };
      const { statusCode, body } = await world.app.api.inject({
        method: 'POST',
        url: path,
        payload: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
      });
      if (statusCode !== 303) throw new Error(`${statusCode} ${body}`);
      await sleep(3 * visitsEveryMs);
    },
    { after: opened },
  );
  expectWithin('form taken', counted);
});
