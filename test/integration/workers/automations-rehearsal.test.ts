import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { peopleOf } from '../../../api/routes/automation-rehearsal.ts';
import { couponIdOf } from '../../../commands/coupons/issue.ts';
import { AutomationHookReceived } from '../../../domain/automations/events.ts';
import type { Document, Node, EventMatcher, TriggerOn } from '../../../domain/automations/document/document.ts';
import { effectIdOf } from '../../../domain/automations/runs/run.ts';
import { type Rehearsal, rehearsalOf } from '../../../domain/automations/rehearsal/rehearsal.ts';
import type { Played } from '../../../domain/automations/rehearsal/rehearse.ts';
import type { RunEvent } from '../../../domain/automations/runs/run-events.ts';
import { everybody } from '../../../domain/contacts/filter.ts';
import { noOffer } from '../../../domain/campaigns/fields.ts';
import {
  ContactDetailsChanged,
  ContactDiscovered,
  ContactOptedIn,
  ContactOptedOut,
  ContactTagged,
} from '../../../domain/contacts/events.ts';
import { CouponRedeemed } from '../../../domain/coupons/events.ts';
import {
  AutomationHookId,
  AutomationId,
  CampaignId,
  ContactId,
  MemberId,
  MessageId,
  RewardId,
  SubmissionId,
} from '../../../domain/kernel/ids.ts';
import { LoopRuleSet, MemberJoined, ReferralRecorded } from '../../../domain/loops/events.ts';
import { streams } from '../../../domain/streams.ts';
import { createEmailService } from '../../../main/email.ts';
import type { Sandbox } from '../../../sandbox/index.ts';
import { append, automationOf, type Published, runOf } from '../../support/automations.ts';
import { worksFor } from '../../support/broadcasts.ts';
import { carrier, context, systemContext } from '../../support/callers.ts';
import { settableClock } from '../../support/composition.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { designFor, giveAddress, subscribeByEmail } from '../../support/email-broadcasts.ts';
import { type Callbacks, type Spine, type Tenant } from '../../support/spine.ts';
import { ask, condition, drawn, end, goal, id, isVip, tag, text, wait } from '../../unit/domain/automations/make.ts';
import { noProof } from '../../support/said.ts';

/** What the engine really did, and what a rehearsal of the same version over the same past says that it would do. */

const clock = settableClock(new Date());
const world = carrierWorld({ clock });
let spine: Spine;
let sandbox: Sandbox;
let callbacks: Callbacks;
let tenant: Tenant;
const began = new Date();

beforeAll(() => {
  ({ spine, sandbox, callbacks } = world);
});
beforeEach(async () => {
  clock.at = new Date();
  tenant = await world.newTenant();
  await world.start({
    automations: { pollMs: 50, daysMs: 200, writingMs: 0 },
    polls: { emailMs: 50 },
    mail: createEmailService({
      store: spine.store,
      vault: spine.vault,
      readModels: spine.readModels,
      name: 'Beckon',
      config: { publicUrl: callbacks.url, platformDomain: 'localhost', smtpUrl: null, mailFrom: null },
      sandboxUrl: sandbox.url,
    }),
  });
});

const onPizza: Partial<Document> = {
  triggers: [{ on: { kind: 'opted-in', keyword: 'PIZZA', campaignId: null }, filter: everybody }],
};
const says = (body: string, node: ReturnType<typeof text>) => ({ ...node, body }) as typeof node;
const later = (ms: number) => (clock.at = new Date(clock.at.getTime() + ms));

/** Somebody who opts in by a keyword, at the time that the clock shows. */
async function optsIn(keyword: string, { tags = [] as string[] } = {}): Promise<ContactId> {
  const { businessId } = tenant;
  const phone = world.phone();
  const contactId = ContactId.parse(spine.contactId(businessId, phone));
  const ids = { contactId, businessId } as never as { contactId: ContactId; businessId: never };
  const stream = streams.contact(contactId);
  const discovered = ContactDiscovered.create({ ...ids, phone: phone as never, via: 'inbound-message' });
  const optedIn = ContactOptedIn.create({
    ...ids,
    phone: phone as never,
    keyword: keyword as never,
    campaignId: null,
    source: 'keyword',
    ipAddress: null,
    consent: noProof,
  } as never);
  await append(
    spine,
    businessId,
    stream,
    discovered,
    ...(tags.length > 0 ? [ContactTagged.create({ ...ids, tags })] : []),
  );
  await append(spine, businessId, stream, optedIn);
  return contactId;
}
const until = (automation: Published, contactId: string, type: string) =>
  eventually(
    async () => (await runOf(spine, automation.automationId, contactId)).events,
    (events) => events.at(-1)?.type === type,
  );
/** It is exactly the time until which somebody waits. */
async function wakes(automation: Published, contactId: string): Promise<void> {
  const events = await until(automation, contactId, 'AutomationStepWaiting');
  clock.at = new Date((events.at(-1)!.data as { until: string }).until);
}

/** The way in words that say when: all but ids. */
const way = (events: readonly RunEvent[]): readonly string[] =>
  events.map(({ type, data }) => {
    const { node, at, exit, because, note, until: to, reason } = data as unknown as Record<string, string | undefined>;
    return [type, node, at, exit, because, note, to, reason].filter((part) => part != null).join(' ');
  });
const sentBy = () =>
  sandbox.carrier
    .messages({ direction: 'outbound' })
    .filter(({ from }) => from === tenant.number)
    .map(({ body }) => body)
    .toSorted();

async function rehearsed(automation: Published, version: number | null = 1) {
  const { businessId } = tenant;
  const head = await spine.store.head();
  await spine.runner.waitFor(head, { timeoutMs: 20_000 } as never);
  const from = new Date(began.getTime() - 60_000).toISOString();
  const stage = await spine.commands.automations.rehearsal(automation.automationId, {
    version,
    from,
    until: clock.at.toISOString(),
  });
  const triggers = stage!.document.triggers.map(({ on }) => on.kind);
  const since = { automationId: automation.automationId, from };
  const found = await spine.readModels.contactsSince(businessId, { ...since, triggers, after: null });
  const ids = found.filter(({ meant }) => meant).map(({ id }) => id);
  const people = await peopleOf({ parts: spine as never, businessId }, stage!, ids, since);
  const played: (readonly [string, Played])[] = [];
  for await (const some of stage!.play(people)) played.push(...some);
  // Nothing was said by looking. What carriers have to say of what was really sent may come at any time.
  const { events: said } = await spine.store.readAll(head);
  expect(said.filter(({ metadata: { actor } }) => actor.kind === 'system' || actor.kind === 'user')).toEqual([]);
  const ways = new Map(played.map(([id, { runs }]) => [id, runs[0]?.events ?? []]));
  return { ...rehearsalOf(played, stage!.document), ways };
}
/** It says what the engine did: the same ways, and the same texts, except where other automations of the business text too. */
async function agrees(automation: Published, contactIds: readonly string[], entry = 1) {
  const played = await rehearsed(automation);
  for (const one of contactIds) {
    const really = (await runOf(spine, automation.automationId, one, entry)).events;
    expect(way(played.ways.get(one) ?? [])).toEqual(way(really));
  }
  return played;
}
const settled = (automation: Published, contactIds: readonly string[], type: string, times = 1) =>
  Promise.all(
    contactIds.map((one) =>
      eventually(
        async () => (await runOf(spine, automation.automationId, one)).events,
        (events) => events.at(-1)?.type === type && events.filter((event) => event.type === type).length >= times,
      ),
    ),
  );
const phoneOf = async (contactId: ContactId): Promise<string> => {
  const [first] = await spine.store.read(streams.contact(contactId));
  return (first!.data as { phone: string }).phone;
};
const hears = async (contactId: ContactId, body: string) =>
  spine.commands.messages.receive(context(carrier), {
    provider: 'twilio',
    providerMessageId: `SM${randomUUID().replaceAll('-', '')}`,
    from: await phoneOf(contactId),
    to: tenant.number,
    body,
    media: [],
    receivedAt: later(60_000).toISOString(),
  });
const me = () => context(worksFor(tenant.businessId));

const wordsOf = ({ sendings }: Pick<Rehearsal, 'sendings'>) =>
  sendings
    .filter(({ sentAt }) => sentAt !== null)
    .map(({ words }) => words)
    .toSorted();

describe('a rehearsal', () => {
  it('says what the engine did: keyword, condition, a time of day, an opt-out in the middle', async () => {
    const document = drawn(
      {
        a: says('Welcome', text('b')),
        b: condition('c', 'd', isVip),
        c: says('You are a VIP', text('e')),
        d: tag('e'),
        e: wait('f', { kind: 'time', at: '13:30', zone: 'business' }),
        f: condition('g', 'z', isVip),
        g: says('Lunch is on us', text('h')),
        h: wait('i', { kind: 'duration', amount: 2, unit: 'hours', zone: 'business' }),
        i: says('Last call', text('z')),
        z: end,
      },
      onPizza,
    );
    const automation = await automationOf(spine, tenant.businessId, document);
    later(1_000);
    const vip = await optsIn('PIZZA', { tags: ['vip'] });
    const plain = await optsIn('PIZZA');
    const leaves = await optsIn('PIZZA');
    const other = await optsIn('BURGER');
    for (const one of [vip, plain, leaves]) await until(automation, one, 'AutomationStepWaiting');
    later(60_000);
    await append(
      spine,
      tenant.businessId,
      streams.contact(leaves),
      ContactOptedOut.create({
        contactId: leaves,
        businessId: tenant.businessId as never,
        via: 'message' as const,
        words: 'STOP',
        providerMessageId: 'SM1',
      } as never),
    );
    await until(automation, leaves, 'AutomationRunEnded');
    await wakes(automation, vip);
    for (const one of [vip, plain])
      await eventually(
        async () => (await runOf(spine, automation.automationId, one)).events,
        (events) => events.filter(({ type }) => type === 'AutomationStepWaiting').length === 2,
      );
    await wakes(automation, vip);
    for (const one of [vip, plain]) await until(automation, one, 'AutomationRunEnded');
    const played = await rehearsed(automation);
    // Three in a day reach one person: the fourth is held back, there and here.
    expect(played).toMatchObject({ looked: 4, people: 3, entries: 3, texts: 7, textPeople: 3, held: 0 });
    expect(played.refused).toEqual({ 'daily-limit': 1 });
    expect(played.ends).toEqual({ completed: 2, 'opted-out': 1 });
    expect(wordsOf(played)).toEqual(sentBy());
    for (const one of [vip, plain, leaves]) {
      const really = (await runOf(spine, automation.automationId, one)).events;
      expect(way(played.ways.get(one)!)).toEqual(way(really));
    }
    expect(played.ways.get(other)).toEqual([]);
  });

  it('says what the engine did: a question that is understood late, or never answered, and a goal', async () => {
    const isDone: EventMatcher = { kind: 'text-received', words: ['done'], whole: false };
    const nodes = { a: ask('b', { givenUp: 'c', tries: 2 }), b: wait('z'), c: says('Never mind', text('z')), z: end };
    const document = drawn({ ...nodes, g: goal(isDone) }, onPizza);
    const automation = await automationOf(spine, tenant.businessId, document);
    later(1_000);
    const all = [await optsIn('PIZZA'), await optsIn('PIZZA'), await optsIn('PIZZA')] as const;
    const [answers, silent, reaches] = all;
    await settled(automation, all, 'AutomationStepWaiting');
    await hears(answers, 'what?');
    await settled(automation, [answers], 'AutomationStepWaiting', 2);
    await hears(answers, 'May 17th');
    await settled(automation, [answers], 'AutomationStepWaiting', 3);
    await hears(reaches, 'I am done');
    await settled(automation, [reaches], 'AutomationRunEnded');
    await wakes(automation, silent);
    await settled(automation, [silent], 'AutomationStepWaiting', 2);
    await wakes(automation, silent);
    await settled(automation, [silent], 'AutomationRunEnded');
    await wakes(automation, answers);
    await settled(automation, [answers], 'AutomationRunEnded');
    const played = await agrees(automation, all);
    expect(wordsOf(played)).toEqual(sentBy());
    expect(played.ends).toEqual({ completed: 2, goal: 1 });
  });

  it('says what the engine did: a coupon, who redeems it, and who has none', async () => {
    const campaignId = CampaignId.parse(randomUUID());
    await spine.commands.setup.createCampaign(systemContext(), {
      campaignId,
      businessId: tenant.businessId,
      name: 'Slice',
      type: 'text',
      keyword: `S${tenant.number.slice(-4)}`,
      reply: 'Hi',
      replyMedia: [],
    });
    await spine.commands.campaigns.edit(me(), {
      campaignId,
      revision: null,
      details: null,
      notifications: null,
      settings: null,
      offer: { ...noOffer, discountType: 'free', title: 'A slice', dayToExpire: 5 },
    });
    const redeemed = { kind: 'coupon-redeemed', campaignId } as const;
    const coupon: Node = {
      kind: 'Redemption',
      name: null,
      off: false,
      campaignId,
      body: 'Your code: {{coupon_code}}',
      to: { next: id('b'), failed: null },
    };
    const within = { kind: 'event', event: redeemed, timeout: { amount: 2, unit: 'days' } } as const;
    const document = drawn(
      {
        a: coupon,
        b: wait('c', within, 'd'),
        c: says('Enjoyed it?', text('z')),
        d: says('Still yours', text('z')),
        z: end,
      },
      onPizza,
    );
    const automation = await automationOf(spine, tenant.businessId, document);
    later(1_000);
    const both = [await optsIn('PIZZA'), await optsIn('PIZZA')] as const;
    await settled(automation, both, 'AutomationStepWaiting');
    later(60_000);
    const couponId = couponIdOf(campaignId, both[0]);
    const redeemer = { by: 'screen' as const, userId: null, tillId: null, till: null };
    const ids = { couponId, campaignId, businessId: tenant.businessId, contactId: both[0] };
    const used = {
      ...ids,
      redemptionId: randomUUID(),
      at: clock.at.toISOString(),
      redeemer,
      use: null,
      expiresAt: null,
    };
    await append(spine, tenant.businessId, streams.coupon(couponId), CouponRedeemed.create(used as never));
    await settled(automation, [both[0]], 'AutomationRunEnded');
    await wakes(automation, both[1]);
    await settled(automation, [both[1]], 'AutomationRunEnded');
    const played = await agrees(automation, both);
    expect(wordsOf(played)).toEqual(sentBy());
    expect(wordsOf(played).filter((words) => words.startsWith('Your code: '))).toHaveLength(2);
  });

  it('says what the engine did: emails, to whom there is an address and a consent', async () => {
    const { businessId } = tenant;
    await giveAddress(spine, businessId);
    const designId = await designFor(spine, businessId);
    const email = (subject: string, next: string): Node => ({
      kind: 'SendEmail',
      name: null,
      off: false,
      subject,
      preheader: '',
      designId,
      campaignId: null,
      to: { next: id(next), failed: null },
    });
    const automationId = AutomationId.parse(randomUUID());
    const document = drawn(
      {
        a: email('One for {{first_name|you}}', 'b'),
        b: email('Two', 'c'),
        c: email('Three', 'd'),
        d: email('Four', 'z'),
        z: end,
      },
      {
        triggers: [
          {
            on: { kind: 'field-changed', field: { of: 'contact', name: 'company_name' }, to: null },
            filter: everybody,
          },
        ],
      },
    );
    const origin = { kind: 'blank' as const, id: null };
    await spine.commands.automations.create(me(), { automationId, name: 'Mails', origin, document });
    await spine.commands.automations.publish(me(), { automationId, revision: null });
    const automation = { automationId } as Published;
    const [ann] = await subscribeByEmail(spine, businessId, [`ann${tenant.number.slice(-4)}@flows.test`]);
    const bob = await optsIn('BURGER');
    // Who subscribes by email does so by the wall's clock.
    later(600_000);
    for (const contactId of [ann!, bob]) {
      const given = ContactDetailsChanged.create({ contactId, businessId: businessId as never, companyName: 'Bella' });
      await append(spine, businessId, streams.contact(contactId), given as never);
    }
    await settled(automation, [ann!, bob], 'AutomationRunEnded');
    const played = await agrees(automation, [ann!, bob]);
    expect(played).toMatchObject({ entries: 2, mails: 3, emailPeople: 1 });
    expect(played.refused).toEqual({ 'daily-limit': 1, 'no-address': 4 });
    expect(wordsOf(played)).toEqual(['One for you', 'Three', 'Two']);
  });

  it('says what the engine did: in the night, nothing until the morning', async () => {
    const document = drawn(
      { a: says('Good morning', text('b')), b: wait('c'), c: says('Again', text('z')), z: end },
      onPizza,
    );
    const automation = await automationOf(spine, tenant.businessId, document);
    // It is midday where the business is: twelve hours on, it is night.
    later(12 * 3_600_000);
    const sleeps = await optsIn('PIZZA');
    const stream = await eventually(
      async () => (await runOf(spine, automation.automationId, sleeps)).events.at(-1)?.type,
      (type) => type === 'AutomationStepStarted',
    ).then(async () => {
      const { run } = await runOf(spine, automation.automationId, sleeps);
      if (run.status !== 'running' || run.place.kind !== 'acting') throw new Error('It does nothing.');
      return streams.message(MessageId.parse(effectIdOf(run.runId, run.place)));
    });
    const held = await eventually(
      async () => (await spine.store.read(stream)).at(-1),
      (event) => event?.type === 'MessageDeferred',
    );
    clock.at = new Date((held!.data as { until: string }).until);
    await settled(automation, [sleeps], 'AutomationStepWaiting');
    await wakes(automation, sleeps);
    await settled(automation, [sleeps], 'AutomationRunEnded');
    const played = await agrees(automation, [sleeps]);
    expect(played).toMatchObject({ held: 1, texts: 2 });
    expect(wordsOf(played)).toEqual(sentBy());
  });

  it('says what the engine did: by hand, by a webhook, by points', async () => {
    const { businessId } = tenant;
    const [hookId, campaignId] = [AutomationHookId.parse(randomUUID()), CampaignId.parse(randomUUID())];
    const on = (trigger: TriggerOn): Partial<Document> => ({ triggers: [{ on: trigger, filter: everybody }] });
    const says1 = (body: string, trigger: TriggerOn) =>
      automationOf(spine, businessId, drawn({ a: says(body, text('z')), z: end }, on(trigger)));
    const byHand = await says1('By hand', { kind: 'by-hand' });
    const byHook = await says1('By a webhook', { kind: 'webhook-received', webhookId: hookId });
    const byPoints = await says1('By points', { kind: 'points-reached', campaignId: null, points: 30 });
    await automationOf(spine, businessId, drawn({ z: end }, on({ kind: 'contact-created' })));
    later(1_000);
    const one = await optsIn('BURGER');
    await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
    await spine.commands.automations.start(me(), { automationId: byHand.automationId, contactId: one });
    const called = { hookId, businessId: businessId as never, contactId: one, callId: randomUUID(), fields: {} };
    await append(
      spine,
      businessId,
      streams.automationHookCall(called.callId),
      AutomationHookReceived.create(called) as never,
    );
    const memberId = MemberId.parse(randomUUID());
    const member = { campaignId, businessId: businessId as never, contactId: one, memberId };
    for (const [action, points] of [
      ['join', 10],
      ['referral', 20],
    ] as const)
      await append(
        spine,
        businessId,
        streams.loopRules(campaignId),
        LoopRuleSet.create({
          campaignId,
          businessId: businessId as never,
          rewardId: RewardId.parse(randomUUID()),
          rule: { kind: 'action', action, title: action, points, url: null },
        }) as never,
      );
    const joined = MemberJoined.create({ ...member, invitedBy: null, submissionId: SubmissionId.parse(randomUUID()) });
    const referred = ReferralRecorded.create({ ...member, invited: MemberId.parse(randomUUID()), suspicions: [] });
    for (const event of [joined, referred]) await append(spine, businessId, streams.member(memberId), event as never);
    for (const automation of [byHand, byHook, byPoints]) await settled(automation, [one], 'AutomationRunEnded');
    for (const automation of [byHand, byHook, byPoints]) {
      const played = await agrees(automation, [one]);
      expect(played).toMatchObject({ people: 1, entries: 1, texts: 1 });
    }
  });

  it('says what the engine did: of two automations for one cause, one is silent', async () => {
    const documents = ['Welcome', 'Hello there'].map((body) => drawn({ a: says(body, text('z')), z: end }, onPizza));
    const both = await Promise.all(documents.map((document) => automationOf(spine, tenant.businessId, document)));
    later(1_000);
    const one = await optsIn('PIZZA');
    for (const automation of both) await settled(automation, [one], 'AutomationRunEnded');
    const played = await Promise.all(both.map((automation) => agrees(automation, [one])));
    expect(played.map(({ refused }) => refused['same-cause'] ?? 0).toSorted()).toEqual([0, 1]);
    expect(played.flatMap(wordsOf)).toEqual(sentBy());
  });
});
