import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../../../domain/automations/document/document.ts';
import { noActivity } from '../../../domain/automations/runs/facts.ts';
import { BusinessArchived } from '../../../domain/businesses/events.ts';
import { ContactDiscovered, ContactOptedIn } from '../../../domain/contacts/events.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { everybody } from '../../../domain/contacts/filter.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { BusinessId, type ContactId, UserId } from '../../../domain/kernel/ids.ts';
import { MessageAccepted } from '../../../domain/messages/events.ts';
import { streams } from '../../../domain/streams.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { UserEmailChanged, UserPhoneChanged, UserRegistered } from '../../../domain/users/events.ts';
import { append, automationOf, runOf, told } from '../../support/automations.ts';
import { drawn, end, text } from '../../unit/domain/automations/make.ts';
import { context, createWorld, openBusiness, system, type World } from './world.ts';
import { noProof } from '../../support/said.ts';
import { batchContext } from '../../../workers/automations/task.ts';

/** The engine's own calls, one by one: whatever died between two of them, and whatever was said meanwhile. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const log = () => ({ store: world.events, clock: world.clock });
let people = 0;

async function openAutomation(document: Document) {
  const business = await openBusiness(world);
  const { businessId, person } = business;
  const automation = await automationOf(log(), businessId, document);
  const { automationId } = automation;
  const say = (stream: string, ...events: Parameters<typeof append>[3][]) =>
    append(log(), businessId, stream, ...(events as never[]));
  return {
    ...business,
    ...automation,
    say,
    async subscriber(): Promise<ContactId> {
      const phone = E164.parse(`+1415556${String((people += 1)).padStart(4, '0')}`);
      const contactId = world.identifiers.contact(businessId, phone) as ContactId;
      const ids = { contactId, businessId: BusinessId.parse(businessId), phone };
      const about = { keyword: null, campaignId: null, source: 'start' as const, ipAddress: null, consent: noProof };
      await append(
        log(),
        businessId,
        `contact-${contactId}`,
        ContactDiscovered.create({ ...ids, via: 'inbound-message' }),
        ContactOptedIn.create({ ...ids, ...about }),
      );
      return contactId;
    },
    async enter(contactId: string, cause: string = randomUUID(), more: object = {}) {
      const { result } = await world.commands.automations.enroll(context(system), {
        entries: [
          {
            automationId,
            businessId,
            contactId,
            trigger: 'by-hand',
            filter: everybody,
            cause,
            beside: noActivity,
            correlation: randomUUID(),
            position: await world.events.head(),
            at: world.clock.at.toISOString(),
            ...more,
          },
        ],
      });
      return result[0]!;
    },
    async look(contactId: string, awaits: string | null = null, entry = 1) {
      const { runId } = await runOf(log(), automationId, contactId, entry);
      const one = {
        runId,
        automationId,
        businessId,
        contactId,
        awaits,
        happened: [],
        beside: noActivity,
        textsUpTo: new Date().toISOString(),
      };
      const { result } = await world.commands.automations.evaluateRuns(context(system), {
        runs: [{ ...one, outcome: null }],
      });
      return result[0]!;
    },
    async act(contactId: string, effectId: string, caller = context(system)) {
      const { runId } = await runOf(log(), automationId, contactId);
      const ids = { runId, automationId, businessId, contactId };
      return (await world.commands.automations.executeStep(caller, { ...ids, effectId })).result;
    },
    accepted: (messageId: string, contactId: string) =>
      append(
        log(),
        businessId,
        `message-${messageId}`,
        MessageAccepted.create({
          messageId,
          businessId,
          contactId,
          attempt: 1,
          provider: 'twilio',
          providerMessageId: `SM${messageId}`,
        } as never),
      ),
    optOut: (contactId: string) => world.commands.contacts.optOut(context(person), { contactId }),
    /** An opt-in of their own. */
    async comeBack(contactId: string) {
      const contact = stateOf(Contact, await world.events.read(`contact-${contactId}`));
      const phone = contact.status === 'none' ? null : contact.phone;
      const about = { keyword: null, campaignId: null, source: 'start', ipAddress: null, consent: noProof };
      const { position } = await append(
        log(),
        businessId,
        `contact-${contactId}`,
        ContactOptedIn.create({ contactId, businessId, phone, ...about } as never),
      );
      return position;
    },
    archiveBusiness: () =>
      append(log(), businessId, `business-${businessId}`, BusinessArchived.create({ businessId } as never)),
    story: async (contactId: string, entry = 1) =>
      told(document, (await runOf(log(), automationId, contactId, entry)).events),
  };
}
type Shop = Awaited<ReturnType<typeof openAutomation>>;
const twoTexts = drawn({ a: text('b'), b: text('z'), z: end });

it('who was in an automation once does not come in again as the contact that they were merged into', async () => {
  const shop = await openAutomation(twoTexts);
  const [contactId, otherId] = [await shop.subscriber(), await shop.subscriber()];
  expect(await shop.enter(otherId)).toMatchObject({ kind: 'started' });
  await world.commands.contacts.merge(context(shop.person), { contactId, otherId, taken: [] });
  expect(await shop.enter(contactId)).toEqual({ kind: 'ignored', because: 'once' });
  expect(await shop.enter(await shop.subscriber())).toMatchObject({ kind: 'started' });
});

describe('a look', () => {
  it('takes what became of one text for nothing of the next, when whoever went on died before writing that down', async () => {
    const shop = await openAutomation(twoTexts);
    const contactId = await shop.subscriber();
    await shop.enter(contactId);
    const first = (await shop.look(contactId)).effectId!;
    expect(await shop.act(contactId, first)).toEqual({ kind: 'awaits', stream: `message-${first}` });
    await shop.accepted(first, contactId);
    const second = (await shop.look(contactId, `message-${first}`)).effectId!;
    expect(second).not.toBe(first);
    const before = await shop.story(contactId);
    expect(await shop.look(contactId, `message-${first}`)).toMatchObject({ state: 'acting', effectId: second });
    expect(await shop.story(contactId)).toEqual(before);
  });

  it('has a text written that was awaited and never said, when whoever was about to say it died', async () => {
    const shop = await openAutomation(twoTexts);
    const contactId = await shop.subscriber();
    await shop.enter(contactId);
    const { effectId } = await shop.look(contactId);
    expect(await shop.look(contactId, `message-${effectId}`)).toMatchObject({ effectId, said: false });
    await shop.act(contactId, effectId!);
    expect(await shop.look(contactId, `message-${effectId}`)).toMatchObject({ effectId, said: true });
  });

  it('ends what began before an opt-out, also when the contact has come back by then', async () => {
    const shop = await openAutomation(twoTexts);
    const contactId = await shop.subscriber();
    await shop.enter(contactId);
    await shop.look(contactId);
    await shop.optOut(contactId);
    await shop.comeBack(contactId);
    expect(await shop.look(contactId)).toMatchObject({ state: 'ended' });
    expect((await shop.story(contactId)).at(-1)).toBe('ended Notification opted-out');
  });
});

describe('what a look has found to be done', () => {
  it('alerts each person once, also where whoever told them died and they have another number and address by then', async () => {
    const named = { phones: ['+14155550971', '+14155550972'], emails: ['typed@x.test'] };
    const members = [UserId.parse(randomUUID()), UserId.parse(randomUUID())];
    const alert = {
      kind: 'Alert' as const,
      name: null,
      off: false,
      text: 'Look',
      ...named,
      to: { next: null, failed: null },
    };
    const shop = await openAutomation(drawn({ a: { ...alert, textMembers: members, mailMembers: members } }));
    const businessId = BusinessId.parse(shop.businessId);
    const calls = (userId: UserId, phone: string) =>
      shop.say(`user-${userId}`, UserPhoneChanged.create({ userId, phone: E164.parse(phone) }) as never);
    for (const [at, userId] of members.entries()) {
      const person = {
        userId,
        role: 'Business' as const,
        agencyId: null,
        businessId,
        firstName: 'Bella',
        lastName: '',
      };
      await shop.say(`user-${userId}`, UserRegistered.create({ ...person, email: `${at}-${userId}@x.test` }) as never);
    }
    // One has a number that was typed as well.
    await calls(members[0]!, '+14155550971');
    await calls(members[1]!, '+14155550973');
    const contactId = await shop.subscriber();
    await shop.enter(contactId);
    const { effectId } = await shop.look(contactId);
    const told = async () =>
      (await world.events.readAll(0n, { filter: { types: ['MessageQueued', 'EmailQueued'] } })).events
        .filter(({ data }) => data['businessId'] === businessId)
        .map(({ data }) => data['to'] as string)
        .toSorted();
    const call = context(system);
    await shop.act(contactId, effectId!, call);
    const first = await told();
    expect(first).toEqual(
      [
        '+14155550971',
        '+14155550972',
        '+14155550973',
        ...members.map((id, at) => `${at}-${id}@x.test`),
        'typed@x.test',
      ].toSorted(),
    );
    // Nothing was written down of it; meanwhile both have other numbers, and one is the address of another.
    await calls(members[0]!, '+14155550974');
    await calls(members[1]!, '+14155550975');
    await shop.say(
      `user-${members[0]!}`,
      UserEmailChanged.create({ userId: members[0]!, email: 'new@x.test' }) as never,
    );
    // By the same call made again, and by another.
    await shop.act(contactId, effectId!, call);
    await shop.act(contactId, effectId!);
    expect(await told()).toEqual(first);
  });
  const meanwhile: [string, (shop: Shop, contactId: string) => Promise<unknown>][] = [
    ['the contact has opted out', (shop, contactId) => shop.optOut(contactId)],
    [
      'the contact has opted out and come back',
      async (shop, contactId) => {
        await shop.optOut(contactId);
        await shop.comeBack(contactId);
      },
    ],
    ['the automation was switched off', (shop) => shop.switchOff()],
    ['the automation was archived', (shop) => shop.archive()],
    ['the business was archived', (shop) => shop.archiveBusiness()],
  ];
  it.each(meanwhile)('is not done any more when %s meanwhile', async (_, happens) => {
    const shop = await openAutomation(twoTexts);
    const contactId = await shop.subscriber();
    await shop.enter(contactId);
    const { effectId } = await shop.look(contactId);
    await happens(shop, contactId);
    expect(await shop.act(contactId, effectId!)).toEqual({ kind: 'over' });
    expect(await world.events.read(`message-${effectId}`)).toEqual([]);
  });

  it('is over with the run, and is struck off where it has not left, when the business was archived', async () => {
    const shop = await openAutomation(twoTexts);
    const contactId = await shop.subscriber();
    await shop.enter(contactId);
    const { effectId } = await shop.look(contactId);
    await shop.act(contactId, effectId!);
    await shop.archiveBusiness();
    expect(await shop.look(contactId)).toMatchObject({ state: 'ended' });
    expect((await shop.story(contactId)).at(-1)).toBe('ended Notification archived');
    const text = (await world.events.read(`message-${effectId}`)).map(({ type }) => type);
    expect(text).toEqual(['MessageQueued', 'MessageSuppressed']);
    const other = await shop.subscriber();
    expect(await shop.enter(other)).toEqual({ kind: 'ignored', because: 'archived' });
  });
});

describe('who comes back after an opt-out that nobody has looked at yet', () => {
  const always = { ...twoTexts, reentry: { kind: 'always' } } as Document;
  it('is not inside any more, and comes in anew', async () => {
    const shop = await openAutomation(always);
    const contactId = await shop.subscriber();
    await shop.enter(contactId);
    const { effectId } = await shop.look(contactId);
    await shop.act(contactId, effectId!);
    await shop.optOut(contactId);
    const position = await shop.comeBack(contactId);
    expect(await shop.enter(contactId, randomUUID(), { position })).toMatchObject({ kind: 'started' });
    expect((await shop.story(contactId)).at(-1)).toBe('ended Notification opted-out');
    expect((await world.events.read(`message-${effectId}`)).map(({ type }) => type)).toEqual([
      'MessageQueued',
      'MessageSuppressed',
    ]);
    expect((await shop.story(contactId, 2))[0]).toBe('started');
  });

  it('comes in by nothing that was before the opt-out', async () => {
    const shop = await openAutomation(always);
    const contactId = await shop.subscriber();
    const position = await world.events.head();
    await shop.optOut(contactId);
    await shop.comeBack(contactId);
    const late = await shop.enter(contactId, randomUUID(), { position });
    expect(late).toEqual({ kind: 'ignored', because: 'opted-out' });
    expect(await shop.enter(contactId)).toMatchObject({ kind: 'started' });
  });
});

describe('a batch over several businesses', () => {
  it('writes each event under its own tenant', async () => {
    const document = drawn({ a: text('b'), b: end });
    const shops = [await openAutomation(document), await openAutomation(document)];
    const inside = await Promise.all(shops.map(async (shop) => ({ shop, contactId: await shop.subscriber() })));
    const position = await world.events.head();
    const at = world.clock.at.toISOString();
    await world.commands.automations.enroll(batchContext('batch'), {
      entries: inside.map(({ shop: { automationId, businessId }, contactId }) => ({
        automationId,
        businessId,
        contactId,
        trigger: 'by-hand',
        filter: everybody,
        cause: randomUUID(),
        beside: noActivity,
        correlation: randomUUID(),
        position,
        at,
      })),
    });
    const runs = await Promise.all(
      inside.map(async ({ shop: { automationId, businessId }, contactId }) => ({
        runId: (await runOf(log(), automationId, contactId)).runId,
        automationId,
        businessId,
        contactId,
        awaits: null,
        happened: [],
        beside: noActivity,
        textsUpTo: at,
        outcome: null,
      })),
    );
    const { result } = await world.commands.automations.evaluateRuns(batchContext('batch'), { runs });
    expect(result.map(({ state }) => state)).toEqual(['acting', 'acting']);
    for (const { shop, contactId } of inside) {
      const { runId } = await runOf(log(), shop.automationId, contactId);
      const events = await world.events.read(streams.automationRun(runId));
      expect(events.map(({ metadata }) => metadata.tenant.businessId)).toEqual([shop.businessId, shop.businessId]);
    }
  });
});
