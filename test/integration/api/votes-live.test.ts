import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { VoteTally } from '../../../api/contract/live.ts';
import { ballotIdOf } from '../../../commands/votes/cast.ts';
import { initialSettings } from '../../../domain/campaigns/fields.ts';
import { CampaignId } from '../../../domain/kernel/ids.ts';
import { context, personOf, systemContext } from '../../support/callers.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let host: string;
let tenant: Tenant;
let uniqueId: string;
const clock = { ahead: 0 };
const watchersPerAddress = 3;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  app = await startTestApi({
    now: () => new Date(Date.now() + clock.ahead),
    pages: await buildRenderer(),
    config: { live: { voteMs: 20, gapCheckMs: 100, watchersPerAddress } },
  });
  tenant = await app.addTenant('bella');
  uniqueId = (await app.readModels.business(tenant.businessId))!.uniqueId;
  host = await app.listen();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  clock.ahead = 0;
});
afterAll(() => app.close());

const person = () => context(personOf(tenant.businessId, tenant.agencyId));
const settled = (position: bigint | null) => app.runner.waitFor(position!, { timeoutMs: 10_000 });

async function openVote(endsAt: string | null = null) {
  const campaignId = CampaignId.parse(randomUUID());
  const { campaigns } = app.commands;
  await campaigns.create(person(), {
    campaignId,
    name: 'Which one',
    type: 'vote',
    keyword: `V${campaignId.slice(0, 8)}`,
    reply: '',
    replyMedia: [],
    template: null,
    sections: {},
  });
  const nothing = { details: null, offer: null, notifications: null, revision: null };
  await campaigns.edit(person(), { campaignId, ...nothing, settings: { ...initialSettings, endsAt } });
  await settled((await campaigns.publishPage(person(), { campaignId })).position);
  return campaignId;
}
let voters = 0;
async function vote(campaignId: CampaignId, choice: string) {
  const submissionId = randomUUID();
  const { result } = await app.commands.pages.submit(
    context({ role: 'public', actor: { kind: 'public', name: 'page' }, tenant: { agencyId: null, businessId: null } }),
    {
      submissionId,
      campaignId,
      pageVersion: 1,
      answers: { name: 'Ann', email: `v${(voters += 1)}@mail.test`, choices: [choice] },
      ipAddress: null,
      device: 'phone',
      from: { source: null, medium: null, campaign: null, referrer: null },
      referral: null,
    },
  );
  const { position } = await app.commands.votes.castFromPage(systemContext(tenant), { submissionId });
  await settled(position);
  return { submissionId, contactId: result.contactId };
}

function watch(campaignId: string) {
  const socket = new WebSocket(`ws://${host}/api/v1/votes/${campaignId}/live`);
  sockets.push(socket);
  const heard: VoteTally[] = [];
  const ended: { code: number | null } = { code: null };
  socket.on('message', (data) => heard.push(VoteTally.strict().parse(JSON.parse(String(data)))));
  socket.on('close', (code) => {
    ended.code = code;
  });
  socket.on('error', () => undefined);
  const until = (accept: (newest: VoteTally | undefined) => boolean) => eventually(async () => heard.at(-1), accept);
  return {
    socket,
    heard,
    ended,
    until,
    closed: () =>
      eventually(
        async () => ended.code,
        (code) => code !== null,
      ),
  };
}

it('tells whoever watches how a vote goes on: tallies, and no word of who voted', async () => {
  const campaignId = await openVote();
  const one = watch(campaignId);
  await one.until((tally) => tally?.total === 0);
  await vote(campaignId, 'opt1');
  const { contactId } = await vote(campaignId, 'opt2');
  await one.until((tally) => tally?.total === 2);
  expect(one.heard.at(-1)).toEqual({ total: 2, options: { opt1: 1, opt2: 1 }, ended: false });
  // What somebody of the business takes out is counted anew for everybody who looks.
  const ballotId = ballotIdOf(campaignId, contactId as never);
  await settled((await app.commands.votes.exclude(person(), { ballotId, reason: '' })).position);
  await one.until((tally) => tally?.total === 1);
  expect(one.heard.at(-1)!.options).toEqual({ opt1: 1 });
});

it('says when it is over, and takes no vote after that', async () => {
  const campaignId = await openVote(new Date(Date.now() + 3_600_000).toISOString());
  const one = watch(campaignId);
  await one.until((tally) => tally?.ended === false);
  clock.ahead = 2 * 3_600_000;
  await one.until((tally) => tally?.ended === true);
  await expect(vote(campaignId, 'opt1')).rejects.toThrow('This vote is over. It ended before your vote came in.');
  const page = await app.api.inject({ url: `/pages/${campaignId}/${uniqueId}/result` });
  expect(page.body).toContain('This vote has ended.');
  expect(page.body).toContain('Final result');
  expect(page.body).not.toContain('The result so far');
  expect(page.body).not.toContain('data-live=');
});

it('knows nothing of a page that is not published, is no vote, or does not exist, and hears nobody', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    const one = watch(id);
    expect(await one.closed()).toBe(4404);
    expect(one.heard).toEqual([]);
  }
  const campaignId = await openVote();
  const talker = watch(campaignId);
  await talker.until((tally) => tally !== undefined);
  talker.socket.send('hello?');
  expect(await talker.closed()).toBe(1006);
  // Taken down while somebody watches: told to look again.
  const one = watch(campaignId);
  await one.until((tally) => tally !== undefined);
  await settled((await app.commands.campaigns.unpublishPage(person(), { campaignId })).position);
  clock.ahead = 2_000;
  expect(await one.closed()).toBe(1000);
});

it('opens so many for one address and no more, and one that leaves makes room', async () => {
  const campaignId = await openVote();
  const those = Array.from({ length: watchersPerAddress }, () => watch(campaignId));
  for (const one of those) await one.until((tally) => tally !== undefined);
  expect(await watch(campaignId).closed()).toBe(1013);
  those[0]!.socket.close();
  await those[0]!.closed();
  await eventually(
    async () => {
      const again = watch(campaignId);
      await eventually(
        async () => again.heard.length + Number(again.ended.code !== null),
        (done) => done > 0,
      );
      return again.heard.length;
    },
    (heard) => heard > 0,
  );
});

it('is in the page that visitors get, with a policy that lets it listen on this host alone', async () => {
  const campaignId = await openVote();
  const page = await app.api.inject({
    url: `/pages/${campaignId}/${uniqueId}/result`,
    headers: { host: 'pages.test:81' },
  });
  expect(page.body).toContain(`data-live="/api/v1/votes/${campaignId}/live"`);
  expect(page.headers['content-security-policy']).toContain("connect-src 'self' ws://pages.test:81;");
  const odd = await app.api.inject({
    url: `/pages/${campaignId}/${uniqueId}/result`,
    headers: { host: 'a;script-src *' },
  });
  expect(odd.headers['content-security-policy']).not.toContain('script-src *');
});
