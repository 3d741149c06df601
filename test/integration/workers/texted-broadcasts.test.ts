import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { BroadcastId } from '../../../domain/kernel/ids.ts';
import { broadcastNow, untilOver, worksFor } from '../../support/broadcasts.ts';
import { carrier, context, systemContext } from '../../support/callers.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import type { Spine, Tenant } from '../../support/spine.ts';

const world = carrierWorld();
let spine: Spine;
let tenant: Tenant;
let ann: string;
let campaignId: string;
let keyword: string;
let texts = 0;

beforeAll(() => {
  ({ spine } = world);
});
beforeEach(async () => {
  tenant = await world.newTenant();
  ann = world.phone();
  keyword = `PIZZA${(texts += 1)}`;
  campaignId = randomUUID();
  await spine.commands.setup.createCampaign(systemContext(), {
    campaignId,
    businessId: tenant.businessId,
    name: 'Pizza',
    type: 'text',
    keyword,
    reply: 'Welcome',
    replyMedia: [],
  });
  await list({ name: 'Ann', phone: ann });
});

const start = () => world.start({ leaseMs: 6_000, broadcasts: { pollMs: 50, lookMs: 50 } });
const everything = async (): Promise<readonly StoredEvent[]> =>
  (await spine.store.readAll(0n, { limit: 100_000 })).events.filter(
    ({ data }) => data['businessId'] === tenant.businessId,
  );
const count = async (type: string) => (await everything()).filter((event) => event.type === type).length;
async function list(...broadcasters: readonly { name: string; phone: string }[]) {
  const stored = await spine.store.read(`business-${tenant.businessId}`);
  await spine.commands.businesses.setBroadcasters(context(worksFor(tenant.businessId)), {
    businessId: tenant.businessId,
    broadcasters: [...broadcasters],
    revision: stored.at(-1)!.revision,
  });
}
/** As often as the carrier hands it over. */
async function text(from: string, body: string, { copies = 1, pictures = 0 } = {}) {
  const providerMessageId = `SM${randomUUID().replaceAll('-', '')}`;
  const media = Array.from({ length: pictures }, (_, n) => ({ url: `https://x.test/${n}`, contentType: 'image/png' }));
  await Promise.all(
    Array.from({ length: copies }, () =>
      spine.commands.messages.receive(context(carrier), {
        provider: 'twilio',
        providerMessageId,
        from,
        to: tenant.number,
        body,
        media,
        receivedAt: spine.clock.now().toISOString(),
      }),
    ),
  );
}
const told = (phone: string) =>
  world
    .atCarrier(tenant)
    .filter(({ to }) => to === phone)
    .map(({ body }) => body);
/** What a phone has been told last, once it has been told so often. */
const hears = async (phone: string, times: number) =>
  (
    await eventually(
      async () => told(phone),
      (bodies) => bodies.length >= times,
    )
  ).at(-1)!;
const codeIn = (question: string) => /YES (\d{4})/.exec(question)![1]!;
const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');
/** So many people who opted in by the keyword. */
async function people(many: number): Promise<readonly string[]> {
  const phones = Array.from({ length: many }, () => world.phone());
  for (const phone of phones) await text(phone, keyword);
  for (const phone of phones) await hears(phone, 1);
  return phones;
}

describe('a broadcaster who texts a keyword and words', () => {
  it('is told who would get what, answers with the code, and it is sent once to each', async () => {
    await start();
    const phones = await people(3);
    await text(ann, `${keyword}: Half price tonight. Reply STOP to opt out.`, { copies: 3 });
    const question = await hears(ann, 1);
    expect(question).toMatch(
      /^This goes to 3 people now:\n\nHalf price tonight\. Reply STOP to opt out\.\n\nReply YES \d{4} to send to 3 people, or NO to drop it\. Good for 15 minutes\.$/,
    );
    expect(await count('BroadcastDrafted')).toBe(0);
    const code = codeIn(question);
    await Promise.all([text(ann, `yes ${code}`, { copies: 2 }), text(ann, `YES ${code}.`)]);
    const drafted = await eventually(everything, (events) => events.some(({ type }) => type === 'BroadcastDrafted'));
    const id = BroadcastId.parse(drafted.find(({ type }) => type === 'BroadcastDrafted')!.data['broadcastId']);
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 3 });
    for (const phone of phones)
      expect(told(phone).filter((body) => body.startsWith('Half price'))).toEqual([
        'Half price tonight. Reply STOP to opt out.',
      ]);
    await eventually(
      async () => told(ann),
      (bodies) => bodies.length === 3,
    );
    expect(told(ann).slice(1).sort()).toEqual([
      "You've already confirmed that broadcast.",
      'Your broadcast to 3 people is on its way. See its report under Broadcasts.',
    ]);
    const log = await everything();
    expect(log.filter(({ type }) => type === 'BroadcastDrafted')).toHaveLength(1);
    expect(log.find(({ type }) => type === 'BroadcastConfirmedByText')!.data).toMatchObject({
      name: 'Ann',
      phone: ann,
    });
    expect((await broadcastNow(spine.store, id)).setup).toMatchObject({
      name: expect.stringMatching(/^Half price tonight\. Reply STOP to opt out\. · \d\d\/\d\d\/\d{4}$/),
      campaignId,
      audience: { keywords: [keyword] },
    });
    // Ann has not opted in by asking, nor is she a subscriber.
    expect(log.filter(({ type }) => type === 'ContactOptedIn')).toHaveLength(3);
  });

  it('is asked again for each new request, whose code alone is good; NO ends it', async () => {
    await start();
    await people(1);
    await text(ann, `${keyword} First words of the day`);
    const first = codeIn(await hears(ann, 1));
    await text(ann, `${keyword} Second words of the day`);
    const second = codeIn(await hears(ann, 2));
    expect(second).not.toBe(first);
    await text(ann, `YES ${first}`);
    expect(await hears(ann, 3)).toBe('That code is wrong. You have 4 more tries.');
    await text(ann, 'Yes');
    expect(await hears(ann, 4)).toContain('Add the code from our last text');
    await text(ann, 'no');
    expect(await hears(ann, 5)).toBe('OK, nothing was sent.');
    await text(ann, `YES ${second}`);
    expect(await hears(ann, 6)).toBe('No broadcast is waiting for a code. Text your keyword and message again.');
    expect(await count('BroadcastDrafted')).toBe(0);
  });

  it('has five tries within an hour, however many requests, and then none', async () => {
    await start();
    await people(1);
    await text(ann, `${keyword} Guess my code`);
    const code = codeIn(await hears(ann, 1));
    for (let tried = 1; tried < 3; tried += 1) {
      await text(ann, `YES ${wrong(code)}`);
      expect(await hears(ann, 1 + tried)).toMatch(/^That code is wrong/);
    }
    await text(ann, `${keyword} Guess my other code`);
    const other = codeIn(await hears(ann, 4));
    for (let tried = 1; tried < 4; tried += 1) {
      await text(ann, `YES ${wrong(other)}`);
      await hears(ann, 4 + tried);
    }
    const locked = 'Too many wrong codes. Nothing was sent. Try again in an hour.';
    expect(told(ann).at(-1)).toBe(locked);
    await text(ann, `YES ${other}`);
    expect(await hears(ann, 8)).toBe(locked);
    await text(ann, `${keyword} Let me try again`);
    expect(await hears(ann, 9)).toBe(locked);
    expect([await count('TextedBroadcastEnded'), await count('BroadcastDrafted')]).toEqual([2, 0]);
  });

  it('counts only from a listed phone of this business: anybody else’s words mean what they always did', async () => {
    await start();
    const [stranger, other] = [world.phone(), await world.newTenant()];
    await text(stranger, `${keyword} I saw your poster`);
    expect(await hears(stranger, 1)).toMatch(/^Welcome/);
    await text(stranger, 'YES 1234');
    await text(ann, keyword);
    expect(await hears(ann, 1)).toMatch(/^Welcome/);
    await text(ann, 'YES 1234');
    await text(ann, 'Is the oven on?');
    await eventually(
      async () => count('MessageRoutedToInbox'),
      (left) => left === 3,
    );
    await spine.commands.messages.receive(context(carrier), {
      provider: 'twilio',
      providerMessageId: `SM${randomUUID()}`,
      from: ann,
      to: other.number,
      media: [],
      body: `${keyword} For everybody of the other`,
      receivedAt: spine.clock.now().toISOString(),
    });
    await eventually(
      async () => (await spine.store.readAll(0n, { limit: 100_000 })).events,
      (events) =>
        events.some(({ type, data }) => type === 'MessageRoutedToInbox' && data['businessId'] === other.businessId),
    );
    expect(await count('TextedBroadcastRequested')).toBe(0);
    expect(
      (await everything()).filter(
        ({ data }) => data['contactId'] !== undefined && String(data['purpose']) === 'broadcaster-reply',
      ),
    ).toEqual([]);
  });

  it('who has said STOP is told nothing, and sends nothing; STOP ends what waits', async () => {
    await start();
    await people(1);
    await text(ann, `${keyword} Before I said stop`);
    const code = codeIn(await hears(ann, 1));
    await text(ann, 'STOP');
    expect(await hears(ann, 2)).toContain('unsubscribed');
    await text(ann, `YES ${code}`);
    await text(ann, `${keyword} After I said stop`);
    await eventually(
      async () => count('MessageRoutedToInbox'),
      (left) => left === 2,
    );
    expect(told(ann)).toHaveLength(2);
    expect(await count('ContactOptedIn')).toBe(1);
    await text(ann, 'START');
    await hears(ann, 3);
    await text(ann, `YES ${code}`);
    expect(await hears(ann, 4)).toBe('No broadcast is waiting for a code. Text your keyword and message again.');
    expect(await count('BroadcastDrafted')).toBe(0);
  });

  it('sends nothing once the phone is off the list, the campaign is archived, or the time is over', async () => {
    await start();
    await people(1);
    const ask = async (words: string, heard: number) => {
      await text(ann, `${keyword} ${words}`);
      return codeIn(await hears(ann, heard));
    };
    const first = await ask('I will be off the list', 1);
    await list();
    await text(ann, `YES ${first}`);
    await eventually(
      async () => count('MessageRoutedToInbox'),
      (left) => left === 1,
    );
    await list({ name: 'Ann', phone: ann });
    const second = await ask('Then the campaign goes', 2);
    await spine.commands.campaigns.archive(context(worksFor(tenant.businessId)), { campaignId } as never);
    await text(ann, `YES ${second}`);
    expect(await hears(ann, 3)).toBe(`Nothing was sent. The campaign with the keyword ${keyword} is no longer active.`);
    expect(await count('BroadcastDrafted')).toBe(0);
  });

  it('is told at once what can’t be sent: nobody to get it, pictures, too long, a field that is not known', async () => {
    await start();
    await text(ann, `${keyword} Is anybody there?`);
    expect(await hears(ann, 1)).toMatch(/^Nothing was sent\. No one with the keyword PIZZA\d+ can get it now/);
    await people(1);
    await text(ann, `${keyword} Look at this`, { pictures: 1 });
    expect(await hears(ann, 2)).toMatch(/^Pictures can't be sent from a phone/);
    await text(ann, `${keyword} ${'word '.repeat(300)}`);
    expect(await hears(ann, 3)).toMatch(/^That's too long to send from a phone\. Use up to 1,250 characters/);
    await text(ann, `${keyword} Hi {{shoe_size}}, come in`);
    expect(await hears(ann, 4)).toBe("Nothing was sent. {{shoe_size}} can't be used in a broadcast.");
    await text(ann, `${keyword} Hi {{first_name|there}}, see https://example.test/menu`);
    expect(await hears(ann, 5)).toContain('Each person gets their own first_name. Links become short links.');
    await text(ann, `${keyword} ${'word '.repeat(249)}`);
    expect((await hears(ann, 6)).length).toBeLessThanOrEqual(1_600);
    expect(await count('TextedBroadcastOffered')).toBe(2);
  });

  it('two broadcasters at once each send their own', async () => {
    await start();
    const bob = world.phone();
    await list({ name: 'Ann', phone: ann }, { name: 'Bob', phone: bob });
    await people(2);
    await Promise.all([text(ann, `${keyword} Words of Ann`), text(bob, `${keyword} Words of Bob`)]);
    const [ofAnn, ofBob] = await Promise.all([hears(ann, 1), hears(bob, 1)]);
    // The code of one phone is none from the other.
    await text(bob, `YES ${codeIn(ofAnn)}`);
    expect(await hears(bob, 2)).toMatch(/^That code is wrong/);
    await Promise.all([text(ann, `YES ${codeIn(ofAnn)}`), text(bob, `YES ${codeIn(ofBob)}`)]);
    const log = await eventually(
      everything,
      (events) => events.filter(({ type }) => type === 'BroadcastCompleted').length === 2,
    );
    expect(log.flatMap(({ type, data }) => (type === 'BroadcastConfirmedByText' ? [data['name']] : [])).sort()).toEqual(
      ['Ann', 'Bob'],
    );
  });
});
