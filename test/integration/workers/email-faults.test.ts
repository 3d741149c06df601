import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import type { Node } from '../../../domain/automations/document/document.ts';
import { AutomationId, BusinessId } from '../../../domain/kernel/ids.ts';
import { EmailQueued } from '../../../domain/emails/events.ts';
import { streams } from '../../../domain/streams.ts';
import type { Workers } from '../../../workers/index.ts';
import { append, runOf, told } from '../../support/automations.ts';
import { worksFor } from '../../support/broadcasts.ts';
import { context } from '../../support/callers.ts';
import { settableClock } from '../../support/composition.ts';
import { eventually } from '../../support/eventually.ts';
import {
  designFor,
  giveAddress,
  emailBroadcast,
  subscribeByEmail,
  untilEmailed,
} from '../../support/email-broadcasts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine } from '../../support/spine.ts';
import { spoil } from '../../support/spoil.ts';
import { drawn, end, id, tag } from '../../unit/domain/automations/make.ts';
import { emails } from '../../support/outbox.ts';

const faults: (readonly [message: unknown, gaveUp: unknown])[] = [];
const log = pino({
  level: 'warn',
  hooks: {
    logMethod([said, message]) {
      faults.push([message, (said as { gaveUp?: unknown }).gaveUp]);
    },
  },
});
/** There is no provider for now. */
let isAway = false;
/** By the provider's word. */
const sentTo: string[] = [];
const clock = settableClock(new Date());
let database: TestDatabase;
let spine: Spine;
let workers: Workers;
beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  spine = await openSpine(database.connectionString, { clock, log });
  const provider = {
    name: 'quick',
    send: async ({ to }: { readonly to: string }) => {
      sentTo.push(to);
      return { kind: 'accepted', providerMessageId: 'x' } as const;
    },
  };
  workers = spine.workers({
    publicUrl: 'http://localhost',
    baseUrl: 'http://localhost',
    polls: { emailMs: 20 },
    broadcasts: { pollMs: 50, lookMs: 50 },
    automations: { pollMs: 50 },
    mail: {
      routeFor: async () =>
        isAway ? null : (
          {
            provider: { ...provider, close: async () => {} },
            tells: false,
            from: { address: 'shop@x.test', name: null },
          }
        ),
      brandOf: async () =>
        ({ name: 'Beckon', color: '#000000', publicUrl: 'http://localhost', logoUrl: null }) as never,
      vault: { get: async () => undefined } as never,
    },
  });
  await spine.runner.start();
  await workers.start();
});
beforeEach(() => {
  faults.splice(0);
  sentTo.splice(0);
});
afterAll(async () => {
  await workers.stop();
  await spine.close();
  await database.drop();
});

it('an email that fails by our own fault is tried eight times and ends; what can not be told of it holds up no other', async () => {
  const tenant = await createTenant(spine, '+14155550172');
  const businessId = BusinessId.parse(tenant.businessId);
  await giveAddress(spine, businessId);
  const [contactId] = await subscribeByEmail(spine, businessId, ['ann@x.test']);
  // Its stream is not there: it can be neither made nor told.
  const spoiled = randomUUID();
  await emails.put(spine.db, {
    id: spoiled,
    businessId,
    tenant: businessId,
    lane: 1,
    repeatable: false,
    kind: 'automation',
    position: 1,
    state: 'pending',
    dueAt: sql`now()`,
  });
  const mailId = randomUUID();
  const email = { mailId, businessId, contactId: contactId!, purpose: 'automation' as const, campaignId: null };
  const queued = { ...email, to: 'ann@x.test', subject: 'Hello', body: 'Hello.', button: null, content: null };
  await append(spine, businessId, streams.email(mailId), EmailQueued.create(queued));
  const rowOf = async (id: string) => {
    const [row] = await emails.rows(spine.db, ['state', 'attempts', 'recordedAt'], { where: { id } });
    return row && { state: row.state, attempts: row.attempts, recorded: row.recordedAt !== null };
  };
  await eventually(
    () => rowOf(mailId),
    (row) => row?.recorded === true,
  );
  const passing = setInterval(() => (clock.at = new Date(clock.at.getTime() + 60_000)), 50);
  try {
    await eventually(
      () => rowOf(spoiled),
      (row) => row?.state === 'failed',
    );
    expect(await rowOf(spoiled)).toEqual({ state: 'failed', attempts: 8, recorded: false });
    // As of a process that died before it could tell, later than the spoiled one.
    const doneAt = new Date(clock.at.getTime() + 3_600_000);
    await emails.change(spine.db, { recordedAt: null, doneAt }, { id: mailId });
    await eventually(
      () => rowOf(mailId),
      (row) => row?.recorded === true,
    );
    await eventually(
      async () => (await workers.status()).watchdog,
      (said) => said.includes('1 emails are over, and what came of them could not be written down.'),
    );
  } finally {
    clearInterval(passing);
  }
  expect(faults.filter(([, gaveUp]) => gaveUp !== undefined)).toEqual([
    ['an email failed for good by our own fault', 'mail'],
  ]);
  expect(faults.filter(([said]) => said === 'an email failed by our own fault, trying again')).toHaveLength(7);
});

/** Of an hour in three seconds. */
function whileTimePasses<T>(work: () => Promise<T>): Promise<T> {
  const passing = setInterval(() => (clock.at = new Date(clock.at.getTime() + 60_000)), 50);
  return work().finally(() => clearInterval(passing));
}

it('a recipient whose email fails by our own fault is tried eight times and said to have got none; the others get theirs once, and it ends', async () => {
  const tenant = await createTenant(spine, '+14155550173');
  const businessId = BusinessId.parse(tenant.businessId);
  await giveAddress(spine, businessId);
  const addresses = ['ann@y.test', 'unread@y.test', 'unsaid@y.test', 'dee@y.test'];
  const contacts = await subscribeByEmail(spine, businessId, addresses);
  await spine.runner.waitFor(await spine.raw.head(), { timeoutMs: 30_000 });
  const designId = await designFor(spine, businessId);
  await spine.pool.query(`create or replace function ops.refuse_mail() returns trigger language plpgsql as $$
    begin raise exception 'not this one'; end $$`);
  await spoil(spine, workers, businessId, contacts[1]!, streams.contact(contacts[1]!));
  const broadcastId = await emailBroadcast(spine, businessId, ['Hello'], designId);
  const emailId = messageIdOf(businessId, broadcastId, contacts[2]!);
  // What it would say can not be written down; that it is over, can.
  await spine.pool.query(`create trigger refuse_mail before insert on es.events for each row
    when (new.stream = 'mail-${emailId}' and new.type = 'EmailQueued') execute function ops.refuse_mail()`);
  const report = await whileTimePasses(() => untilEmailed(spine, broadcastId)).finally(() =>
    spine.pool.query(`drop trigger refuse_mail on es.events`),
  );
  expect(report).toMatchObject({ status: 'completed', sums: { delivered: 2, suppressed: 2 } });
  for (const contact of contacts.slice(1, 3)) {
    expect(report.stories.get(contact)).toEqual(['EmailSuppressed']);
    expect(report.states.get(contact)).toEqual({ status: 'withheld', reason: 'our-fault' });
  }
  expect(sentTo.toSorted()).toEqual(['ann@y.test', 'dee@y.test']);
  const rows = await emails.rows(spine.db, ['faults'], { where: { broadcastId, note: 'our-fault' } });
  expect(rows).toEqual([{ faults: 8 }, { faults: 8 }]);
  expect(faults.filter(([, gaveUp]) => gaveUp !== undefined)).toHaveLength(2);
});

it('the run that waits for an email whose own stream can not be read hears that it failed, and goes its way for that', async () => {
  const tenant = await createTenant(spine, '+14155550174');
  const businessId = BusinessId.parse(tenant.businessId);
  const me = () => context(worksFor(businessId));
  await giveAddress(spine, businessId);
  const designId = await designFor(spine, businessId);
  const email: Node = {
    kind: 'SendEmail',
    name: null,
    off: false,
    subject: 'Hello',
    preheader: '',
    designId,
    campaignId: null,
    to: { next: id('b'), failed: id('c') },
  };
  const document = drawn({ a: email, b: end, c: tag('b') });
  const automationId = AutomationId.parse(randomUUID());
  const { automations } = spine.commands;
  await automations.create(me(), { automationId, name: 'Mails', origin: { kind: 'blank', id: null }, document });
  await automations.publish(me(), { automationId, revision: null });
  const [contactId] = await subscribeByEmail(spine, businessId, ['ann@z.test']);
  isAway = true;
  await automations.start(me(), { automationId, contactId: contactId! });
  const emailOf = async () => {
    const [row] = await emails.rows(spine.db, ['id', 'recordedAt'], { where: { businessId } });
    return row && { id: row.id, recorded: row.recordedAt !== null };
  };
  const { id: mailId } = (await eventually(emailOf, (row) => row !== undefined))!;
  await spoil(spine, workers, businessId, contactId!, streams.email(mailId));
  isAway = false;
  const story = async () =>
    told(document, (await runOf(spine, automationId, contactId!)).events).filter((event) => event !== 'started');
  await whileTimePasses(() =>
    eventually(
      async () => (await story()).at(-1),
      (event) => event === 'ended End completed',
    ),
  );
  expect(await story()).toEqual(
    expect.arrayContaining(['completed SendEmail failed failed', 'completed Tag next done']),
  );
  expect((await emailOf())!.recorded).toBe(true);
  const last = (await spine.raw.read(streams.email(mailId))).at(-1)!;
  expect(last).toMatchObject({ type: 'EmailFailed', data: { mailId, contactId, reason: 'our-fault' } });
  expect(sentTo).toEqual([]);
});
