import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmailProvider } from '../../../adapters/email/port.ts';
import { createSmtpProvider } from '../../../adapters/email/smtp/index.ts';
import { BusinessId, type ContactId } from '../../../domain/kernel/ids.ts';
import { EmailQueued } from '../../../domain/emails/events.ts';
import { streams } from '../../../domain/streams.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import type { Workers } from '../../../workers/index.ts';
import { emailFeed } from '../../../workers/delivery/emails/channel.ts';
import { recoverCutOff, takeDue } from '../../../workers/delivery/handover/queue.ts';
import { recoverFromTheDead } from '../../../workers/delivery/text/queue.ts';
import { append } from '../../support/automations.ts';
import { type Opened, openComposition } from '../../support/composition.ts';
import { eventually } from '../../support/eventually.ts';
import { giveAddress, subscribeByEmail } from '../../support/email-broadcasts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine } from '../../support/spine.ts';
import { emails, texts } from '../../support/outbox.ts';

/** The lease of a living process runs out when the database's clock is set ahead: what it has in hand stays its own. */
let database: TestDatabase;
let spine: Spine;
let opened: Opened;
beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString);
  opened = await openComposition(database.connectionString);
});
afterAll(async () => {
  await opened.close();
  await spine.close();
  await database.drop();
});

/** As if the database's clock had been set an hour ahead. */
const setClock = () => sql`update ops.leases set expires_at = expires_at - interval '1 hour'`.execute(spine.db);
const abandon = (holder: string) =>
  sql`update ops.leases set abandoned = true where name = ${`process-${holder}`}`.execute(spine.db);

describe('what is in hand', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  const rows = async () =>
    [
      ...(await texts.rows(spine.db, ['lane', 'state'])).map(({ lane, state }) => `text ${lane} ${state}`),
      ...(await emails.rows(spine.db, ['lane', 'state'])).map(({ lane, state }) => `email ${lane} ${state}`),
    ].sort();
  const insert = async (lane: 0 | 1, state: string, holder: string) => {
    const [id, tenant, broadcastId] = [randomUUID(), randomUUID(), lane === 1 ? randomUUID() : null];
    const both = {
      id,
      businessId: tenant,
      contactId: id,
      broadcastId,
      variant: 0,
      lane,
      position: 1,
      state,
      dueAt: now,
    };
    await texts.put(spine.db, { ...both, sender: '+14155550100', segments: 1, holder, attempts: 1 });
    await emails.put(spine.db, { ...both, tenant, repeatable: lane === 0, kind: 'any', holder, attempts: 1 });
    return id;
  };
  const recover = async () => {
    await recoverFromTheDead(spine.db, now, 1_000);
    await recoverCutOff(spine.db, 'another', [], now, now, 8);
  };
  afterEach(() => sql`truncate ${texts.table}, ${emails.table}, ops.leases`.execute(spine.db));

  it('stays where it is when its process’s lease has run out, and is taken over when that is abandoned', async () => {
    const holder = randomUUID();
    for (const lane of [0, 1] as const) for (const state of ['claimed', 'sending']) await insert(lane, state, holder);
    await sql`insert into ops.leases (name, holder, token, expires_at)
      values (${`process-${holder}`}, ${holder}, 1, now() - interval '1 hour')`.execute(spine.db);
    const before = await rows();
    await recover();
    expect(await rows()).toEqual(before);
    await abandon(holder);
    await recover();
    expect(await rows()).toEqual([
      'email 0 pending',
      'email 0 unknown',
      'email 1 pending',
      'email 1 unsure',
      'text 0 pending',
      'text 0 unknown',
      'text 1 pending',
      'text 1 unknown',
    ]);
  });

  it('is not claimed once more by the process that still has it in hand', async () => {
    const id = await insert(0, 'claimed', 'a process without a lease');
    await recover();
    const take = (inHand: readonly string[]) =>
      takeDue(spine.db, 'a process without a lease', emailFeed, { single: 8, bulk: 8 }, now, inHand);
    expect(await take([id])).toEqual([]);
    expect(await take([])).toMatchObject([{ id: id }]);
  });
});

describe('an email that its provider has taken, and is slow to say so', () => {
  let sandbox: Sandbox;
  let smtp: EmailProvider;
  let answer: () => void;
  let answered: Promise<void>;
  let businessId: BusinessId;
  let contactId: ContactId;
  const running: Workers[] = [];
  beforeAll(async () => {
    businessId = BusinessId.parse((await createTenant(spine, '+14155550171')).businessId);
    await giveAddress(spine, businessId);
    [contactId] = (await subscribeByEmail(spine, businessId, ['guest@x.test'])) as [ContactId];
  });
  beforeEach(async () => {
    answered = new Promise((resolve) => (answer = resolve));
    sandbox = await startSandbox({});
    smtp = createSmtpProvider({
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      secure: false,
      auth: null,
      ignoreTls: true,
    });
  });
  afterEach(async () => {
    answer();
    await Promise.all(running.splice(0).map((workers) => workers.stop()));
    await smtp.close();
    await sandbox.close();
    await sql`truncate ${emails.table}, ops.leases`.execute(spine.db);
  });

  /** Its leases are not renewed for as long as the test takes, and it has one email under way at once. */
  const start = async (holder: string, provider: EmailProvider) => {
    const workers = opened.workers({
      carrierFor: () => Promise.reject(new Error('there are no texts here')),
      mail: {
        routeFor: async () => ({ provider, from: { address: 'shop@x.test', name: null }, tells: false }),
        brandOf: async () =>
          ({ name: 'Beckon', color: '#000000', publicUrl: 'http://localhost', logoUrl: null }) as never,
        vault: { get: async () => undefined } as never,
      },
      config: { publicUrl: 'http://localhost', holder, leaseMs: 600_000, polls: { emailMs: 20 }, mail: { single: 1 } },
    });
    running.push(workers);
    await workers.start();
  };
  const startSlow = () =>
    start('slow', {
      ...smtp,
      async send(email, handOver) {
        const outcome = await smtp.send(email, handOver);
        await answered;
        return outcome;
      },
    });
  const queue = async (to: string) => {
    const mailId = randomUUID();
    const email = { mailId, businessId, contactId, purpose: 'owner-alert' as const, campaignId: null, to };
    const queued = EmailQueued.create({ ...email, subject: 'Hello', body: 'Hello.', button: null, content: null });
    await append(spine, businessId, streams.email(mailId), queued);
    return mailId;
  };
  const row = async (emailId: string) => {
    const [email] = await emails.rows(spine.db, ['state', 'holder', 'recordedAt'], { where: { id: emailId } });
    return email && { state: email.state, holder: email.holder, recorded: email.recordedAt !== null };
  };
  const isOver = (emailId: string) =>
    eventually(
      () => row(emailId),
      (email) => email?.recorded === true,
    );
  const said = async (emailId: string) => (await spine.store.read(streams.email(emailId))).map(({ type }) => type);

  it('is not taken over by another process when its own process’s leases run out', async () => {
    await startSlow();
    const emailId = await queue('owner@x.test');
    await sandbox.inbox.waitFor('owner@x.test');
    await setClock();
    // Before it takes its first email it looks for what dead processes have left.
    await start('quick', smtp);
    const other = await queue('other@x.test');
    await isOver(other);
    expect(await row(emailId)).toMatchObject({ state: 'sending', holder: 'slow' });
    answer();
    expect(await isOver(emailId)).toMatchObject({ state: 'sent' });
    expect(await said(emailId)).toEqual(['EmailQueued', 'EmailAccepted']);
    expect(sandbox.inbox.count()).toBe(2);
  });

  it('is not sent again by a process that took it over', async () => {
    await startSlow();
    const emailId = await queue('owner@x.test');
    await sandbox.inbox.waitFor('owner@x.test');
    await abandon('slow');
    const later = new Date(Date.now() + 600_000);
    await recoverCutOff(spine.db, 'another', [], new Date(), later, 8);
    expect(await row(emailId)).toMatchObject({ state: 'unknown', holder: null });
    answer();
    expect(await isOver(emailId)).toMatchObject({ state: 'sent' });
    expect(await takeDue(spine.db, 'another', emailFeed, { single: 8, bulk: 8 }, later)).toEqual([]);
    expect(await said(emailId)).toEqual(['EmailQueued', 'EmailAccepted']);
  });
});
