import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../sandbox/index.ts';
import { partsAhead } from '../../../workers/broadcasts/freeze.ts';
import type { Workers, WorkersConfig } from '../../../workers/index.ts';
import { broadcast, broadcastNow, nobodyExcept, reportOf, untilOver, worksFor } from '../../support/broadcasts.ts';
import { couponIdOf } from '../../../commands/coupons/issue.ts';
import { noOffer } from '../../../domain/campaigns/fields.ts';
import { streams } from '../../../domain/streams.ts';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import type { ContactFilter } from '../../../domain/contacts/filter.ts';
import {
  BroadcastId,
  type BusinessId,
  CampaignId,
  type ContactId,
  namespaces,
  SegmentId,
  uuidV5,
} from '../../../domain/kernel/ids.ts';
import { carrier, context, systemContext } from '../../support/callers.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant, type Spine, system, type Tenant } from '../../support/spine.ts';
import { broadcasts, texts } from '../../support/outbox.ts';

const world = carrierWorld();
let spine: Spine;
let sandbox: Sandbox;
let tenant: Tenant;

beforeAll(() => {
  ({ spine, sandbox } = world);
});
beforeEach(async () => {
  tenant = await world.newTenant();
});

const start = (sender: WorkersConfig['sender'] = {}, broadcasts: WorkersConfig['broadcasts'] = {}): Promise<Workers> =>
  world.start({ leaseMs: 6_000, sender, broadcasts: { pollMs: 50, lookMs: 50, ...broadcasts } });
const { phone } = world;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => tenant.subscriber(phone())));
const atCarrier = () => world.atCarrier(tenant);
const me = () => context(worksFor(tenant.businessId));

const offers = (campaignId: CampaignId, offer: typeof noOffer) =>
  spine.commands.campaigns.edit(me(), {
    campaignId,
    revision: null,
    details: null,
    notifications: null,
    settings: null,
    offer,
  });
/** A campaign of the business that gives ten percent off. */
async function campaign(more: { readonly useLimit?: number } = {}): Promise<CampaignId> {
  const campaignId = CampaignId.parse(randomUUID());
  await spine.commands.setup.createCampaign(systemContext(), {
    campaignId,
    businessId: tenant.businessId,
    name: 'Fall',
    type: 'text',
    keyword: 'FALL',
    reply: 'Hi',
    replyMedia: [],
  });
  await offers(campaignId, { ...noOffer, discountType: 'percentage', amount: 10, title: '10% off', ...more });
  return campaignId;
}

describe('a broadcast', () => {
  it('goes out once to each, costs two events each, and adds up', async () => {
    const ids = await people(30);
    await spine.commands.contacts.optOut(me(), { contactId: ids[0]! });
    await start();
    const id = await broadcast(spine, tenant, 'Hello {{first_name|there}}, from {{business_name}}');
    const report = await untilOver(spine, id);
    expect(report).toMatchObject({ status: 'completed', recipients: 29, sums: { delivered: 29 } });
    expect(report.leftOut).toEqual([{ contactId: ids[0], reason: 'opted-out' }]);
    expect(new Set(atCarrier().map(({ to }) => to)).size).toBe(29);
    expect(atCarrier()).toHaveLength(29);
    expect(atCarrier()[0]!.body).toBe(`Hello there, from Business ${tenant.number}`);
    for (const [, story] of report.stories) expect(story).toEqual(['MessageQueued', 'MessageDelivered']);
  });

  it('gives each their own coupon as it goes out, once; who has used theirs, or after the last use, gets none', async () => {
    const ids = (await people(6)) as ContactId[];
    const campaignId = await campaign();
    const couponAt = (contactId: ContactId) => spine.store.read(streams.coupon(couponIdOf(campaignId, contactId)));
    // One had theirs already and has used it; another's is still open.
    for (const contactId of ids.slice(0, 2))
      await spine.commands.coupons.issueToContact(me(), { campaignId, contactId });
    await spine.commands.coupons.redeem(me(), {
      couponId: couponIdOf(campaignId, ids[0]!),
      redemptionId: randomUUID(),
      by: { kind: 'screen' },
    });
    await expect(broadcast(spine, tenant, 'Yours: {{coupon_code}}')).rejects.toThrow('needs a campaign');
    await Promise.all([start(), start()]);
    const id = await broadcast(spine, tenant, 'Yours: {{coupon_code}} {{coupon_link}}', { campaignId });
    expect((await untilOver(spine, id)).sums).toMatchObject({ delivered: 5, suppressed: 1 });
    const bodies = atCarrier().map(({ body }) => body);
    for (const contactId of ids.slice(1)) {
      const stored = await couponAt(contactId);
      expect(stored.map(({ type }) => type)).toEqual(['CouponIssued']);
      expect(bodies.filter((body) => body.includes(`Yours: ${String(stored[0]!.data['code'])} http`))).toHaveLength(1);
    }
    expect((await couponAt(ids[2]!))[0]!.data['because']).toBe('broadcast');
    expect((await couponAt(ids[1]!))[0]!.data['because']).toBe('manual');
    // Again: the coupon is the same. A campaign that gives none is refused beforehand.
    const again = await broadcast(spine, tenant, 'Still: {{coupon_code}}', { campaignId });
    expect((await untilOver(spine, again)).sums).toMatchObject({ delivered: 5, suppressed: 1 });
    for (const contactId of ids.slice(1)) expect(await couponAt(contactId)).toHaveLength(1);
    await offers(campaignId, noOffer);
    await expect(broadcast(spine, tenant, '{{coupon_code}}', { campaignId })).rejects.toThrow('gives no coupon');
  });

  it('gives no coupon to somebody new once all uses are taken', async () => {
    const ids = (await people(2)) as ContactId[];
    const campaignId = await campaign({ useLimit: 1 });
    await spine.commands.coupons.issueToContact(me(), { campaignId, contactId: ids[0]! });
    await spine.commands.coupons.redeem(me(), {
      couponId: couponIdOf(campaignId, ids[0]!),
      redemptionId: randomUUID(),
      by: { kind: 'screen' },
    });
    await start();
    const id = await broadcast(spine, tenant, 'Yours: {{coupon_code}}', { campaignId });
    expect((await untilOver(spine, id)).sums).toMatchObject({ suppressed: 2 });
    expect(await spine.store.read(streams.coupon(couponIdOf(campaignId, ids[1]!)))).toEqual([]);
  });

  it('is frozen in parts, each once, by two processes at once', async () => {
    const ids = await people(123);
    await Promise.all([start({}, { partSize: 100 }), start({}, { partSize: 100 })]);
    const id = await broadcast(spine, tenant, 'Hello');
    const report = await untilOver(spine, id);
    expect(report).toMatchObject({ recipients: ids.length, sums: { delivered: ids.length } });
    expect(await spine.store.read(`broadcastAudience-${id}`)).toHaveLength(2);
    expect(new Set(atCarrier().map(({ to }) => to)).size).toBe(ids.length);
    expect(atCarrier()).toHaveLength(ids.length);
  });

  it('is frozen no further than a few parts ahead of what waits in the outbox', async () => {
    const ids = await people(partsAhead + 4);
    const id = await broadcast(spine, tenant, 'Hello');
    const parts = async () => (await spine.store.read(`broadcastAudience-${id}`)).length;
    const messageIds = ids.map((of) => messageIdOf(tenant.businessId as BusinessId, id, of as ContactId));
    await spine.db.transaction().execute(async (trx) => {
      // Somebody else is about to put them into the outbox: the feed waits for that.
      for (const each of messageIds)
        await texts.put(trx, {
          id: each,
          businessId: each,
          contactId: each,
          sender: '',
          lane: 1,
          segments: 1,
          position: 0,
          state: 'done',
          dueAt: sql`now()`,
        });
      await start({}, { partSize: 1 });
      await eventually(parts, (count) => count >= partsAhead);
      for (let looks = 0; looks < 50; looks += 1) expect(await parts()).toBe(partsAhead);
      await texts.remove(trx, { id: messageIds });
    });
    expect(await untilOver(spine, id)).toMatchObject({ recipients: ids.length, status: 'completed' });
  });

  it('reaches a person once, also who was merged while it went out with somebody who had it', async () => {
    const numbers = [phone(), phone()] as const;
    const ids = await Promise.all(numbers.map(tenant.subscriber));
    await start({ rateFor: () => ({ segmentsPerSecond: 0.001, burst: 1 }) });
    const id = await broadcast(spine, tenant, 'Hello');
    await eventually(
      async () => atCarrier(),
      (sent) => sent.length === 1,
    );
    await world.stop();
    const first = numbers.findIndex((number) => number === atCarrier()[0]!.to);
    const [otherId, contactId] = [ids[first]!, ids[1 - first]!] as [ContactId, ContactId];
    await spine.commands.contacts.merge(me(), { contactId, otherId, taken: [] });
    await sql`update ops.senders set tokens = null, ready_at = '-infinity'`.execute(spine.db);
    await start();
    const report = await untilOver(spine, id);
    expect(report.stories.get(contactId)).toEqual(['MessageSuppressed']);
    expect(report.sums).toMatchObject({ delivered: 1, suppressed: 1 });
    expect(atCarrier()).toHaveLength(1);
  });

  it('that the database refuses keeps no other waiting, can be stopped, and goes on when it is mended', async () => {
    const ids = await people(3);
    const only = (contactId: string) => ({ audience: { ...nobodyExcept, contactIds: [contactId] } });
    await sql`create table refused (stream text primary key)`.execute(spine.db);
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin
        if exists (select from refused r where r.stream = new.stream) then raise exception 'not this one'; end if;
        return new;
      end $$`.execute(spine.db);
    await sql`create trigger refuse before insert on es.events for each row execute function refuse()`.execute(
      spine.db,
    );
    try {
      const bad = await broadcast(spine, tenant, 'Refused', only(ids[0]!));
      const stopped = await broadcast(spine, tenant, 'Stopped', only(ids[1]!));
      for (const id of [bad, stopped])
        await sql`insert into refused (stream) values (${`broadcastAudience-${id}`})`.execute(spine.db);
      await start();
      const good = await broadcast(spine, tenant, 'Hello', only(ids[2]!));
      expect(await untilOver(spine, good)).toMatchObject({ status: 'completed', sums: { delivered: 1 } });
      // It rests longer and longer; to stop it is another piece of work, and happens at once.
      await spine.commands.broadcasts.stop(me(), { broadcastId: stopped });
      await eventually(
        () => broadcasts.rows(spine.db, ['phase'], { where: { id: stopped } }),
        ([row]) => row?.phase === 'ended',
      );
      expect(atCarrier()).toHaveLength(1);
      await sql`delete from refused`.execute(spine.db);
      expect(await untilOver(spine, bad)).toMatchObject({ status: 'completed', sums: { delivered: 1 } });
    } finally {
      await sql`drop trigger refuse on es.events`.execute(spine.db);
      await sql`drop function refuse`.execute(spine.db);
      await sql`drop table refused`.execute(spine.db);
    }
  });

  it('goes to the keywords and people it names alone', async () => {
    const ids = await people(3);
    await start();
    const id = await broadcast(spine, tenant, 'Hello', { audience: { ...nobodyExcept, contactIds: [ids[1]!] } });
    expect(await untilOver(spine, id)).toMatchObject({ recipients: 1, leftOut: [], sums: { delivered: 1 } });
  });

  it('goes to the members of its segments alone, and to none of those that are left out', async () => {
    const numbers = [phone(), phone(), phone(), phone()] as const;
    for (const number of numbers) await tenant.subscriber(number);
    const segment = async (name: string, ...among: readonly string[]) => {
      const segmentId = SegmentId.parse(randomUUID());
      const conditions = among.map((value) => ({ field: 'phone', text: { is: 'equal', value } }) as const);
      const filter: ContactFilter = { match: 'all', groups: [{ match: 'any', conditions }] };
      await spine.commands.segments.create(me(), { segmentId, name, filter });
      return segmentId;
    };
    const some = await segment('Some', numbers[0], numbers[1]);
    const others = await segment('Others', numbers[2]);
    const except = await segment('Not these', numbers[1]);
    await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
    await start();
    const audience = { ...nobodyExcept, segmentIds: [some, others], exceptSegmentIds: [except] };
    const report = await untilOver(spine, await broadcast(spine, tenant, 'Hello', { audience }));
    expect(report).toMatchObject({ recipients: 2, leftOut: [], sums: { delivered: 2 } });
    expect(
      atCarrier()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([numbers[0], numbers[2]]);
  });

  it('is paused with the reason where its segments have grown too large since, and goes on once they fit', async () => {
    const number = phone();
    await tenant.subscriber(number);
    const filterOf = (conditions: number): ContactFilter => ({
      match: 'any',
      groups: Array.from({ length: Math.ceil(conditions / 20) }, () => ({
        match: 'any' as const,
        conditions: Array.from({ length: Math.min(20, conditions) }, () => ({
          ...({ field: 'phone', text: { is: 'equal', value: number } } as const),
        })),
      })),
    });
    const ids = Array.from({ length: 6 }, () => SegmentId.parse(randomUUID()));
    for (const [n, segmentId] of ids.entries())
      await spine.commands.segments.create(me(), { segmentId, name: `S${n}`, filter: filterOf(1) });
    const id = await broadcast(spine, tenant, 'Hello', { audience: { ...nobodyExcept, segmentIds: ids } });
    const growTo = async (conditions: number) => {
      for (const [n, segmentId] of ids.entries())
        await spine.commands.segments.change(me(), { segmentId, name: `S${n}`, filter: filterOf(conditions) });
      await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
    };
    await growTo(100);
    await start();
    const paused = await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status !== 'scheduled',
    );
    expect(paused).toMatchObject({
      status: 'paused',
      paused: { by: 'audience', note: expect.stringContaining('500') },
    });
    await growTo(1);
    await spine.commands.broadcasts.resume(me(), { broadcastId: id });
    expect((await untilOver(spine, id)).sums).toMatchObject({ delivered: 1 });
    expect(atCarrier()).toHaveLength(1);
  });

  it('has short links of their own for each, with merge fields about them', async () => {
    await people(2);
    await start();
    const id = await broadcast(
      spine,
      tenant,
      'Look: https://example.com/a?b=1 {{first_name|friend}} {{ Phone }} {{business_name}}',
    );
    await untilOver(spine, id);
    const [one, other] = atCarrier().map(({ body }) => body);
    expect(one).toMatch(/^Look: https?:\/\/\S+\/l\/[\w-]{12} friend \(500\) 555-\d{4} Business/);
    expect(one).not.toBe(other);
    const code = /\/l\/([\w-]{12})/.exec(one!)![1]!;
    const { links } = (await broadcastNow(spine.store, id)).run!;
    expect(spine.identifiers.linkOf(code)!.link).toBe(links[0]!.number);
    expect(links[0]!.url).toBe('https://example.com/a?b=1');
  });

  it('who stands on the blacklist gets nothing', async () => {
    const number = phone();
    const ids = [...(await people(1)), await tenant.subscriber(number)];
    await spine.commands.blocklists.add(me(), { list: 'black', values: [number], note: null });
    await start();
    const report = await untilOver(spine, await broadcast(spine, tenant, 'Hello'));
    expect(atCarrier().map(({ to }) => to)).not.toContain(number);
    expect(report.sums.delivered).toBe(1);
    expect(report.sums.suppressed + report.leftOut.length).toBe(1);
    expect(ids).toHaveLength(2);
  });

  it('who opts out in the middle gets nothing, and is said to', async () => {
    const ids = await people(20);
    await start({ rateFor: () => ({ segmentsPerSecond: 0.001, burst: 5 }) });
    const id = await broadcast(spine, tenant, 'Hello');
    await eventually(atCarrier, (sent) => sent.length === 5);
    const sentTo = new Set(atCarrier().map(({ to }) => spine.contactId(tenant.businessId, to)));
    const late = ids.filter((contactId) => !sentTo.has(contactId));
    for (const contactId of late) await spine.commands.contacts.optOut(me(), { contactId });
    await world.stop();
    await sql`update ops.senders set tokens = null where sender = ${tenant.number}`.execute(spine.db);
    await sql`update ops.senders set ready_at = '-infinity'`.execute(spine.db);
    await start();
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 5, suppressed: 15 });
    for (const contactId of late) expect(report.stories.get(contactId)).toEqual(['MessageSuppressed']);
    expect(atCarrier()).toHaveLength(5);
  });

  it('who opts out while their text waits behind a slow carrier gets nothing', async () => {
    const ids = await people(3);
    sandbox.carrier.configure({ create: { delayMs: 2_500, jitterMs: 0 } });
    // The first has a second to be on its way; the second waits for longer than that.
    await start({ concurrency: 1, lastLookMs: 1_000 });
    const id = await broadcast(spine, tenant, 'Hello');
    const streams = ids.map((of) => `message-${messageIdOf(tenant.businessId as BusinessId, id, of as ContactId)}`);
    const said = async () =>
      [...(await spine.store.readMany(streams)).values()].filter(({ length }) => length > 0).length;
    // One is with the carrier, and one is ready for its turn.
    await expect.poll(said, { timeout: 10_000 }).toBe(2);
    for (const contactId of ids) await spine.commands.contacts.optOut(me(), { contactId });
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 1, suppressed: 2 });
    expect(atCarrier()).toHaveLength(1);
    // The one that was ready had been said: that it had not left was said, too.
    const stories = [...report.stories.values()].filter((story) => story.includes('MessageSuppressed'));
    expect(stories.map((story) => story.join(' ')).sort()).toEqual([
      'MessageQueued MessageDeferred MessageSuppressed',
      'MessageSuppressed',
    ]);
  });

  it('paused, nothing more goes out; resumed, it goes on; stopped, the rest gets nothing', async () => {
    await people(60);
    sandbox.carrier.configure({ create: { delayMs: 30, jitterMs: 10 } });
    await start({ concurrency: 2 });
    const id = await broadcast(spine, tenant, 'Hello');
    await eventually(atCarrier, (sent) => sent.length >= 5);
    await spine.commands.broadcasts.pause(me(), { broadcastId: id });
    await eventually(
      () => texts.count(spine.db, { broadcastId: id }, { state: ['parked', 'done'] }),
      (count) => count === 0,
    );
    const paused = atCarrier().length;
    expect(paused).toBeLessThan(60);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(atCarrier()).toHaveLength(paused);
    await spine.commands.broadcasts.resume(me(), { broadcastId: id });
    await eventually(atCarrier, (sent) => sent.length >= paused + 5);
    await spine.commands.broadcasts.stop(me(), { broadcastId: id });
    const report = await untilOver(spine, id);
    expect(report.status).toBe('stopped');
    const { delivered, stopped } = report.sums;
    expect(delivered + stopped).toBe(60);
    expect(stopped).toBeGreaterThan(0);
    expect(atCarrier()).toHaveLength(delivered);
    expect(new Set(atCarrier().map(({ to }) => to)).size).toBe(delivered);
  });

  it('what has waited too long does not go out', async () => {
    await people(10);
    await start({ rateFor: () => ({ segmentsPerSecond: 0.001, burst: 4 }) });
    const id = await broadcast(spine, tenant, 'Hello');
    await eventually(atCarrier, (sent) => sent.length === 4);
    // Its hours are over: in the log by its own words, here by the copy of the outbox.
    await broadcasts.change(spine.db, { expiresAt: sql`now()` }, { id });
    const report = await untilOver(spine, id);
    expect(report).toMatchObject({ status: 'completed', sums: { delivered: 4, expired: 6 } });
  });

  it('a number that two contacts have gets it once; who was written to lately does not', async () => {
    const [first] = await people(2);
    await start();
    const id = await broadcast(spine, tenant, 'Hello', { windowHours: 24 });
    expect((await untilOver(spine, id)).sums).toMatchObject({ delivered: 2 });
    const next = await broadcast(spine, tenant, 'Again', { windowHours: 24 });
    const report = await untilOver(spine, next);
    expect(report).toMatchObject({ recipients: 0, status: 'completed' });
    expect(report.leftOut.map(({ reason }) => reason)).toEqual(['too-often', 'too-often']);
    expect(report.leftOut.map(({ contactId }) => contactId)).toContain(first);
    const skipped = { broadcastId: crypto.randomUUID(), of: next, name: 'Skipped' };
    await spine.commands.broadcasts.sendToSkipped(me(), skipped as never);
    expect((await broadcastNow(spine.store, skipped.broadcastId as never)).setup.audience.recipientsOf).toEqual({
      broadcastId: next,
      ends: [],
      reasons: ['too-often', 'daily-limit'],
    });
  });

  it('sent again goes to those whom it did not reach, and to nobody who has it', async () => {
    const ids = await people(4);
    // One fails with the carrier, and one opts in again after being left out.
    const failing = await tenant.subscriber('+15005553006');
    await spine.commands.contacts.optOut(me(), { contactId: ids[0]! });
    await start();
    const id = await broadcast(spine, tenant, 'Hello');
    expect((await untilOver(spine, id)).sums).toMatchObject({ delivered: 3, undelivered: 1 });
    const again = BroadcastId.parse(crypto.randomUUID());
    await spine.commands.broadcasts.resend(me(), { broadcastId: again, of: id, name: 'Again' });
    await spine.commands.broadcasts.schedule(me(), { broadcastId: again, recipients: null });
    const report = await untilOver(spine, again);
    // Its number is known to be out of reach by now.
    expect(report.recipients).toBe(0);
    expect(report.leftOut).toEqual([{ contactId: failing, reason: 'unreachable' }]);
    const all = BroadcastId.parse(crypto.randomUUID());
    await spine.commands.broadcasts.resend(me(), { broadcastId: all, of: id, name: 'All', ends: ['delivered'] });
    await spine.commands.broadcasts.change(me(), { broadcastId: all, revision: null, changes: { windowHours: null } });
    await spine.commands.broadcasts.schedule(me(), { broadcastId: all, recipients: null });
    expect([...(await untilOver(spine, all)).stories.keys()].sort()).toEqual(ids.slice(1).sort());
  });

  it('of two broadcasts at once one reaches each person', async () => {
    await people(40);
    await start();
    const both = await Promise.all(['One', 'Other'].map((body) => broadcast(spine, tenant, body, { windowHours: 24 })));
    const reports = await Promise.all(both.map((id) => untilOver(spine, id)));
    const delivered = reports.map(({ sums }) => sums.delivered);
    expect(delivered[0]! + delivered[1]!).toBe(40);
    for (const { recipients, sums } of reports) expect(sums.delivered + sums.suppressed).toBe(recipients);
    expect(new Set(atCarrier().map(({ to }) => to)).size).toBe(40);
    expect(atCarrier()).toHaveLength(40);
  });

  it('pauses itself when carriers filter it', async () => {
    await people(120);
    sandbox.carrier.configure({ status: { lossRate: 1 } });
    await start({ rateFor: () => ({ segmentsPerSecond: 0.001, burst: 60 }) });
    const id = await broadcast(spine, tenant, 'Hello');
    await eventually(atCarrier, (sent) => sent.length === 60);
    for (const { sid, to } of atCarrier()) {
      const contactId = spine.contactId(tenant.businessId, to) as ContactId;
      await spine.commands.delivery.text.hear(context(carrier), {
        id: messageIdOf(tenant.businessId as BusinessId, id, contactId),
        provider: 'twilio',
        providerMessageId: sid,
        word: { status: 'undelivered', errorCode: 30007 },
      });
    }
    const state = await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused' || status === 'completed',
    );
    expect(state).toMatchObject({ status: 'paused', paused: { by: 'filtering' } });
    await spine.commands.broadcasts.stop(me(), { broadcastId: id });
    expect((await untilOver(spine, id)).sums).toMatchObject({ undelivered: 60, stopped: 60 });
  });

  it.each([
    ['3032', 'Finish its verification', 30032],
    ['3034', 'Register it', 30034],
  ] as const)('pauses itself at the first word that its number may not send (%s)', async (end, says, code) => {
    const ids = await Promise.all([`+1500555${end}`, phone(), phone(), phone()].map(tenant.subscriber));
    await start({ rateFor: () => ({ segmentsPerSecond: 0.001, burst: 1 }) });
    const only = { ...nobodyExcept, contactIds: [ids[0]!] };
    const first = await broadcast(spine, tenant, 'Hello', { audience: only });
    await untilOver(spine, first);
    const blocked = async () =>
      (
        await sql<{
          code: number | null;
        }>`select blocked_code as code from ops.senders where sender = ${tenant.number}`.execute(spine.db)
      ).rows[0]!.code;
    await eventually(blocked, (now) => now === code);
    // Also one that begins afterwards.
    const id = await broadcast(spine, tenant, 'Hello', { audience: { ...nobodyExcept, contactIds: ids.slice(1) } });
    const halted = () =>
      eventually(
        () => broadcastNow(spine.store, id),
        ({ status }) => status === 'paused',
      );
    expect((await halted()).paused).toEqual({ by: 'sender-blocked', note: expect.stringContaining(says) });
    expect(atCarrier()).toHaveLength(1);
    await world.stop();
    // Whoever resumes it says that the number may send: it is tried.
    await spine.commands.broadcasts.resume(me(), { broadcastId: id });
    await sql`update ops.senders set tokens = null, ready_at = '-infinity'`.execute(spine.db);
    await start();
    expect((await untilOver(spine, id)).sums).toMatchObject({ delivered: 3 });
  });

  it('who the carrier slows down is held, by name, and goes before all that came after', async () => {
    // Refused once with 429.
    const slowed = await tenant.subscriber('+15005550429');
    await people(150);
    await start({ concurrency: 1 });
    const id = await broadcast(spine, tenant, 'Hello');
    const during = await eventually(
      () => reportOf(spine.store, id),
      ({ stories }) => stories.get(slowed)?.includes('MessageDeferred') === true,
    );
    expect(during.sums.held).toBe(1);
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 151 });
    // Some of those behind were on their way already.
    expect(atCarrier().findIndex(({ to }) => to === '+15005550429')).toBeLessThan(75);
    expect(report.stories.get(slowed)!.filter((type) => type !== 'MessageAccepted')).toEqual([
      ...['MessageQueued', 'MessageDeferred', 'MessageDelivered'],
    ]);
  });

  it('an end that nobody tells is asked for', async () => {
    await people(6);
    sandbox.carrier.configure({ status: { lossRate: 1 } });
    await start({ askAfterMs: 200 });
    const id = await broadcast(spine, tenant, 'Hello');
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 6 });
    for (const [, story] of report.stories) expect(story.at(-1)).toBe('MessageDelivered');
  });

  it('tries its variants on a part; the others get what did best, and nobody gets both', async () => {
    await people(40);
    await start();
    const text = (body: string) => ({ kind: 'text' as const, body, media: [] });
    const id = await broadcast(spine, tenant, '', {
      contents: [text('First'), text('Second')],
      test: { share: 50, by: 'replies', hours: 1 },
    });
    await eventually(
      async () => {
        const states = (await texts.rows(spine.db, ['state'], { where: { broadcastId: id } })).map(
          ({ state }) => state,
        );
        return {
          parked: states.filter((state) => state === 'parked').length,
          open: states.filter((state) => state !== 'parked' && state !== 'done').length,
        };
      },
      ({ parked, open }) => parked > 0 && open === 0,
    );
    const tried = atCarrier();
    expect(new Set(tried.map(({ body }) => body))).toEqual(new Set(['First', 'Second']));
    const startedAt = sql`${broadcasts.ref('startedAt')} - interval '2 hours'`;
    await broadcasts.change(spine.db, { startedAt }, { id });
    expect(await untilOver(spine, id)).toMatchObject({ status: 'completed', sums: { delivered: 40 } });
    expect(await broadcastNow(spine.store, id)).toMatchObject({ winner: 0 });
    expect(new Set(atCarrier().map(({ to }) => to)).size).toBe(40);
    const late = atCarrier().filter(({ to }) => !tried.some((text) => text.to === to));
    expect(new Set(late.map(({ body }) => body))).toEqual(new Set(['First']));
  });

  it('that goes out again and again has its next one, once', async () => {
    await people(1);
    const at = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 16);
    const schedule = { kind: 'recurring', at, zone: 'UTC', every: 'week', until: null } as const;
    const id = await broadcast(spine, tenant, 'Weekly', { schedule });
    const { startAt } = await broadcastNow(spine.store, id);
    const next = BroadcastId.parse(uuidV5(namespaces.broadcast, id, 'next'));
    await spine.commands.broadcasts.repeat(system(), { broadcastId: id });
    await spine.commands.broadcasts.repeat(system(), { broadcastId: id });
    const followed = await broadcastNow(spine.store, next);
    expect(followed).toMatchObject({ status: 'scheduled', from: { broadcastId: id, as: 'occurrence' } });
    expect(Date.parse(followed.startAt!) - Date.parse(startAt!)).toBe(7 * 86_400_000);
    expect((await spine.store.read(`broadcast-${next}`)).map(({ type }) => type)).toEqual([
      'BroadcastDrafted',
      'BroadcastScheduled',
    ]);
  });

  it('does not hold up what a person writes meanwhile', async () => {
    const ids = await people(30);
    await start({ rateFor: () => ({ segmentsPerSecond: 2, burst: 2 }) });
    const id = await broadcast(spine, tenant, 'Hello');
    await eventually(atCarrier, (sent) => sent.length >= 2);
    const answer = await tenant.queue(ids.at(-1)!, 'A person says this', 'livechat');
    await eventually(
      () => spine.store.read(`message-${answer}`),
      (events) => events.some(({ type }) => type === 'MessageAccepted'),
    );
    expect(atCarrier().length).toBeLessThan(30);
    await spine.commands.broadcasts.stop(me(), { broadcastId: id });
    await untilOver(spine, id);
  });

  it('is another tenant’s to nobody', async () => {
    await people(1);
    const other = await createTenant(spine, '+14155559999');
    const id = await broadcast(spine, tenant, 'Hello', {
      schedule: { kind: 'at', at: '2099-01-01T10:00', zone: 'UTC' },
    });
    const stranger = context(worksFor(other.businessId));
    for (const command of ['pause', 'stop', 'resume', 'delete', 'unschedule'] as const)
      await expect(spine.commands.broadcasts[command](stranger, { broadcastId: id })).rejects.toThrow('does not exist');
    await expect(
      spine.commands.broadcasts.approve(system({ agencyId: null, businessId: other.businessId }), { broadcastId: id }),
    ).rejects.toThrow();
    expect((await broadcastNow(spine.store, id)).status).toBe('scheduled');
    expect((await reportOf(spine.store, id)).recipients).toBe(0);
  });
});
