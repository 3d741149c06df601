import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { couponIdOf } from '../../../commands/coupons/issue.ts';
import { memberIdOf } from '../../../commands/directory/member-id.ts';
import type { Node, TriggerOn } from '../../../domain/automations/document/document.ts';
import { Bulk } from '../../../domain/bulk/bulk.ts';
import { noOffer } from '../../../domain/campaigns/fields.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { ContactDetailsChanged } from '../../../domain/contacts/events.ts';
import { everybody } from '../../../domain/contacts/filter.ts';
import { Conversation } from '../../../domain/livechat/conversation.ts';
import { Coupon } from '../../../domain/coupons/coupon.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import {
  BulkId,
  BusinessId,
  CampaignId,
  ContactId,
  RewardId,
  SubmissionId,
  UserId,
} from '../../../domain/kernel/ids.ts';
import { LoopRuleSet, MemberActionRecorded, MemberJoined } from '../../../domain/loops/events.ts';
import { streams } from '../../../domain/streams.ts';
import { UserRegistered } from '../../../domain/users/events.ts';
import { append, automationOf } from '../../support/automations.ts';
import { broadcast, worksFor } from '../../support/broadcasts.ts';
import { carrier, context, systemContext } from '../../support/callers.ts';
import { engineWorld, onOptIn } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, drawn, end, id, text, wait } from '../../unit/domain/automations/make.ts';

const world = engineWorld();
const hour = 3_600_000;
const named = { name: null, off: false };
const exits = (next: string, failed: string) => ({ next: id(next), failed: id(failed) });
const says = (body: string, next: string) => ({ ...text(next), body }) as ReturnType<typeof text>;
const me = () => context(worksFor(world.tenant.businessId));
const on = (trigger: TriggerOn) => ({ triggers: [{ on: trigger, filter: everybody }] });

/** A campaign of a business by a keyword, with a coupon unless it gives none. */
async function campaign(keyword: string, gives = true, businessId = world.tenant.businessId): Promise<CampaignId> {
  const campaignId = randomUUID();
  await world.spine.commands.setup.createCampaign(systemContext(), {
    campaignId,
    businessId,
    name: keyword,
    type: 'text',
    keyword,
    reply: 'Hi',
    replyMedia: [],
  });
  if (gives)
    await world.spine.commands.campaigns.edit(context(worksFor(businessId)), {
      campaignId,
      revision: null,
      details: null,
      notifications: null,
      settings: null,
      offer: { ...noOffer, discountType: 'free', title: 'A slice' },
    });
  return CampaignId.parse(campaignId);
}
async function businessElsewhere(): Promise<string> {
  const businessId = randomUUID();
  await world.spine.commands.setup.createBusiness(systemContext(), {
    businessId,
    agencyId: null,
    name: 'Another',
    uniqueId: `a-${businessId.slice(0, 8)}`,
    currency: 'USD',
    timezone: 'UTC',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
  await world.spine.commands.setup.assignNumber(systemContext(), {
    businessId,
    number: `+1415556${String(Math.floor(Math.random() * 9_000) + 1_000)}`,
    providerNumberId: null,
    isTollFree: false,
  });
  return businessId;
}
const hears = (from: string, body: string, media: readonly { url: string; contentType: string }[] = []) =>
  world.spine.commands.messages.receive(context(carrier), {
    provider: 'twilio',
    providerMessageId: `SM${randomUUID().replaceAll('-', '')}`,
    from,
    to: world.tenant.number,
    body,
    media,
    receivedAt: world.later(60_000).toISOString(),
  });
const contactNow = async (contactId: string) =>
  stateOf(Contact, await world.spine.store.read(streams.contact(ContactId.parse(contactId))));

describe('steps', () => {
  it('coupon: one for each contact, said by text, kept by who has one; none of what gives none or is somebody else’s', async () => {
    const [gives, none] = [await campaign('SLICE'), await campaign('NONE', false)];
    const foreign = await campaign('OTHER', true, await businessElsewhere());
    const coupon = (campaignId: CampaignId, body: string, next: string): Node => ({
      kind: 'Redemption',
      ...named,
      campaignId,
      body,
      to: exits(next, next),
    });
    const document = drawn(
      {
        a: coupon(gives, 'Your code: {{coupon_code}}', 'b'),
        b: coupon(gives, '', 'c'),
        c: coupon(none, 'x', 'd'),
        d: coupon(foreign, 'x', 'e'),
        e: end,
      },
      onOptIn,
    );
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const contactId = await world.tenant.subscriber(world.phone());
    const events = await world.until(automation, document, contactId, 'ended End completed');
    expect(events.filter((event) => event.startsWith('completed'))).toEqual([
      'completed Redemption next done',
      'completed Redemption next done',
      'completed Redemption failed refused',
      'completed Redemption failed refused',
    ]);
    expect(await world.notes(automation, contactId)).toEqual(['no-offer', 'no-campaign']);
    const stream = streams.coupon(couponIdOf(gives, ContactId.parse(contactId)));
    const issued = await world.spine.store.read(stream);
    expect(issued.map(({ type }) => type)).toEqual(['CouponIssued']);
    const held = stateOf(Coupon, issued);
    expect(world.atCarrier()).toEqual([`Your code: ${held.status === 'open' ? held.code : ''}`]);
  });

  it('text: begins with the prefix of the business', async () => {
    const { businessId } = world.tenant;
    const change = (prefix: string | null) =>
      world.spine.commands.registrations.changeA2pPrefix(systemContext(), { businessId, prefix });
    await change('Bella');
    const document = drawn({ a: says('Hello', 'b'), b: end }, onOptIn);
    const automation = await automationOf(world.spine, businessId, document);
    await world.start();
    const contactId = await world.tenant.subscriber(world.phone());
    await world.until(automation, document, contactId, 'ended End completed');
    await eventually(
      () => world.atCarrier().at(-1),
      (body) => body === 'Bella: Hello',
    );
    await change(null);
  });

  it('keyword: is given and taken away with its campaign, and agrees to nothing; one that nobody has is refused', async () => {
    const campaignId = await campaign('CLUB', false);
    await campaign('THEIRS', false, await businessElsewhere());
    const keyword = (change: 'add' | 'remove', word: string, next: string): Node => ({
      kind: 'Keyword',
      ...named,
      change,
      keyword: word,
      to: exits(next, next),
    });
    const document = drawn(
      {
        a: keyword('add', 'club', 'b'),
        b: wait('c'),
        c: keyword('remove', 'CLUB', 'd'),
        d: keyword('add', 'THEIRS', 'e'),
        e: end,
      },
      onOptIn,
    );
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const contactId = await world.tenant.subscriber(world.phone());
    await world.until(automation, document, contactId, 'waiting Wait');
    const campaigns = async () => {
      const found = await contactNow(contactId);
      return found.status === 'none' ? [] : [...found.joined];
    };
    expect(await campaigns()).toEqual([campaignId]);
    world.later(25 * hour);
    const events = await world.until(automation, document, contactId, 'ended End completed');
    expect(events.slice(-2)).toEqual(['completed Keyword failed refused', 'ended End completed']);
    expect(await campaigns()).toEqual([]);
  });

  it('picture: is asked for, again where there was none, and kept in the field that was chosen', async () => {
    const fieldId = randomUUID();
    await world.spine.commands.customFields.create(me(), { fieldId, name: 'Selfie', kind: 'text', choices: [] });
    const question = ask('b', { givenUp: 'c', tries: 2 });
    const { field: _, ...asking } = question;
    const document = drawn(
      {
        a: { ...asking, kind: 'ImageUpload', body: 'A picture?', again: 'A picture, please.', fieldId },
        b: end,
        c: end,
      },
      onOptIn,
    );
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const phone = world.phone();
    const contactId = await world.tenant.subscriber(phone);
    await world.until(automation, document, contactId, 'waiting ImageUpload');
    await hears(phone, 'no');
    await eventually(
      () => world.story(automation, document, contactId),
      (events) => events.filter((event) => event === 'waiting ImageUpload').length === 2,
    );
    await hears(phone, '', [{ url: 'https://api.twilio.com/pictures/1', contentType: 'image/jpeg' }]);
    const events = await world.until(automation, document, contactId, 'ended End completed');
    expect(events).toContain('completed ImageUpload next done');
    expect(await contactNow(contactId)).toMatchObject({
      details: { custom: { [fieldId]: 'https://api.twilio.com/pictures/1' } },
    });
    expect(world.atCarrier(phone)).toEqual(['A picture?', 'A picture, please.']);
  });

  it('assign: the conversation is theirs who work there, and of nobody else', async () => {
    const [own, foreign] = [UserId.parse(randomUUID()), UserId.parse(randomUUID())];
    const there = [
      [own, world.tenant.businessId],
      [foreign, await businessElsewhere()],
    ] as const;
    for (const [userId, businessId] of there)
      await append(
        world.spine,
        businessId,
        streams.user(userId),
        UserRegistered.create({
          userId,
          role: 'Business',
          agencyId: null,
          businessId: BusinessId.parse(businessId),
          email: `${userId.slice(0, 8)}@demo.test`,
          firstName: 'Noor',
          lastName: 'Haddad',
        }),
      );
    const assign = (userId: string, next: string): Node => ({
      kind: 'Assign',
      ...named,
      userId,
      to: exits(next, next),
    });
    const document = drawn({ a: assign(own, 'b'), b: assign(foreign, 'c'), c: end }, onOptIn);
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const contactId = await world.tenant.subscriber(world.phone());
    const events = await world.until(automation, document, contactId, 'ended End completed');
    expect(events).toContain('completed Assign next done');
    expect(await world.notes(automation, contactId)).toEqual(['no-such-user']);
    const conversation = await world.spine.store.read(streams.conversation(ContactId.parse(contactId)));
    expect(stateOf(Conversation, conversation).assigneeId).toBe(own);
  });
});

describe('publishing another version', () => {
  it('keeps the time of who waits, or takes them to another step', async () => {
    const document = drawn({ a: wait('b'), b: says('Old', 'z'), z: end }, onOptIn);
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const contactId = await world.tenant.subscriber(world.phone());
    await world.until(automation, document, contactId, 'waiting Wait');
    const kept = drawn(
      {
        a: wait('b', { kind: 'duration', amount: 9, unit: 'days', zone: 'business' }),
        b: says('New', 'c'),
        c: wait('z'),
        z: end,
      },
      onOptIn,
    );
    await automation.publish(kept, [{ node: id('a'), how: 'keep', to: null }]);
    await world.until(automation, document, contactId, 'migrated Wait');
    world.later(25 * hour);
    await eventually(
      () => world.story(automation, kept, contactId),
      (events) => events.at(-1) === 'waiting Wait',
    );
    expect(world.atCarrier()).toEqual(['New']);
    const other = drawn({ y: says('Of the third', 'z'), z: end }, onOptIn);
    await automation.publish(other, [{ node: id('c'), how: 'go', to: id('y') }]);
    await world.until(automation, other, contactId, 'ended End completed');
    expect(world.atCarrier()).toEqual(['New', 'Of the third']);
  });
});

describe('what starts an automation', () => {
  it('a coupon that is about to expire, at the new time where it was extended, and not one that was used', async () => {
    const campaignId = await campaign('FREE');
    const document = drawn(
      { a: says('It expires', 'z'), z: end },
      on({ kind: 'coupon-expiring', campaignId, days: 2 }),
    );
    const automation = await automationOf(world.spine, world.tenant.businessId, document);
    await world.start();
    const [one, used] = await Promise.all([1, 2].map(() => world.tenant.subscriber(world.phone())));
    const expiresAt = (days: number) => new Date(world.clock.at.getTime() + days * 24 * hour).toISOString();
    for (const contactId of [one!, used!]) {
      await world.spine.commands.coupons.issueToContact(me(), { campaignId, contactId: ContactId.parse(contactId) });
      await world.spine.commands.coupons.extend(me(), {
        couponId: couponIdOf(campaignId, ContactId.parse(contactId)),
        until: expiresAt(5),
      });
    }
    await world.spine.commands.coupons.revoke(me(), { couponId: couponIdOf(campaignId, ContactId.parse(used!)) });
    await eventually(
      async () =>
        (
          await world.spine.pool.query(`select from ops.automation_entering where automation_id = $1`, [
            automation.automationId,
          ])
        ).rowCount,
      (count) => (count ?? 0) >= 2,
    );
    world.later(2 * 24 * hour);
    expect(await world.story(automation, document, one!)).toEqual([]);
    world.later(24 * hour);
    await world.until(automation, document, one!, 'ended End completed');
    expect(await world.story(automation, document, used!)).toEqual([]);
    expect(world.atCarrier()).toEqual(['It expires']);
  });

  it('a broadcast that somebody answered, and one that somebody did not click', async () => {
    const answered = drawn(
      { a: says('Thanks for answering', 'z'), z: end },
      on({ kind: 'broadcast-answered', broadcastId: null }),
    );
    const ignored = drawn(
      { a: says('Did you see it?', 'z'), z: end },
      on({ kind: 'broadcast-not-clicked', broadcastId: null, hours: 3 }),
    );
    const [first, second] = await Promise.all(
      [answered, ignored].map((document) => automationOf(world.spine, world.tenant.businessId, document)),
    );
    await world.start();
    const phones = [world.phone(), world.phone()] as const;
    const [answers, clicks] = await Promise.all(phones.map((phone) => world.tenant.subscriber(phone)));
    await hears(phones[0], 'hello before');
    await broadcast(world.spine, world.tenant, 'See https://example.com/menu', { shortLinks: true });
    const sent = await world.untilAtCarrier((texts) => texts.length === 1, phones[1]);
    await world.untilAtCarrier((texts) => texts.length === 1, phones[0]);
    const [, code] = /\/l\/(\w{12})/u.exec(sent[0]!) ?? [];
    const { link } = world.spine.identifiers.linkOf(code!)!;
    const { source } = (await world.spine.commands.links.target(link))!;
    const { businessId } = world.tenant;
    await world.spine.commands.links.click(systemContext({ agencyId: null, businessId }), {
      number: link,
      businessId: BusinessId.parse(businessId),
      source,
      contactId: ContactId.parse(clicks!),
      clickedAt: world.later(1_000).toISOString(),
    });
    await world.spine.runner.waitFor(await world.spine.store.head(), { timeoutMs: 20_000 });
    await hears(phones[0], 'hello after');
    await world.until(first!, answered, answers!, 'ended End completed');
    world.later(4 * hour);
    await world.until(second!, ignored, answers!, 'ended End completed');
    expect(await world.story(second!, ignored, clicks!)).toEqual([]);
    expect(await world.story(first!, answered, clicks!)).toEqual([]);
    expect(world.atCarrier(phones[0]).slice(1)).toEqual(['Thanks for answering', 'Did you see it?']);
  });

  it('a birthday that is given on the day, before its hour, and not after it', async () => {
    const { businessId } = world.tenant;
    // It is about noon where the business is.
    await world.spine.runner.waitFor(await world.spine.store.head(), { timeoutMs: 20_000 });
    const zone = await world.spine.readModels.zoneOf(businessId);
    const local = (ms: number) => DateTime.fromMillis(ms, { zone });
    world.clock.at = local(world.clock.at.getTime()).set({ hour: 12, minute: 0 }).toJSDate();
    const when = { day: { of: 'birthday' }, offset: 0, at: '13:00', zone: 'business' } as const;
    const document = drawn({ a: says('Happy birthday', 'z'), z: end }, on({ kind: 'date', when }));
    const automation = await automationOf(world.spine, businessId, document);
    await Promise.all([world.start(), world.start()]);
    const [born, late, other] = await Promise.all([1, 2, 3].map(() => world.tenant.subscriber(world.phone())));
    await eventually(
      async () =>
        (
          await world.spine.pool.query(`select from ops.automation_days where automation_id = $1`, [
            automation.automationId,
          ])
        ).rowCount,
      (count) => count === 2,
    );
    const give = (contactId: string, days: number) =>
      append(
        world.spine,
        businessId,
        `contact-${contactId}`,
        ContactDetailsChanged.create({
          contactId: ContactId.parse(contactId),
          businessId: BusinessId.parse(businessId),
          birthday: local(world.clock.at.getTime()).plus({ days }).toFormat('MM-dd'),
        }),
      );
    await give(born!, 0);
    await give(other!, 9);
    await eventually(
      async () =>
        (await world.spine.pool.query(`select from ops.automation_entering where business_id = $1`, [businessId]))
          .rowCount,
      (count) => count === 1,
    );
    world.later(2 * hour);
    await world.until(automation, document, born!, 'ended End completed');
    await give(late!, 0);
    await give(born!, 0);
    await world.spine.runner.waitFor(await world.spine.store.head(), { timeoutMs: 20_000 });
    world.later(hour);
    expect(await world.story(automation, document, late!)).toEqual([]);
    expect(await world.story(automation, document, other!)).toEqual([]);
    expect(world.atCarrier()).toEqual(['Happy birthday']);
  });

  it('points that somebody reaches in a loop, once', async () => {
    const { businessId: business } = world.tenant;
    const [campaignId, businessId] = [CampaignId.parse(randomUUID()), BusinessId.parse(business)];
    const document = drawn(
      { a: says('Fifteen!', 'z'), z: end },
      { ...on({ kind: 'points-reached', campaignId, points: 15 }), reentry: { kind: 'always' } },
    );
    const automation = await automationOf(world.spine, business, document);
    await world.start();
    const contactId = ContactId.parse(await world.tenant.subscriber(world.phone()));
    const memberId = memberIdOf(campaignId, contactId);
    const rules = [RewardId.parse(randomUUID()), RewardId.parse(randomUUID()), RewardId.parse(randomUUID())];
    const actions = ['share-twitter', 'share-facebook', 'share-email'] as const;
    for (const [at, rewardId] of rules.entries()) {
      const rule = { kind: 'action' as const, action: actions[at]!, title: 'Share', points: 10, url: null };
      const set = LoopRuleSet.create({ campaignId, businessId, rewardId, rule });
      await append(world.spine, business, streams.loopRules(campaignId), set);
    }
    const member = { campaignId, businessId, memberId, contactId };
    const submissionId = SubmissionId.parse(randomUUID());
    const say = (event: DomainEvent) => append(world.spine, business, streams.member(memberId), event);
    await say(MemberJoined.create({ ...member, invitedBy: null, submissionId }));
    const act = (at: 0 | 1 | 2) =>
      say(MemberActionRecorded.create({ ...member, action: actions[at], rewardId: rules[at]!, key: actions[at] }));
    await act(0);
    await world.spine.runner.waitFor(await world.spine.store.head(), { timeoutMs: 20_000 });
    expect(await world.story(automation, document, contactId)).toEqual([]);
    await act(1);
    await world.until(automation, document, contactId, 'ended End completed');
    // Beyond it, nobody comes in again.
    await act(2);
    await world.until(automation, document, contactId, 'ended End completed');
    expect(world.atCarrier()).toEqual(['Fifteen!']);
  });

  it('somebody, for many at once, to the end: each comes in once, and it says how far it is', async () => {
    const document = drawn({ a: says('Hello', 'z'), z: end }, on({ kind: 'by-hand' }));
    const { businessId } = world.tenant;
    const automation = await automationOf(world.spine, businessId, document);
    await Promise.all([world.start(), world.start()]);
    const ids = await Promise.all(Array.from({ length: 30 }, () => world.tenant.subscriber(world.phone())));
    await world.spine.commands.contacts.optOut(me(), { contactId: ContactId.parse(ids[0]!) });
    await world.spine.runner.waitFor(await world.spine.store.head(), { timeoutMs: 20_000 });
    const bulkId = BulkId.parse(randomUUID());
    const action = { kind: 'start-automation', automationId: automation.automationId, name: 'Hello' } as const;
    const target = { kind: 'chosen', contactIds: ids } as const;
    const upTo = String(await world.spine.store.head());
    const start = () =>
      world.spine.commands.bulk.start(me(), {
        bulkId,
        action,
        target: { ...target, contactIds: [...ids] },
        count: ids.length,
        upTo,
      });
    await start();
    const over = await eventually(
      async () => stateOf(Bulk, await world.spine.store.read(streams.bulk(bulkId))),
      ({ status }) => status === 'completed',
    );
    // Whoever has opted out is not brought in.
    expect(over).toMatchObject({ done: 30, changed: 29 });
    for (const contactId of ids.slice(1)) await world.until(automation, document, contactId, 'ended End completed');
    expect(await world.story(automation, document, ids[0]!)).toEqual([]);
    expect(world.atCarrier()).toHaveLength(29);
  });
});
