import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { peopleOf } from '../../../api/routes/automation-rehearsal.ts';
import type { Document } from '../../../domain/automation/fields.ts';
import { type Rehearsal, rehearsalOf } from '../../../domain/automation/rehearsal.ts';
import type { Played } from '../../../domain/automation/rehearse.ts';
import type { RunEvent } from '../../../domain/automation/run-events.ts';
import { everybody } from '../../../domain/contact/filter.ts';
import { ContactDiscovered, ContactOptedIn, ContactOptedOut, ContactTagged } from '../../../domain/contact/events.ts';
import { ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import type { Workers } from '../../../workers/index.ts';
import { append, automationOf, type Published, runOf } from '../../support/automations.ts';
import { settableClock } from '../../support/composition.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import {
  account,
  type Callbacks,
  createTenant,
  openSpine,
  receiveCallbacks,
  type Spine,
  type Tenant,
  unlimited,
} from '../../support/spine.ts';
import { condition, drawn, end, isVip, tag, text, wait } from '../../unit/domain/automation/make.ts';

/** What the engine really did, and what a rehearsal of the same version over the same past says that it would do. */

let database: TestDatabase;
let spine: Spine;
let sandbox: Sandbox;
let callbacks: Callbacks;
let tenant: Tenant;
let workers: Workers;
let last = 6_000;
let businesses = 0;
const clock = settableClock(new Date());
const began = new Date();

beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString, { clock });
  await spine.runner.start();
  callbacks = await receiveCallbacks(spine.commands);
  sandbox = await startSandbox({ accounts: [account], seed: 7 });
  sandbox.carrier.configure({
    earlyCallbackRate: 0,
    create: { delayMs: 0, jitterMs: 0 },
    status: { duplicateRate: 0, reorderRate: 0, lossRate: 0 },
    progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 },
  });
});
afterAll(async () => {
  await sandbox.close();
  await callbacks.close();
  await spine.close();
  await database.drop();
});
beforeEach(async () => {
  clock.at = new Date();
  const number = `+1415555${String(3_500 + businesses++)}`;
  sandbox.carrier.addNumber({ number, accountSid: account.sid, smsUrl: null });
  tenant = await createTenant(spine, number);
  workers = spine.workers({
    publicUrl: callbacks.url,
    baseUrl: sandbox.url,
    timeoutMs: 15_000,
    sender: { rateFor: unlimited, retryFirstMs: 50 },
    automations: { pollMs: 50, daysMs: 200 },
  });
  await workers.start();
});
afterEach(() => workers.stop());

const onPizza: Partial<Document> = {
  triggers: [{ on: { kind: 'opted-in', keyword: 'PIZZA', campaignId: null }, filter: everybody }],
};
const says = (body: string, node: ReturnType<typeof text>) => ({ ...node, body }) as typeof node;
const later = (ms: number) => (clock.at = new Date(clock.at.getTime() + ms));

/** Somebody who opts in by a keyword, at the time that the clock shows. */
async function optsIn(keyword: string, { tags = [] as string[] } = {}): Promise<ContactId> {
  const { businessId } = tenant;
  const phone = `+1500555${String(last++).padStart(4, '0')}`;
  const contactId = ContactId.parse(spine.contactId(businessId, phone));
  const ids = { contactId, businessId } as never as { contactId: ContactId; businessId: never };
  const stream = streams.contact(contactId);
  const discovered = ContactDiscovered.create({ ...ids, phone: phone as never, via: 'inbound-message' });
  const consent = { text: null, pageVersion: null, checkboxTicked: null, providerMessageId: null };
  const optedIn = ContactOptedIn.create({
    ...{ ...ids, phone: phone as never, keyword: keyword as never, campaignId: null },
    ...{ source: 'keyword', ipAddress: null, consent },
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
    ...{ version, from, until: clock.at.toISOString() },
  });
  const triggers = stage!.document.triggers.map(({ on }) => on.kind);
  const since = { automationId: automation.automationId, from };
  const found = await spine.readModels.contactsSince(businessId, { ...since, triggers, after: null });
  const ids = found.filter(({ meant }) => meant).map(({ id }) => id);
  const people = await peopleOf({ parts: spine as never, businessId }, stage!, ids, since);
  const played: (readonly [string, Played])[] = [];
  for await (const some of stage!.play(people)) played.push(...some);
  // Nothing was said by looking.
  expect(await spine.store.head()).toBe(head);
  const ways = new Map(played.map(([id, { runs }]) => [id, runs[0]?.events ?? []]));
  return { ...rehearsalOf(played, stage!.document), ways };
}
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
        ...{
          contactId: leaves,
          businessId: tenant.businessId as never,
          via: 'message' as const,
          words: 'STOP',
          providerMessageId: 'SM1',
        },
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
});
